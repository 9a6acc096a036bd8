//! The beginning of a group's page.

use std::time::Duration;

use hoi_community::groups::GroupRole;
use hoi_i18n::Lang;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::EventId;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};

use super::support::{Club, of_profile};
use crate::support::{Answer, TestUser};

const DAY: Duration = Duration::from_hours(24);

impl Club {
    async fn front(&self, caller: &TestUser) -> Answer {
        let path = format!("/api/group/{}/front", self.group);
        self.app.get_as(caller, &path).await
    }

    /// Registers an account with one press.
    async fn come(&self, caller: &TestUser, event: EventId) {
        let body = of_profile(caller, &json!({ "ticketId": null }));
        self.register_as(caller, event, body).await.data();
    }
}

#[tokio::test]
async fn a_group_begins_with_its_next_event() {
    let club = Club::new().await;
    let empty = club.front(&club.member).await;
    assert_eq!(empty.data()["next"], Value::Null);
    assert_eq!(empty.data()["coming"], Value::Null);
    let now = club.app.app.clock.now();
    for (start, cancelled, deleted) in [
        (now.plus(9 * DAY), false, false),
        (now.minus(9 * DAY), false, false),
        (now.plus(DAY), true, false),
        (now.plus(DAY), false, true),
    ] {
        club.event(|event| {
            event.event_start_date = Set(start);
            event.cancelled_at = Set(cancelled.then_some(now));
            event.deleted_at = Set(deleted.then_some(now));
        })
        .await;
    }
    let next = club.members_event().await;
    let admin = club.app.admin().await;
    for reader in [&club.member, &club.owner, &admin] {
        let front = club.front(reader).await;
        assert_eq!(front.data()["next"]["id"], json!(next));
        assert_eq!(front.data()["next"]["registration"], Value::Null);
        assert_eq!(front.data()["coming"], json!({ "count": 0, "faces": [] }));
        assert!(front.data()["consent"]["text"].is_string());
    }
    assert_eq!(club.front(&club.stranger).await.code(), 5016);
    club.hidden_event().await;
    assert_eq!(club.front(&club.stranger).await.code(), 5005);
}

#[tokio::test]
async fn members_see_the_members_who_come() {
    let club = Club::new().await;
    let event = club.members_event().await;
    club.come(&club.member, event).await;
    let front = club.front(&club.owner).await;
    assert_eq!(
        front.data()["coming"],
        json!({ "count": 1, "faces": [{ "fullName": "Nguyễn binh", "avatar": null }] })
    );
    assert_eq!(front.data()["next"]["registration"], Value::Null);
    let own = club.front(&club.member).await;
    assert!(own.data()["next"]["registration"]["ownKey"].is_string());

    // Members do not see a guest of the organiser.
    club.app.participant(event, "khach", None, Lang::VI).await;
    for number in 0..8 {
        let member = club.app.committee(&format!("m{number}")).await;
        let role = GroupRole::Member;
        club.app.join_group(club.group, &member, role).await;
        club.come(&member, event).await;
    }
    let many = club.front(&club.owner).await;
    assert_eq!(many.data()["coming"]["count"], 9);
    assert_eq!(many.data()["coming"]["faces"].as_array().unwrap().len(), 8);

    club.remove_member().await;
    let left = club.front(&club.owner).await;
    assert_eq!(left.data()["coming"]["count"], 8);

    // A seat that waits for its confirmation does not count.
    let later = club.app.app.clock.now().plus(DAY);
    let tx = club.app.app.db.write().await.unwrap();
    attendance::Entity::update_many()
        .col_expr(attendance::Column::ConfirmBy, Expr::value(later))
        .filter(attendance::Column::EventId.eq(event))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let unconfirmed = club.front(&club.owner).await;
    assert_eq!(unconfirmed.data()["coming"]["count"], 0);
}

#[tokio::test]
async fn members_do_not_see_one_another_at_an_event_for_everyone() {
    let club = Club::new().await;
    let event = club.event(|_| {}).await;
    club.come(&club.member, event).await;
    let front = club.front(&club.owner).await;
    assert_eq!(front.data()["next"]["id"], json!(event));
    assert_eq!(front.data()["coming"], Value::Null);
}
