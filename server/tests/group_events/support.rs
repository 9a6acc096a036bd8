//! A group with an owner and a member, and events of it.

use axum::http::Method;
use hoi_community::groups::entity::group;
use hoi_community::groups::{GroupId, GroupRole};
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

pub struct Club {
    pub app: TestApp,
    pub group: GroupId,
    pub owner: TestUser,
    pub member: TestUser,
    pub stranger: TestUser,
}

impl Club {
    pub async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let member = app.committee("binh").await;
        let stranger = app.committee("chi").await;
        let group = app.group(&owner).await;
        app.join_group(group, &member, GroupRole::Member).await;
        Self {
            app,
            group,
            owner,
            member,
            stranger,
        }
    }

    /// Creates an event of the group that is open now, changed by `change` before it is stored.
    pub async fn event(&self, change: impl FnOnce(&mut event::ActiveModel)) -> EventId {
        let of_group = |event: &mut event::ActiveModel| {
            event.group_id = Set(Some(self.group));
            change(event);
        };
        self.app.event(&self.owner, of_group).await
    }

    /// Creates an event that only members can register for.
    pub async fn members_event(&self) -> EventId {
        self.event(|event| event.members_only = Set(true)).await
    }

    /// Creates an event that only members can register for, and takes its group off the list.
    pub async fn hidden_event(&self) -> EventId {
        let tx = self.app.app.db.write().await.unwrap();
        group::Entity::update_many()
            .col_expr(group::Column::IsListed, Expr::value(false))
            .filter(group::Column::Id.eq(self.group))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        self.members_event().await
    }

    /// Returns the events that `caller` sees; `rest` follows the path.
    pub async fn list(&self, caller: &TestUser, rest: &str) -> Answer {
        let path = format!("/api/group/{}/event{rest}", self.group);
        self.app.get_as(caller, &path).await
    }

    /// Returns the only event that the member sees.
    pub async fn seen(&self) -> Value {
        let answer = self.list(&self.member, "").await;
        assert_eq!(answer.data()["total"], 1);
        answer.data()["items"][0].clone()
    }

    pub async fn remove_member(&self) {
        let path = format!("/api/group/{}/member/{}", self.group, self.member.id);
        let removal = self
            .app
            .send_as(&self.owner, Method::DELETE, &path, json!({}));
        removal.await.data();
    }

    pub async fn register_as(&self, caller: &TestUser, event: EventId, body: Value) -> Answer {
        let path = format!("/api/event/{event}/register");
        self.app.send_as(caller, Method::POST, &path, body).await
    }
}

/// Returns the registration that the application sends for an account: its profile, and the fields from the list.
pub fn of_profile(caller: &TestUser, one_step: &Value) -> Value {
    json!({
        "fullName": "Nguyễn Bình",
        "email": caller.email,
        "phone": "0912345678",
        "company": "Hội",
        "ticketId": one_step["ticketId"],
        "consent": true,
    })
}
