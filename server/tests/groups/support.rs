//! A group with an owner, a manager and a member.

use axum::http::Method;
use hoi_community::accounts::entity::user;
use hoi_community::groups::entity::group;
use hoi_community::groups::{GroupId, GroupRole};
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser, actions};

pub struct Circle {
    pub app: TestApp,
    pub owner: TestUser,
    pub manager: TestUser,
    pub member: TestUser,
    pub id: GroupId,
}

impl Circle {
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// Creates the group changed by `change` before it is stored.
    pub async fn with(change: impl FnOnce(&mut group::ActiveModel)) -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("owner").await;
        let manager = app.committee("manager").await;
        let member = app.committee("member").await;
        let id = app.group_with(&owner, change).await;
        app.join_group(id, &manager, GroupRole::Manager).await;
        app.join_group(id, &member, GroupRole::Member).await;
        Self {
            app,
            owner,
            manager,
            member,
            id,
        }
    }

    /// Makes a call below the group's path.
    pub async fn call(&self, who: &TestUser, method: Method, tail: &str, body: Value) -> Answer {
        let path = format!("/api/group/{}{tail}", self.id);
        self.app.call(who, method, &path, body).await
    }

    pub async fn get(&self, who: &TestUser, tail: &str) -> Answer {
        self.call(who, Method::GET, tail, Value::Null).await
    }

    pub async fn post(&self, who: &TestUser, tail: &str, body: Value) -> Answer {
        self.call(who, Method::POST, tail, body).await
    }

    /// Asks to join and returns the identifier of the request.
    pub async fn ask(&self, who: &TestUser) -> String {
        let answer = self.post(who, "/join-request", json!({})).await;
        let request = &answer.data()["request"];
        assert_eq!(request["status"], "pending");
        request["id"].as_str().unwrap().to_owned()
    }

    /// Invites an account and returns the identifier of the invitation.
    pub async fn invite(&self, whom: &TestUser, role: &str) -> String {
        let body = json!({ "userIds": [whom.id], "role": role });
        let answer = self.post(&self.owner, "/invitation", body).await;
        answer.data()[0]["id"].as_str().unwrap().to_owned()
    }

    pub async fn decide(&self, who: &TestUser, request: &str, action: &str) -> Answer {
        let body = json!({ "action": action });
        let tail = format!("/join-request/{request}");
        self.call(who, Method::PUT, &tail, body).await
    }

    pub async fn add(&self, by: &TestUser, whom: &[&TestUser], role: &str) -> Answer {
        let ids: Vec<_> = whom.iter().map(|user| user.id).collect();
        let body = json!({ "userIds": ids, "role": role });
        self.post(by, "/member", body).await
    }

    /// Puts these people together into another group, so that the leaders among them may add the others.
    pub async fn acquaint(&self, people: &[&TestUser]) {
        let founder = self.app.committee(&new_name()).await;
        let other = self.app.group(&founder).await;
        for who in people {
            self.app.join_group(other, who, GroupRole::Member).await;
        }
    }

    pub async fn remove(&self, by: &TestUser, whom: &TestUser) -> Answer {
        let tail = format!("/member/{}", whom.id);
        self.call(by, Method::DELETE, &tail, Value::Null).await
    }

    /// The members' roles by name, as an administrator sees them: owner, managers, members.
    pub async fn roles(&self) -> Vec<(String, String)> {
        let admin = self.app.admin_called(&new_name()).await;
        let list = self.get(&admin, "/member?limit=-1").await;
        let items = list.data()["items"].as_array().unwrap().clone();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let role = |member: &Value| (text(&member["fullName"]), text(&member["role"]));
        items.iter().map(role).collect()
    }

    /// The actions of the group's log, oldest first.
    pub async fn log(&self) -> Vec<String> {
        let log = self.get(&self.owner, "/log?limit=100").await;
        actions(log.data())
    }
}

fn new_name() -> String {
    hoi_platform::clock::new_id::<uuid::Uuid>().to_string()
}

/// Sells an account a plan that allows so many groups with so many members each.
pub async fn sell(app: &TestApp, to: &TestUser, groups: i64, members: i64) {
    let admin = app.admin_called(&new_name()).await;
    let offer = json!({
        "baseName": "Gói", "price": 0, "startDate": "2026-03-01", "expirationDate": "2027-03-01",
        "duration": 12, "numberOfPackages": -1,
        "eventItem": { "numberOfEvents": 0, "attendeesPerEvent": 0 },
        "groupItem": { "numberOfGroups": groups, "usersPerGroup": members },
    });
    let plan = app.call(&admin, Method::POST, "/api/plan", offer).await;
    let path = format!("/api/plan/{}/users", plan.data()["id"].as_str().unwrap());
    let users = json!({ "userIds": [to.id] });
    app.call(&admin, Method::POST, &path, users).await.data();
}

/// Sets the name and the business field of an account.
pub async fn describe(app: &TestApp, who: &TestUser, name: &str, field: Option<&str>) {
    let tx = app.app.db.write().await.unwrap();
    let change = user::ActiveModel {
        id: Set(who.id),
        full_name: Set(name.to_owned()),
        search_text: Set(hoi_i18n::fold_for_search(name)),
        name_key: Set(Some(hoi_community::accounts::name_key(name))),
        business_field: Set(field.map(ToOwned::to_owned)),
        ..Default::default()
    };
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

/// A complete new group with an image of its creator.
pub async fn new_group(app: &TestApp, creator: &TestUser) -> Value {
    use hoi_platform::files::Visibility;
    let avatar = app.file(creator, "groupAvatar", Visibility::Public).await;
    json!({ "name": "Hội Doanh nhân Trẻ", "avatar": avatar })
}
