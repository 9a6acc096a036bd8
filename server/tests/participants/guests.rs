//! Owners of invitations, histories of participants, and access to documents.

use std::time::Duration;

use axum::http::Method;
use hoi_platform::ids::AttendanceId;
use hoi_ticketing::events::entity::invitation_code;
use sea_orm::{EntityTrait, Set};
use serde_json::{Value, json};

use super::support::{Organiser, id_of};

#[tokio::test]
async fn a_vip_shows_their_guests_and_a_guest_their_inviter() {
    let organiser = Organiser::new(10).await;
    let vip = id_of(
        &organiser
            .add("Bà Hoa", json!({ "participationType": "VIP" }))
            .await,
    );
    let owner: AttendanceId = vip.parse().unwrap();
    let code = organiser
        .app
        .invitation(organiser.event, "HOA2026", |code| {
            code.owner_attendance_id = Set(Some(owner));
            code.max_uses = Set(2);
        });
    let code = code.await;
    for name in ["Em", "Giang"] {
        assert_eq!(organiser.register(name, "hoa2026").await.code(), 2000);
    }
    assert_eq!(
        organiser.register("Khoa", "HOA2026").await.code(),
        5002,
        "only two seats"
    );
    organiser
        .add("Linh", json!({ "invitedBy": "Bà Hoa" }))
        .await;

    assert_eq!(organiser.one(&vip).await.data()["guests"], 2);
    let guests = organiser.names(&format!("?invitedBy={vip}")).await;
    assert_eq!(guests, ["Giang", "Em"], "a name that was typed is no link");
    let page = organiser
        .call(Method::GET, "?search=giang", Value::Null)
        .await;
    let giang = page.data()["items"][0].clone();
    assert_eq!(giang["invitedByAttendanceId"], json!(vip));
    assert_eq!(giang["invitedBy"], "Bà Hoa");
    assert_eq!(giang["participationType"], "INVITED");

    // The owner's name is kept up to date; a different typed name no longer refers to that person.
    organiser
        .call(
            Method::PUT,
            &format!("/{vip}"),
            json!({ "fullName": "Bà Hồng Hoa" }),
        )
        .await;
    let giang = giang["id"].as_str().unwrap();
    assert_eq!(
        organiser.one(giang).await.data()["invitedBy"],
        "Bà Hồng Hoa"
    );
    let typed = organiser
        .call(
            Method::PUT,
            &format!("/{giang}"),
            json!({ "invitedBy": "Ông Ba" }),
        )
        .await;
    assert_eq!(typed.data()["invitedBy"], "Ông Ba");
    assert_eq!(typed.data()["invitedByAttendanceId"], Value::Null);
    assert_eq!(organiser.one(&vip).await.data()["guests"], 1);

    // The codes of a removed participant are off; their guests keep the name.
    organiser.call(Method::DELETE, "", json!([vip])).await;
    let row = invitation_code::Entity::find_by_id(code)
        .one(organiser.app.app.db.read())
        .await
        .unwrap();
    assert!(!row.unwrap().is_active);
    let page = organiser
        .call(Method::GET, "?search=em@khach", Value::Null)
        .await;
    let em = page.data()["items"][0].clone();
    assert_eq!(
        (&em["invitedBy"], &em["invitedByAttendanceId"]),
        (&json!("Bà Hoa"), &Value::Null)
    );
}

#[tokio::test]
async fn a_history_holds_changes_and_scans_newest_first() {
    let organiser = Organiser::new(10).await;
    let made = organiser.add("An", json!({})).await;
    let (id, code) = (id_of(&made), made.data()["ticketCode"].clone());
    let other = id_of(&organiser.add("Bình", json!({})).await);
    let pass = || organiser.app.pass(Duration::from_mins(1));
    let door = |body: Value| {
        let request = organiser
            .app
            .request(Method::POST, "/api/event/checkin")
            .bearer(&organiser.owner.token);
        request.json(body).send()
    };
    pass();
    organiser
        .call(
            Method::PUT,
            &format!("/{id}"),
            json!({ "role": "Trưởng nhóm" }),
        )
        .await;
    pass();
    door(json!({ "eventId": organiser.event, "code": code, "deviceId": "Cổng A" })).await;
    pass();
    door(json!({ "eventId": organiser.event, "code": code })).await;
    pass();
    door(json!({ "eventId": organiser.event, "attendanceId": id, "checkedIn": false })).await;
    pass();
    organiser
        .call(Method::POST, &format!("/{id}/resend"), Value::Null)
        .await;

    let all = [
        "participant.resent",
        "scan.undone",
        "scan.already",
        "scan.ok",
        "participant.changed",
        "participant.added",
    ];
    assert_eq!(
        organiser.history(&id, "").await,
        (all.map(str::to_owned).to_vec(), Value::Null)
    );
    let answer = organiser
        .call(Method::GET, &format!("/{id}/history"), Value::Null)
        .await;
    assert_eq!(
        answer.data()["items"][3]["data"],
        json!({ "device": "Cổng A" })
    );
    // A browser without a name of its own has the name of its user, which is shown once.
    assert_eq!(answer.data()["items"][2]["data"], json!({ "device": null }));
    for scan in 1..=3 {
        assert_eq!(answer.data()["items"][scan]["actorName"], "Nguyễn an");
    }
    assert_eq!(answer.data()["items"][0]["actorName"], "Nguyễn an");

    // Page by page the history is the same, without repetition.
    let (mut seen, mut query) = (Vec::new(), "?limit=2".to_owned());
    loop {
        let (part, next) = organiser.history(&id, &query).await;
        seen.extend(part);
        let Some(next) = next.as_str() else { break };
        query = format!("?limit=2&cursor={next}");
    }
    assert_eq!(seen, all);
    assert_eq!(organiser.history(&other, "").await.0, ["participant.added"]);
    let wrong = organiser
        .call(Method::GET, &format!("/{id}/history?cursor=x"), Value::Null)
        .await;
    assert_eq!(wrong.code(), 5002);
    organiser.call(Method::DELETE, "", json!([other])).await;
    let gone = organiser
        .call(Method::GET, &format!("/{other}/history"), Value::Null)
        .await;
    assert_eq!(gone.code(), 5005);
}
