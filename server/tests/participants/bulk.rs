//! Bulk changes, applied to each participant independently.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::support::{Organiser, id_of};
use crate::support::Answer;

const NOBODY: &str = "01999999-0000-7000-8000-000000000000";

/// Returns the number of changed participants, and the names and reasons of the others.
fn outcome(answer: &Answer) -> (u64, Vec<(String, String)>) {
    assert_eq!(answer.code(), 2000, "{}", answer.json);
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let failed = answer.data()["failed"].as_array().unwrap().iter();
    let failed = failed.map(|one| (text(&one["fullName"]), text(&one["reason"])));
    (answer.data()["done"].as_u64().unwrap(), failed.collect())
}

#[tokio::test]
async fn absent_participants_are_named_and_stop_no_other() {
    let organiser = Organiser::new(10).await;
    let class = organiser.app.ticket(organiser.event, "Thường", 0, 3).await;
    let [an, binh, chi] = organiser.three(json!({ "ticketId": class })).await;
    let elsewhere = organiser.app.open_event(&organiser.owner, 5).await;
    organiser.call(Method::DELETE, "", json!([binh])).await;

    let answer = organiser
        .bulk("delete", &[&an, &binh, &an, NOBODY], json!({}))
        .await;
    let (done, failed) = outcome(&answer);
    assert_eq!((done, failed.len()), (1, 2), "{failed:?}");
    assert!(
        failed
            .iter()
            .all(|(name, reason)| name == "?" && !reason.is_empty())
    );
    assert_eq!(
        (
            organiser.registered().await,
            organiser.app.sold(class).await
        ),
        (1, 1)
    );
    let log = organiser.log().await;
    assert_eq!(log[0]["action"], "participant.removed");
    assert_eq!(log[0]["data"], json!({ "name": "An" }));
    assert_eq!(log[0]["subjectId"], json!(an));

    // A participant of another event does not exist here.
    let path = format!("/api/event/{elsewhere}/attendances/bulk");
    let body = json!({ "action": "delete", "ids": [chi] });
    let request = organiser
        .app
        .request(Method::POST, &path)
        .bearer(&organiser.owner.token);
    assert_eq!(outcome(&request.json(body).send().await).0, 0);
    assert_eq!(organiser.registered().await, 1);
}

#[tokio::test]
async fn the_first_participants_get_the_seats_and_the_others_a_reason() {
    let organiser = Organiser::new(10).await;
    let wide = organiser.app.ticket(organiser.event, "Thường", 0, -1).await;
    let narrow = organiser
        .app
        .ticket(organiser.event, "Hàng đầu", 300_000, 2)
        .await;
    let [an, binh, chi] = organiser.three(json!({ "ticketId": wide })).await;

    let to = json!({ "ticketId": narrow });
    let (done, failed) = outcome(
        &organiser
            .bulk("changeClass", &[&chi, &an, &binh], to.clone())
            .await,
    );
    assert_eq!((done, failed.len()), (2, 1));
    assert_eq!(failed[0].0, "Bình");
    assert_eq!(
        (
            organiser.app.sold(narrow).await,
            organiser.app.sold(wide).await
        ),
        (2, 1)
    );
    let an_now = organiser
        .call(Method::GET, &format!("/{an}"), Value::Null)
        .await;
    assert_eq!(an_now.data()["amount"], 300_000);
    assert_eq!(an_now.data()["paymentStatus"], "unpaid");

    // Checking in a participant who is checked in succeeds.
    assert_eq!(
        outcome(&organiser.bulk("changeClass", &[&an, &chi], to).await),
        (2, vec![])
    );

    let reason = |lang: &'static str| {
        let body = json!({ "action": "changeClass", "ids": [binh], "ticketId": narrow });
        let path = format!("/api/event/{}/attendances/bulk", organiser.event);
        organiser
            .app
            .request(Method::POST, &path)
            .bearer(&organiser.owner.token)
            .lang(lang)
            .json(body)
            .send()
    };
    let (vi, en) = (
        outcome(&reason("vi").await).1,
        outcome(&reason("en").await).1,
    );
    assert_ne!(vi[0].1, en[0].1, "told in the reader's language");
}

