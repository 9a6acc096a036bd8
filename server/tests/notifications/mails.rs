//! Mails: at once where a person waits, digests of unread notifications, and the links that stop them.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::user;
use hoi_community::notifications::{Kind, send_digests};
use hoi_i18n::Lang;
use hoi_mail::Email;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::json;

use super::support::{contents, listed, news, prefer, read, tell};
use crate::support::{START, TestApp, TestUser};

const DAY: Duration = Duration::from_hours(24);

async fn change(app: &TestApp, who: &TestUser, what: impl FnOnce(&mut user::ActiveModel)) {
    let tx = app.app.db.write().await.unwrap();
    let mut change = user::ActiveModel {
        id: Set(who.id),
        ..Default::default()
    };
    what(&mut change);
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

/// The digests that are mailed now.
async fn digests(app: &TestApp) -> Vec<Email> {
    // Twice, as two servers do.
    send_digests(&app.app).await.unwrap();
    send_digests(&app.app).await.unwrap();
    app.run_jobs().await
}

fn header<'a>(mail: &'a Email, name: &str) -> &'a str {
    let found = mail.headers.iter().find(|(found, _)| found == name);
    found.map_or("", |(_, value)| value)
}

/// The path at which a POST stops mails like this one.
fn one_click(mail: &Email) -> String {
    let link = header(mail, "List-Unsubscribe");
    let path = link.strip_prefix("<https://hoi.example").unwrap();
    path.strip_suffix('>').unwrap().to_owned()
}

/// The request of a mail program (RFC 8058): a form without a login.
async fn press(app: &TestApp, path: &str) -> u64 {
    let request = app
        .request(Method::POST, path)
        .header("content-type", "application/x-www-form-urlencoded");
    request
        .body("List-Unsubscribe=One-Click")
        .send()
        .await
        .code()
}

#[tokio::test]
async fn requests_to_a_person_are_mailed_at_once_in_their_language() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    change(&app, &binh, |user| user.lang = Set(Lang::EN)).await;
    tell(
        &app,
        &[&an, &binh],
        news(Kind::JoinRequestCreated, 1, "<Lan>"),
    )
    .await;
    let mut mails = app.run_jobs().await;
    mails.sort_by_key(|mail| mail.to.email.to_string());
    let [vi, en] = mails.as_slice() else {
        panic!("{mails:?}");
    };
    assert_eq!(vi.subject, "Yêu cầu vào nhóm");
    assert_eq!(en.subject, "Request to join");
    assert!(
        vi.text.contains("<Lan> xin tham gia nhóm “Hội Trăng”."),
        "{}",
        vi.text
    );
    assert!(
        en.text.contains("<Lan> asks to join “Hội Trăng”."),
        "{}",
        en.text
    );
    assert!(en.html.contains("&lt;Lan&gt; asks"), "{}", en.html);
    assert!(en.text.contains("https://hoi.example/my-group/7"));
    assert!(en.html.contains("See details"), "{}", en.html);
    assert_eq!(
        header(en, "List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    assert!(app.run_jobs().await.is_empty());
}

#[tokio::test]
async fn no_mail_of_read_notifications_or_to_unusable_accounts() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    tell(
        &app,
        &[&an, &binh],
        news(Kind::JoinRequestCreated, 1, "Lan"),
    )
    .await;
    read(&app, &an, 0).await;
    change(&app, &binh, |user| user.is_active = Set(false)).await;
    assert!(app.run_jobs().await.is_empty());
}

#[tokio::test]
async fn a_digest_tells_what_is_unread_once_at_seven_in_the_morning() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let binh = app.committee("binh").await;
    change(&app, &binh, |user| user.lang = Set(Lang::EN)).await;
    for news in [
        news(Kind::PostNew, 1, "Lan"),
        news(Kind::PostNew, 2, "Mai"),
        news(Kind::LikeNew, 1, "Hoa"),
    ] {
        app.app
            .clock
            .set(app.app.clock.now().plus(Duration::from_millis(1)));
        tell(&app, &[&an, &binh], news).await;
    }
    app.app.clock.set(START);
    read(&app, &an, 1).await;
    read(&app, &an, 2).await;
    assert!(
        digests(&app).await.is_empty(),
        "not before the next morning"
    );
    // 2 March, 06:59.
    app.pass(Duration::from_mins(22 * 60 - 1));
    assert!(digests(&app).await.is_empty());
    app.pass(Duration::from_mins(1));
    let mails = digests(&app).await;
    let [mail] = mails.as_slice() else {
        panic!("{mails:?}");
    };
    assert_eq!(mail.to.email.to_string(), binh.email);
    assert_eq!(mail.subject, "2 unread notifications at Hội");
    assert!(
        mail.text.contains("Lan has written a post"),
        "{}",
        mail.text
    );
    assert!(
        mail.text.contains("Mai has written a post"),
        "{}",
        mail.text
    );
    assert!(
        !mail.text.contains("Hoa"),
        "likes are not mailed: {}",
        mail.text
    );
    assert!(mail.text.contains("https://hoi.example/my-group/7"));
    assert!(mail.html.contains("See all notifications"), "{}", mail.html);
    for _ in 0..3 {
        app.pass(DAY);
        assert!(digests(&app).await.is_empty(), "nothing is new");
    }
    tell(&app, &[&binh], news(Kind::PostNew, 3, "Chi")).await;
    app.pass(DAY);
    let mails = digests(&app).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "1 unread notification at Hội");
    assert!(!mails[0].text.contains("Lan"), "{}", mails[0].text);
}

