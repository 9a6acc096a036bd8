//! Fills a database as two years of a large platform leave it.

use std::cmp::min;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use hoi_community::accounts::Role;
use hoi_community::accounts::entity::user;
use hoi_db::{Db, Engine, Timestamp, Tx};
use hoi_i18n::Lang;
use hoi_platform::clock::{Clock, new_id};
use hoi_platform::files::entity::file;
use hoi_platform::files::{FileId, FileUrl, Visibility};
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_platform::migrations::MIGRATIONS;
use hoi_ticketing::attendances::{ParticipationType, PaymentStatus, Source, attendance};
use hoi_ticketing::events::entity::event;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sea_orm::{ConnectionTrait, EntityTrait, Set};

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;
pub const TWO_YEARS: u64 = 730 * DAY;
/// Rows of one insert; PostgreSQL and SQLite bind at most 32,766 values.
pub const ROWS: usize = 500;
/// Rows of one transaction.
const COMMIT: usize = 20_000;
/// The numbers of rows to fill a database with.
#[derive(Args)]
pub struct Size {
    #[arg(long, default_value_t = 1_000)]
    accounts: usize,
    #[arg(long, default_value_t = 5_000)]
    events: usize,
    #[arg(long, default_value_t = 1_000_000)]
    participants: usize,
}

/// Opens the database at this address and brings its schema up to date.
pub async fn open(url: Option<&str>) -> Result<Db> {
    let url = url.context("name the database with --database-url")?;
    let db = Db::open(&url.parse()?).await?;
    db.migrate(MIGRATIONS, Clock::system().now()).await?;
    Ok(db)
}

/// An event while its participants are made up. Times are in milliseconds since 1970.
struct Planned {
    id: EventId,
    price: i64,
    seats: usize,
    created: u64,
    opens: u64,
    closes: u64,
    starts: u64,
}

/// A registration before it has a row.
struct Registration {
    time: u64,
    /// The position of its event.
    event: usize,
}

/// Fills an empty database. Few organisers have most events, and few events most participants; one event in fifty is
/// deleted, one registration in twenty-five cancelled, two of three participants enter and as many pay.
pub async fn generate(db: &Db, size: &Size) -> Result<()> {
    let began = Instant::now();
    let mut random = StdRng::seed_from_u64(7);
    let now = u64::try_from(Clock::system().now().0)?;
    let shares: Vec<f64> = (0..size.events)
        .map(|_| (1.0 - random.random::<f64>()).powf(-0.9).min(3_000.0))
        .collect();
    let all: f64 = shares.iter().sum();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of at most millions of participants"
    )]
    let seats = |share: f64| (share / all * size.participants as f64).round() as usize;

    let tx = db.write().await?;
    let owners = insert_accounts(&tx, &mut random, "organiser", size.accounts, now).await?;
    let logo = insert_logo(&tx).await?;
    let mut events = Vec::with_capacity(size.events);
    let mut registrations = Vec::with_capacity(size.participants);
    for (at, share) in shares.into_iter().enumerate() {
        let seats = seats(share);
        let created = now - TWO_YEARS + random.random_range(0..TWO_YEARS - 2 * DAY);
        let opens = created + DAY;
        let closes = opens + random.random_range(10..60) * DAY;
        let planned = Planned {
            id: new_id(),
            price: if at % 2 == 0 { 0 } else { 250_000 },
            seats,
            created,
            opens,
            closes,
            starts: closes + 2 * DAY,
        };
        // The lower of two choices is one of the first half of the accounts three times in four.
        let mut any = || random.random_range(0..owners.len());
        let owner = owners.get(min(any(), any())).context("no accounts")?;
        let row = event_row(&planned, at, *owner, logo)?;
        event::Entity::insert(row)
            .exec_without_returning(&tx)
            .await?;
        registrations.extend((0..seats).map(|_| Registration {
            time: random.random_range(opens..min(closes, now)),
            event: at,
        }));
        events.push(planned);
    }
    tx.commit().await?;
    println!(
        "{} accounts and {} events after {:.0} s",
        size.accounts,
        size.events,
        began.elapsed().as_secs_f64()
    );

    // In the order in which they would have been stored.
    registrations.sort_unstable_by_key(|registration| registration.time);
    for part in registrations.chunks(COMMIT) {
        let tx = db.write().await?;
        for rows in part.chunks(ROWS) {
            let rows = rows
                .iter()
                .map(|one| participant(one, &events, &mut random, now))
                .collect::<Result<Vec<_>>>()?;
            attendance::Entity::insert_many(rows)
                .exec_without_returning(&tx)
                .await?;
        }
        tx.commit().await?;
    }
    // The engines do the same by themselves sooner or later.
    if db.engine() == Engine::Postgres {
        db.read().execute_unprepared("vacuum analyze").await?;
    }
    println!(
        "{} participants after {:.0} s",
        registrations.len(),
        began.elapsed().as_secs_f64()
    );
    Ok(())
}

/// The row of the event at this position.
fn event_row(
    event: &Planned,
    at: usize,
    owner: UserId,
    logo: FileId,
) -> Result<event::ActiveModel> {
    Ok(event::ActiveModel {
        id: Set(event.id),
        owner_id: Set(owner),
        title: Set(format!("Hội nghị {at}")),
        description: Set("<p>Một ngày gặp gỡ</p>".to_owned()),
        total_participants: Set(i64::try_from(event.seats + 100)?),
        open_registration_date: Set(moment(event.opens)?),
        close_registration_date: Set(moment(event.closes)?),
        logo: Set(FileUrl(logo)),
        turn_off_payment: Set(event.price == 0),
        send_email_after_register: Set(false),
        event_start_date: Set(moment(event.starts)?),
        venue_address: Set("Nhà hát Lớn, Hà Nội".to_owned()),
        checkin_waiting_time: Set(5),
        sponsor_logos: Set(event::SponsorLogos::default()),
        form: Set(event::Scheme::default()),
        form_version: Set(1),
        turn_off_visitor_changes: Set(false),
        registered_count: Set(i64::try_from(event.seats)?),
        search_text: Set(format!("hoi nghi {at}")),
        version: Set(1),
        created_at: Set(moment(event.created)?),
        updated_at: Set(moment(event.created)?),
        deleted_at: Set(if at % 50 == 49 {
            Some(moment(event.opens)?)
        } else {
            None
        }),
        ..Default::default()
    })
}

