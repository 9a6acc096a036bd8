# Every target also documents its commands. `make run` and `make test` need a Debian with Rust 1.95 or
# newer and Node.js 20.19 or newer; they install the rest.
.DEFAULT_GOAL := help
SHELL := /bin/bash
TARGET := $(or $(CARGO_TARGET_DIR),target)
# The last file that npm writes. Not the folder: test runners write into it, and built files would count as old.
FRONTEND_MODULES := frontend/node_modules/.package-lock.json
E2E_MODULES := e2e/node_modules/.package-lock.json
NPM_CI := npm ci --no-audit --no-fund --silent

.PHONY: help run build-program dev test check-and-test-frontend test-rust test-postgres test-frontend test-browser test-browser-steady check check-format check-rust check-frontend gen bench faults soak hostile clients lighthouse pictures release

help: ## Shows this list.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

# Side by side with the application. A release takes much longer to build and shows the same.
run: ## Builds what is missing (six minutes at first, on two cores), fills an empty database with demo data and serves it.
	scripts/install-tools build
	@echo "Building the application and the program …"
	$(MAKE) --no-print-directory --jobs 2 frontend/dist/index.html build-program
	$(TARGET)/look/hoi demo
	HOI_DEVELOPMENT=true $(TARGET)/look/hoi serve

# Two compilers of the program's crates need up to 2.7 GB together.
build-program: export RUSTC_WORKSPACE_WRAPPER := $(shell awk '/^MemAvailable/ && $$2 < 4e6 { print "$(CURDIR)/scripts/compile-alone" }' /proc/meminfo)
build-program:
	cargo build --profile look --locked --bin hoi

dev: $(FRONTEND_MODULES) ## Server and Vite side by side, both reload on change; open http://127.0.0.1:5173.
	scripts/install-tools build
	scripts/dev

# The application first: the server is compiled anew when the files that it carries appear. Then two targets at a time,
# because compilers, browsers and databases each leave a core idle for long; each shows its output when it ends. The lints
# run in the same compilation as the tests: `cargo clippy` would compile the workspace and its dependencies a second time.
# Nor are they repeated for a crate that is compiled for others, too.
test: export RUSTC_WORKSPACE_WRAPPER = $(CURDIR)/scripts/compile-and-lint
test: export CLIPPY_ARGS = -Dwarnings
# A third of their time the tests of requests wait: for the end of a pause, a slow client, a database.
test: export RUST_TEST_THREADS = $(shell expr 2 '*' $$(nproc))
test: ## Everything: checks, Rust on SQLite and PostgreSQL, frontend, browser.
	scripts/install-tools build browser postgres
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target frontend/dist/index.html check-format
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target test-rust check-and-test-frontend test-postgres test-browser

# One after the other, because both write the routes' file.
check-and-test-frontend:
	$(MAKE) --no-print-directory --jobs 1 check-frontend test-frontend

test-rust: ## Rust tests on SQLite.
	cargo test --workspace --locked

# Only tests that reach an engine run a second time. The whole workspace is named, because another choice of packages would
# compile most dependencies anew.
test-postgres: ## The tests that reach the database, on a PostgreSQL that is started for them.
	scripts/with-postgres cargo test --workspace --locked --test api --test machines --test schema --test life_of_a_job --test outage --test running --test together

test-frontend: $(FRONTEND_MODULES) ## Frontend unit tests.
	cd frontend && npm test

# The program is the one that the tests' build makes: another choice of packages would compile most dependencies anew.
test-browser: frontend/dist/index.html $(E2E_MODULES) ## Journeys in a real browser against the real binary.
	scripts/install-tools browser
	cargo test --workspace --locked --no-run
	cd e2e && HOI_BINARY=$(abspath $(TARGET))/debug/hoi npm test

test-browser-steady: frontend/dist/index.html $(E2E_MODULES) ## The journeys ten times, beside one another and slowed down, with a line for each run.
	scripts/install-tools browser
	cargo test --workspace --locked --no-run
	HOI_BINARY=$(abspath $(TARGET))/debug/hoi scripts/test-browser-steady $(RUNS)

lighthouse: frontend/dist/index.html ## Points of the first screens, as a phone on a slow line; wants a machine that does nothing else.
	cargo build --release --locked --bin hoi
	cd e2e && HOI_BINARY=$(abspath $(TARGET))/release/hoi node support/lighthouse.mjs

