//! Counts the rows of the database and the mails of the mail server, and compares them with the answers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail, ensure};
use sea_orm::prelude::Uuid;
use sea_orm::{Database, DatabaseConnection, FromQueryResult, Statement};
use tokio::time::sleep;

use super::crowd::{Answer, Event, FEW, Told, email_of, name_by_hand};
use crate::fake_mail_server::FakeMailServer;
use crate::program::Place;

/// The counts of a run.
#[derive(Default, Clone)]
pub struct Counts {
    /// Registrations, people added by hand and check-ins that were acknowledged.
    pub acknowledged: usize,
    pub found: usize,
    pub doubled: usize,
    /// Mails that were due.
    pub mails: usize,
    /// Copies of mails that came more than once, all with the Message-ID of the first.
    pub copies: usize,
    pub repeated: usize,
    pub slowest: Duration,
}

const PEOPLE: &str = "select id, email, full_name, ticket_id, checked_in_time is not null as is_in from attendance \
    where deleted_at is null";

#[derive(FromQueryResult)]
struct Person {
    id: Uuid,
    email: String,
    full_name: String,
    ticket_id: Uuid,
    is_in: bool,
}

#[derive(FromQueryResult)]
struct Count {
    id: Uuid,
    number: i64,
}

/// Opens the database of a place beside its server.
pub async fn open(place: &Place, database_url: Option<&str>) -> Result<DatabaseConnection> {
    let file = format!(
        "sqlite://{}?mode=ro",
        place.folder().join("hoi.db").display()
    );
    Ok(Database::connect(database_url.unwrap_or(&file)).await?)
}

async fn rows<T: FromQueryResult>(db: &DatabaseConnection, sql: &str) -> Result<Vec<T>> {
    let statement = Statement::from_string(db.get_database_backend(), sql);
    Ok(T::find_by_statement(statement).all(db).await?)
}

/// Waits until no mail is waiting for the mail server.
///
/// # Errors
/// If none goes out for this time.
pub async fn wait_for_mails(db: &DatabaseConnection, patience: Duration) -> Result<Duration> {
    let began = Instant::now();
    let (mut left, mut since) = (usize::MAX, Instant::now());
    loop {
        let now: Vec<Count> = rows(
            db,
            "select id, attempts as number from job where state = 'waiting' and name = 'registration.mailTicket'",
        )
        .await?;
        if now.is_empty() {
            return Ok(began.elapsed());
        }
        if now.len() < left {
            (left, since) = (now.len(), Instant::now());
        }
        ensure!(
            since.elapsed() < patience,
            "{left} mails wait, and for {patience:?} none was sent"
        );
        sleep(Duration::from_millis(200)).await;
    }
}

/// Compares the answers with the rows and mails.
///
/// # Errors
/// Everything that was lost, doubled or miscounted.
pub async fn count(
    db: &DatabaseConnection,
    event: &Event,
    told: &Told,
    sink: Option<&FakeMailServer>,
) -> Result<Counts> {
    let mut faults = Faults(told.wrong.clone());
    let mut counts = Counts {
        repeated: told.repeated,
        slowest: told.slowest,
        ..Counts::default()
    };
    let people: Vec<Person> = rows(db, PEOPLE).await?;
    let by_id: BTreeMap<Uuid, &Person> = people.iter().map(|one| (one.id, one)).collect();
    let mut rows_of: BTreeMap<&str, usize> = BTreeMap::new();
    for person in &people {
        let name = if person.email.is_empty() {
            &person.full_name
        } else {
            &person.email
        };
        *rows_of.entry(name).or_default() += 1;
    }
    for (name, rows) in &rows_of {
        if *rows > 1 {
            counts.doubled += rows - 1;
            faults.add(format!("{name} has {rows} registrations"));
        }
    }

    let mut due = BTreeSet::new();
    let mut is_sold_out = false;
    for (number, (answer, _)) in &told.visitors {
        match answer {
            Answer::SoldOut => is_sold_out = true,
            Answer::Registered(id) => {
                counts.acknowledged += 1;
                due.insert(email_of(*number));
                match by_id.get(id) {
                    Some(row) if row.email == email_of(*number) => counts.found += 1,
                    _ => faults.add(format!("the registration of visitor {number} is lost")),
                }
            }
        }
    }
    for (number, added) in &told.by_hand {
        if added.is_some() {
            counts.acknowledged += 1;
            match rows_of.get(&*name_by_hand(*number)) {
                Some(_) => counts.found += 1,
                None => faults.add(format!("person {number} added by hand is lost")),
            }
        }
    }
    for (id, _) in &told.checked_in {
        counts.acknowledged += 1;
        match by_id.get(id) {
            Some(row) if row.is_in => counts.found += 1,
            _ => faults.add(format!("the check-in of {id} is lost")),
        }
    }
    let scans: Vec<Count> = rows(
        db,
        "select attendance_id as id, count(*) as number from scan where result = 'ok' and attendance_id is not null \
         group by attendance_id having count(*) > 1",
    )
    .await?;
    for scan in scans {
        counts.doubled += usize::try_from(scan.number - 1)?;
        faults.add(format!("{} was let in {} times", scan.id, scan.number));
    }
    // Each visitor was answered in the end, so no seats exist beyond those answers.
    let known = people.iter().filter(|one| !one.email.is_empty()).count();
    if known != due.len() {
        faults.add(format!(
            "{known} visitors have a seat, {} were told so",
            due.len()
        ));
    }

    seats(db, event, &people, is_sold_out, &mut faults).await?;
    if let Some(sink) = sink {
        mails(&due, sink, &mut counts, &mut faults);
    }
    faults.finish()?;
    Ok(counts)
}

