//! Invitations by e-mail: with and without an account, from the mail to the membership.

use std::time::Duration;

use axum::http::Method;
use hoi_community::groups::end_old_invitations;
use serde_json::{Value, json};

use super::support::{Circle, describe};
use crate::auth::support::{PASSWORD, token_of};
use crate::support::{Answer, TestUser};

const DAY: Duration = Duration::from_hours(24);

async fn invite(circle: &Circle, who: &TestUser, people: Value, role: &str) -> Answer {
    let body = json!({ "people": people, "role": role });
    circle.post(who, "/invitation/email", body).await
}

fn id_of(answer: &Answer) -> String {
    answer.data()[0]["id"].as_str().unwrap().to_owned()
}

/// Makes a call without a login.
async fn public(circle: &Circle, method: Method, tail: &str) -> Answer {
    let path = format!("/api/group-invitation/{tail}");
    circle.app.request(method, &path).lang("en").send().await
}

#[tokio::test]
async fn a_person_without_an_account_signs_up_and_becomes_a_member_by_accepting() {
    let circle = Circle::new().await;
    let people = json!([{ "email": "Lan@congty.vn", "fullName": "Nguyễn Thị Lan" }]);
    let invited = invite(&circle, &circle.manager, people, "member").await;
    assert_eq!(invited.data()[0]["email"], "Lan@congty.vn");
    for (reader, number) in [(&circle.owner, json!(1)), (&circle.member, Value::Null)] {
        let group = circle.get(reader, "").await;
        assert_eq!(group.data()["details"]["pendingInvitations"], number);
    }
    let [mail] = circle.app.run_jobs().await.try_into().unwrap();
    assert_eq!(mail.to.email.to_string(), "Lan@congty.vn");
    assert!(mail.text.contains("Nguyễn manager"), "{}", mail.text);
    let token = token_of(&mail, "/invitation/");
    let page = public(&circle, Method::GET, &token).await;
    let page = page.data();
    for (field, value) in [
        ("email", json!("Lan@congty.vn")),
        ("fullName", json!("Nguyễn Thị Lan")),
        ("invitedBy", json!("Nguyễn manager")),
        ("memberCount", json!(3)),
    ] {
        assert_eq!(page[field], value, "{field}");
    }

    circle.app.verified("lan@congty.vn").await;
    let login = circle.app.log_in("lan@congty.vn", PASSWORD).await;
    let bearer = login.data()["token"]["accessToken"].as_str().unwrap();
    let call = |method, path: String| circle.app.request(method, &path).bearer(bearer);
    let mine = call(Method::GET, "/api/group/request/mine".to_owned());
    let mine = mine.send().await;
    let invitation = &mine.data()["items"][0];
    assert_eq!(invitation["id"], json!(id_of(&invited)));
    let group = format!("/api/group/{}", circle.id);
    let card = call(Method::GET, group.clone()).send().await;
    assert_eq!(card.data()["myState"], "invited");
    let decision = format!("{group}/join-request/{}", id_of(&invited));
    let accepted = call(Method::PUT, decision).json(json!({ "action": "accept" }));
    accepted.send().await.data();
    let members = circle.get(&circle.owner, "/member?search=Lan").await;
    assert_eq!(members.data()["items"][0]["fullName"], "Nguyễn Thị Lan");
    assert_eq!(public(&circle, Method::GET, &token).await.code(), 5005);
}

