//! Owners of invitations, histories of participants, and access to documents.

use std::time::Duration;

use axum::http::Method;
use hoi_server::ids::AttendanceId;
use hoi_server::tickets::entity::invitation_code;
use sea_orm::{EntityTrait, Set};
use serde_json::{Value, json};

use super::{Organiser, id_of};
use crate::support::Answer;

impl Organiser {
    async fn one(&self, id: &str) -> Answer {
        self.call(Method::GET, &format!("/{id}"), Value::Null).await
    }

    /// Registers on the public page with an invitation code.
    async fn register(&self, name: &str, code: &str) -> Answer {
        let path = format!("/api/event/{}/register", self.event);
        let body = json!({
            "fullName": name, "email": format!("{}@khach.vn", name.to_lowercase()), "phone": "0912345678",
            "company": "Sao", "invitationCode": code, "consent": true,
        });
        self.app
            .request(Method::POST, &path)
            .json(body)
            .send()
            .await
    }

    /// Returns the actions of a participant's history, newest first.
    async fn history(&self, id: &str, query: &str) -> (Vec<String>, Value) {
        let answer = self
            .call(Method::GET, &format!("/{id}/history{query}"), Value::Null)
            .await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        let items = answer.data()["items"].as_array().unwrap().iter();
        let actions = items.map(|item| item["action"].as_str().unwrap().to_owned());
        (actions.collect(), answer.data()["nextCursor"].clone())
    }
}

#[tokio::test]
async fn a_vip_shows_their_guests_and_a_guest_their_inviter() {
    let desk = Organiser::new(10).await;
    let vip = id_of(
        &desk
            .add("Bà Hoa", json!({ "participationType": "VIP" }))
            .await,
    );
    let owner: AttendanceId = vip.parse().unwrap();
    let code = desk.app.invitation(desk.event, "HOA2026", |code| {
        code.owner_attendance_id = Set(Some(owner));
        code.max_uses = Set(2);
    });
    let code = code.await;
    for name in ["Em", "Giang"] {
        assert_eq!(desk.register(name, "hoa2026").await.code(), 2000);
    }
    assert_eq!(
        desk.register("Khoa", "HOA2026").await.code(),
        5002,
        "only two seats"
    );
    desk.add("Linh", json!({ "invitedBy": "Bà Hoa" })).await;

    assert_eq!(desk.one(&vip).await.data()["guests"], 2);
    let guests = desk.names(&format!("?invitedBy={vip}")).await;
    assert_eq!(guests, ["Giang", "Em"], "a name that was typed is no link");
    let page = desk.call(Method::GET, "?search=giang", Value::Null).await;
    let giang = page.data()["items"][0].clone();
    assert_eq!(giang["invitedByAttendanceId"], json!(vip));
    assert_eq!(giang["invitedBy"], "Bà Hoa");
    assert_eq!(giang["participationType"], "INVITED");

    // The owner's name is kept up to date; a different typed name no longer refers to that person.
    desk.call(
        Method::PUT,
        &format!("/{vip}"),
        json!({ "fullName": "Bà Hồng Hoa" }),
    )
    .await;
    let giang = giang["id"].as_str().unwrap();
    assert_eq!(desk.one(giang).await.data()["invitedBy"], "Bà Hồng Hoa");
    let typed = desk
        .call(
            Method::PUT,
            &format!("/{giang}"),
            json!({ "invitedBy": "Ông Ba" }),
        )
        .await;
    assert_eq!(typed.data()["invitedBy"], "Ông Ba");
    assert_eq!(typed.data()["invitedByAttendanceId"], Value::Null);
    assert_eq!(desk.one(&vip).await.data()["guests"], 1);

    // The codes of a removed participant are off; their guests keep the name.
    desk.call(Method::DELETE, "", json!([vip])).await;
    let row = invitation_code::Entity::find_by_id(code)
        .one(desk.app.app.db.read())
        .await
        .unwrap();
    assert!(!row.unwrap().is_active);
    let page = desk
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
    let desk = Organiser::new(10).await;
    let made = desk.add("An", json!({})).await;
    let (id, code) = (id_of(&made), made.data()["ticketCode"].clone());
    let other = id_of(&desk.add("Bình", json!({})).await);
    let pass = || desk.app.pass(Duration::from_mins(1));
    let door = |body: Value| {
        let request = desk
            .app
            .request(Method::POST, "/api/event/checkin")
            .bearer(&desk.owner.token);
        request.json(body).send()
    };
    pass();
    desk.call(
        Method::PUT,
        &format!("/{id}"),
        json!({ "role": "Trưởng nhóm" }),
    )
    .await;
    pass();
    door(json!({ "eventId": desk.event, "code": code, "deviceId": "Cổng A" })).await;
    pass();
    door(json!({ "eventId": desk.event, "code": code })).await;
    pass();
    door(json!({ "eventId": desk.event, "attendanceId": id, "checkedIn": false })).await;
    pass();
    desk.call(Method::POST, &format!("/{id}/resend"), Value::Null)
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
        desk.history(&id, "").await,
        (all.map(str::to_owned).to_vec(), Value::Null)
    );
    let answer = desk
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
        let (part, next) = desk.history(&id, &query).await;
        seen.extend(part);
        let Some(next) = next.as_str() else { break };
        query = format!("?limit=2&cursor={next}");
    }
    assert_eq!(seen, all);
    assert_eq!(desk.history(&other, "").await.0, ["participant.added"]);
    let wrong = desk
        .call(Method::GET, &format!("/{id}/history?cursor=x"), Value::Null)
        .await;
    assert_eq!(wrong.code(), 5002);
    desk.call(Method::DELETE, "", json!([other])).await;
    let gone = desk
        .call(Method::GET, &format!("/{other}/history"), Value::Null)
        .await;
    assert_eq!(gone.code(), 5005);
}
