//! A group with somebody in each role, whose posts wait for approval.

use std::time::Duration;

use axum::http::Method;
use hoi_server::groups::entity::group;
use hoi_server::groups::{GroupId, GroupRole};
use hoi_server::posts::PostId;
use hoi_server::posts::entity::post;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

pub struct Club {
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

impl Club {
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
        Self {
            group,
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
        let path = format!("/api/group/{}{path}", self.group);
        let request = self.app.request(method.clone(), &path).lang("en");
        let mut request = request.bearer(&self.app.fresh_token(who));
        if method != Method::GET {
            request = request.json(body);
        }
        request.send().await
    }

    pub async fn get(&self, who: &TestUser, path: &str) -> Answer {
        self.call(who, Method::GET, path, Value::Null).await
    }

    pub async fn put(&self, who: &TestUser, path: &str) -> Answer {
        self.call(who, Method::PUT, path, json!({})).await
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
            self.put(&self.owner, &approve).await.data();
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

    /// The feed of somebody; `query` without a question mark.
    pub async fn feed(&self, who: &TestUser, query: &str) -> Value {
        let path = format!("/api/group/feed?{query}");
        let request = self.app.request(Method::GET, &path);
        let answer = request.bearer(&self.app.fresh_token(who)).send().await;
        answer.data().clone()
    }

    /// The actions in the group's log, oldest first.
    pub async fn log(&self) -> Vec<String> {
        let log = self.get(&self.owner, "/log").await;
        let items = log.data()["items"].as_array().unwrap().iter().rev();
        items
            .map(|item| item["action"].as_str().unwrap().to_owned())
            .collect()
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
