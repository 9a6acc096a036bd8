//! Organisers are told when a plan ends.

use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::entity::user;
use hoi_community::plans::tell_of_ends;
use hoi_i18n::Lang;
use hoi_mail::Email;
use hoi_server::background::clean_up;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::json;

use super::support::Shop;
use crate::support::TestUser;

const DAY: Duration = Duration::from_hours(24);

/// The mails of the next `days` days, each with the number of the day; background work runs twice a day.
async fn mails_within(shop: &Shop, days: usize) -> Vec<(usize, Email)> {
    let mut mails = Vec::new();
    for day in 1..=days {
        shop.app.pass(DAY);
        for _ in 0..2 {
            clean_up(&shop.app.app).await;
            let sent = shop.app.run_jobs().await;
            mails.extend(sent.into_iter().map(|mail| (day, mail)));
        }
    }
    mails
}

/// Sells a plan for one month, which ends on 1 April, and returns its path.
async fn sold(shop: &Shop, users: &[&TestUser]) -> String {
    let plan = shop
        .plan(json!({ "duration": 1, "numberOfPackages": -1 }))
        .await;
    shop.sell(&plan, users).await.data();
    plan
}

async fn change(shop: &Shop, who: &TestUser, what: impl FnOnce(&mut user::ActiveModel)) {
    let tx = shop.app.app.db.write().await.unwrap();
    let mut change = user::ActiveModel {
        id: Set(who.id),
        ..Default::default()
    };
    what(&mut change);
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn the_owner_is_told_two_weeks_and_three_days_before_and_at_the_end() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    sold(&shop, &[&an]).await;
    let mails = mails_within(&shop, 60).await;
    let subjects: Vec<_> = mails
        .iter()
        .map(|(day, mail)| (*day, mail.subject.as_str()))
        .collect();
    let soon = "Gói “Gói Đồng” của bạn sẽ hết hạn lúc 01/04/2026 23:59";
    assert_eq!(
        subjects,
        [
            (17, soon),
            (28, soon),
            (32, "Gói “Gói Đồng” của bạn đã hết hạn")
        ]
    );
    let ids: std::collections::HashSet<_> =
        mails.iter().map(|(_, mail)| &mail.message_id).collect();
    assert_eq!(ids.len(), 3);
    assert!(
        mails
            .iter()
            .all(|(_, mail)| mail.to.email.to_string() == an.email)
    );
    assert!(mails[2].1.text.contains("Không có gì bị xoá"));
    assert!(mails[2].1.text.contains("https://hoi.example/profile"));
}

#[tokio::test]
async fn another_end_is_announced_anew_and_one_that_was_announced_never_again() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let plan = sold(&shop, &[&an]).await;
    assert_eq!(mails_within(&shop, 17).await.len(), 1);
    for (end, number) in [("2026-05-20", 0), ("2026-04-01", 0), ("2026-03-31", 1)] {
        let change = json!({ "expirationDate": end });
        shop.adjust(&plan, &an, change).await.data();
        clean_up(&shop.app.app).await;
        assert_eq!(shop.app.run_jobs().await.len(), number, "{end}");
    }
}

#[tokio::test]
async fn two_servers_tell_the_owner_once() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let binh = shop.app.committee("binh").await;
    change(&shop, &binh, |user| user.lang = Set(Lang::EN)).await;
    sold(&shop, &[&an, &binh]).await;
    shop.app.pass(17 * DAY);
    // SQLite allows one server, which then works several times at once.
    let second = shop.app.second_server().await;
    let second = second.map_or_else(|_| shop.app.app.clone(), |server| server.app.clone());
    let runs = (0..6).map(|at| {
        let app = if at % 2 == 0 { &shop.app.app } else { &second };
        tell_of_ends(app)
    });
    for run in futures::future::join_all(runs).await {
        run.unwrap();
    }
    let mut mails = shop.app.run_jobs().await;
    mails.sort_by_key(|mail| mail.to.email.to_string());
    let subjects: Vec<_> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(
        subjects,
        [
            "Gói “Gói Đồng” của bạn sẽ hết hạn lúc 01/04/2026 23:59",
            "Your plan “Gói Đồng” ends on Apr 1, 2026, 23:59",
        ]
    );
}

#[tokio::test]
async fn no_notice_of_a_plan_that_was_taken_away_or_extended_or_before_the_morning() {
    let shop = Shop::new().await;
    let an = shop.app.committee("an").await;
    let binh = shop.app.committee("binh").await;
    let chi = shop.app.committee("chi").await;
    let dung = shop.app.committee("dung").await;
    let plan = sold(&shop, &[&an, &binh, &chi, &dung]).await;
    let of_an = format!("{plan}/users/{}", an.id);
    shop.call(Method::DELETE, &of_an, json!({})).await.data();

    // 18 March, 07:59: the day of notices begins at 08:00.
    shop.app.pass(17 * DAY - Duration::from_mins(61));
    tell_of_ends(&shop.app.app).await.unwrap();
    assert!(shop.app.run_jobs().await.is_empty());
    shop.app.pass(Duration::from_mins(1));
    tell_of_ends(&shop.app.app).await.unwrap();

    // The mails are stored; before they leave, one plan is extended and one account suspended.
    let extended = json!({ "expirationDate": "2026-07-01" });
    shop.adjust(&plan, &binh, extended).await.data();
    change(&shop, &chi, |user| user.is_active = Set(false)).await;
    let mails = shop.app.run_jobs().await;
    let [mail] = mails.as_slice() else {
        panic!("{} mails", mails.len());
    };
    assert_eq!(mail.to.email.to_string(), dung.email);
}
