//! The components that the program is made of and their licences: `cargo run -p xtask -- licenses` writes them into
//! `server/licenses.txt`, which the program carries. `tidy` checks that the file is up to date.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The file, from the root of the workspace.
pub const FILE: &str = "server/licenses.txt";
/// The package whose program is delivered.
const PROGRAM: &str = "hoi-server";
/// The platform of the delivered program; crates for other systems are not in it.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";
/// The title of components that neither registry lists.
const OTHERS: &str = "Others";
/// The title before the texts in the file.
const TEXTS: &str = "Texts";
/// Beginnings of the names of files with a component's licence and authors.
const NAMES: &[&str] = &[
    "LICENSE",
    "LICENCE",
    "COPYING",
    "NOTICE",
    "UNLICENSE",
    "COPYRIGHT",
    "PATENTS",
];
/// The endings of such files; others are code about licences.
const ENDINGS: &[&str] = &[
    "",
    "md",
    "txt",
    "mit",
    "apache",
    "apache-2.0",
    "bsd",
    "zlib",
];
/// Folders with no file in the program.
const LEFT_OUT: &[&str] = &[
    "tests",
    "test",
    "testing-tools",
    "examples",
    "benches",
    "bench",
    "fuzz",
    "docs",
    "node_modules",
    "target",
];
/// The depth of the files of embedded C libraries in their crates.
const DEPTH: usize = 4;
/// The largest file in bytes that is a licence.
const LARGEST: usize = 200_000;

/// A third-party part of the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Component {
    name: String,
    version: String,
    /// As an SPDX expression; empty if the package does not say.
    licence: String,
    authors: Vec<String>,
    folder: PathBuf,
}

/// The contents of a component's licence file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parts {
    copyrights: Vec<String>,
    text: String,
}

/// Writes the file.
///
/// # Errors
/// When cargo does not run, or packages of the frontend are not installed.
pub fn write(root: &Path) -> Result<(), String> {
    if !root.join("frontend/node_modules").is_dir() {
        return Err("the texts of npm packages are missing: run `npm ci` in frontend/".to_owned());
    }
    let mut texts: BTreeMap<String, usize> = BTreeMap::new();
    let mut bodies: Vec<String> = Vec::new();
    let intro = "Hội contains the components below. Each stands with its license, whose it is, and the numbers of the texts that \
         come with it; the texts follow the list.";
    let mut lines = vec![intro.to_owned()];
    for (title, components) in [
        ("Rust crates", crates(root)?),
        ("npm packages", packages(root)?),
        (OTHERS, others(root)),
    ] {
        lines.push(format!("\n{title}\n"));
        for component in components {
            let mut copyrights = BTreeSet::new();
            let mut numbers = BTreeSet::new();
            for file in files(&component.folder, DEPTH) {
                let Parts {
                    copyrights: named,
                    text,
                } = parts(&file);
                copyrights.extend(named);
                let key = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if key.is_empty() {
                    continue;
                }
                let number = *texts.entry(key).or_insert_with(|| {
                    bodies.push(text);
                    bodies.len()
                });
                numbers.insert(number);
            }
            if copyrights.is_empty() {
                copyrights.extend(component.authors);
            }
            let licence = match component.licence.as_str() {
                "" => "see its texts",
                licence => licence,
            };
            let (name, version) = (component.name, component.version);
            lines.push(format!("{name} {version} ({licence})"));
            lines.extend(copyrights.iter().map(|line| format!("    {line}")));
            if !numbers.is_empty() {
                let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
                lines.push(format!("    Texts: {}", numbers.join(", ")));
            }
        }
    }
    lines.push(format!("\n{TEXTS}"));
    let numbered = (1..).zip(bodies);
    lines.extend(numbered.map(|(number, body): (usize, _)| format!("\n[{number}]\n\n{body}")));
    let written = lines.join("\n") + "\n";
    fs::write(root.join(FILE), written).map_err(|error| format!("{FILE}: {error}"))
}

