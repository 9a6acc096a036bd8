use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::{dependencies, licenses, spelling};

/// The crates of the program in the order that cargo keeps, each with the folders and files of its `src` in theirs: each
/// may use only those before it.
const ORDER: &[(&str, &[&str])] = &[
    (
        "platform",
        &[
            // Independent of the rest of Hội.
            "ids",
            "quota",
            "clock",
            "days",
            "outgoing",
            "config",
            "secrets",
            "data_folder",
            "terminal",
            "qr",
            "cookies",
            "language",
            "fields",
            "migrations",
            "version",
            // Parts of the application.
            "error",
            "validation",
            "limits",
            "compute",
            "export_files",
            "import_files",
            "password_hashing",
            "storage",
            "broadcast",
            "realtime",
            "vitals",
            "metrics",
            "page_visits",
            "snapshots",
            "installation",
            "mail_log",
            "mail_templates",
            "app",
            // Used by all features.
            "http",
            "idempotency",
            "mails",
            "audit",
            "outbox",
            "consent",
            "files",
        ],
    ),
    (
        "community",
        &[
            "accounts",
            "notifications",
            "plans",
            "groups",
            "posts",
            "points",
        ],
    ),
    (
        "ticketing",
        &[
            "attendances",
            "events",
            "bank_accounts",
            "invoice_requests",
            "registration",
            "participants",
        ],
    ),
    (
        "organising",
        &[
            "group_events",
            "checkin",
            "roll_call",
            "lucky_draw",
            "messages",
            "transfers",
            "statistics",
            "group_statistics",
        ],
    ),
    (
        "server",
        &[
            // Features.
            "api_keys",
            "organisers",
            "v1",
            "webhooks",
            // Parts that combine features.
            "uploads",
            "privacy",
            "todo",
            "me",
            "health",
            "dev_mail",
            "licenses",
            "traces",
            "operations",
            "system",
            "broadcast_receiver",
            "background",
            "openapi",
            "router",
            "demo",
            "serve",
            "lib",
            "main",
        ],
    ),
];
/// The folders of `frontend/src/features`; each imports only those before it.
const FRONTEND_FEATURES: &[&str] = &[
    "guides",
    "accounts",
    "notifications",
    "data-requests",
    "system",
    "committees",
    "plans",
    "organiser-page",
    "groups",
    "posts",
    "events",
    "webhooks",
    "group-events",
    "tickets",
    "invitation-codes",
    "invoices",
    "participants",
    "checkin",
    "roll-call",
    "lucky-draw",
    "messages",
    "statistics",
    "money",
    "event-home",
    "points",
];

/// Folders of `frontend/src`; a layer imports only itself and the layers above it. Tests' helpers stand outside.
const FRONTEND_LAYERS: &[&[&str]] = &[
    &["api", "lib", "components", "locales"],
    &["features"],
    &["routes", "public-form", "landing", "api-docs"],
    &["app"],
];

/// Folders and files with comments and documents in English.
const PROSE: &[&str] = &[
    ".github",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "bench",
    "community",
    "crates",
    "docs",
    "e2e/journeys",
    "e2e/pictures",
    "e2e/screens",
    "e2e/support",
    "frontend/README.md",
    "frontend/scripts",
    "frontend/src",
    "organising",
    "platform",
    "server",
    "ticketing",
    "xtask",
];

/// Below these are other languages and generated files.
const NO_PROSE: &[&str] = &[
    "docs/guides/vi",
    "frontend/src/api/schema.ts",
    "frontend/src/routeTree.gen.ts",
];

/// Words that prose avoids: a sentence names the visitor, the account or the server instead.
const VAGUE_WORDS: &[&str] = &["somebody", "nobody", "whoever", "anybody"];

/// Files that may have some of these words, and how many: the guide quotes a button.
const VAGUE_WORDS_ALLOWED: &[(&str, usize)] = &[("docs/guides/en/treasurer.md", 1)];

/// Bytes that ARCHITECTURE.md may have.
const ARCHITECTURE_LIMIT: usize = 15_000;

