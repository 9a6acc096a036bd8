//! Starting together, logins and repeated requests, on any server.

use serde_json::json;

use crate::sockets::{Heard, Socket};
use crate::support::{Api, Machines, SOON};

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_start_at_the_same_moment_on_an_empty_database_all_come_up() {
    for _ in 0..4 {
        let Some(machines) = Machines::new().await else {
            return;
        };
        let (one, two) = machines.start_both().await;
        for program in [&one, &two] {
            let health = program.get_from([127, 0, 0, 1], "/api/health").await;
            assert_eq!(health, Some(200));
            // There is one administrator, made by either server.
            program.log_in().await;
        }
        assert_eq!(machines.count("count(*) from \"user\"").await, 1);
        for program in [one, two] {
            assert!(program.stop().await.0.success());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_counts_at_every_server_and_ends_at_every_server() {
    let Some(machines) = Machines::new().await else {
        return;
    };
    let (one, two) = machines.start_both().await;
    let here = Api::of(&one).await;
    let there = here.at(two.address);
    assert_eq!(there.get("/users/me").await["code"], 2000);
    let auth = json!({ "token": here.token });
    let socket = Socket::connect(two.address, "/notification", auth.clone()).await;
    let mut socket = socket.unwrap();

    let out = here.post("/auth/logout", &json!({})).await;
    assert_eq!(out["code"], 2000, "{out}");
    assert_eq!(there.get("/users/me").await["code"], 5018);
    assert_eq!(socket.next_within(SOON).await, Heard::Disconnected);
    let again = Socket::connect(two.address, "/notification", auth).await;
    assert_eq!(again.err().as_deref(), Some("INVALID_ACCESS_TOKEN"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_repeated_at_the_other_server_gets_the_first_answer() {
    let Some(machines) = Machines::new().await else {
        return;
    };
    let (one, two) = machines.start_both().await;
    let here = Api::of(&one).await;
    let there = here.at(two.address);
    let event = here.event(10).await;
    let first = here.register(&event, "binh", Some("once")).await;
    assert_eq!(first["code"], 2000, "{first}");
    let again = there.register(&event, "binh", Some("once")).await;
    assert_eq!(again, first);
    // Without the key it is a second registration of the same address.
    let refused = there.register(&event, "binh", None).await;
    assert_eq!(refused["code"], 5013, "{refused}");
    let other = there.register(&event, "chi", Some("once")).await;
    assert_eq!(other["code"], 5008, "{other}");
    // Both at the same moment: one registration, the same answer.
    let (left, right) = tokio::join!(
        here.register(&event, "dung", Some("both")),
        there.register(&event, "dung", Some("both"))
    );
    assert_eq!((left["code"].as_u64(), &left), (Some(2000), &right));
    assert_eq!(machines.count("count(*) from attendance").await, 2);
}
