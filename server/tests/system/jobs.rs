//! Jobs that were given up are listed without personal data, and tried again once for any number of requests.

use std::collections::HashSet;

use hoi_platform::clock::new_id;
use uuid::Uuid;

use super::Office;
use crate::operations::jobs::store;

#[tokio::test]
async fn a_dead_job_is_listed_without_personal_data() {
    let office = Office::new().await;
    let said = "550 <binh@example.vn>: no such user, see https://hoi.example/verify-email/geheim";
    let dead = store(&office.app, "mail.ticket", "dead", Some(said)).await;
    store(&office.app, "mail.payment", "waiting", None).await;
    let answer = office.get("/system/jobs?state=dead").await;
    let text = answer.data().to_string();
    for personal in ["binh@", "Bình", "geheim"] {
        assert!(!text.contains(personal), "{text}");
    }
    let [job] = office
        .items("/system/jobs?state=dead")
        .await
        .try_into()
        .unwrap();
    assert_eq!(job["id"], dead.to_string());
    assert_eq!(job["kind"], "mail.ticket");
    assert_eq!(
        (&job["lane"], &job["attempts"]),
        (&"normal".into(), &7.into())
    );
    assert_eq!(job["lastError"], "550 <address> no such user, see <link>");
    assert_eq!(office.items("/system/jobs").await.len(), 2);
    let of_kind = office.items("/system/jobs?kind=mail.payment").await;
    assert_eq!(of_kind.len(), 1);
    assert_eq!(of_kind[0]["state"], "waiting");
    assert_eq!(office.get("/system/jobs?state=gone").await.code(), 5002);
}

#[tokio::test]
async fn pages_neither_repeat_nor_skip() {
    let office = Office::new().await;
    for _ in 0..5 {
        store(&office.app, "mail.ticket", "dead", None).await;
    }
    let mut seen = Vec::new();
    for page in 1..=3 {
        let path = format!("/system/jobs?limit=2&page={page}");
        seen.extend(
            office
                .items(&path)
                .await
                .iter()
                .map(|job| job["id"].to_string()),
        );
    }
    let distinct: HashSet<_> = seen.iter().collect();
    assert_eq!((seen.len(), distinct.len()), (5, 5));
}

#[tokio::test]
async fn a_job_is_tried_again_once_and_the_log_says_who_asked() {
    let office = Office::new().await;
    let [one, other, third] = [
        store(&office.app, "mail.ticket", "dead", None).await,
        store(&office.app, "mail.ticket", "dead", None).await,
        store(&office.app, "mail.ticket", "dead", None).await,
    ];
    let retry = |id: Uuid| format!("/system/jobs/{id}/retry");
    let first = office.post(&retry(one)).await;
    assert_eq!(first.data()["retried"], 1);
    assert_eq!(first.json["messages"][0], "1 job is tried again now.");
    let again = office.post(&retry(one)).await;
    assert_eq!(again.data()["retried"], 0);
    assert_eq!(office.post(&retry(new_id())).await.code(), 5005);
    assert_eq!(
        office.post("/system/jobs/nonsense/retry").await.code(),
        5005
    );

    assert_eq!(
        office.post("/system/jobs/retry-dead").await.data()["retried"],
        2
    );
    assert_eq!(
        office.post("/system/jobs/retry-dead").await.data()["retried"],
        0
    );
    for id in [one, other, third] {
        let jobs = office.items("/system/jobs?state=waiting").await;
        assert!(jobs.iter().any(|job| job["id"] == id.to_string()));
    }
    let [all, single] = office
        .items("/system/audit?action=jobsRetried")
        .await
        .try_into()
        .unwrap();
    assert_eq!(single["actor"]["email"], "admin@hoi.example");
    assert_eq!(single["subject"]["kind"], "job");
    assert_eq!(single["subject"]["id"], one.to_string());
    assert_eq!(
        (&single["times"], &single["ip"]),
        (&1.into(), &"203.0.113.9".into())
    );
    assert_eq!(
        (&all["times"], &all["subject"]),
        (&2.into(), &serde_json::Value::Null)
    );
}