/// The folder of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// Checks all rules and prints the violations.
pub fn run() -> ExitCode {
    let root = root();
    let mut findings = Vec::new();
    for file in sources(&root.join("crates"), &["rs", "toml"]) {
        check_crate(&file, &mut findings);
    }
    let folders = ORDER.iter().map(|(name, _)| root.join(name).join("src"));
    let files: Vec<Source> = folders
        .flat_map(|folder| sources(&folder, &["rs"]))
        .collect();
    let tables = tables(&files, root);
    for file in &files {
        program(file, root, &tables, &mut findings);
    }
    for file in sources(&root.join("frontend/src"), &["ts", "tsx"]) {
        frontend(&file, &root.join("frontend/src"), &mut findings);
    }
    for name in PROSE {
        for file in sources(&root.join(name), &["rs", "ts", "tsx", "md"]) {
            prose(&file, root, &mut findings);
        }
    }
    for name in spelling::READ_BY_USERS {
        for file in sources(&root.join(name), &["md", "json"]) {
            american(&file, &mut findings);
        }
    }
    let lock = root.join("Cargo.lock");
    let dependencies = match fs::read_to_string(&lock) {
        Ok(text) => dependencies::findings(root, &text),
        Err(error) => vec![(1, error.to_string())],
    };
    findings.extend(dependencies.into_iter().map(|(line, rule)| Finding {
        file: lock.clone(),
        line,
        rule,
    }));
    let stale = licenses::findings(root);
    findings.extend(stale.into_iter().map(|rule| Finding {
        file: root.join(licenses::FILE),
        line: 1,
        rule,
    }));
    if findings.is_empty() {
        println!("tidy");
        return ExitCode::SUCCESS;
    }
    for Finding { file, line, rule } in &findings {
        let shown = file.strip_prefix(root).unwrap_or(file).display();
        eprintln!("{shown}:{line}: {rule}");
    }
    ExitCode::FAILURE
}

struct Finding {
    file: PathBuf,
    line: usize,
    rule: String,
}

struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    /// Returns the lines that are not comments, numbered from 1.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self
            .text
            .lines()
            .enumerate()
            .map(|(at, line)| (at + 1, line.trim()));
        lines.filter(|(_, line)| {
            !line.starts_with("//") && !line.starts_with('*') && !line.starts_with("/*")
        })
    }

    /// Returns the comment of every line, or the line itself in a document, numbered from 1. Empty if there is none.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_document = self.path.extension().is_some_and(|kind| kind == "md");
        let mut is_example = false;
        self.text.lines().enumerate().map(move |(at, line)| {
            let line = line.trim();
            if !is_document {
                return (at + 1, comment(line));
            }
            let is_fence = line.starts_with("```");
            is_example ^= is_fence;
            (at + 1, if is_example || is_fence { "" } else { line })
        })
    }

    /// The first names after `crate::`, also in groups over several lines, each with its line.
    fn names_of_crate(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        // Braces that are open inside of `use crate::{…}`.
        let mut depth = 0_u32;
        for (line, code) in self.code() {
            let mut rest = code;
            if depth == 0 {
                while let Some((_, after)) = rest.split_once("crate::") {
                    if let Some(group) = after.strip_prefix('{') {
                        depth = 1;
                        rest = group;
                        break;
                    }
                    found.push((line, first_name(after)));
                    rest = after;
                }
            }
            if depth > 0 {
                let mut is_start = true;
                for (at, char) in rest.char_indices() {
                    match char {
                        '{' => depth += 1,
                        '}' => depth = depth.saturating_sub(1),
                        ',' => is_start = true,
                        char if depth == 1 && is_start && char.is_alphabetic() => {
                            found.push((line, first_name(rest.get(at..).unwrap_or(""))));
                            is_start = false;
                        }
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
        }
        found
    }

    fn report(&self, findings: &mut Vec<Finding>, line: usize, rule: impl Into<String>) {
        findings.push(Finding {
            file: self.path.clone(),
            line,
            rule: rule.into(),
        });
    }
}

fn first_name(code: &str) -> String {
    code.chars()
        .take_while(|char| char.is_alphanumeric() || *char == '_')
        .collect()
}

/// The comment of a line of code.
fn comment(line: &str) -> &str {
    const STARTS: &[&str] = &["//", "/*", "{/*", "* "];
    let text = if STARTS.iter().any(|start| line.starts_with(start)) {
        line
    } else {
        line.split_once(" // ").map_or("", |(_, text)| text)
    };
    text.trim_start_matches(['{', '/', '*', '!', ' '])
}

/// Plain technical English: a sentence has a subject, and no relative clause or pronoun stands for it.
fn prose(file: &Source, root: &Path, findings: &mut Vec<Finding>) {
    let within = file.path.strip_prefix(root).unwrap_or(&file.path);
    if NO_PROSE.iter().any(|path| within.starts_with(path)) {
        return;
    }
    if within == Path::new("ARCHITECTURE.md") && file.text.len() > ARCHITECTURE_LIMIT {
        file.report(
            findings,
            1,
            format!(
                "longer than {ARCHITECTURE_LIMIT} bytes; details belong to the code that they explain"
            ),
        );
    }
    let vague = vague_words(file);
    let allowed = VAGUE_WORDS_ALLOWED
        .iter()
        .find(|(path, _)| within == Path::new(path))
        .map_or(0, |(_, number)| *number);
    if vague.len() > allowed {
        for (line, word) in vague {
            file.report(
                findings,
                line,
                format!("“{word}”: name the visitor, the account, the caller …"),
            );
        }
    }
    for (line, sentence) in sentences(file) {
        let is_question = sentence.ends_with('?');
        if !is_question && (sentence.starts_with("Who ") || sentence.starts_with("What ")) {
            file.report(
                findings,
                line,
                "a sentence begins with its subject, not with “Who” or “What”",
            );
        }
    }
}

/// One spelling of English for users: all texts of a catalogue, the descriptions of the API, and documents.
fn american(file: &Source, findings: &mut Vec<Finding>) {
    let is_json = file.path.extension().is_some_and(|kind| kind == "json");
    let is_catalogue = file.path.iter().any(|part| part == "locales");
    let texts: Vec<(usize, &str)> = if is_json {
        let lines = file.text.lines().enumerate();
        let texts = lines.flat_map(|(at, line)| {
            let texts = spelling::json_texts(line).into_iter();
            texts.map(move |(key, text)| (at + 1, key, text))
        });
        texts
            .filter(|(_, key, _)| is_catalogue || ["summary", "description"].contains(key))
            .map(|(line, _, text)| (line, text))
            .collect()
    } else {
        file.prose().collect()
    };
    for (line, text) in texts {
        for (word, instead) in spelling::british(text) {
            file.report(
                findings,
                line,
                format!("“{word}” is British, and users read American English: “{instead}”"),
            );
        }
    }
}

fn vague_words(file: &Source) -> Vec<(usize, &str)> {
    let words = file.prose().flat_map(|(line, text)| {
        let words = text.split(|char: char| !(char.is_alphanumeric() || char == '_'));
        words.map(move |word| (line, word))
    });
    let vague = words.filter(|(_, word)| {
        VAGUE_WORDS
            .iter()
            .any(|vague| word.eq_ignore_ascii_case(vague))
    });
    vague.collect()
}

/// Returns the sentences of comments and documents without the punctuation around them, each with its first line.
fn sentences(file: &Source) -> Vec<(usize, String)> {
    const AROUND: &[char] = &['(', ')', '"', '“', '”', '\'', '*', '_', '`'];
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (line, text) in file.prose() {
        if text.is_empty() || text.starts_with(['#', '|', '-', '*']) {
            is_open = false;
        }
        for word in text
            .trim_start_matches(['#', '-', '*', ' '])
            .split_whitespace()
        {
            let word = word.trim_matches(AROUND);
            if word.is_empty() {
                continue;
            }
            match found.last_mut().filter(|_| is_open) {
                Some((_, sentence)) => {
                    sentence.push(' ');
                    sentence.push_str(word);
                }
                None => found.push((line, word.to_owned())),
            }
            is_open = !word.ends_with(['.', '?', '!']);
        }
    }
    found
}

fn check_crate(file: &Source, findings: &mut Vec<Finding>) {
    let is_db = file.path.components().any(|part| part.as_os_str() == "db");
    for (line, code) in file.code() {
        let names_program = ORDER.iter().any(|(name, _)| {
            code.contains(&format!("hoi-{name}")) || code.contains(&format!("hoi_{name}"))
        });
        if names_program {
            file.report(
                findings,
                line,
                "a library knows nothing of the program, so that it can be understood alone",
            );
        }
        if !is_db && names_engine(code) {
            file.report(
                findings,
                line,
                "only crates/db knows that there are two engines",
            );
        }
    }
}

/// Returns the folder of a crate's `src`, or the file without its ending, that `path` belongs to.
fn module_of<'a>(path: &'a Path, root: &Path) -> &'a str {
    let within = path.strip_prefix(root).unwrap_or(path);
    let name = within.iter().nth(2).and_then(|part| part.to_str());
    name.map_or("", |part| part.strip_suffix(".rs").unwrap_or(part))
}

