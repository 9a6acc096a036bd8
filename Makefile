# Every target is also the documentation of what it runs.
export CARGO_TERM_COLOR ?= auto

.PHONY: gen
gen: ## Writes what is generated: openapi.json and the frontend's types.
	cargo run -q -p hoi-server -- openapi > openapi.json.new && mv openapi.json.new openapi.json
	cd frontend && npm run gen
