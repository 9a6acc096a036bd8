//! A short `make faults`: the real program is killed twice while people use it, and nothing is lost. On the
//! embedded engine alone: on PostgreSQL the claims of a dead server last 45 seconds, for which the tests shall not wait.

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
    faults.args([
        "faults",
        "--kills",
        "2",
        "--no-report",
        "--runs",
        "kill.sqlite",
    ]);
    let faults = faults.output();
    let output = faults.expect("hoi-bench starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{printed}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // Without an acknowledgement the run would show nothing.
    assert!(
        printed.contains("kill.") && !printed.contains("acknowledged 0,"),
        "{printed}"
    );
}
