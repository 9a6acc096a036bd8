//! Measures the calls of each screen of an administrator, on a database that was filled before.

use anyhow::Result;

use crate::program::{Program, text};
use crate::timing::times;

/// Prints how long every call takes: the shortest, the median and the longest time.
pub async fn measure(url: Option<&str>) -> Result<()> {
    let program = Program::start(url).await?;
    let first = async |list: &str| {
        let list = program.get(program.admin(), list).await?;
        anyhow::Ok(text(&list, "/items/0/id")?.to_owned())
    };
    let account = first("/api/users?limit=1&role=COMMITTEE").await?;
    let event = first("/api/event?limit=1").await?;
    let list = "limit=10&page=1";
    for (screen, path) in [
        (
            "dashboard",
            "/api/statistic/overview?chartType=7&unit=day".to_owned(),
        ),
        (
            "dashboard",
            "/api/statistic/chart?chartType=7&unit=day".to_owned(),
        ),
        (
            "dashboard, a year",
            "/api/statistic/overview?chartType=12&unit=month".to_owned(),
        ),
        (
            "dashboard, a year",
            "/api/statistic/chart?chartType=12&unit=month".to_owned(),
        ),
        ("accounts", format!("/api/users?{list}")),
        (
            "accounts, last page",
            "/api/users?limit=10&page=100".to_owned(),
        ),
        (
            "accounts, search",
            format!("/api/users?{list}&search=ngoc%20lan%2077"),
        ),
        ("account", format!("/api/users/{account}/activity?{list}")),
        ("events", format!("/api/event?{list}")),
        (
            "events, last page",
            "/api/event?limit=10&page=480".to_owned(),
        ),
        (
            "events, search",
            format!("/api/event?{list}&search=hoi%20nghi%2077"),
        ),
        ("event", format!("/api/event/{event}")),
        (
            "event",
            format!("/api/statistic/overview?chartType=7&unit=day&eventId={event}"),
        ),
        ("plans", format!("/api/plan?{list}")),
        ("groups", format!("/api/group?{list}")),
        (
            "groups, search",
            format!("/api/group?{list}&search=sao%20mai"),
        ),
        ("system", "/api/system".to_owned()),
        ("system, jobs", format!("/api/system/jobs?{list}")),
        ("system, mails", format!("/api/system/mails?{list}")),
        ("system, audit", format!("/api/system/audit?{list}")),
        ("notifications", "/api/notification?limit=20".to_owned()),
        ("profile", "/api/users/me".to_owned()),
    ] {
        let took = times(async || program.get(program.admin(), &path).await.map(drop));
        println!("{screen}: {path}: {}", took.await?);
    }
    program.stop().await
}
