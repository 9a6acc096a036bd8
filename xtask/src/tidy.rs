use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Features in order; each may use only those before it.
const FEATURES: &[&str] = &[
    "files",
    "accounts",
    "notifications",
    "plans",
    "events",
    "tickets",
    "registration",
    "invitations",
    "participants",
    "checkin",
    "lucky_draw",
    "messages",
    "groups",
    "posts",
    "points",
    "statistics",
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

    fn report(&self, findings: &mut Vec<Finding>, line: usize, rule: impl Into<String>) {
        findings.push(Finding {
            file: self.path.clone(),
            line,
            rule: rule.into(),
        });
    }
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
        .unwrap_or("");
    let own_rank = FEATURES.iter().position(|feature| *feature == own);
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
            && ["async ", ".await", "sea_orm", "axum::", "clock"]
                .iter()
                .any(|word| code.contains(word))
        {
            file.report(findings, line, "rules are pure: no async, no rows, no requests, no clock, so that tests need nothing");
        }
        for (rank, feature) in FEATURES.iter().enumerate() {
            let uses = code.contains(&format!("crate::{feature}::"))
                || code.contains(&format!("crate::{feature};"));
            if uses && own_rank.is_some_and(|own_rank| rank > own_rank) {
                file.report(findings, line, format!("{own} stands before {feature} and may not know it; use an id, or move what both need to the earlier one"));
            }
        }
    }
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
    fn a_feature_uses_only_what_stands_before_it() {
        let check = |file: &Source, found: &mut Vec<Finding>| server(file, Path::new("src"), found);
        assert_eq!(
            findings(check, "src/tickets/store.rs", "use crate::events::EventId;"),
            0
        );
        assert_eq!(
            findings(
                check,
                "src/events/store.rs",
                "use crate::tickets::TicketId;"
            ),
            1
        );
        assert_eq!(
            findings(
                check,
                "src/events/store.rs",
                "// use crate::tickets::TicketId;"
            ),
            0
        );
        assert_eq!(
            findings(check, "src/router.rs", "use crate::tickets::routes;"),
            0
        );
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