/// Returns the components that the file lacks or names needlessly.
pub fn findings(root: &Path) -> Vec<String> {
    let now = crates(root).and_then(|crates| Ok([crates, packages(root)?].concat()));
    let now = match now {
        Ok(now) => now,
        Err(error) => return vec![error],
    };
    match fs::read_to_string(root.join(FILE)) {
        Ok(written) => differences(&written, &now),
        Err(error) => vec![error.to_string()],
    }
}

fn differences(written: &str, now: &[Component]) -> Vec<String> {
    let end = format!("\n{OTHERS}\n");
    let list = written.split(&end).next().unwrap_or_default();
    let listed: BTreeSet<String> = list
        .lines()
        .filter(|line| !line.starts_with(' ') && line.ends_with(')'))
        .filter_map(|line| Some(line.split_once(" (")?.0.to_owned()))
        .collect();
    let now: BTreeSet<String> = now
        .iter()
        .map(|component| format!("{} {}", component.name, component.version))
        .collect();
    let again = "run `cargo run -p xtask -- licenses`";
    let missing = now.difference(&listed);
    let gone = listed.difference(&now);
    missing
        .map(|name| format!("the list of components lacks {name}: {again}"))
        .chain(gone.map(|name| format!("{name} is no component any more: {again}")))
        .collect()
}

/// The crates that are linked into the program.
fn crates(root: &Path) -> Result<Vec<Component>, String> {
    let metadata = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(["--filter-platform", PLATFORM])
        .output()
        .map_err(|error| format!("cargo metadata does not run: {error}"))?;
    if !metadata.status.success() {
        return Err(String::from_utf8_lossy(&metadata.stderr).into_owned());
    }
    let metadata: Value =
        serde_json::from_slice(&metadata.stdout).map_err(|error| error.to_string())?;
    Ok(linked(&metadata))
}

/// Follows the dependencies of the program. Macros run while it is compiled, and are not in it.
fn linked(metadata: &Value) -> Vec<Component> {
    let packages: BTreeMap<&str, &Value> = entries(&metadata["packages"])
        .filter_map(|package| Some((package["id"].as_str()?, package)))
        .collect();
    let resolved = metadata.pointer("/resolve/nodes").unwrap_or(&Value::Null);
    let nodes: BTreeMap<&str, &Value> = entries(resolved)
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let program = packages
        .iter()
        .filter(|(_, package)| package["name"] == PROGRAM);
    let mut waiting: Vec<&str> = program.map(|(id, _)| *id).collect();
    let mut reached = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        let is_macro = packages.get(id).is_some_and(|package| {
            entries(&package["targets"])
                .any(|target| entries(&target["kind"]).any(|kind| kind == "proc-macro"))
        });
        if is_macro || !reached.insert(id) {
            continue;
        }
        let Some(node) = nodes.get(id) else { continue };
        waiting.extend(
            entries(&node["deps"])
                .filter(|dep| entries(&dep["dep_kinds"]).any(|kind| kind["kind"].is_null()))
                .filter_map(|dep| dep["pkg"].as_str()),
        );
    }
    let mut found: Vec<_> = reached
        .into_iter()
        .filter_map(|id| packages.get(id))
        .filter(|package| package["source"].is_string())
        .map(|package| Component {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]),
            authors: entries(&package["authors"]).map(text).collect(),
            folder: Path::new(package["manifest_path"].as_str().unwrap_or_default())
                .parent()
                .map(Path::to_path_buf)
                .unwrap_or_default(),
        })
        .collect();
    found.sort();
    found
}

/// The npm packages that the web application is built from, without those that only develop it and those of types.
fn packages(root: &Path) -> Result<Vec<Component>, String> {
    let frontend = root.join("frontend");
    let lock = fs::read_to_string(frontend.join("package-lock.json"))
        .map_err(|error| format!("package-lock.json: {error}"))?;
    let lock: Value = serde_json::from_str(&lock).map_err(|error| error.to_string())?;
    Ok(bundled(&lock, &frontend))
}

