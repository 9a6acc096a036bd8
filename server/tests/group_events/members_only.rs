//! Events that only members of the group can register for.

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_ticketing::events::{ShownPage, find_event, head};
use sea_orm::Set;

use super::support::Club;
use crate::registration::support::{form, with};

const FOR_MEMBERS: &str = "Only members of the group that this event belongs to can register. Log in as a member, or enter an invitation code.";

#[tokio::test]
async fn members_register_and_others_do_not() {
    let club = Club::new().await;
    let event = club.members_event().await;
    let path = format!("/api/event/{event}/register");
    let request = club.app.request(Method::POST, &path).lang("en");
    let visitor = request.json(form("khach")).send().await;
    assert_eq!(visitor.code(), 5016, "{}", visitor.json);
    assert_eq!(visitor.json["messages"][0], FOR_MEMBERS);
    let stranger = club.register_as(&club.stranger, event, form("chi")).await;
    assert_eq!(stranger.code(), 5016, "{}", stranger.json);
    let request = club.app.request(Method::POST, &path).bearer("nothing");
    assert_eq!(request.json(form("khach")).send().await.code(), 5018);
    // A caller without permission is not told what is wrong with the form.
    let blank = club.register_as(&club.stranger, event, serde_json::json!({}));
    assert_eq!(blank.await.code(), 5016);
    // Each member takes one seat, under the own address.
    let other = club.register_as(&club.member, event, form("khac")).await;
    assert_eq!(other.code(), 5002, "{}", other.json);
    assert!(other.json["fields"]["email"].is_array());
    assert_eq!(club.app.registered(event).await, 0);
    let own = with(form("binh"), "email", club.member.email.as_str());
    let member = club.register_as(&club.member, event, own).await;
    assert!(member.data()["ticketCode"].is_string());
    assert_eq!(club.app.registered(event).await, 1);
}

#[tokio::test]
async fn a_removed_member_can_no_longer_register() {
    let club = Club::new().await;
    let event = club.members_event().await;
    club.remove_member().await;
    let removed = club.register_as(&club.member, event, form("binh")).await;
    assert_eq!(removed.code(), 5016, "{}", removed.json);
    assert_eq!(club.app.registered(event).await, 0);
}

#[tokio::test]
async fn guests_register_with_an_invitation_code() {
    let club = Club::new().await;
    let event = club.members_event().await;
    let other = club.members_event().await;
    club.app
        .invitation(event, "KHACH", |code| code.max_uses = Set(1))
        .await;
    let invited = |event, code: &str, name: &str| {
        let body = with(form(name), "invitationCode", code);
        club.app.register(event, body)
    };
    for (event, code) in [(event, "KHACH2"), (other, "KHACH")] {
        let refused = invited(event, code, "la").await;
        assert_eq!(refused.code(), 5002, "{}", refused.json);
        assert!(refused.json["fields"]["invitationCode"].is_array());
    }
    assert_eq!(invited(event, "  ", "trong").await.code(), 5016);
    invited(event, " khach ", "mot").await.data();
    assert_eq!(invited(event, "KHACH", "hai").await.code(), 5002);
    assert_eq!(club.app.registered(event).await, 1);
}

#[tokio::test]
async fn the_public_page_says_whom_it_is_for() {
    let club = Club::new().await;
    let event = club.members_event().await;
    let path = format!("/api/event/{event}/public");
    let visitor = club.app.get(&path).await;
    assert_eq!(visitor.data()["membersOnly"], true);
    assert_eq!(visitor.data()["groupName"], "Hội Doanh nhân Đà Nẵng");
    assert_eq!(visitor.data()["needsCode"], true);
    let needs_code =
        async |caller| club.app.get_as(caller, &path).await.data()["needsCode"].clone();
    assert_eq!(needs_code(&club.stranger).await, true);
    assert_eq!(needs_code(&club.member).await, false);
    club.remove_member().await;
    assert_eq!(needs_code(&club.member).await, true);
    // A group that is not listed stays unknown.
    let hidden = club
        .app
        .group_with(&club.owner, |group| group.is_listed = Set(false));
    let hidden = hidden.await;
    let of_hidden = club.event(|event| {
        event.group_id = Set(Some(hidden));
        event.members_only = Set(true);
    });
    let path = format!("/api/event/{}/public", of_hidden.await);
    assert!(club.app.get(&path).await.data()["groupName"].is_null());
    let open = format!("/api/event/{}/public", club.event(|_| {}).await);
    let open = club.app.get(&open).await;
    assert_eq!(open.data()["needsCode"], false);
    assert!(open.data()["groupName"].is_null());
}

#[tokio::test]
async fn a_link_tells_only_title_and_start() {
    let club = Club::new().await;
    let event = club.members_event().await;
    let row = find_event(club.app.app.db.read(), event)
        .await
        .unwrap()
        .unwrap();
    let shown = ShownPage::find(club.app.app.db.read(), event, club.app.app.clock.now())
        .await
        .unwrap()
        .unwrap();
    let head = head(&shown, &club.app.app.config.public_url, Lang::EN);
    assert!(head.contains("<title>Hội nghị Đổi mới</title>"), "{head}");
    assert!(head.contains("noindex"), "{head}");
    let start = hoi_i18n::format_date_time(Lang::EN, row.event_start_date.0);
    let description = format!("<meta name=\"description\" content=\"{start}\">");
    assert!(head.contains(&description), "{head}");
    for secret in ["Một ngày gặp gỡ", "og:image", "Nhà hát"] {
        assert!(!head.contains(secret), "{secret}: {head}");
    }
}
