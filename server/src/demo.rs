//! Demo data for an empty database: an organiser with events before, at and after their evenings, and a group that has met
//! for a year.
//!
//! The story is written down as a script and then taken step by step, each step at its own time, through the API, so
//! that the data is in a state that the product can reach and every recorded time is that of its step. Nothing in the
//! script is random.

mod circle;
mod events;
mod people;
mod pictures;
mod script;
mod stage;

use std::fmt;

use anyhow::{Context, Result, ensure};
use axum::http::Method;
use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_db::Timestamp;
use hoi_ticketing::registration::AppWithDesk;
use sea_orm::EntityTrait;
use serde_json::json;

use self::people::Person;
use self::script::{Call, Script, Step};
use self::stage::Stage;

const ADMIN: &str = "admin@hoi.example";
const ORGANISER: &str = "lan@hoi.example";
const PASSWORD: &str = "hoi-dep-lam";

/// The result, for printing: the logins, or that nothing was changed.
pub struct Logins {
    public_url: String,
    made_now: bool,
}

impl fmt::Display for Logins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.made_now {
            return writeln!(f, "There are data already; nothing was changed.");
        }
        writeln!(
            f,
            "Demo data made.\n\n  {}\n\n  administrator  {ADMIN}\n  organizer      {ORGANISER}\n  password       {PASSWORD}",
            self.public_url
        )?;
        write!(f, "\n  mails          {}/dev/mail\n", self.public_url)
    }
}

/// Fills an empty database. Leaves any other unchanged. The application's clock must be one that can be set: it goes from
/// a year ago to where it stood.
pub async fn fill(server: &AppWithDesk) -> Result<Logins> {
    let app = &server.app;
    let made_now = user::Entity::find().one(app.db.read()).await?.is_none();
    if made_now {
        let now = app.clock.now();
        let script = write(now);
        let begin = script.at(-385, 9 * 60);
        app.clock.set(begin);
        ensure!(
            app.clock.now() == begin,
            "the demo needs a clock that can be set"
        );
        let played = play(server, script).await;
        app.clock.set(now);
        played?;
    }
    Ok(Logins {
        public_url: app.config.public_url.clone(),
        made_now,
    })
}

async fn play(server: &AppWithDesk, script: Script) -> Result<()> {
    accounts::create_admin(&server.app, ADMIN, None, Some(PASSWORD)).await?;
    let mut stage = Stage::open(server, script.now).await?;
    let mut before = Timestamp::default();
    for (at, step) in script.in_order() {
        // Each step is at least a millisecond after the previous one, so that steps of the same moment stay in order.
        before = at.max(Timestamp(before.0 + 1));
        server.app.clock.set(before);
        let what = step.to_string();
        stage
            .take(step)
            .await
            .with_context(|| format!("{what} at {before}"))?;
    }
    stage.close().await
}

fn write(now: Timestamp) -> Script {
    let mut script = Script::new(now);
    let opened = script.at(-384, 9 * 60);
    let lan = Person {
        name: "Nguyễn Ngọc Lan".to_owned(),
        email: ORGANISER.to_owned(),
        company: "Hội Khởi nghiệp".to_owned(),
        trade: None,
    };
    let name = events::LAN.to_owned();
    script.add(opened, Step::Account { name, person: lan });
    plan(&mut script, opened);
    circle::write(&mut script);
    events::write(&mut script);
    // Every evening for as long as events go on.
    for day in -40..0 {
        script.add(script.at(day, 21 * 60 + 30), Step::Upkeep);
    }
    // The organiser has read the old notifications.
    let read = Call::new(Method::PUT, events::LAN, "/notification/read-all");
    script.call(script.at(-3, 22 * 60), read);
    script.add(now, Step::Upkeep);
    script
}

/// The organiser's plan, with which the group has reports.
fn plan(script: &mut Script, at: Timestamp) {
    let plan = json!({
        "baseName": "Chuyên nghiệp",
        "price": 2_400_000,
        "startDate": script.day(-385),
        "expirationDate": script.day(365),
        "duration": 24,
        "numberOfPackages": -1,
        "eventItem": { "numberOfEvents": -1, "attendeesPerEvent": -1, "price": 0 },
        "groupItem": { "numberOfGroups": -1, "usersPerGroup": -1, "hasReport": true, "price": 0 },
    });
    let made = Call::post(circle::ADMIN, "/plan", plan).saved("plan");
    script.call(at, made);
    let sold = json!({ "userIds": ["‹lan›"] });
    script.call(at, Call::post(circle::ADMIN, "/plan/‹plan›/users", sold));
}
