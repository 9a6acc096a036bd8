//! Measures the rows of `RESULTS.md`, in turns with the reference.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hoi_db::Timestamp;
use hoi_i18n::{Lang, format_date_time};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::export;
use crate::fake_mail_server::FakeMailServer;
use crate::load::{self, Load};
use crate::program::{Program, new_database, text};
use crate::reference::Reference;
use crate::results::{Figures, ROWS};

/// How long a load lasts.
const LOAD: Duration = Duration::from_secs(4);
/// How long a server has rested when its memory at rest is measured.
const REST: Duration = Duration::from_secs(20);
/// Seats of an event in which visitors register: the most an event may have.
const SEATS: usize = 1_000_000;
/// Participants of the large event.
const PARTICIPANTS: usize = 100_000;
/// People whose transfers are on one statement.
const PAYING: usize = 20_000;
/// The longest wait for mails that are still to be sent.
const DRAIN: Duration = Duration::from_secs(15);

/// Measures the rows whose names begin with one of `wanted`, all without any, and records their medians.
pub async fn measure(wanted: &[String], runs: usize, postgres: Option<&str>) -> Result<()> {
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let wanted = if wanted.is_empty() { vec![""] } else { wanted };
    for name in &wanted {
        let is_known = ROWS.iter().any(|row| row.name.starts_with(name));
        ensure!(is_known, "no row begins with {name}");
    }
    let has = |group: &str| {
        let rows = ROWS.iter().filter(|row| row.name.starts_with(group));
        rows.into_iter()
            .any(|row| wanted.iter().any(|name| row.name.starts_with(name)))
    };
    let mut figures = Figures::default();
    for _ in 0..runs {
        if has("visitors") {
            visitors(&mut figures).await?;
        }
        if has("postgres") {
            let url = postgres.context("name a PostgreSQL with --database-url")?;
            registrations_on_postgres(&mut figures, url).await?;
        }
        if has("matching") {
            matching(&mut figures).await?;
        }
        if has("list") {
            list(&mut figures).await?;
        }
    }
    figures.record(&wanted, runs)
}

/// Registers new visitors, numbered from `first`.
async fn register(url: &str, connections: usize, first: &mut usize) -> Result<Load> {
    let visitors = [first.to_string()];
    let load = load::send_well("register.lua", url, connections, LOAD, &visitors).await?;
    // Requests under way at the end were sent, too.
    *first += load.requests + connections + 1;
    Ok(load)
}

async fn visitors(figures: &mut Figures) -> Result<()> {
    let sink = FakeMailServer::start().await?;
    let smtp = format!("smtp://{}", sink.address);
    let program = Program::start_with(None, &[("HOI_SMTP_URL", &smtp)]).await?;
    figures.measured("visitors.start", program.started_in().as_secs_f64());
    // The first login has hashed a password in 19 MB, which the allocator gives back a moment later.
    sleep(REST).await;
    figures.measured("visitors.idle", megabytes(program.memory()?));
    let event = program
        .open_event(SEATS, true, json!([]), json!([]))
        .await?;
    let url = |path: &str| format!("{}{path}", program.url());
    let public = url(&format!("/api/event/{event}/public"));
    let page = url(&format!("/form/{event}"));
    let registering = url(&format!("/api/event/{event}/register"));
    let read = async |url: &str| Ok::<_, anyhow::Error>(reqwest::get(url).await?.bytes().await?);
    let reference = Reference::start(&read(&public).await?, &read(&page).await?).await?;

    for (row, path, ours) in [
        ("visitors.json", "/event", &public),
        ("visitors.html", "/page", &page),
    ] {
        let theirs = load::send_well("get.lua", &reference.url(path), 64, LOAD, &[]).await?;
        figures.reference(row, theirs.per_second);
        let ours = load::send_well("get.lua", ours, 64, LOAD, &[]).await?;
        figures.measured(row, ours.per_second);
    }

    let (mut first, mut first_there) = (0, 0);
    let there = reference.url("/register");
    let theirs = register(&there, 1, &mut first_there).await?;
    figures.reference("visitors.register1", theirs.p50);
    let alone = register(&registering, 1, &mut first).await?;
    figures.measured("visitors.register1", alone.p50);
    let theirs = register(&there, 64, &mut first_there).await?;
    figures.reference("visitors.register64", theirs.per_second);
    figures.reference("visitors.register64.p99", theirs.p99);
    program.forget_peak()?;
    let surge = register(&registering, 64, &mut first).await?;
    figures.measured("visitors.register64", surge.per_second);
    figures.measured("visitors.register64.p99", surge.p99);
    figures.measured("visitors.surge", megabytes(program.peak_memory()?));
    reference.stop().await?;

    let before = sink.taken();
    let mailing = register(&registering, 1, &mut first).await?;
    ensure!(sink.taken() > before, "no mails were being sent");
    figures.reference("visitors.mailing", alone.p50);
    figures.measured("visitors.mailing", mailing.p50);
    // Until the last visitor has not waited for a moment.
    sleep(Duration::from_secs(1)).await;
    let (began, before) = (Instant::now(), sink.taken());
    let (mut last, mut ended) = (before, began.elapsed());
    while began.elapsed() < DRAIN {
        sleep(Duration::from_millis(200)).await;
        if sink.taken() == last {
            break;
        }
        (last, ended) = (sink.taken(), began.elapsed());
    }
    ensure!(last > before, "all mails had been sent");
    let sent = f64::from(u32::try_from(last - before)?);
    figures.measured("visitors.mails", sent / ended.as_secs_f64());
    program.stop().await
}

