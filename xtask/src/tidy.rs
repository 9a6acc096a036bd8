use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The folders and files of `server/src` in their order: each may use only what stands before it.
const ORDER: &[&str] = &[
    // What needs nothing of Hội.
    "ids",
    "quota",
    "clock",
    "config",
    "secrets",
    "data_folder",
    "qr",
    "language",
    "fields",
    "migrations",
    // Parts of the application.
    "error",
    "validation",
    "limits",
    "compute",
    "exports",
    "password_hashing",
    "storage",
    "upload_places",
    "realtime",
    "vitals",
    "installation",
    "mail_templates",
    "app",
    // What all features use.
    "http",
    "mails",
    "audit",
    "consent",
    // Features.
    "files",
    "accounts",
    "attendances",
    "events",
    "registration",
    "participants",
    "checkin",
    "lucky_draw",
    "messages",
    // What puts features together.
    "uploads",
    "me",
    "health",
    "dev_mail",
    "background",
    "openapi",
    "router",
    "demo",
    "serve",
    "lib",
    "main",
];
/// The tables of features, so that SQL in an earlier one cannot name them.
const TABLES: &[(&str, &str)] = &[
    ("file", "files"),
    ("session", "accounts"),
    ("\"user\"", "accounts"),
    ("attendance", "attendances"),
    ("event", "events"),
    ("event_activity", "events"),
    ("ticket", "events"),
    ("invitation_code", "events"),
    ("cover", "events"),
    ("idempotency", "registration"),
    ("checkin_key", "checkin"),
    ("scan", "checkin"),
    ("lucky_draw", "lucky_draw"),
    ("lucky_draw_round", "lucky_draw"),
    ("lucky_draw_winner", "lucky_draw"),
    ("message", "messages"),
    ("message_delivery", "messages"),
];

/// Checks all rules and prints the violations.
pub fn run() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."));
    let mut findings = Vec::new();
    for file in sources(&root.join("crates"), &["rs", "toml"]) {
        satellites(&file, &mut findings);
    }
    for file in sources(&root.join("server/src"), &["rs"]) {
        server(&file, &root.join("server/src"), &mut findings);
    }
    for file in sources(&root.join("frontend/src"), &["ts", "tsx"]) {
        frontend(&file, &root.join("frontend/src"), &mut findings);
    }
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

