//! Rules for Rust dependencies: from crates.io alone, under a licence that requires only attribution, and in one version
//! each. The check needs only the files of a build, and no network.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Licences that a part of a dependency may have.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];
/// Dependencies under MPL-2.0, which asks for the source of their own files alone. We change none of these.
const MPL: &[&str] = &["cssparser", "dtoa-short"];

/// Dependencies that others need in several versions, with the number of versions.
const SEVERAL_VERSIONS: &[(&str, usize)] = &[
    ("atoi", 2),
    ("base64", 2),
    ("block-buffer", 2),
    ("constant_time_eq", 2),
    ("cpufeatures", 2),
    ("crypto-common", 2),
    ("digest", 2),
    ("getrandom", 3),
    ("hashbrown", 2),
    ("heck", 2),
    ("itertools", 2),
    ("matchit", 2),
    ("miniz_oxide", 2),
    ("quick-xml", 2),
    ("r-efi", 2),
    ("rand", 3),
    ("rand_chacha", 2),
    ("rand_core", 3),
    ("sha2", 2),
    ("spin", 2),
    ("syn", 2),
    ("tower-http", 2),
    ("windows-sys", 2),
];

/// Returns what is wrong with the dependencies of the workspace in `root`, each with its line in `Cargo.lock`.
pub fn findings(root: &Path, lock: &str) -> Vec<(usize, String)> {
    let mut found = of_lock(lock);
    let tree = Command::new(env!("CARGO"))
        .current_dir(root)
        .args([
            "tree",
            "--workspace",
            "--locked",
            "--edges",
            "normal,build,dev",
        ])
        .args(["--prefix", "none", "--format", "{p}|{l}"])
        .output();
    match tree {
        Ok(tree) if tree.status.success() => {
            found.extend(of_tree(&String::from_utf8_lossy(&tree.stdout)));
        }
        Ok(tree) => found.push((1, String::from_utf8_lossy(&tree.stderr).into_owned())),
        Err(error) => found.push((1, format!("cargo tree does not run: {error}"))),
    }
    found
}

fn of_lock(lock: &str) -> Vec<(usize, String)> {
    let value = |line: &str, key: &str| {
        let text = line.strip_prefix(key)?.strip_prefix(" = \"")?;
        Some(text.strip_suffix('"')?.to_owned())
    };
    let mut found = Vec::new();
    let mut versions: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (line, number) in lock.lines().zip(1..) {
        if let Some(name) = value(line, "name") {
            let (_, count) = versions.entry(name).or_insert((number, 0));
            *count += 1;
        }
        if value(line, "source").is_some_and(|source| source != CRATES_IO) {
            let rule =
                "dependencies come from crates.io alone, which keeps what was once published";
            found.push((number, rule.to_owned()));
        }
    }
    for (name, (line, count)) in &versions {
        let allowed = SEVERAL_VERSIONS.iter().find(|(known, _)| known == name);
        let allowed = allowed.map_or(1, |(_, allowed)| *allowed);
        if *count != allowed {
            found.push((*line, format!("{name} is there in {count} versions, not {allowed}: choose versions that share it, or say so in xtask/src/dependencies.rs")));
        }
    }
    let is_gone = |name: &&str| !versions.contains_key(*name);
    let names = SEVERAL_VERSIONS.iter().map(|(name, _)| *name);
    for name in names.filter(is_gone) {
        found.push((
            1,
            format!("{name} is no dependency any more; take it out of xtask/src/dependencies.rs"),
        ));
    }
    found
}

/// `tree` has a line `name v1.2.3|licence` for each dependency, some of them several times.
fn of_tree(tree: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<&str> = tree
        .lines()
        .filter_map(|line| {
            Some(line.strip_suffix(" (*)").unwrap_or(line)).filter(|line| line.contains('|'))
        })
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let found = lines.into_iter().filter_map(|line| {
        let (package, licence) = line.split_once('|')?;
        let name = package.split(' ').next().unwrap_or(package);
        let may_be_used = is_permissive(licence) || (licence == "MPL-2.0" && MPL.contains(&name));
        (!may_be_used).then(|| {
            let rule = format!("{package} has the licence `{licence}`, which is not among those of xtask/src/dependencies.rs");
            (1, rule)
        })
    });
    found.collect()
}

/// Whether an expression of licences allows a choice of permissive ones: every part that `AND` joins must have one.
fn is_permissive(expression: &str) -> bool {
    let expression = expression.replace(['(', ')'], "").replace('/', " OR ");
    expression.split(" AND ").all(|part| {
        part.split(" OR ")
            .any(|licence| LICENCES.contains(&licence.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_permissive_choice_is_enough_for_every_part() {
        for fine in [
            "MIT",
            "MIT OR Apache-2.0",
            "Apache-2.0 / MIT",
            "Unlicense/MIT",
            "MIT OR LGPL-2.1-or-later",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
        ] {
            assert!(is_permissive(fine), "{fine}");
        }
        for wrong in ["", "GPL-3.0", "MIT AND GPL-3.0", "AGPL-3.0 OR GPL-3.0"] {
            assert!(!is_permissive(wrong), "{wrong}");
        }
        assert!(of_tree("a v1.0.0|MIT\ncssparser v0.1.0|MPL-2.0 (*)").is_empty());
        assert_eq!(of_tree("b v1.0.0|MPL-2.0\nb v1.0.0|MPL-2.0 (*)").len(), 1);
    }

    #[test]
    fn other_sources_and_further_versions_are_found() {
        let package = |name: &str, version: &str, source: &str| {
            format!(
                "[[package]]\nname = \"{name}\"\nversion = \"{version}\"\nsource = \"{source}\"\n"
            )
        };
        let mut lock = String::new();
        for (name, count) in SEVERAL_VERSIONS {
            for at in 0..*count {
                lock.push_str(&package(name, &at.to_string(), CRATES_IO));
            }
        }
        assert_eq!(of_lock(&lock), []);
        let again =
            lock.clone() + &package("serde", "1", CRATES_IO) + &package("serde", "2", CRATES_IO);
        assert_eq!(of_lock(&again).len(), 1);
        let elsewhere = lock.clone() + &package("serde", "1", "git+https://example.vn/serde");
        assert_eq!(of_lock(&elsewhere).len(), 1);
        let missing = lock.replacen("name = \"atoi\"", "name = \"itoa\"", 1);
        assert_eq!(of_lock(&missing).len(), 1);
    }
}