async fn registrations_on_postgres(figures: &mut Figures, database_url: &str) -> Result<()> {
    let sink = FakeMailServer::start().await?;
    let smtp = format!("smtp://{}", sink.address);
    let reference = Reference::start(b"", b"").await?;
    // An earlier run has left mails that would be sent meanwhile.
    let database = new_database(database_url, "postgres", "").await?;
    let program = Program::start_with(Some(&database), &[("HOI_SMTP_URL", &smtp)]).await?;
    let event = program
        .open_event(SEATS, true, json!([]), json!([]))
        .await?;
    let url = format!("{}/api/event/{event}/register", program.url());
    let there = reference.url("/register");
    let (mut first, mut first_there) = (0, 0);
    let theirs = register(&there, 1, &mut first_there).await?;
    figures.reference("postgres.register1", theirs.p50);
    let ours = register(&url, 1, &mut first).await?;
    figures.measured("postgres.register1", ours.p50);
    let theirs = register(&there, 64, &mut first_there).await?;
    figures.reference("postgres.register64", theirs.per_second);
    let ours = register(&url, 64, &mut first).await?;
    figures.measured("postgres.register64", ours.per_second);
    reference.stop().await?;
    program.stop().await
}

async fn list(figures: &mut Figures) -> Result<()> {
    let program = Program::start(None).await?;
    let large = export::fill(&program, PARTICIPANTS).await?;
    figures.measured("list.import", large.took.as_secs_f64());
    let event = large.event;
    let people = format!("/api/event/{event}/attendances");
    let url = |query: &str| format!("{}{people}{query}", program.url());
    let admin = [program.admin().to_owned()];
    let first = load::send_well("get.lua", &url("?limit=20&page=1"), 16, LOAD, &admin).await?;
    figures.measured("list.first", first.per_second);
    let page = load::send_well("get.lua", &url("?limit=20&page=2500"), 1, LOAD, &admin).await?;
    figures.measured("list.page", page.p50);
    let search = url("?limit=20&page=1&search=ngoc%2077777");
    let search = load::send_well("get.lua", &search, 1, LOAD, &admin).await?;
    figures.measured("list.search", search.p50);
    for (row, format) in [("list.xlsx", "xlsx"), ("list.csv", "csv")] {
        let took = export::download(&program, &event, PARTICIPANTS, format).await?;
        figures.measured(row, took.as_secs_f64());
    }

    let mut codes = String::new();
    for page in 1..=PARTICIPANTS / 100 {
        let path = format!("{people}?limit=100&page={page}&sort=registrationTime");
        let answer = program.get(program.admin(), &path).await?;
        let items = answer.get("items").and_then(Value::as_array);
        for item in items.context("a page has no items")? {
            codes += text(item, "/ticketCode")?;
            codes.push('\n');
        }
    }
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("codes");
    fs::write(&file, codes)?;
    let keys = format!("/api/event/{event}/checkin-keys");
    let key = program
        .post(program.admin(), &keys, &json!({ "label": "A" }))
        .await?;
    let key = text(&key, "/key")?.to_owned();
    let file = file.to_string_lossy().into_owned();
    program.forget_peak()?;
    let door = format!("{}/api/event/checkin", program.url());
    let arguments = [event, key, file, 0.to_string()];
    let door = load::send_well("door.lua", &door, 16, LOAD, &arguments).await?;
    figures.measured("list.door", door.per_second);
    figures.measured("list.door.p99", door.p99);
    figures.measured("list.door.memory", megabytes(program.peak_memory()?));
    program.stop().await
}

