//! The cost of registering, checking in and the first page of the list while an event grows.

use std::fmt::Write as _;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::load;
use crate::program::{Program, text};
use crate::results::median;

/// The most seats of an event.
const SEATS: usize = 1_000_000;
/// The participants of the event when its costs are measured. After the last there is room for those of the load.
const SIZES: [usize; 4] = [1_000, 10_000, 100_000, SEATS - 60_000];
/// Rows of one import: the most that the server accepts.
const FILE: usize = 5_000;
/// How many people are checked in at each size, one after the other.
const CHECKED_IN: usize = 300;
/// How long each load lasts.
const LOAD: Duration = Duration::from_secs(3);
/// How often each page is read.
const READ: usize = 3;
/// After this the list of participants is not answered from memory any more.
const FORGOTTEN: Duration = Duration::from_millis(1_200);

/// Fills one event up to each of the sizes that are at most `participants`, and prints a row of a Markdown table for each.
pub async fn measure(database_url: Option<&str>, participants: usize) -> Result<()> {
    let program = Program::start(database_url).await?;
    let event = program
        .open_event(SEATS, false, json!([]), json!([]))
        .await?;
    println!(
        "| participants | register, 1 connection | register, 64 | check-in | first page | first page of those not inside | import of the last 5,000 |\n|---|---|---|---|---|---|---|"
    );
    let (mut imported, mut visitor) = (0, 0);
    let mut last_import = Duration::ZERO;
    for size in SIZES.into_iter().filter(|size| *size <= participants) {
        // Visitors who registered meanwhile count, too.
        while count(&program, &event).await? + FILE <= size || imported == 0 {
            let to = imported + FILE.min(size);
            let began = Instant::now();
            program.import(&event, people(imported, to)?).await?;
            last_import = began.elapsed();
            imported = to;
        }
        let registering = format!("{}/api/event/{event}/register", program.url());
        let mut register = async |connections: usize| -> Result<load::Load> {
            let first = [visitor.to_string()];
            let load =
                load::send_well("register.lua", &registering, connections, LOAD, &first).await?;
            visitor += load.requests + connections + 1;
            Ok(load)
        };
        let one = register(1).await?.p50;
        let many = register(64).await?.per_second;
        let checked_in = check_in(&program, &event).await?;
        let all = time_to_read(&program, &page(&event)).await?;
        let outside = time_to_read(&program, &page_of_those_outside(&event)).await?;
        println!(
            "| {} | {one:.2} ms | {many:.0}/s | {checked_in:.2} ms | {all:.2} ms | {outside:.2} ms | {:.2} s |",
            count(&program, &event).await?,
            last_import.as_secs_f64(),
        );
    }
    program.stop().await
}

/// Returns a CSV file with these people.
fn people(from: usize, to: usize) -> Result<String> {
    let mut file = "Họ và tên,Email,SĐT,Công ty".to_owned();
    for at in from..to {
        write!(
            file,
            "\nNguyễn Thị Ngọc Ánh {at},moi{at}@example.vn,09{at:08},Công ty Cổ phần Sao Mai"
        )?;
    }
    Ok(file)
}

fn page(event: &str) -> String {
    format!("/api/event/{event}/attendances?limit=100&page=1")
}

fn page_of_those_outside(event: &str) -> String {
    format!("{}&isCheckedIn=false", page(event))
}

/// Reads the address when nothing of it is in memory any more, and returns the median of how many milliseconds that took.
async fn time_to_read(program: &Program, path: &str) -> Result<f64> {
    let mut took = Vec::with_capacity(READ);
    while took.len() < READ {
        sleep(FORGOTTEN).await;
        let began = Instant::now();
        program.get(program.admin(), path).await?;
        took.push(milliseconds(began.elapsed()));
    }
    Ok(median(&took))
}

async fn count(program: &Program, event: &str) -> Result<usize> {
    let path = format!("/api/event/{event}/attendances?limit=1&page=1");
    let answer = program.get(program.admin(), &path).await?;
    let total = answer.get("total").and_then(Value::as_u64);
    Ok(usize::try_from(total.context("a page has no total")?)?)
}

/// Checks people in one after the other, and returns the median of how many milliseconds that took.
async fn check_in(program: &Program, event: &str) -> Result<f64> {
    let mut took = Vec::with_capacity(CHECKED_IN);
    while took.len() < CHECKED_IN {
        let answer = program
            .get(program.admin(), &page_of_those_outside(event))
            .await?;
        let items = answer.get("items").and_then(Value::as_array);
        let items = items.context("a page has no items")?;
        ensure!(!items.is_empty(), "no participant is left to check in");
        for item in items {
            let code = text(item, "/ticketCode")?;
            let scan = json!({ "eventId": event, "code": code });
            let began = Instant::now();
            program
                .post(program.admin(), "/api/event/checkin", &scan)
                .await?;
            took.push(milliseconds(began.elapsed()));
        }
    }
    Ok(median(&took))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