#[tokio::test]
async fn a_weekly_digest_comes_on_monday_and_none_when_switched_off() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    prefer(&app, &an, json!({ "digest": "weekly" })).await;
    prefer(&app, &binh, json!({ "digest": "off" })).await;
    // From Sunday, 1 March, 09:00.
    let mut mailed = Vec::new();
    for day in 1_u128..=16 {
        tell(&app, &[&an, &binh], news(Kind::PostNew, day, "Lan")).await;
        app.pass(DAY);
        let mails = digests(&app).await.into_iter();
        mailed.extend(mails.map(|mail| (day, mail.to.email.to_string())));
    }
    let an = &an.email;
    assert_eq!(mailed, [(1, an.clone()), (8, an.clone()), (15, an.clone())]);
}

#[tokio::test]
async fn a_digest_has_an_end_and_says_how_many_more_there_are() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    for number in 1..=23 {
        tell(
            &app,
            &[&an],
            news(Kind::PostNew, number, &format!("Bạn {number}.")),
        )
        .await;
        app.pass(Duration::from_secs(1));
    }
    app.pass(DAY);
    let mails = digests(&app).await;
    assert_eq!(mails[0].subject, "23 thông báo chưa đọc tại Hội");
    assert!(mails[0].text.contains("Bạn 23."));
    assert!(mails[0].text.contains("Bạn 4."));
    assert!(!mails[0].text.contains("Bạn 3."));
    assert!(
        mails[0].text.contains("… và 3 thông báo khác."),
        "{}",
        mails[0].text
    );
}

#[tokio::test]
async fn digests_stop_after_sixty_days_without_a_visit() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let mut mailed = Vec::new();
    for day in 1..=65_u128 {
        tell(&app, &[&an], news(Kind::PostNew, day, "Lan")).await;
        app.pass(DAY);
        if !digests(&app).await.is_empty() {
            mailed.push(day);
        }
    }
    assert_eq!(mailed, (1..=59).collect::<Vec<_>>());
    let now = app.app.clock.now();
    change(&app, &an, |user| user.last_seen_at = Set(Some(now))).await;
    app.pass(DAY);
    let mails = digests(&app).await;
    assert_eq!(mails[0].subject, "6 thông báo chưa đọc tại Hội");
}

#[tokio::test]
async fn one_press_stops_digests_without_a_login_and_for_this_person_alone() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    tell(&app, &[&an, &binh], news(Kind::PostNew, 1, "Lan")).await;
    app.pass(DAY);
    let mails = digests(&app).await;
    let mail = mails
        .iter()
        .find(|mail| mail.to.email.to_string() == an.email);
    let path = one_click(mail.unwrap());

    // A link that is only followed changes nothing: scanners of mails follow all of them.
    let followed = app.get(&path).await;
    assert_eq!(followed.status, StatusCode::SEE_OTHER);
    let page = followed.header("location");
    assert!(
        page.starts_with("https://hoi.example/unsubscribe/"),
        "{page}"
    );
    assert!(
        mail.unwrap().text.contains(&page),
        "the mail names the page"
    );
    let frequency = async |who: &TestUser| {
        let request = app.request(Method::GET, "/api/notification/preference");
        let request = request.bearer(&app.fresh_token(who));
        request.send().await.data()["digest"].clone()
    };
    assert_eq!(frequency(&an).await, "daily");

    assert_eq!(press(&app, &path).await, 2000);
    // Mails of earlier versions carry another address.
    let earlier = path.replace("/mail/unsubscribe/", "/unsubscribe/");
    assert_ne!(earlier, path);
    assert_eq!(press(&app, &earlier).await, 2000, "again");
    assert_eq!(frequency(&an).await, "off");
    assert_eq!(frequency(&binh).await, "daily");
    tell(&app, &[&an, &binh], news(Kind::PostNew, 2, "Lan")).await;
    app.pass(DAY);
    let mails = digests(&app).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to.email.to_string(), binh.email);
    assert_eq!(contents(&app, &an).await.len(), 2, "the list goes on");
}

#[tokio::test]
async fn one_press_stops_the_mails_of_one_kind() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    tell(&app, &[&an], news(Kind::JoinRequestCreated, 1, "Lan")).await;
    let mails = app.run_jobs().await;
    assert_eq!(press(&app, &one_click(&mails[0])).await, 2000);
    assert_eq!(
        tell(&app, &[&an], news(Kind::JoinRequestCreated, 2, "Mai")).await,
        0
    );
    assert_eq!(
        tell(&app, &[&an], news(Kind::InvitationCreated, 3, "Mai")).await,
        1
    );
    assert_eq!(listed(&app, &an, "").await["unread"], 3);
}

#[tokio::test]
async fn a_forged_or_outdated_link_stops_nothing() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    tell(&app, &[&an], news(Kind::JoinRequestCreated, 1, "Lan")).await;
    let path = one_click(&app.run_jobs().await[0]);
    let (an_id, binh_id) = (an.id.0.simple().to_string(), binh.id.0.simple().to_string());
    for forged in [
        path.replace(&an_id, &binh_id),
        path.replace("joinRequest.created", "point.pending"),
        path.replace("joinRequest.created", "digest"),
        path.replace("joinRequest.created", "nonsense"),
        format!("{path}00"),
        "/api/notification/mail/unsubscribe/nonsense".to_owned(),
    ] {
        assert_eq!(press(&app, &forged).await, 5005, "{forged}");
    }
    // The mail lies in a mailbox that is no longer this person's.
    change(&app, &an, |user| {
        user.email_key = Set("new@hoi.example".to_owned())
    })
    .await;
    assert_eq!(press(&app, &path).await, 5005);
}
