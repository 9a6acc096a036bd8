//! A group with an account in each role.

use axum::http::Method;
use hoi_community::groups::entity::{group, group_member};
use hoi_community::groups::{GroupId, GroupRole};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::Value;

use super::{Answer, TestApp, TestUser};

/// A group with an owner, a manager and two members, who belong to it since the beginning of 2025. The tests of a
/// feature add what they do in it.
pub struct TestGroup {
    pub app: TestApp,
    pub id: GroupId,
    pub owner: TestUser,
    pub manager: TestUser,
    pub lan: TestUser,
    pub minh: TestUser,
    /// Belongs to no group.
    pub stranger: TestUser,
    pub admin: TestUser,
}

impl TestGroup {
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// Creates the group changed by `change` before it is stored.
    pub async fn with(change: impl FnOnce(&mut group::ActiveModel)) -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("owner").await;
        let id = app.group_with(&owner, change).await;
        let manager = app.committee("manager").await;
        let (lan, minh) = (app.committee("lan").await, app.committee("minh").await);
        app.join_group(id, &manager, GroupRole::Manager).await;
        app.join_group(id, &lan, GroupRole::Member).await;
        app.join_group(id, &minh, GroupRole::Member).await;
        let tx = app.app.db.write().await.unwrap();
        group_member::Entity::update_many()
            .col_expr(group_member::Column::AttendDate, Expr::value("2025-01-01"))
            .filter(group_member::Column::GroupId.eq(id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        Self {
            id,
            owner,
            manager,
            lan,
            minh,
            stranger: app.committee("stranger").await,
            admin: app.admin().await,
            app,
        }
    }

    /// Makes a call below `/api/group/{groupId}`.
    pub async fn call(&self, who: &TestUser, method: Method, path: &str, body: Value) -> Answer {
        let path = format!("/api/group/{}{path}", self.id);
        self.app.call(who, method, &path, body).await
    }

    pub async fn get(&self, who: &TestUser, path: &str) -> Answer {
        self.call(who, Method::GET, path, Value::Null).await
    }

    pub async fn put(&self, who: &TestUser, path: &str, body: Value) -> Answer {
        self.call(who, Method::PUT, path, body).await
    }

    /// Returns the actions in the group's log, oldest first.
    pub async fn log(&self) -> Vec<String> {
        let log = self.get(&self.owner, "/log?limit=100").await;
        actions(log.data())
    }
}

/// Returns the actions of a group's log, oldest first.
pub fn actions(log: &Value) -> Vec<String> {
    let items = log["items"].as_array().unwrap().iter().rev();
    let action = |item: &Value| item["action"].as_str().unwrap().to_owned();
    items.map(action).collect()
}