fn satellites(file: &Source, findings: &mut Vec<Finding>) {
    let is_db = file.path.components().any(|part| part.as_os_str() == "db");
    for (line, code) in file.code() {
        if code.contains("hoi-server") || code.contains("hoi_server") {
            file.report(
                findings,
                line,
                "a satellite knows nothing of the server, so that it can be understood alone",
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

fn server(file: &Source, root: &Path, findings: &mut Vec<Finding>) {
    let within = file.path.strip_prefix(root).unwrap_or(&file.path);
    let own = within
        .iter()
        .next()
        .and_then(|part| part.to_str())
        .map_or("", |part| part.strip_suffix(".rs").unwrap_or(part));
    let own_rank = ORDER.iter().position(|name| *name == own);
    if own_rank.is_none() {
        file.report(
            findings,
            1,
            format!("{own} has no place in the order of xtask/src/tidy.rs"),
        );
    }
    let own_rank = own_rank.unwrap_or(ORDER.len());
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
        if is_rules
            && [
                "async ", ".await", "sea_orm", "axum::", "clock", "dto::", "http::",
            ]
            .iter()
            .any(|word| code.contains(word))
        {
            file.report(findings, line, "rules are pure: no async, no rows, no requests, no wire types, no clock, so that tests need nothing");
        }
        for table in later_tables(code, own_rank) {
            file.report(
                findings,
                line,
                format!("{own} stands before the feature of the table {table} and may not name it"),
            );
        }
    }
    for (line, name) in file.names_of_crate() {
        let rank = ORDER.iter().position(|other| *other == name);
        if name != own && rank.is_some_and(|rank| rank > own_rank) {
            file.report(findings, line, format!("{own} stands before {name} and may not use it; use an id, or move what both need to the earlier one"));
        }
    }
}

/// Returns the tables in the SQL of this line that belong to features after `own_rank`.
fn later_tables(code: &str, own_rank: usize) -> Vec<&'static str> {
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
    let words =
        code.split(|char: char| !(char.is_alphanumeric() || matches!(char, '_' | '"' | '\\')));
    let words: Vec<String> = words
        .map(|word| word.replace('\\', ""))
        .filter(|word| !word.is_empty())
        .collect();
    let named = words.windows(2).filter_map(|pair| match pair {
        [before, table]
            if ["from", "join", "update", "into"].contains(&before.trim_start_matches('"')) =>
        {
            TABLES
                .iter()
                .find(|(name, _)| table == name || table.trim_end_matches('"') == *name)
        }
        _ => None,
    });
    let later = named.filter(move |(_, feature)| {
        ORDER
            .iter()
            .position(|name| name == feature)
            .is_some_and(|rank| rank > own_rank)
    });
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
    const LAYERS: &[&[&str]] = &[
        &["api", "lib", "components", "locales"],
        &["features"],
        &["routes", "public-form"],
        &["app"],
    ];
    let within = file.path.strip_prefix(root).unwrap_or(&file.path);
    if within
        .file_name()
        .is_some_and(|name| name == "index.ts" || name == "index.tsx")
        && !within.starts_with("routes")
    {
        file.report(
            findings,
            1,
            "no barrel files: they hide where things are and pull in what is not used",
        );
    }
    let mut parts = within.iter().filter_map(|part| part.to_str());
    let top = parts.next().unwrap_or("");
    let own_feature = parts.next().unwrap_or("");
    let layer_of = |name: &str| LAYERS.iter().position(|layer| layer.contains(&name));
    let is_test = within.to_string_lossy().contains(".test.") || top == "test";
    for (line, code) in file.code() {
        let Some((_, target)) = code
            .split_once("from '~/")
            .or_else(|| code.split_once("import('~/"))
        else {
            continue;
        };
        let mut target = target.split(['/', '\'']);
        let (layer, feature) = (target.next().unwrap_or(""), target.next().unwrap_or(""));
        if !is_test
            && let (Some(own), Some(other)) = (layer_of(top), layer_of(layer))
            && other > own
        {
            file.report(findings, line, format!("{top} may not import {layer}: imports go lib, components → features → routes → app"));
        }
        if top == "features" && layer == "features" && feature != own_feature {
            file.report(
                findings,
                line,
                "features do not import each other; move what both need to components or lib",
            );
        }
    }
}

fn sources(folder: &Path, kinds: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return found;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(sources(&path, kinds));
        } else if path
            .extension()
            .and_then(|kind| kind.to_str())
            .is_some_and(|kind| kinds.contains(&kind))
            && let Ok(text) = fs::read_to_string(&path)
        {
            found.push(Source { path, text });
        }
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
        let check = |file: &Source, found: &mut Vec<Finding>| server(file, Path::new("src"), found);
        for (path, text, expected) in [
            (
                "src/registration/store.rs",
                "use crate::events::EventId;",
                0,
            ),
            ("src/events/store.rs", "use crate::registration::Desk;", 1),
            ("src/events/store.rs", "use crate::events::form;", 0),
            (
                "src/events/store.rs",
                "// use crate::registration::Desk;",
                0,
            ),
            (
                "src/events/store.rs",
                "use crate::{clock, registration, messages};",
                2,
            ),
            (
                "src/events/store.rs",
                "use crate::{\n    clock::{self, registration},\n    registration::Desk,\n};",
                1,
            ),
            ("src/app.rs", "use crate::registration;", 1),
            (
                "src/app.rs",
                "let desk = crate::registration::Desk::open();",
                1,
            ),
            ("src/router.rs", "use crate::registration::routes;", 0),
            ("src/surprise/mod.rs", "", 1),
        ] {
            assert_eq!(findings(check, path, text), expected, "{path}: {text}");
        }
    }

    #[test]
    fn sql_names_no_table_of_a_later_feature() {
        let check = |file: &Source, found: &mut Vec<Finding>| server(file, Path::new("src"), found);
        for (path, text, expected) in [
            ("src/events/store.rs", r#""select id from attendance a""#, 0),
            (
                "src/accounts/store.rs",
                r#""select id from attendance a""#,
                1,
            ),
            (
                "src/files/store.rs",
                r#""select 1 from \"user\" u join event e""#,
                2,
            ),
            ("src/accounts/store.rs", "// from attendance", 0),
        ] {
            assert_eq!(findings(check, path, text), expected, "{path}: {text}");
        }
    }

    #[test]
    fn rules_are_pure() {
        let check = |file: &Source, found: &mut Vec<Finding>| server(file, Path::new("src"), found);
        assert_eq!(
            findings(check, "src/events/rules.rs", "pub async fn open() {}"),
            1
        );
        assert_eq!(
            findings(check, "src/events/store.rs", "pub async fn open() {}"),
            0
        );
        assert_eq!(
            findings(check, "src/events/rules.rs", "use super::dto::EventBody;"),
            1
        );
    }

    #[test]
    fn frontend_layers_hold() {
        let check =
            |file: &Source, found: &mut Vec<Finding>| frontend(file, Path::new("src"), found);
        assert_eq!(
            findings(
                check,
                "src/lib/a.ts",
                "import { b } from '~/features/events/b'"
            ),
            1
        );
        assert_eq!(
            findings(
                check,
                "src/features/events/a.ts",
                "import { b } from '~/features/events/b'"
            ),
            0
        );
        assert_eq!(
            findings(
                check,
                "src/features/events/a.ts",
                "import { b } from '~/features/checkin/b'"
            ),
            1
        );
        assert_eq!(
            findings(
                check,
                "src/routes/a.tsx",
                "import { b } from '~/features/checkin/b'"
            ),
            0
        );
        assert_eq!(findings(check, "src/components/index.ts", ""), 1);
    }
}
