//! Log lines of requests.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::time::timeout;

use crate::program::{ADMIN, PASSWORD, Place, Program, client, signal};

#[tokio::test]
async fn a_line_names_request_account_and_address_and_neither_address_book_nor_token() {
    let place = Place::new().await;
    let mut command = place.command("serve");
    command
        .env("HOI_ADMIN_EMAIL", ADMIN)
        .env("HOI_ADMIN_PASSWORD", PASSWORD);
    let program = Program::start(command).await;
    let token = program.log_in().await;
    let url = format!("http://{}/api/users/me", program.address);
    let client = client();
    let known = client.get(&url).bearer_auth(&token).send().await.unwrap();
    let request_id = known.headers()["x-request-id"].to_str().unwrap().to_owned();
    let known: Value = known.json().await.unwrap();
    client.get(&url).send().await.unwrap();
    let (_, said, _) = program.stop().await;

    let answered: Vec<Value> = said
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|line: &Value| {
            line["message"] == "answered" && line["spans"][0]["route"] == "/api/users/me"
        })
        .collect();
    let [signed, unknown] = &answered[..] else {
        panic!("{said}")
    };
    assert_eq!(signed["spans"][0]["id"], request_id);
    assert_eq!(signed["spans"][0]["account"], known["data"]["id"]);
    assert_eq!(signed["spans"][0]["address"], "127.0.0.1");
    assert!(unknown["spans"][0]["account"].is_null());
    assert!(!said.contains(ADMIN) && !said.contains(&token), "{said}");
}

#[tokio::test]
async fn people_may_have_text_in_place_of_json() {
    let place = Place::new().await;
    let mut command = place.command("serve");
    let mut child = command.env("HOI_LOG_FORMAT", "text").spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = loop {
        let line = timeout(Duration::from_secs(60), lines.next_line()).await;
        let line = line.unwrap().unwrap().expect("the program ended");
        if line.contains("listening") {
            break line;
        }
    };
    assert!(
        line.contains("INFO") && line.contains("address=127.0.0.1:"),
        "{line}"
    );
    assert!(!line.contains(['{', '\u{1b}']), "{line}");
    signal(child.id().unwrap(), "TERM");
    while lines.next_line().await.unwrap().is_some() {}
    assert!(child.wait().await.unwrap().success());
}
