//! Every figure once more, computed slowly from all rows.

use std::collections::BTreeMap;

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_platform::clock::new_id;
use hoi_platform::ids::AttendanceId;
use hoi_ticketing::attendances::{ParticipationType, PaymentStatus, Source, attendance};
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::entity::event;
use jiff::civil::Date;
use jiff::tz::Offset;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};

use crate::support::{TestApp, TestUser};

/// Moments around which registrations, entries and payments cluster: midnights and ends of months in Vietnam.
const EDGES: [&str; 8] = [
    "2026-03-01T00:00:00+07:00",
    "2026-02-28T00:00:00+07:00",
    "2026-02-23T00:00:00+07:00",
    "2026-02-16T00:00:00+07:00",
    "2026-01-01T00:00:00+07:00",
    "2025-04-01T00:00:00+07:00",
    "2025-03-01T00:00:00+07:00",
    "2024-03-01T00:00:00+07:00",
];
const METRICS: [&str; 4] = ["participants", "checkedIn", "received", "events"];

/// A reproducible sequence of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// A moment at an edge, a millisecond or a few hours beside it, or anywhere within 27 months.
    fn moment(&mut self) -> Timestamp {
        let edge = at(EDGES[self.below(8) as usize]).0;
        let beside = match self.below(6) {
            0 => 0,
            1 => -1,
            2 => 1,
            3 => self.below(86_400_000) as i64,
            4 => -(self.below(86_400_000) as i64),
            _ => return Timestamp(at(EDGES[0]).0 - self.below(820 * 86_400_000) as i64),
        };
        Timestamp(edge + beside)
    }
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[derive(Clone, Copy)]
struct Person {
    registered: Timestamp,
    entered: Option<Timestamp>,
    paid: Option<Timestamp>,
    amount: i64,
    is_participant: bool,
}

struct Event {
    id: EventId,
    owner: usize,
    row: event::Model,
    people: Vec<Person>,
}

struct World {
    app: TestApp,
    admin: TestUser,
    owners: Vec<TestUser>,
    events: Vec<Event>,
}

impl World {
    /// Three organisers, the last of whom has no event, with 14 events and 560 registrations.
    async fn new(seed: u64) -> Self {
        let app = TestApp::new().await;
        let mut numbers = Numbers(seed);
        let admin = app.admin().await;
        let mut owners = Vec::new();
        for name in ["an", "binh", "chi"] {
            owners.push(app.committee(name).await);
        }
        let mut events = Vec::new();
        for number in 0..14 {
            let owner = number % 2;
            let opens = numbers.moment();
            let created = numbers.moment();
            let cancelled = (number % 5 == 4).then(|| numbers.moment());
            let deleted = (number % 7 == 6).then(|| numbers.moment());
            let id = app
                .event(&owners[owner], |event| {
                    event.open_registration_date = Set(opens);
                    event.close_registration_date = Set(Timestamp(opens.0 + 3 * 86_400_000));
                    event.created_at = Set(created);
                    event.cancelled_at = Set(cancelled);
                    event.deleted_at = Set(deleted);
                })
                .await;
            let row = event::Entity::find_by_id(id).one(app.app.db.read()).await;
            let people: Vec<Person> = (0..40).map(|_| person(&mut numbers)).collect();
            store(&app, id, &people).await;
            events.push(Event {
                id,
                owner,
                row: row.unwrap().unwrap(),
                people,
            });
        }
        Self {
            app,
            admin,
            owners,
            events,
        }
    }