/// Registers visitors for a free event while a statement is matched that pays for another one.
async fn matching(figures: &mut Figures) -> Result<()> {
    let program = Program::start(None).await?;
    let account = json!({
        "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": "0123456789", "holderName": "HOI",
    });
    let payment = json!({
        "turnOffPayment": false, "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": "0123456789",
        "accountHolderName": "HOI", "paymentEmailContent": "<p>{{amount}}</p>",
    });
    let tickets = json!([{ "name": "Vé thường", "price": 250_000, "quantity": -1 }]);
    let account = program
        .post(program.admin(), "/api/bank-accounts", &account)
        .await?;
    let account = text(&account, "/id")?.to_owned();
    let owing = program
        .open_event_with(PAYING, false, json!([]), tickets, payment)
        .await?;
    for from in (0..PAYING).step_by(5000) {
        let mut csv =
            "Họ và tên,Email,Số điện thoại,Công ty,Hạng vé,Hình thức thanh toán".to_owned();
        for at in from..from + 5000 {
            write!(
                csv,
                "\nKhách {at},khach{at}@khach.example,0912345678,Sao Mai,Vé thường,Chuyển khoản"
            )?;
        }
        program.import(&owing, csv).await?;
    }
    let mut statement = "Ngày giao dịch;Số bút toán;Ghi nợ;Ghi có;Diễn giải".to_owned();
    for page in 1..=PAYING / 100 {
        let path = format!("/api/event/{owing}/attendances?limit=100&page={page}");
        let answer = program.get(program.admin(), &path).await?;
        let items = answer.get("items").and_then(Value::as_array);
        for (at, item) in items.context("a page has no items")?.iter().enumerate() {
            let reference = text(item, "/paymentRef")?;
            // Transfers from before the registration wait for a decision.
            let registered: Timestamp = text(item, "/registrationTime")?.parse()?;
            let day = format_date_time(Lang::VI, registered.0);
            let day = day.get(..10).unwrap_or_default();
            write!(
                statement,
                "\n{day};FT{page:04}{at:02};;250000;IBFT {reference} GD"
            )?;
        }
    }
    let free = program
        .open_event(SEATS, false, json!([]), json!([]))
        .await?;
    let registering = format!("{}/api/event/{free}/register", program.url());
    let mut first = 0;
    let alone = register(&registering, 1, &mut first).await?;
    let taken = program.statement(&account, statement).await?;
    ensure!(
        usize::try_from(taken)? == PAYING,
        "{taken} transfers are new"
    );
    let beside = register(&registering, 1, &mut first).await?;
    let path = format!("/api/event/{owing}/money");
    let paid = async || -> Result<usize> {
        let money = program.get(program.admin(), &path).await?;
        let count = money.pointer("/received/count").and_then(Value::as_u64);
        Ok(usize::try_from(count.context("no count")?)?)
    };
    let under_way = paid().await?;
    ensure!(
        (1..PAYING).contains(&under_way),
        "{under_way} were paid meanwhile: too few or all"
    );
    figures.reference("matching.visitor", alone.p50);
    figures.measured("matching.visitor", beside.p50);
    let began = Instant::now();
    let before = under_way;
    while paid().await? < PAYING {
        ensure!(
            began.elapsed() < Duration::from_mins(5),
            "not all is matched"
        );
        sleep(Duration::from_millis(100)).await;
    }
    let rest = f64::from(u32::try_from(PAYING - before)?);
    figures.measured("matching.paid", rest / began.elapsed().as_secs_f64());
    program.stop().await
}

fn megabytes(kibibytes: u64) -> f64 {
    u32::try_from(kibibytes).map_or(f64::NAN, f64::from) / 1024.0
}