#[tokio::test]
async fn an_account_is_told_instead_and_the_inviter_does_not_learn_which() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let people = json!([{ "email": an.email }, { "email": "nobody@hoi.example" }]);
    let invited = invite(&circle, &circle.owner, people, "member").await;
    let shape = |at: usize| {
        let mut row = invited.data()[at].clone();
        for field in ["id", "email", "user"] {
            row[field] = Value::Null;
        }
        row
    };
    assert_eq!(shape(0), shape(1));
    let mails = circle.app.run_jobs().await;
    let with_link = |email: &&hoi_mail::Email| email.text.contains("/invitation/");
    let linked: Vec<_> = mails.iter().filter(with_link).collect();
    assert_eq!(linked.len(), 1);
    assert_eq!(linked[0].to.email.to_string(), "nobody@hoi.example");
    let unread = circle.app.get_as(&an, "/api/notification").await;
    assert_eq!(unread.data()["items"][0]["type"], "invitation.created");
    // Administrators belong to no group; they are not told, and their address is no secret that is given away.
    let admin = circle.app.admin().await;
    let people = json!([{ "email": admin.email }]);
    invite(&circle, &circle.owner, people, "member")
        .await
        .data();
    assert!(circle.app.run_jobs().await.is_empty());
    // Declining tells the inviter nothing but the address.
    let id = id_of(&invited);
    circle.decide(&an, &id, "decline").await.data();
    let list = circle.get(&circle.owner, "/join-request?status=declined");
    let list = list.await;
    let declined = &list.data()["items"][0];
    assert_eq!(declined["user"]["fullName"], an.email);
    assert_eq!(declined["decidedByName"], Value::Null);
}

#[tokio::test]
async fn members_and_invited_accounts_are_left_out_and_an_asking_one_is_admitted() {
    let circle = Circle::new().await;
    let people = json!([{ "email": circle.member.email }]);
    let refused = invite(&circle, &circle.owner, people, "member").await;
    assert_eq!(refused.code(), 5008);
    assert!(circle.app.run_jobs().await.is_empty());
    let people = json!([{ "email": circle.member.email }, { "email": "an@congty.vn" }]);
    let invited = invite(&circle, &circle.owner, people.clone(), "member").await;
    let addresses = invited.data().as_array().unwrap().iter();
    let addresses: Vec<_> = addresses.map(|row| row["email"].clone()).collect();
    assert_eq!(addresses, ["an@congty.vn"]);
    let mails = circle.app.run_jobs().await;
    assert_eq!(mails.len(), 1, "the member gets none");
    let again = invite(&circle, &circle.owner, people, "member").await;
    assert_eq!(again.code(), 5008);
    let an = circle.app.committee("an").await;
    circle.ask(&an).await;
    let people = json!([{ "email": an.email }]);
    let accepted = invite(&circle, &circle.owner, people, "member").await;
    assert_eq!(accepted.data()[0]["status"], "accepted");
    // Whether an address that is invited is that of an account, inviting the account does not tell. It becomes a member
    // by asking, as the newer invitation says, and nothing waits then.
    let binh = circle.app.committee("binh").await;
    let people = json!([{ "email": binh.email }]);
    invite(&circle, &circle.owner, people, "member")
        .await
        .data();
    circle.app.pass(Duration::from_mins(1));
    circle.invite(&binh, "manager").await;
    let joined = circle.post(&binh, "/join-request", json!({})).await;
    assert_eq!(joined.data()["myState"], "member");
    assert_eq!(joined.data()["request"]["role"], "manager");
    let waiting = circle.get(&circle.owner, "/join-request?status=pending");
    assert_eq!(waiting.await.data()["total"], 1, "an@congty.vn");
    // Nor does inviting addresses tell which of them is that of an account that is invited.
    let chi = circle.app.committee("chi").await;
    circle.invite(&chi, "member").await;
    let people = json!([{ "email": chi.email }, { "email": "khac@hoi.example" }]);
    let invited = invite(&circle, &circle.owner, people, "member").await;
    assert_eq!(invited.data().as_array().unwrap().len(), 2);
    // Managers make no managers.
    let people = json!([{ "email": "chi@congty.vn" }]);
    let refused = invite(&circle, &circle.manager, people, "manager").await;
    assert_eq!(refused.code(), 5016);
}

#[tokio::test]
async fn faults_of_an_address_are_named() {
    let circle = Circle::new().await;
    for (people, fault) in [
        (json!([]), "Please enter at least 1 email address"),
        (
            json!([{ "email": "an@congty.vn" }, { "email": "an" }]),
            "an: Enter a valid email address",
        ),
    ] {
        let refused = invite(&circle, &circle.owner, people, "member").await;
        assert_eq!(refused.json["fields"]["people"], json!([fault]));
    }
    let advert = json!([{ "email": "an@congty.vn", "fullName": "www.example.com" }]);
    let refused = invite(&circle, &circle.owner, advert, "member").await;
    assert_eq!(refused.code(), 5002);
}