fn rank(module: &str) -> Option<usize> {
    let mut modules = ORDER.iter().flat_map(|(_, modules)| *modules);
    modules.position(|name| *name == module)
}

/// Returns every table that an entity names, with the module of the entity.
fn tables<'a>(files: &'a [Source], root: &Path) -> Vec<(&'a str, &'a str)> {
    let named = files.iter().flat_map(|file| {
        let names = file.text.split("table_name = \"").skip(1);
        names.filter_map(|rest| Some((rest.split_once('"')?.0, module_of(&file.path, root))))
    });
    named.collect()
}

fn program(file: &Source, root: &Path, tables: &[(&str, &str)], findings: &mut Vec<Finding>) {
    let within = file.path.strip_prefix(root).unwrap_or(&file.path);
    let own = module_of(&file.path, root);
    let own_rank = rank(own);
    let has_place = ORDER
        .iter()
        .any(|(name, modules)| within.starts_with(name) && modules.contains(&own));
    // Each crate has one.
    if !has_place && own != "lib" {
        file.report(
            findings,
            1,
            format!("{own} has no place in the order of xtask/src/tidy.rs"),
        );
    }
    let own_rank = own_rank.unwrap_or(usize::MAX);
    let is_rules = within.file_name().is_some_and(|name| name == "rules.rs")
        || within.iter().any(|part| part == "rules");
    for (line, code) in file.code() {
        if names_engine(code) {
            file.report(
                findings,
                line,
                "only crates/db knows that there are two engines",
            );
        }
        let makes_client = code.contains("Client::builder()") || code.contains("Client::new()");
        let is_own = [
            "platform/src/outgoing.rs",
            "server/src/operations/doctor.rs",
            "server/src/traces.rs",
        ]
        .iter()
        .any(|own| within == Path::new(own));
        if makes_client && !is_own {
            file.report(
                findings,
                line,
                "requests go out by outgoing.rs, which keeps them out of private networks",
            );
        }
        if is_rules
            && [
                "async ", ".await", "sea_orm", "::Model", "entity::", "axum::", "clock", "dto::",
                "http::",
            ]
            .iter()
            .any(|word| code.contains(word))
        {
            file.report(findings, line, "rules are pure: no async, no rows, no requests, no wire types, no clock, so that tests need nothing");
        }
        for table in later_tables(code, tables, own_rank) {
            file.report(
                findings,
                line,
                format!("{own} stands before the feature of the table {table} and may not name it"),
            );
        }
    }
    for (line, name) in file.names_of_crate() {
        if name != own && rank(&name).is_some_and(|rank| rank > own_rank) {
            file.report(findings, line, format!("{own} stands before {name} and may not use it; use an id, or move what both need to the earlier one"));
        }
    }
}

