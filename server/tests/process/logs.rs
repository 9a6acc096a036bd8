//! Log lines of requests.

use serde_json::Value;

use crate::program::{ADMIN, PASSWORD, Place, Program, client};

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