fn bundled(lock: &Value, frontend: &Path) -> Vec<Component> {
    let packages = lock["packages"].as_object().into_iter().flatten();
    let mut found: Vec<_> = packages
        .filter(|(_, package)| {
            let is_ours = package["link"] == true;
            !is_ours && package["dev"] != true && package["devOptional"] != true
        })
        .filter_map(|(place, package)| {
            let (_, name) = place.rsplit_once("node_modules/")?;
            (!name.starts_with("@types/")).then(|| Component {
                name: name.to_owned(),
                version: text(&package["version"]),
                licence: text(&package["license"]),
                authors: Vec::new(),
                folder: frontend.join(place),
            })
        })
        .collect();
    found.sort();
    found.dedup_by(|one, other| (&one.name, &one.version) == (&other.name, &other.version));
    found
}

/// Components that are in the program beside the packages, or within one that does not name them.
fn others(root: &Path) -> Vec<Component> {
    // Its folder has the text of the Apache licence, too.
    let fonts = root.join("crates/pdf/fonts");
    [
        ("Roboto", "in PDFs and pictures", "Apache-2.0", &fonts),
        ("ZXing-C++", "in zxing-wasm", "Apache-2.0", &fonts),
        (
            "SQLite",
            "in libsqlite3-sys",
            "public domain",
            &PathBuf::new(),
        ),
    ]
    .map(|(name, version, licence, folder)| Component {
        name: name.to_owned(),
        version: version.to_owned(),
        licence: licence.to_owned(),
        authors: Vec::new(),
        folder: folder.clone(),
    })
    .into()
}

/// The contents of the files in the folder that are about its licence, in the order of their names.
fn files(folder: &Path, depth: usize) -> Vec<String> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            let is_left_out = name.starts_with('.') || LEFT_OUT.contains(&&*name);
            if depth > 0 && !is_left_out {
                found.extend(files(&path, depth - 1));
            }
        } else if is_about_licence(&name)
            && let Ok(content) = fs::read_to_string(&path)
            && content.len() <= LARGEST
        {
            found.push(content);
        }
    }
    found
}

fn is_about_licence(name: &str) -> bool {
    let upper = name.to_uppercase();
    let ending = name.split_once('.').map_or("", |(_, ending)| ending);
    let is_own = NAMES.iter().any(|known| upper.starts_with(known))
        && ENDINGS.contains(&ending.to_lowercase().as_str());
    // Bundlers write the notices of what a script contains beside it.
    is_own || upper.ends_with(".JS.LICENSE.TXT")
}

/// Takes the lines that name owners out of the text of a licence, so that components with the same licence share it.
fn parts(content: &str) -> Parts {
    let mut parts = Parts::default();
    for line in content.lines() {
        let trimmed = line.trim();
        if is_copyright(trimmed) {
            parts.copyrights.push(trimmed.to_owned());
        } else {
            parts.text.push_str(line.trim_end());
            parts.text.push('\n');
        }
    }
    parts.text = parts.text.trim_matches('\n').to_owned();
    parts
}

/// Whether the line names an owner, and is no sentence about owners or a form to fill in.
fn is_copyright(line: &str) -> bool {
    let lower = line.to_lowercase();
    let begins = lower.starts_with("copyright") || lower.starts_with('©');
    let names_year = line.chars().any(|char| char.is_ascii_digit());
    let is_marked = lower.contains("(c)") || lower.contains('©');
    // Points of a licence are counted so, too.
    let is_short = lower
        .strip_prefix("(c) ")
        .is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
    (is_short || (begins && (names_year || is_marked)))
        && !lower.contains("[yyyy]")
        && line.len() < 200
}

