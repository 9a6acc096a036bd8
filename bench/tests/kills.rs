//! A short `make faults`: the real program is killed twice while people use it, and nothing is lost.

use std::path::Path;
use std::process::Command;

#[test]
fn two_kills_lose_nothing() {
    // Beside the folder of the tests, as `hoi` is.
    let test = std::env::current_exe().expect("this program has a path");
    let folder = test.parent().and_then(Path::parent);
    let program = folder
        .expect("tests stand in a folder of their own")
        .join("hoi-bench");
    let mut faults = Command::new(program);
    faults.args(["faults", "--kills", "2", "--no-report", "--runs"]);
    match std::env::var("HOI_TEST_DATABASE_URL") {
        Ok(url) => faults.args(["kill.postgres", "--database-url", &url]),
        Err(_) => faults.args(["kill.sqlite"]),
    };
    let faults = faults.output();
    let output = faults.expect("hoi-bench starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // Not without anybody who was there.
    assert!(
        printed.contains("kill.") && !printed.contains("acknowledged 0,"),
        "{printed}"
    );
}
