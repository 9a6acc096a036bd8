//! Helpers for tests of points, in a group.

use axum::http::Method;
use hoi_community::groups::entity::group_member;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{Answer, TestGroup, TestUser};

impl TestGroup {
    /// Sets the day since which the group counts an account as a member.
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
            .filter(group_member::Column::GroupId.eq(self.id))
            .filter(group_member::Column::UserId.eq(who.id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// Returns the data of a GET call.
    pub async fn read(&self, who: &TestUser, path: &str) -> Value {
        self.get(who, path).await.data().clone()
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
            .decide(&self.manager, &path, "approve", json!({}))
            .await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        path
    }

    /// Makes a call about a point, in the version that it has now.
    pub async fn decide(&self, who: &TestUser, path: &str, call: &str, mut body: Value) -> Answer {
        body["version"] = self.read(&self.owner, path).await["version"].clone();
        self.put(who, &format!("{path}/{call}"), body).await
    }

    /// A member's counted deals, as numbers and values: sold, buy, referral.
    pub async fn tally(&self, reader: &TestUser, of: &TestUser) -> [(i64, Option<i64>); 3] {
        let path = format!("/point/tally?userIds={}", of.id);
        let tallies = self.read(reader, &path).await;
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

/// `introducer` brought a buyer to `seller`.
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
