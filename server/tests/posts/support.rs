//! Helpers for tests of posts, in a group whose posts wait for approval.

use std::time::Duration;

use axum::http::Method;
use hoi_community::posts::PostId;
use hoi_community::posts::entity::post;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::support::{Answer, TestGroup, TestUser};

impl TestGroup {
    /// Makes a PUT call without fields, such as an approval or a like.
    pub async fn act(&self, who: &TestUser, path: &str) -> Answer {
        self.put(who, path, json!({})).await
    }

    pub async fn delete(&self, who: &TestUser, path: &str) -> Answer {
        self.call(who, Method::DELETE, path, json!({})).await
    }

    /// Writes a post and returns its path below the group's.
    pub async fn write(&self, who: &TestUser, text: &str) -> String {
        let body = json!({ "text": text });
        let answer = self.call(who, Method::POST, "/post", body).await;
        path_of(answer.data())
    }

    /// Writes a post that all members see, a second after the one before.
    pub async fn publish(&self, who: &TestUser, text: &str) -> String {
        self.app.pass(Duration::from_secs(1));
        let path = self.write(who, text).await;
        let post = self.get(&self.owner, &path).await;
        if post.data()["status"] == "pending" {
            let approve = format!("{path}/approve");
            self.act(&self.owner, &approve).await.data();
        }
        path
    }

    pub async fn comment(&self, who: &TestUser, post: &str, text: &str) -> Answer {
        let body = json!({ "text": text });
        self.call(who, Method::POST, &format!("{post}/comment"), body)
            .await
    }

    /// The texts of a list of posts, whose path is below the group's.
    pub async fn texts(&self, who: &TestUser, path: &str) -> Vec<String> {
        texts(self.get(who, path).await.data())
    }

    /// The feed of an account; `query` without a question mark.
    pub async fn feed(&self, who: &TestUser, query: &str) -> Value {
        let path = format!("/api/group/feed?{query}");
        let request = self.app.request(Method::GET, &path);
        let answer = request.bearer(&self.app.fresh_token(who)).send().await;
        answer.data().clone()
    }

    pub async fn row(&self, path: &str) -> post::Model {
        let id: PostId = path.rsplit('/').next().unwrap().parse().unwrap();
        let row = post::Entity::find_by_id(id).one(self.app.app.db.read());
        row.await.unwrap().unwrap()
    }
}

/// The path of a post below its group's.
pub fn path_of(post: &Value) -> String {
    format!("/post/{}", post["id"].as_str().unwrap())
}

pub fn texts(list: &Value) -> Vec<String> {
    let items = list["items"].as_array().unwrap().iter();
    items
        .map(|post| post["text"].as_str().unwrap().to_owned())
        .collect()
}