/// Returns the tables in the SQL of this line that belong to features after `own_rank`.
fn later_tables<'a>(code: &str, tables: &[(&'a str, &str)], own_rank: usize) -> Vec<&'a str> {
    const SQL: &[&str] = &[
        "select ",
        "delete from ",
        "insert into ",
        "update ",
        " join ",
        " where ",
    ];
    if !code.starts_with("from ") && !SQL.iter().any(|word| code.contains(word)) {
        return Vec::new();
    }
    let words = code.split(|char: char| !(char.is_alphanumeric() || char == '_'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let named = words.windows(2).filter_map(|pair| match pair {
        ["from" | "join" | "update" | "into", table] => {
            tables.iter().find(|(name, _)| table == name)
        }
        _ => None,
    });
    let later = named.filter(|(_, feature)| rank(feature).is_some_and(|rank| rank > own_rank));
    later.map(|(table, _)| *table).collect()
}

fn names_engine(code: &str) -> bool {
    [
        "DbBackend",
        "DatabaseBackend",
        "sqlx::",
        "Engine::Sqlite",
        "Engine::Postgres",
    ]
    .iter()
    .any(|word| code.contains(word))
}

fn frontend(file: &Source, root: &Path, findings: &mut Vec<Finding>) {
    let within = file.path.strip_prefix(root).unwrap_or(&file.path);
    let name = within.file_name().and_then(|name| name.to_str());
    if name.is_some_and(|name| name == "index.ts" || name == "index.tsx")
        && !within.starts_with("routes")
    {
        file.report(
            findings,
            1,
            "no barrel files: they hide where things are and pull in what is not used",
        );
    }
    let own = Place::of(within);
    let is_test = within.to_string_lossy().contains(".test.") || own.layer == "test";
    if !is_test && !own.is_file && own.layer_rank().is_none() {
        file.report(
            findings,
            1,
            format!("{} is in no layer; add it to FRONTEND_LAYERS", own.layer),
        );
    }
    if own.layer == "features" && own.feature_rank().is_none() {
        file.report(
            findings,
            1,
            format!("{} has no rank; add it to FRONTEND_FEATURES", own.feature),
        );
    }
    if !is_test && name != Some("queries.ts") {
        for (line, code) in file.code() {
            if code.contains("queryKey: [") {
                file.report(findings, line, "a query key is written in its feature's queries.ts alone, so that whatever changes the data refreshes the right key");
            }
        }
    }
    for (line, target) in imports(file) {
        let target = match target.strip_prefix("~/") {
            Some(path) => PathBuf::from(path),
            None => resolved(within, target),
        };
        let other = Place::of(&target);
        if !is_test && own.layer_rank() < other.layer_rank() && own.layer_rank().is_some() {
            file.report(
                findings,
                line,
                format!(
                    "{} may not import {}: imports go lib, components → features → routes → app",
                    own.layer, other.layer
                ),
            );
        }
        if own.layer == "features"
            && other.layer == "features"
            && own.feature_rank() < other.feature_rank()
            && own.feature_rank().is_some()
        {
            file.report(findings, line, format!("{} stands before {} and may not know it; move what both need to the earlier one, or let the route pass it in", own.feature, other.feature));
        }
    }
}

/// Where a file of the frontend stands.
struct Place {
    layer: String,
    feature: String,
    /// It stands beside the layers, in none of them.
    is_file: bool,
}

impl Place {
    fn of(within: &Path) -> Self {
        let mut parts = within
            .iter()
            .map(|part| part.to_string_lossy().into_owned());
        let layer = parts.next().unwrap_or_default();
        let feature = parts.next();
        Self {
            layer,
            is_file: feature.is_none(),
            feature: feature.unwrap_or_default(),
        }
    }

    fn layer_rank(&self) -> Option<usize> {
        FRONTEND_LAYERS
            .iter()
            .position(|layer| layer.contains(&self.layer.as_str()))
    }

    fn feature_rank(&self) -> Option<usize> {
        FRONTEND_FEATURES
            .iter()
            .position(|feature| *feature == self.feature)
    }
}

/// The modules of the frontend that a file imports, statically, dynamically or for their types, each with its line.
fn imports(file: &Source) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    // The statement may break before its module.
    let mut awaits_module = false;
    for (line, code) in file.code() {
        let mut rest = code;
        loop {
            let start = if awaits_module {
                Some(0)
            } else {
                next_keyword(rest)
            };
            let Some(start) = start else { break };
            rest = rest
                .get(start..)
                .unwrap_or("")
                .trim_start_matches(['(', ' ']);
            awaits_module = rest.is_empty();
            if awaits_module {
                break;
            }
            let Some(quote) = rest.chars().next().filter(|first| "'\"`".contains(*first)) else {
                continue;
            };
            let mut parts = rest.split(quote).skip(1);
            let module = parts.next().unwrap_or("");
            if module.starts_with("~/") || module.starts_with('.') {
                found.push((line, module));
            }
            rest = rest.get(module.len() + 1..).unwrap_or("");
        }
    }
    found
}