    /// Asks for the overview and for all charts as `caller` and compares them with the events `which`.
    async fn compare(&self, caller: &TestUser, of_event: Option<EventId>, which: &[&Event]) {
        let token = self.app.fresh_token(caller);
        let now = self.app.app.clock.now();
        let query = of_event.map_or(String::new(), |id| format!("&eventId={id}"));
        for parameters in ["chartType=7&unit=day", "chartType=12&unit=month"] {
            let labels = labels(parameters, now);
            let (previous, present) = labels.split_at(labels.len() / 2);
            let mut compared = BTreeMap::new();
            for metric in METRICS {
                let sums = sums(which, metric, &labels);
                let sum = |labels: &[String]| labels.iter().map(|label| sums[label]).sum::<i64>();
                let change = json!({ "value": sum(present), "previous": sum(previous) });
                compared.insert(metric, change);
                let path = format!("/api/statistic/chart?{parameters}&metric={metric}{query}");
                let chart = self.get(&token, &path).await;
                let points = present
                    .iter()
                    .map(|label| json!({ "timeLabel": label, "value": sums[label] }));
                let expected = if which.is_empty() {
                    json!([{ "timeLabel": "", "value": 0 }])
                } else {
                    Value::Array(points.collect())
                };
                assert_eq!(chart, expected, "{path}");
            }
            let path = format!("/api/statistic/overview?{parameters}{query}");
            let mut expected = totals(which, now);
            expected["period"] = json!({
                "events": compared["events"],
                "participants": compared["participants"],
                "checkedIn": compared["checkedIn"],
                "moneyReceived": compared["received"],
            });
            if of_event.is_some() {
                expected["visits"] = json!(0);
            }
            if caller.id == self.admin.id && of_event.is_none() {
                expected["totalCommittees"] = json!(self.owners.len());
            }
            assert_eq!(self.get(&token, &path).await, expected, "{path}");
        }
    }

    async fn get(&self, token: &str, path: &str) -> Value {
        let request = self.app.request(axum::http::Method::GET, path);
        request.bearer(token).send().await.data().clone()
    }
}

fn person(numbers: &mut Numbers) -> Person {
    let amount = [0, 0, 150_000, 1_000_000][numbers.below(4) as usize];
    Person {
        registered: numbers.moment(),
        entered: numbers.one_in(2).then(|| numbers.moment()),
        paid: (amount > 0 && !numbers.one_in(3)).then(|| numbers.moment()),
        amount,
        is_participant: !numbers.one_in(5),
    }
}

/// Stores the registrations; those that are no participants are removed, unconfirmed, or both.
async fn store(app: &TestApp, event: EventId, people: &[Person]) {
    let tx = app.app.db.write().await.unwrap();
    let mut taken = 0;
    for (number, person) in people.iter().enumerate() {
        let id: AttendanceId = new_id();
        let is_removed = !person.is_participant && number % 3 != 0;
        let is_unconfirmed = !person.is_participant && number % 3 != 1;
        let is_settled = person.paid.is_some() || person.amount == 0;
        let row = attendance::ActiveModel {
            id: Set(id),
            event_id: Set(event),
            full_name: Set(format!("Người {number}")),
            email: Set(format!("{number}@example.vn")),
            email_key: Set(format!("{number}@example.vn")),
            phone: Set("0912345678".to_owned()),
            company: Set("Sao".to_owned()),
            participation_type: Set(ParticipationType::Ordinary),
            ticket_code: Set(id.to_string()),
            payment_ref: Set(id.to_string()),
            registration_time: Set(person.registered),
            checked_in_time: Set(person.entered),
            payment_status: Set(if is_settled {
                PaymentStatus::Paid
            } else {
                PaymentStatus::Unpaid
            }),
            paid_at: Set(person.paid),
            amount: Set(person.amount),
            // The surplus over the price is no ticket money.
            received: Set(match person.amount {
                amount if is_settled && amount > 0 => amount + 7_000,
                _ => 0,
            }),
            source: Set(Source::Form),
            answers: Set(attendance::Answers::default()),
            lang: Set(Lang::VI),
            search_text: Set(String::new()),
            confirm_by: Set(is_unconfirmed.then(|| Timestamp(person.registered.0 + 600_000))),
            created_at: Set(person.registered),
            updated_at: Set(person.registered),
            deleted_at: Set(is_removed.then_some(person.registered)),
            ..Default::default()
        };
        let inserted = attendance::Entity::insert(row).exec_without_returning(&tx);
        inserted.await.unwrap();
        taken += i64::from(!is_removed);
    }
    let counted = event::Entity::update_many()
        .col_expr(event::Column::RegisteredCount, taken.into())
        .filter(event::Column::Id.eq(event));
    counted.exec(&tx).await.unwrap();
    tx.commit().await.unwrap();
}

fn day(moment: Timestamp) -> Date {
    let moment = jiff::Timestamp::from_millisecond(moment.0).unwrap();
    Offset::constant(7).to_datetime(moment).date()
}