fn entries(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn named(found: &[Component]) -> Vec<String> {
        found
            .iter()
            .map(|component| format!("{} {}", component.name, component.version))
            .collect()
    }

    #[test]
    fn what_is_linked_is_followed_and_macros_and_tests_are_not() {
        let package = |name: &str, kind: &str, is_own: bool| {
            let source = (!is_own).then_some("registry");
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source,
                "authors": [], "manifest_path": format!("/{name}/Cargo.toml"), "targets": [{ "kind": [kind] }] })
        };
        let dep = |name: &str, kinds: &[Option<&str>]| {
            let kinds: Vec<_> = kinds.iter().map(|kind| json!({ "kind": kind })).collect();
            json!({ "pkg": name, "dep_kinds": kinds })
        };
        let metadata = json!({
            "packages": [
                package(PROGRAM, "lib", true), package("own", "lib", true), package("linked", "lib", false),
                package("deep", "lib", false), package("derive", "proc-macro", false), package("syn", "lib", false),
                package("tested", "lib", false), package("cc", "lib", false), package("other", "lib", false),
            ],
            "resolve": { "nodes": [
                { "id": PROGRAM, "deps": [
                    dep("own", &[None]), dep("derive", &[None]), dep("tested", &[Some("dev")]), dep("cc", &[Some("build")]),
                ] },
                { "id": "own", "deps": [dep("linked", &[Some("dev"), None])] },
                { "id": "linked", "deps": [dep("deep", &[None])] },
                { "id": "derive", "deps": [dep("syn", &[None])] },
            ] },
        });
        assert_eq!(named(&linked(&metadata)), ["deep 1.0.0", "linked 1.0.0"]);
    }

    #[test]
    fn what_is_bundled_is_neither_for_developers_nor_types_nor_ours() {
        let lock = json!({ "packages": {
            "": { "name": "hoi-frontend" },
            "node_modules/react": { "version": "19.0.0", "license": "MIT" },
            "node_modules/a/node_modules/@b/c": { "version": "2.0.0" },
            "node_modules/vite": { "version": "8.0.0", "dev": true },
            "node_modules/typescript": { "version": "5.0.0", "devOptional": true },
            "node_modules/react-dom": { "resolved": "react", "link": true },
            "node_modules/@types/react": { "version": "19.0.0" },
        } });
        let found = bundled(&lock, Path::new("frontend"));
        assert_eq!(named(&found), ["@b/c 2.0.0", "react 19.0.0"]);
    }

    #[test]
    fn a_component_too_many_or_too_few_is_found() {
        let component = |name: &str| Component {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT".to_owned(),
            authors: Vec::new(),
            folder: PathBuf::new(),
        };
        let written = "Intro.\n\nRust crates\n\na 1.0.0 (MIT)\n    Copyright (c) 2020 A (B)\n\nOthers\n\nRoboto all (X)\n\
             \nTexts\n\nz 1.0.0 (MIT)\n";
        assert_eq!(
            differences(written, &[component("a")]),
            Vec::<String>::new()
        );
        assert_eq!(differences(written, &[]).len(), 1);
        let more = [component("a"), component("b")];
        assert_eq!(differences(written, &more).len(), 1);
        let newer = Component {
            version: "1.0.1".to_owned(),
            ..component("a")
        };
        assert_eq!(differences(written, &[newer]).len(), 2);
    }

    #[test]
    fn owners_are_told_from_sentences_about_them() {
        let licence = "MIT License\n\nCopyright (c) 2020 Lan\n© Minh\n\nThe above copyright notice\n\
             Copyright [yyyy] [name of copyright owner]\nCopyright and related rights\n(c) You must retain\n";
        let found = parts(licence);
        assert_eq!(found.copyrights, ["Copyright (c) 2020 Lan", "© Minh"]);
        assert!(found.text.contains("The above") && found.text.contains("[yyyy]"));
        assert!(found.text.contains("related rights") && found.text.contains("(c) You"));
        assert!(is_about_licence("LICENSE-MIT") && is_about_licence("License.txt"));
        assert!(is_about_licence("swagger-ui-bundle.js.LICENSE.txt"));
        assert!(!is_about_licence("license.rs") && !is_about_licence("README.md"));
    }
}