pictures: frontend/dist/index.html $(E2E_MODULES) ## Pictures of every screen in both languages, both widths, light and dark: e2e/.pictures; those of the guides and READMEs: docs.
	scripts/install-tools browser
	cargo test --workspace --locked --no-run
	cd e2e && HOI_BINARY=$(abspath $(TARGET))/debug/hoi npm run pictures

check: ## Format, lints, house rules, types, missing translations, stale generated files, known holes.
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target check-frontend check-format check-rust

check-rust:
	cargo clippy --workspace --all-targets --locked -- -D warnings

check-format:
	cargo fmt --all --check
	cargo run -q -p xtask -- tidy
	scripts/check-deploy
	scripts/audit-cargo

check-frontend: $(FRONTEND_MODULES) $(E2E_MODULES)
	cd frontend && npm run check
	cd e2e && npm run check
	scripts/check-generated
	scripts/audit-npm

gen: $(FRONTEND_MODULES) ## Writes what is generated: openapi.json, the frontend's types and the list of components.
	cargo run -q --bin hoi -- openapi > openapi.json.new && mv openapi.json.new openapi.json
	cd frontend && npm run gen
	cargo run -q -p xtask -- licenses

bench: RUNS ?= 3
# `ROWS` are beginnings of the rows' names, separated by commas. PostgreSQL stores its data here.
bench: frontend/dist/index.html ## Measures speed and memory over loopback, writes bench/RESULTS.md (ROWS=visitors,list.first RUNS=1).
	scripts/install-tools build bench postgres
	cargo build --release --locked --workspace
	cargo build --release --locked --manifest-path bench/reference/Cargo.toml --target-dir $(TARGET)
	KEEPS_COMMITS=1 scripts/with-postgres sh -c \
		'$(TARGET)/release/hoi-bench --database-url "$$HOI_TEST_DATABASE_URL" --runs $(RUNS) $(addprefix --rows ,$(ROWS))'

# Thousands of visitors at once need as many open files. Root may mount the small file systems that are filled; without it
# those runs are skipped and named.
faults: frontend/dist/index.html ## Kills and starves the program under load and counts, writes bench/FAULTS.md (RUNS=kill,power SEED=7).
	scripts/install-tools build postgres faults
	cargo build --release --locked --workspace
	ulimit -n $$(ulimit -Hn) && KEEPS_COMMITS=1 scripts/with-postgres sh -c \
		'$(TARGET)/release/hoi-bench faults --database-url "$$HOI_TEST_DATABASE_URL" $(addprefix --runs ,$(RUNS)) $(addprefix --seed ,$(SEED))'

release: ## Builds what is published into target/published: program, Debian package, source, hashes. Wants Debian 12.
	scripts/install-tools build
	scripts/release

soak: frontend/dist/index.html ## Uses the program for an hour, and writes what it held all the time into bench/SOAK.md (MINUTES=10).
	cargo build --release --locked --workspace
	$(TARGET)/release/hoi-bench soak $(addprefix --minutes ,$(MINUTES))

hostile: frontend/dist/index.html ## Sends the program what the API's description allows and forbids, as every kind of caller (ROLES=visitor EXAMPLES=100 SEED=7).
	scripts/install-tools build hostile
	cargo build --release --locked --bin hoi
	scripts/schemathesis $(TARGET)/release/hoi $(ROLES)

clients: ## Has other generators make clients of the API's description, which log in and list events.
	scripts/install-tools build hostile
	cargo build --locked --bin hoi
	scripts/check-clients $(TARGET)/debug/hoi

$(FRONTEND_MODULES): frontend/package-lock.json
	cd frontend && $(NPM_CI)
	touch $@

# Not the folder: compiling the server makes that, still empty.
frontend/dist/index.html: $(FRONTEND_MODULES) $(shell find frontend/src frontend/react frontend/scripts frontend/public frontend/*.html frontend/*.ts docs/guides openapi.json -type f 2>/dev/null)
	cd frontend && npm run build && touch dist/index.html

$(E2E_MODULES): e2e/package-lock.json
	cd e2e && $(NPM_CI)
	touch $@