/// The labels of both periods, the oldest first.
fn labels(parameters: &str, now: Timestamp) -> Vec<String> {
    let mut labels = Vec::new();
    let mut day = day(now);
    if parameters.contains("day") {
        while labels.len() < 14 {
            labels.push(day.to_string());
            day = day.yesterday().unwrap();
        }
    } else {
        while labels.len() < 24 {
            let label = day.to_string()[..7].to_owned();
            if labels.last() != Some(&label) {
                labels.push(label);
            }
            day = day.yesterday().unwrap();
        }
    }
    labels.reverse();
    labels
}

/// The sum for each label; a date later than now counts for the last.
fn sums(which: &[&Event], metric: &str, labels: &[String]) -> BTreeMap<String, i64> {
    let mut sums: BTreeMap<String, i64> = labels.iter().map(|label| (label.clone(), 0)).collect();
    let mut add = |moment: Option<Timestamp>, value: i64| {
        let Some(moment) = moment else { return };
        let last = labels.last().unwrap();
        let label = day(moment).to_string()[..last.len()].to_owned();
        if let Some(sum) = sums.get_mut(label.min(last.clone()).as_str()) {
            *sum += value;
        }
    };
    for event in which {
        if metric == "events" {
            add(Some(event.row.created_at), 1);
        }
        for person in event.people.iter().filter(|person| person.is_participant) {
            match metric {
                "participants" => add(Some(person.registered), 1),
                "checkedIn" => add(person.entered, 1),
                "received" => add(person.paid, person.amount),
                _ => {}
            }
        }
    }
    sums
}

fn totals(which: &[&Event], now: Timestamp) -> Value {
    let states = which.iter().map(|event| {
        let row = &event.row;
        if row.cancelled_at.is_some() {
            "cancelled"
        } else if now >= row.close_registration_date {
            "closed"
        } else if now < row.open_registration_date {
            "upcoming"
        } else {
            "open"
        }
    });
    let states: Vec<&str> = states.collect();
    let in_state = |name| states.iter().filter(|state| **state == name).count();
    let people = which.iter().flat_map(|event| &event.people);
    let people: Vec<&Person> = people.filter(|person| person.is_participant).collect();
    let received = people.iter().filter(|person| person.paid.is_some());
    let received: i64 = received.map(|person| person.amount).sum();
    // Nothing is due any more for an event that does not take place.
    let taking_place = which
        .iter()
        .filter(|event| event.row.cancelled_at.is_none());
    let due = taking_place.flat_map(|event| &event.people);
    let due = due.filter(|person| person.is_participant && person.paid.is_none());
    let due: i64 = due.map(|person| person.amount).sum();
    // Nothing was paid for a free ticket, and nothing is due.
    json!({
        "totalEvents": which.len() - in_state("cancelled"),
        "open": in_state("open"),
        "upcoming": in_state("upcoming"),
        "closed": in_state("closed"),
        "cancelled": in_state("cancelled"),
        "participants": people.len(),
        "checkedIn": people.iter().filter(|person| person.entered.is_some()).count(),
        "moneyDue": due,
        "moneyReceived": received,
        "groups": 0,
    })
}

#[tokio::test]
async fn figures_are_what_a_slow_count_of_all_rows_finds() {
    let world = World::new(20_260_301).await;
    let live: Vec<&Event> = world
        .events
        .iter()
        .filter(|event| event.row.deleted_at.is_none())
        .collect();
    for now in [
        "2026-02-28T23:59:59.999+07:00",
        "2026-03-01T00:00:00+07:00",
        "2026-03-15T12:00:00+07:00",
    ] {
        world.app.app.clock.set(at(now));
        world.compare(&world.admin, None, &live).await;
        for (number, owner) in world.owners.iter().enumerate() {
            let own = live.iter().copied().filter(|event| event.owner == number);
            let own: Vec<&Event> = own.collect();
            world.compare(owner, None, &own).await;
        }
        for event in &live[..3] {
            let owner = &world.owners[event.owner];
            world.compare(owner, Some(event.id), &[event]).await;
        }
        world
            .compare(&world.admin, Some(live[3].id), &[live[3]])
            .await;
    }
}