pub fn moment(at: u64) -> Result<Timestamp> {
    Ok(Timestamp(i64::try_from(at)?))
}

/// Inserts organisers with the addresses `<prefix><number>@example.vn`, and a password hash that no password matches.
pub async fn insert_accounts(
    tx: &Tx,
    random: &mut StdRng,
    prefix: &str,
    count: usize,
    now: u64,
) -> Result<Vec<UserId>> {
    let mut ids = Vec::with_capacity(count);
    for at in 0..count {
        let id: UserId = new_id();
        let created = moment(now - random.random_range(0..TWO_YEARS))?;
        let email = format!("{prefix}{at}@example.vn");
        let row = user::ActiveModel {
            id: Set(id),
            email: Set(email.clone()),
            email_key: Set(email),
            password_hash: Set("-".to_owned()),
            role: Set(Role::Committee),
            full_name: Set(format!("Nguyễn Ngọc Lan {at}")),
            phone: Set("0912345678".to_owned()),
            company: Set("Công ty Sao Mai".to_owned()),
            user_code: Set(id.to_string()),
            event_limit: Set(-1),
            is_active: Set(true),
            email_verified_at: Set(Some(created)),
            must_change_password: Set(false),
            lang: Set(Lang::VI),
            search_text: Set(format!("nguyen ngoc lan {at}")),
            created_at: Set(created),
            updated_at: Set(created),
            ..Default::default()
        };
        user::Entity::insert(row).exec_without_returning(tx).await?;
        ids.push(id);
    }
    Ok(ids)
}

pub async fn insert_logo(tx: &Tx) -> Result<FileId> {
    let id: FileId = new_id();
    let row = file::ActiveModel {
        id: Set(id),
        purpose: Set("eventLogo".to_owned()),
        mime: Set("image/png".to_owned()),
        bytes: Set(1),
        sha256: Set("-".to_owned()),
        visibility: Set(Visibility::Public),
        created_at: Set(Timestamp(0)),
        ..Default::default()
    };
    file::Entity::insert(row).exec_without_returning(tx).await?;
    Ok(id)
}

fn participant(
    registration: &Registration,
    events: &[Planned],
    random: &mut StdRng,
    now: u64,
) -> Result<attendance::ActiveModel> {
    let event = events.get(registration.event).context("no such event")?;
    let id: AttendanceId = new_id();
    let registered = moment(registration.time)?;
    let is_paid = event.price == 0 || random.random_bool(0.67);
    let paid = min(registration.time + random.random_range(0..3 * DAY), now);
    let has_entered = event.starts + 3 * HOUR < now && random.random_bool(0.67);
    let entered = event.starts + random.random_range(0..3 * HOUR);
    let code: u64 = random.random();
    let name = format!("Nguyễn Thị Ngọc Ánh {code:x}");
    let email = format!("khach{code:x}@example.vn");
    Ok(attendance::ActiveModel {
        id: Set(id),
        event_id: Set(event.id),
        ticket_id: Set(None),
        user_id: Set(None),
        full_name: Set(name.clone()),
        email: Set(email.clone()),
        email_key: Set(email.clone()),
        phone: Set("0912345678".to_owned()),
        country: Set(None),
        company: Set("Công ty Cổ phần Sao Mai".to_owned()),
        role: Set(Some("Trưởng phòng".to_owned())),
        note: Set(None),
        participation_type: Set(ParticipationType::Ordinary),
        invitation_code_id: Set(None),
        invited_by: Set(None),
        invited_by_attendance_id: Set(None),
        ticket_code: Set(format!("{code:016x}")),
        checked_in_time: Set(has_entered.then_some(moment(entered)?)),
        checked_in_by: Set(None),
        registration_time: Set(registered),
        payment_status: Set(if is_paid {
            PaymentStatus::Paid
        } else {
            PaymentStatus::Unpaid
        }),
        payment_method: Set(None),
        payment_ref: Set(format!("P{code:016x}")),
        paid_at: Set((is_paid && event.price > 0).then_some(moment(paid)?)),
        paid_way: Set(None),
        paid_by: Set(None),
        due_since: Set(None),
        payment_reminded_at: Set(None),
        amount: Set(event.price),
        received: Set(if is_paid { event.price } else { 0 }),
        date_of_birth: Set(None),
        gender: Set(None),
        identification_number: Set(None),
        tax_number: Set(None),
        business_license: Set(None),
        avatar: Set(None),
        logo: Set(None),
        source: Set(Source::Form),
        answers: Set(attendance::Answers::default()),
        imported: Set(None),
        told_at: Set(None),
        erased_at: Set(None),
        consent: Set(None),
        consent_address: Set(None),
        consent_withdrawn_at: Set(None),
        lang: Set(Lang::VI),
        search_text: Set(format!("{} {email} 0912345678", name.to_lowercase())),
        confirm_by: Set(None),
        address_hash: Set(None),
        counted_address: Set(None),
        created_at: Set(registered),
        updated_at: Set(registered),
        deleted_at: Set(random.random_bool(0.04).then_some(registered)),
    })
}