#[tokio::test]
async fn payments_are_marked_both_ways_and_free_tickets_owe_nothing() {
    let organiser = Organiser::new(10).await;
    let class = organiser
        .app
        .ticket(organiser.event, "Thường", 250_000, -1)
        .await;
    let free = organiser
        .app
        .ticket(organiser.event, "Miễn phí", 0, -1)
        .await;
    let [an, binh, chi] = organiser.three(json!({ "ticketId": class })).await;
    let guest = id_of(&organiser.add("Khách", json!({ "ticketId": free })).await);
    let all: [&str; 4] = [&an, &binh, &chi, &guest];

    assert_eq!(
        outcome(&organiser.bulk("markPaid", &all, json!({})).await),
        (4, vec![])
    );
    assert_eq!(organiser.names("?paymentStatus=unpaid").await, [""; 0]);
    assert_eq!(
        organiser
            .log()
            .await
            .iter()
            .filter(|one| one["action"] == "participant.paid")
            .count(),
        3
    );

    let (done, failed) = outcome(&organiser.bulk("markUnpaid", &all, json!({})).await);
    assert_eq!((done, failed.len(), failed[0].0.as_str()), (3, 1, "Khách"));
    assert_eq!(
        organiser.names("?paymentStatus=unpaid").await,
        ["Chi", "Bình", "An"]
    );
}

#[tokio::test]
async fn tickets_are_mailed_to_all_but_those_who_just_got_one() {
    let organiser = Organiser::new(10).await;
    let [an, binh, chi] = organiser.three(json!({ "sendMail": false })).await;
    organiser
        .call(Method::POST, &format!("/{binh}/resend"), Value::Null)
        .await;
    assert_eq!(organiser.app.run_jobs().await.len(), 1);

    let (done, failed) = outcome(
        &organiser
            .bulk("resend", &[&an, &binh, &chi], json!({}))
            .await,
    );
    assert_eq!((done, failed.len(), failed[0].0.as_str()), (2, 1, "Bình"));
    let mut to: Vec<String> = organiser
        .app
        .run_jobs()
        .await
        .iter()
        .map(|mail| mail.to.email.to_string())
        .collect();
    to.sort();
    assert_eq!(to, ["an@example.vn", "chi@example.vn"]);
    organiser.app.pass(Duration::from_mins(1));
    assert_eq!(
        outcome(
            &organiser
                .bulk("resend", &[&an, &binh, &chi], json!({}))
                .await
        )
        .0,
        3
    );

    let cancel = format!("/api/event/{}/cancel", organiser.event);
    let cancel = organiser
        .app
        .request(Method::POST, &cancel)
        .bearer(&organiser.owner.token);
    cancel.json(json!({})).send().await;
    organiser.app.pass(Duration::from_mins(1));
    assert_eq!(
        organiser.bulk("resend", &[&an], json!({})).await.code(),
        5009
    );
}

#[tokio::test]
async fn a_call_is_bounded_and_says_what_is_wrong_with_it() {
    let organiser = Organiser::new(10).await;
    let class = organiser.app.ticket(organiser.event, "Thường", 0, -1).await;
    let an = id_of(&organiser.add("An", json!({ "ticketId": class })).await);
    let many: Vec<String> = (0..501)
        .map(|at| format!("01999999-0000-7000-8000-{at:012}"))
        .collect();
    for (body, field) in [
        (json!({ "action": "delete", "ids": [] }), "ids"),
        (json!({ "action": "delete", "ids": many }), "ids"),
        (json!({ "action": "delete" }), "ids"),
        (json!({ "action": "explode", "ids": [an] }), "action"),
        (json!({ "action": "changeClass", "ids": [an] }), "ticketId"),
        (
            json!({ "action": "changeClass", "ids": [an], "ticketId": NOBODY }),
            "ticketId",
        ),
        (json!({ "action": "delete", "ids": ["nobody"] }), "ids[0]"),
    ] {
        let answer = organiser.call(Method::POST, "/bulk", body.clone()).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002),
            "{body}"
        );
        assert!(answer.json["fields"][field].is_array(), "{}", answer.json);
    }
    assert_eq!(organiser.registered().await, 1);
}

#[tokio::test]
async fn all_matching_participants_are_listed_in_parts() {
    let organiser = Organiser::new(10).await;
    let [an, binh, chi] = organiser.three(json!({})).await;
    organiser
        .add("Dũng", json!({ "participationType": "VIP" }))
        .await;
    let ids = async |query: &str| {
        let answer = organiser
            .call(Method::GET, &format!("/ids{query}"), Value::Null)
            .await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        answer.data().clone()
    };
    let all = ids("?participationType=ORDINARY").await;
    assert_eq!(all, json!({ "ids": [an, binh, chi], "hasMore": false }));
    assert_eq!(ids("?search=binh").await["ids"], json!([binh]));
    let rest = ids(&format!("?participationType=ORDINARY&after={an}")).await;
    assert_eq!(rest["ids"], json!([binh, chi]));
    let wrong = organiser
        .call(Method::GET, "/ids?after=x", Value::Null)
        .await;
    assert_eq!(wrong.code(), 5002);
}