/// Where the next `from` or `import` of the line ends.
fn next_keyword(code: &str) -> Option<usize> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    ["from", "import"]
        .iter()
        .flat_map(|keyword| code.match_indices(keyword))
        .filter(|(at, keyword)| {
            let before = code.get(..*at).and_then(|text| text.chars().next_back());
            let after = code
                .get(at + keyword.len()..)
                .and_then(|text| text.chars().next());
            !before.is_some_and(is_word) && !after.is_some_and(is_word)
        })
        .map(|(at, keyword)| at + keyword.len())
        .min()
}

/// A relative module as a path below the frontend's root.
fn resolved(within: &Path, module: &str) -> PathBuf {
    let mut path = within.parent().unwrap_or(within).to_path_buf();
    for part in module.split('/') {
        match part {
            "." => {}
            ".." => {
                path.pop();
            }
            name => path.push(name),
        }
    }
    path
}

/// Returns the files of these kinds at and below a path.
fn sources(path: &Path, kinds: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    if let Ok(entries) = fs::read_dir(path) {
        for entry in entries.flatten() {
            found.extend(sources(&entry.path(), kinds));
        }
    } else if path
        .extension()
        .and_then(|kind| kind.to_str())
        .is_some_and(|kind| kinds.contains(&kind))
        && let Ok(text) = fs::read_to_string(path)
    {
        found.push(Source {
            path: path.to_path_buf(),
            text,
        });
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(check: impl Fn(&Source, &mut Vec<Finding>), path: &str, text: &str) -> usize {
        let mut findings = Vec::new();
        check(
            &Source {
                path: PathBuf::from(path),
                text: text.to_owned(),
            },
            &mut findings,
        );
        findings.len()
    }

    #[test]
    fn a_folder_uses_only_what_stands_before_it() {
        let check =
            |file: &Source, found: &mut Vec<Finding>| program(file, Path::new(""), &[], found);
        for (path, text, expected) in [
            (
                "ticketing/src/registration/store.rs",
                "use crate::events::EventId;",
                0,
            ),
            (
                "ticketing/src/events/store.rs",
                "use crate::registration::Desk;",
                1,
            ),
            (
                "ticketing/src/events/store.rs",
                "use crate::events::form;",
                0,
            ),
            (
                "ticketing/src/events/store.rs",
                "// use crate::registration::Desk;",
                0,
            ),
            (
                "ticketing/src/events/store.rs",
                "use crate::{clock, registration, messages};",
                2,
            ),
            (
                "ticketing/src/events/store.rs",
                "use crate::{\n    clock::{self, registration},\n    registration::Desk,\n};",
                1,
            ),
            ("platform/src/app.rs", "use crate::registration;", 1),
            (
                "platform/src/app.rs",
                "let desk = crate::registration::Desk::open();",
                1,
            ),
            (
                "server/src/router.rs",
                "use crate::registration::routes;",
                0,
            ),
            ("server/src/surprise/mod.rs", "", 1),
            ("server/src/clock.rs", "", 1),
        ] {
            assert_eq!(findings(check, path, text), expected, "{path}: {text}");
        }
    }

    #[test]
    fn sql_names_no_table_of_a_later_feature() {
        let entity = |path: &str, table: &str| Source {
            path: PathBuf::from(path),
            text: format!("#[sea_orm(table_name = \"{table}\")]"),
        };
        let entities = [
            entity("community/src/accounts/entity/user.rs", "user"),
            entity("ticketing/src/attendances/attendance.rs", "attendance"),
            entity("ticketing/src/events/entity/event.rs", "event"),
        ];
        let tables = tables(&entities, Path::new(""));
        let check = |file: &Source, found: &mut Vec<Finding>| {
            program(file, Path::new(""), &tables, found);
        };
        for (path, text, expected) in [
            (
                "ticketing/src/events/store.rs",
                r#""select id from attendance a""#,
                0,
            ),
            (
                "community/src/accounts/store.rs",
                r#""select id from attendance a""#,
                1,
            ),
            (
                "platform/src/files/store.rs",
                r#""select 1 from \"user\" u join event e""#,
                2,
            ),
            ("community/src/accounts/store.rs", "// from attendance", 0),
        ] {
            assert_eq!(findings(check, path, text), expected, "{path}: {text}");
        }
    }

    #[test]
    fn rules_are_pure() {
        let check =
            |file: &Source, found: &mut Vec<Finding>| program(file, Path::new(""), &[], found);
        for impure in [
            "pub async fn open() {}",
            "use super::dto::EventBody;",
            "use super::entity::event;",
            "pub fn is_open(event: &event::Model) -> bool {",
        ] {
            assert_eq!(
                findings(check, "ticketing/src/events/rules.rs", impure),
                1,
                "{impure}"
            );
            assert_eq!(
                findings(check, "ticketing/src/events/store.rs", impure),
                0,
                "{impure}"
            );
        }
    }

    fn in_frontend(path: &str, text: &str) -> usize {
        findings(
            |file, found| frontend(file, Path::new("src"), found),
            path,
            text,
        )
    }

    #[test]
    fn frontend_layers_hold() {
        let import = "import { b } from '~/features/events/b'";
        assert_eq!(in_frontend("src/lib/a.ts", import), 1);
        assert_eq!(in_frontend("src/lib/a.test.ts", import), 0);
        assert_eq!(in_frontend("src/routes/a.tsx", import), 0);
        assert_eq!(in_frontend("src/components/index.ts", ""), 1);
        assert_eq!(in_frontend("src/utils/a.ts", ""), 1);
        assert_eq!(in_frontend("src/routeTree.gen.ts", import), 0);
    }

    #[test]
    fn a_frontend_feature_imports_only_what_stands_before_it() {
        let tickets = "src/features/tickets/a.tsx";
        for allowed in [
            "import { b } from '~/features/tickets/b'",
            "import { b } from '~/features/events/wizard/b'",
            "import classes from './a.module.css'",
            "// import { b } from '~/features/checkin/b'",
            "const from = '~/features/checkin/b'",
        ] {
            assert_eq!(in_frontend(tickets, allowed), 0, "{allowed}");
        }
        for refused in [
            "import { b } from '~/features/checkin/b'",
            "import type { B } from '~/features/checkin/b'",
            "import {\n  b,\n} from '~/features/checkin/b'",
            "import {\n  b,\n} from\n  '~/features/checkin/b'",
            "import '~/features/checkin/b.css'",
            "export { b } from \"~/features/checkin/b\"",
            "const b = await import('~/features/checkin/b')",
            "const b = lazy(() => import(\n  '~/features/checkin/b'\n))",
            "let b: typeof import('~/features/checkin/b')",
            "import { b } from '../checkin/b'",
            "import { b } from './../../features/checkin/b'",
        ] {
            assert_eq!(in_frontend(tickets, refused), 1, "{refused}");
        }
        assert_eq!(
            in_frontend(
                "src/features/events/wizard/a.tsx",
                "import { b } from '../../checkin/b'"
            ),
            1
        );
        assert_eq!(in_frontend("src/features/unranked/a.tsx", ""), 1);
    }

    fn in_prose(path: &str, text: &str) -> usize {
        findings(|file, found| prose(file, Path::new(""), found), path, text)
    }

    #[test]
    fn prose_names_its_subjects() {
        let refused = "// Nobody waits.";
        let trailing = format!("let a = 1; {refused}");
        for (path, text, expected) in [
            ("a.rs", refused, 1),
            ("a.rs", trailing.as_str(), 1),
            ("a.rs", "/// The place of\n/// somebody's friend.", 1),
            ("a.rs", "let nobody = \"Nobody\";", 0),
            ("a.rs", "// nobody_waits is a name.", 0),
            ("a.rs", "// Nobodys.", 0),
            ("a.tsx", "{/* Whoever pays. */}", 1),
            ("a.ts", "/**\n * Anybody.\n */", 1),
            ("a.md", "Nobody, or anybody.", 2),
            ("a.md", "```\nNobody\n```", 0),
            ("docs/guides/vi/a.md", "Nobody", 0),
            ("docs/guides/en/treasurer.md", "**Somebody else**", 0),
            ("docs/guides/en/treasurer.md", "Somebody. Somebody.", 2),
        ] {
            assert_eq!(in_prose(path, text), expected, "{path}: {text}");
        }
    }

    #[test]
    fn sentences_begin_with_their_subject() {
        for refused in [
            "// Who pays is named.",
            "/// A seat. What is\n/// left stays.",
            "/// Returns a seat.\n///\n/// What is left",
            "/// Is it?\n/// Who is left stays.",
        ] {
            assert_eq!(in_prose("a.rs", refused), 1, "{refused}");
        }
        for allowed in [
            "// Who pays?",
            "// What is left,\n// and for whom?",
            "// A seat, and\n// What",
            "let a = \"Who pays.\";",
            "// Whole rows.",
        ] {
            assert_eq!(in_prose("a.rs", allowed), 0, "{allowed}");
        }
        for (text, expected) in [
            ("## What is left\n\nA seat.", 1),
            ("## What is left?\n\nA seat.", 0),
            ("A list:\n- What is left\n- Who pays.", 2),
            ("1. Who pays.", 1),
            ("- **A seat.** What is left stays.", 1),
            ("**Who pays?**", 0),
            ("| What | Who pays |\n|---|---|\n| Who | a |", 0),
        ] {
            assert_eq!(in_prose("a.md", text), expected, "{text}");
        }
    }

    #[test]
    fn users_read_american_english() {
        for (path, text, expected) in [
            (
                "frontend/src/locales/en/a.json",
                "  \"cancelled\": \"Cancelled\",",
                1,
            ),
            (
                "frontend/src/locales/en/a.json",
                "  \"cancelled\": \"Canceled\",",
                0,
            ),
            (
                "openapi.json",
                "{\"summary\":\"A colour.\",\"enum\":[\"colour\"]}",
                1,
            ),
            ("docs/guides/en/a.md", "The organiser.\n\nTwo colours.", 2),
            ("docs/guides/en/a.md", "```\norganiser\n```", 0),
        ] {
            assert_eq!(findings(american, path, text), expected, "{path}: {text}");
        }
    }

    #[test]
    fn the_architecture_is_short() {
        let line = "A line.\n";
        let at_limit = line.repeat(ARCHITECTURE_LIMIT / line.len());
        assert_eq!(in_prose("ARCHITECTURE.md", &at_limit), 0);
        let longer = at_limit + line;
        assert_eq!(in_prose("ARCHITECTURE.md", &longer), 1);
        assert_eq!(in_prose("docs/a.md", &longer), 0);
    }

    #[test]
    fn query_keys_stand_in_one_place() {
        let key = "  queryKey: ['events', query],";
        assert_eq!(in_frontend("src/features/events/a.tsx", key), 1);
        assert_eq!(in_frontend("src/features/events/queries.ts", key), 0);
        assert_eq!(in_frontend("src/features/events/a.test.tsx", key), 0);
        assert_eq!(
            in_frontend(
                "src/features/events/a.tsx",
                "queryKey: activitiesKey(eventId)"
            ),
            0
        );
    }
}
