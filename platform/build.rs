//! Names the commit that is built, and rebuilds the program when files that it embeds appear: the web application, texts and
//! mails. In development all of them are read from their folders, which must exist while compiling even if they are empty.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if is_release() {
        for folder in ["../frontend/dist", "locales", "templates"] {
            println!("cargo::rerun-if-changed={folder}");
        }
    }
    if let Err(error) = fs::create_dir_all("../frontend/dist") {
        println!("cargo::warning=cannot make frontend/dist: {error}");
    }
    name_commit();
}

fn is_release() -> bool {
    env::var("PROFILE").is_ok_and(|profile| profile == "release")
}

/// Tells `version.rs` the commit and its time, so that the same commit always makes the same program. Both are empty where
/// neither the environment nor git knows them, and in builds for development.
fn name_commit() {
    println!("cargo::rerun-if-env-changed=HOI_BUILD_COMMIT");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let given = |name: &str| env::var(name).ok().filter(|text| !text.trim().is_empty());
    let (commit, seconds) = match given("HOI_BUILD_COMMIT") {
        Some(commit) => (commit, String::new()),
        // Other builds would begin anew with each commit.
        None if is_release() => checked_out().unwrap_or_default(),
        None => Default::default(),
    };
    let commit: String = commit.trim().chars().take(12).collect();
    let seconds = given("SOURCE_DATE_EPOCH").unwrap_or(seconds);
    println!("cargo::rustc-env=BUILD_COMMIT={commit}");
    println!("cargo::rustc-env=BUILD_SECONDS={}", seconds.trim());
}

/// Returns the commit that is checked out and its time, and has this program run again when another one is. None without
/// git, and where the source lies within a repository of something else.
fn checked_out() -> Option<(String, String)> {
    if git(&["rev-parse", "--show-prefix"])? != "platform/" {
        return None;
    }
    let branch = git(&["rev-parse", "--symbolic-full-name", "HEAD"])?;
    // Each commit and checkout is written into the log of HEAD, also where the branch has no file of its own.
    for name in ["HEAD", "logs/HEAD", &branch] {
        let path = git(&["rev-parse", "--git-path", name])?;
        // A path that does not exist would make every build start anew.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let head = git(&["log", "-1", "--no-show-signature", "--format=%H %ct"])?;
    let (commit, seconds) = head.split_once(' ')?;
    Some((commit.to_owned(), seconds.to_owned()))
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