#[tokio::test]
async fn mails_count_and_end() {
    let circle = Circle::new().await;
    circle.app.allow_mails(&circle.owner, Some(2)).await;
    let people = |names: &[&str]| {
        let people = names
            .iter()
            .map(|name| json!({ "email": format!("{name}@congty.vn") }));
        Value::Array(people.collect())
    };
    let three = invite(&circle, &circle.owner, people(&["a", "b", "c"]), "member").await;
    assert_eq!(three.code(), 5003);
    let one = invite(&circle, &circle.owner, people(&["a"]), "member").await;
    let resend = format!("/join-request/{}/resend", id_of(&one));
    let lately = circle.post(&circle.owner, &resend, json!({})).await;
    assert_eq!(lately.code(), 5008);
    assert_eq!(circle.app.run_jobs().await.len(), 1);
    circle.app.pass(DAY);
    let token = circle.app.fresh_token(&circle.owner);
    let path = format!("/api/group/{}{resend}", circle.id);
    let again = || {
        circle
            .app
            .request(Method::POST, &path)
            .bearer(&token)
            .send()
    };
    assert_eq!(again().await.code(), 2000);
    assert_eq!(circle.app.run_jobs().await.len(), 1);
    assert_eq!(again().await.code(), 5008);
    let member = circle.app.fresh_token(&circle.member);
    let refused = circle.app.request(Method::POST, &path).bearer(&member);
    assert_eq!(refused.send().await.code(), 5016);
}

#[tokio::test]
async fn an_invitation_ends_by_itself_by_its_sender_and_by_its_receiver() {
    let circle = Circle::new().await;
    let mut tokens = Vec::new();
    let mut ids = Vec::new();
    for name in ["a", "b", "c"] {
        let people = json!([{ "email": format!("{name}@congty.vn") }]);
        let invited = invite(&circle, &circle.owner, people, "member").await;
        ids.push(id_of(&invited));
        let [mail] = circle.app.run_jobs().await.try_into().unwrap();
        tokens.push(token_of(&mail, "/invitation/"));
    }
    let decline = format!("{}/decline", tokens[0]);
    assert_eq!(public(&circle, Method::POST, &decline).await.code(), 2000);
    assert_eq!(public(&circle, Method::POST, &decline).await.code(), 5005);
    let told = circle.app.get_as(&circle.owner, "/api/notification").await;
    assert_eq!(told.data()["items"][0]["type"], "invitation.declined");
    let path = format!("/join-request/{}", ids[1]);
    let revoked = circle.call(&circle.owner, Method::DELETE, &path, Value::Null);
    revoked.await.data();
    circle.app.pass(30 * DAY);
    for token in &tokens {
        assert_eq!(public(&circle, Method::GET, token).await.code(), 5005);
    }
    let wrong = format!("{}0", &tokens[2][..tokens[2].len() - 1]);
    assert_eq!(public(&circle, Method::GET, &wrong).await.code(), 5005);
    end_old_invitations(&circle.app.app).await.unwrap();
    let admin = circle.app.admin().await;
    let list = circle.get(&admin, "/join-request").await;
    let states = list.data()["items"].as_array().unwrap().clone();
    let states: Vec<_> = states.iter().map(|row| row["status"].clone()).collect();
    assert_eq!(states, ["expired", "revoked", "declined"]);
}

#[tokio::test]
async fn an_invitation_to_an_address_is_for_its_owner_only() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    describe(&circle.app, &an, "An", Some("Vận tải")).await;
    let people = json!([{ "email": "other@hoi.example" }]);
    let invited = invite(&circle, &circle.owner, people, "member").await;
    let refused = circle.decide(&an, &id_of(&invited), "accept").await;
    assert_eq!(refused.code(), 5016);
    let other = circle.app.committee("other").await;
    describe(&circle.app, &other, "Khác", Some("Luật")).await;
    circle
        .decide(&other, &id_of(&invited), "accept")
        .await
        .data();
    let members = circle.get(&circle.owner, "/member?search=khac").await;
    assert_eq!(members.data()["items"][0]["businessField"], "Luật");
}
