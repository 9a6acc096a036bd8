//! A group that does business: an owner, a manager and two members, all of them members since the beginning of 2025.

use axum::http::Method;
use hoi_server::groups::entity::{group, group_member};
use hoi_server::groups::{GroupId, GroupRole};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

pub struct Guild {
    pub app: TestApp,
    pub group: GroupId,
    pub owner: TestUser,
    pub manager: TestUser,
    pub lan: TestUser,
    pub minh: TestUser,
    /// Belongs to no group.
    pub stranger: TestUser,
    pub admin: TestUser,
}

impl Guild {
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// As [`Self::new`], with other settings of the group.
    pub async fn with(change: impl FnOnce(&mut group::ActiveModel)) -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("owner").await;
        let group = app.group_with(&owner, change).await;
        let manager = app.committee("manager").await;
        let (lan, minh) = (app.committee("lan").await, app.committee("minh").await);
        app.join_group(group, &manager, GroupRole::Manager).await;
        app.join_group(group, &lan, GroupRole::Member).await;
        app.join_group(group, &minh, GroupRole::Member).await;
        let guild = Self {
            group,
            owner,
            manager,
            lan,
            minh,
            stranger: app.committee("stranger").await,
            admin: app.admin().await,
            app,
        };
        for who in [&guild.owner, &guild.manager, &guild.lan, &guild.minh] {
            guild.set_first_day(who, "2025-01-01").await;
        }
        guild
    }

    /// Says since when the group counts somebody as a member.
    pub async fn set_first_day(&self, who: &TestUser, day: &str) {
        self.change_member(who, group_member::Column::AttendDate, day.to_owned().into())
            .await;
    }

    pub async fn change_member(
        &self,
        who: &TestUser,
        column: group_member::Column,
        value: sea_orm::Value,
    ) {
        let tx = self.app.app.db.write().await.unwrap();
        group_member::Entity::update_many()
            .col_expr(column, Expr::value(value))
            .filter(group_member::Column::GroupId.eq(self.group))
            .filter(group_member::Column::UserId.eq(who.id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// Makes a call below `/api/group/{groupId}`.
    pub async fn call(&self, who: &TestUser, method: Method, path: &str, body: Value) -> Answer {
        let path = format!("/api/group/{}{path}", self.group);
        let request = self.app.request(method.clone(), &path).lang("en");
        let mut request = request.bearer(&self.app.fresh_token(who));
        if method != Method::GET {
            request = request.json(body);
        }
        request.send().await
    }

    pub async fn get(&self, who: &TestUser, path: &str) -> Value {
        let answer = self.call(who, Method::GET, path, Value::Null).await;
        answer.data().clone()
    }

    pub async fn put(&self, who: &TestUser, path: &str, body: Value) -> Answer {
        self.call(who, Method::PUT, path, body).await
    }

    pub async fn submit(&self, who: &TestUser, deal: Value) -> Answer {
        self.call(who, Method::POST, "/point", deal).await
    }

    /// Has the seller submit a deal and returns the path of the point below the group's.
    pub async fn submitted(&self, seller: &TestUser, deal: Value) -> String {
        let answer = self.submit(seller, deal).await;
        format!("/point/{}", answer.data()["id"].as_str().unwrap())
    }

    /// A deal that the manager approved.
    pub async fn approved(&self, seller: &TestUser, deal: Value) -> String {
        let path = self.submitted(seller, deal).await;
        let answer = self
            .put(&self.manager, &format!("{path}/approve"), json!({}))
            .await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        path
    }

    /// What counts for somebody, as numbers of deals and values: sold, buy, referral.
    pub async fn tally(&self, reader: &TestUser, of: &TestUser) -> [(i64, Option<i64>); 3] {
        let path = format!("/point/tally?userIds={}", of.id);
        let tallies = self.get(reader, &path).await;
        ["sold", "buy", "referral"].map(|name| {
            let figure = &tallies[0][name];
            (figure["count"].as_i64().unwrap(), figure["value"].as_i64())
        })
    }
}

/// `buyer` bought from `seller`, on the day on which tests begin.
pub fn bought(seller: &TestUser, buyer: &TestUser, value: i64) -> Value {
    json!({
        "sellerId": seller.id, "counterpartyId": buyer.id, "roleType": "buyer",
        "value": value, "dealDate": "2026-03-01",
    })
}

/// `introducer` brought somebody to `seller`.
pub fn introduced(seller: &TestUser, introducer: &TestUser, value: i64) -> Value {
    json!({
        "sellerId": seller.id, "counterpartyId": introducer.id, "roleType": "introducer",
        "buyerName": "Công ty Sông Hàn", "value": value, "dealDate": "2026-03-01",
    })
}

/// `base` with the fields of `change` in place of its own.
pub fn with(mut base: Value, change: Value) -> Value {
    for (name, value) in change.as_object().unwrap() {
        base[name] = value.clone();
    }
    base
}