/// Counts the acknowledgements before a moment, and the rows of them that the database holds.
pub async fn count_until(
    db: &DatabaseConnection,
    told: &Told,
    moment: SystemTime,
) -> Result<Counts> {
    let people: Vec<Person> = rows(db, PEOPLE).await?;
    let by_id: BTreeMap<Uuid, &Person> = people.iter().map(|one| (one.id, one)).collect();
    let mut counts = Counts::default();
    let mut count = |is_there: bool| {
        counts.acknowledged += 1;
        counts.found += usize::from(is_there);
    };
    for (answer, at) in told.visitors.values() {
        if let Answer::Registered(id) = answer
            && *at < moment
        {
            count(by_id.contains_key(id));
        }
    }
    for (number, at) in &told.by_hand {
        if at.is_some_and(|at| at < moment) {
            let name = name_by_hand(*number);
            count(people.iter().any(|one| one.full_name == name));
        }
    }
    for (id, at) in &told.checked_in {
        if *at < moment {
            count(by_id.get(id).is_some_and(|one| one.is_in));
        }
    }
    Ok(counts)
}

async fn seats(
    db: &DatabaseConnection,
    event: &Event,
    people: &[Person],
    is_sold_out: bool,
    faults: &mut Faults,
) -> Result<()> {
    let few: Uuid = event.few.parse().context("a class has no identifier")?;
    let classes: Vec<Count> = rows(db, "select id, sold as number from ticket").await?;
    for class in classes {
        let taken = people
            .iter()
            .filter(|one| one.ticket_id == class.id)
            .count();
        if usize::try_from(class.number)? != taken {
            faults.add(format!(
                "class {} counts {} seats, {taken} are taken",
                class.id, class.number
            ));
        }
        if class.id == few && (taken > FEW || is_sold_out && taken < FEW) {
            faults.add(format!(
                "{taken} of {FEW} seats of the small class are taken"
            ));
        }
    }
    let events: Vec<Count> = rows(db, "select id, registered_count as number from event").await?;
    for event in events {
        if usize::try_from(event.number)? != people.len() {
            let (counted, there) = (event.number, people.len());
            faults.add(format!(
                "the event counts {counted} people, {there} are there"
            ));
        }
    }
    Ok(())
}

/// Every mail came, and each of its copies under one Message-ID.
fn mails(due: &BTreeSet<String>, sink: &FakeMailServer, counts: &mut Counts, faults: &mut Faults) {
    let taken = sink.mails();
    for email in due {
        match taken.get(email) {
            None => faults.add(format!("{email} got no mail")),
            Some(copies) if copies.len() > 1 => {
                faults.add(format!(
                    "{email} got mails with {} identifiers",
                    copies.len()
                ));
            }
            Some(copies) => {
                counts.mails += 1;
                counts.copies += copies.values().map(|copies| copies - 1).sum::<usize>();
            }
        }
    }
}

/// Runs `hoi check` and expects that it finds nothing.
pub async fn check(place: &Place) -> Result<()> {
    let checked = place
        .command("check")?
        .stdout(std::process::Stdio::piped())
        .output()
        .await?;
    if !checked.status.success() {
        let said = [checked.stdout, checked.stderr].concat();
        bail!(
            "hoi check: {}\n{}",
            checked.status,
            String::from_utf8_lossy(&said)
        );
    }
    Ok(())
}

/// The faults found.
struct Faults(Vec<String>);

impl Faults {
    fn add(&mut self, fault: impl Display) {
        self.0.push(fault.to_string());
    }

    fn finish(self) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let shown: Vec<_> = self.0.iter().take(20).cloned().collect();
        bail!("{} faults:\n  {}", self.0.len(), shown.join("\n  "))
    }
}
