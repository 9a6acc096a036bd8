//! Many visitors at the same second for few seats: each sends the requests of a browser and keeps to the given pauses.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::{sleep, sleep_until, timeout};

use crate::program::Program;

/// Within this time all visitors come.
const RUSH: Duration = Duration::from_secs(1);
/// A visitor without an answer by then counts as unanswered.
const PATIENCE: Duration = Duration::from_mins(10);
/// The pause between two calls of the organiser.
const LOOK: Duration = Duration::from_millis(50);

/// The numbers of visitors and seats.
#[derive(Args)]
pub struct Rush {
    #[arg(long, default_value_t = 50_000)]
    visitors: usize,
    #[arg(long, default_value_t = 2000)]
    seats: usize,
    /// Visitors who leave when they see that they have to wait.
    #[arg(long, default_value_t = 0)]
    leaving: usize,
    /// Connections that all visitors share.
    #[arg(long, default_value_t = 3000)]
    sockets: usize,
}

/// A place in the waiting room.
pub struct Place {
    pub token: String,
    pub is_called: bool,
    /// How long to wait before the next question whether it is called.
    pub pause: Duration,
}

impl Place {
    /// Reads it from the answer to a registration, or to the question whether it is called; None if there is none.
    pub fn of(answer: &Value) -> Option<Self> {
        let given = answer.pointer("/data/place");
        let place = given.or_else(|| answer.get("data"))?;
        let pause = place.get("pollAfterMs").and_then(Value::as_u64)?;
        let is_called = place.get("called").and_then(Value::as_bool) == Some(true);
        Some(Self {
            token: place.get("token")?.as_str()?.to_owned(),
            // A new place is never called at once.
            is_called: is_called && given.is_none(),
            pause: Duration::from_millis(pause),
        })
    }
}

/// The outcome of a visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VisitOutcome {
    Seat,
    Full,
    Left,
    Unanswered,
}

struct Visited {
    outcome: VisitOutcome,
    /// When the first request was sent.
    came: Duration,
    /// When the server says that they came, in microseconds; None for a visitor who did not wait.
    arrival: Option<i64>,
    answered: Duration,
}

/// The state that all visitors share.
struct Crowd {
    client: Client,
    sockets: Semaphore,
    url: String,
    began: Instant,
    registrations: AtomicUsize,
    polls: AtomicUsize,
    lost: AtomicUsize,
}

/// Runs the rush, and prints the results of the visitors and of the organiser.
pub async fn measure(database_url: Option<&str>, rush: Rush) -> Result<()> {
    let program = Program::start(database_url).await?;
    let event = program
        .open_event(rush.seats, false, json!([]), json!([]))
        .await?;
    let other = program
        .open_event(100_000, false, json!([]), json!([]))
        .await?;
    program.forget_peak()?;
    let before = program.memory()?;
    let client = Client::builder()
        .pool_max_idle_per_host(rush.sockets)
        .build()?;
    let crowd = Arc::new(Crowd {
        client,
        sockets: Semaphore::new(rush.sockets),
        url: format!("{}/api/event/{event}", program.url()),
        began: Instant::now() + Duration::from_millis(500),
        registrations: AtomicUsize::new(0),
        polls: AtomicUsize::new(0),
        lost: AtomicUsize::new(0),
    });
    let visitors: Vec<_> = (0..rush.visitors)
        .map(|number| {
            let crowd = Arc::clone(&crowd);
            // Spread over all visitors.
            let is_leaving = number * rush.leaving % rush.visitors < rush.leaving;
            let delay = RUSH * u32::try_from(number)? / u32::try_from(rush.visitors)?;
            Ok(tokio::spawn(async move {
                sleep_until((crowd.began + delay).into()).await;
                crowd.visit(number, is_leaving).await
            }))
        })
        .collect::<Result<_>>()?;
    let all = async {
        let mut visited = Vec::with_capacity(visitors.len());
        for visitor in visitors {
            visited.push(visitor.await??);
        }
        Ok::<_, anyhow::Error>(visited)
    };
    let list = format!("/api/event/{event}/attendances?limit=20&page=1");
    let overview = format!("/api/statistic/overview?eventId={event}");
    let by_hand = format!("/api/event/{other}/attendances");
    let (mut listing, mut viewing, mut adding) = (Vec::new(), Vec::new(), Vec::new());
    let organiser = async {
        for guest in 0_usize.. {
            let began = Instant::now();
            program.get(program.admin(), &list).await?;
            listing.push(began.elapsed());
            let began = Instant::now();
            program.get(program.admin(), &overview).await?;
            viewing.push(began.elapsed());
            let began = Instant::now();
            let guest = person(&format!("nguoinha{guest}"));
            program.post(program.admin(), &by_hand, &guest).await?;
            adding.push(began.elapsed());
            sleep(LOOK).await;
        }
        Ok::<_, anyhow::Error>(())
    };
    let visited = tokio::select! {
        visited = all => visited?,
        failed = organiser => return failed,
    };
    let told = program
        .get(program.admin(), &format!("/api/event/{event}"))
        .await?;
    let seated = told.get("registeredCount").and_then(Value::as_u64);
    let seated = usize::try_from(seated.context("no count")?)?;

    print_visits(&rush, &crowd, &visited, seated);
    for (call, times) in [
        ("list of participants", &mut listing),
        ("overview of the event", &mut viewing),
        ("adding a guest by hand", &mut adding),
    ] {
        println!("organiser, {call}: {}", spread(times));
    }
    println!(
        "memory before {} MB, at most {} MB",
        before / 1024,
        program.peak_memory()? / 1024
    );
    let count = |outcome| visited.iter().filter(|one| one.outcome == outcome).count();
    ensure!(
        count(VisitOutcome::Seat) == seated,
        "visitors with a seat and rows differ"
    );
    ensure!(
        count(VisitOutcome::Unanswered) == 0,
        "a visitor has no answer"
    );
    program.stop().await
}

/// Prints the outcomes of the visits, and how far they were out of order.
fn print_visits(rush: &Rush, crowd: &Crowd, visited: &[Visited], seated: usize) {
    let count = |outcome| visited.iter().filter(|one| one.outcome == outcome).count();
    println!(
        "{} visitors within a second for {} seats, {} of them leave, on {} connections",
        rush.visitors, rush.seats, rush.leaving, rush.sockets
    );
    println!(
        "registered {}, told that it is full {}, left {}, unanswered {}; seats taken {seated}",
        count(VisitOutcome::Seat),
        count(VisitOutcome::Full),
        count(VisitOutcome::Left),
        count(VisitOutcome::Unanswered),
    );
    println!(
        "sent {} registrations and {} questions for the turn; {} requests found no connection",
        crowd.registrations.load(Ordering::Relaxed),
        crowd.polls.load(Ordering::Relaxed),
        crowd.lost.load(Ordering::Relaxed),
    );
    let mut answered: Vec<_> = visited
        .iter()
        .filter(|one| one.outcome != VisitOutcome::Left)
        .map(|one| one.answered)
        .collect();
    println!("answered after the first came: {}", spread(&mut answered));
    let seats = visited
        .iter()
        .filter(|one| one.outcome == VisitOutcome::Seat);
    let latest = seats.map(|one| one.answered).max().unwrap_or_default();
    println!(
        "the last seat was given after {:.2} s",
        latest.as_secs_f64()
    );
    print_overtaken("all, by when they came", visited, |one| {
        i64::try_from(one.came.as_micros()).ok()
    });
    print_overtaken("those with a place, by its time", visited, |one| {
        one.arrival
    });
}

impl Crowd {
    async fn visit(&self, number: usize, is_leaving: bool) -> Result<Visited> {
        let came = self.began.elapsed();
        let mut arrival = None;
        let visit = self.register(number, is_leaving, &mut arrival);
        let outcome = match timeout(PATIENCE, visit).await {
            Ok(outcome) => outcome?,
            Err(_) => VisitOutcome::Unanswered,
        };
        Ok(Visited {
            outcome,
            came,
            arrival,
            answered: self.began.elapsed(),
        })
    }

    /// Registers as the public page does.
    async fn register(
        &self,
        number: usize,
        is_leaving: bool,
        arrival: &mut Option<i64>,
    ) -> Result<VisitOutcome> {
        let body = visitor(&format!("khach{number}"));
        let mut place: Option<String> = None;
        loop {
            self.registrations.fetch_add(1, Ordering::Relaxed);
            let request = self.client.post(format!("{}/register", self.url));
            let request = request.header("Idempotency-Key", format!("visit-{number}"));
            let (status, mut answer) = self
                .send(number, request.json(&body), place.as_deref())
                .await;
            // Until it is the visitor's turn, or everything is over.
            loop {
                match status_of(status, &answer) {
                    Told::Registered => return Ok(VisitOutcome::Seat),
                    Told::Full => return Ok(VisitOutcome::Full),
                    Told::Again => {
                        sleep(Duration::from_secs(1) + jitter(number)).await;
                        break;
                    }
                    Told::Wait => {}
                }
                let next = Place::of(&answer).context("no place")?;
                if arrival.is_none() {
                    let time = next.token.split('.').next().unwrap_or_default();
                    *arrival = Some(i64::from_str_radix(time, 16)?);
                }
                if is_leaving {
                    return Ok(VisitOutcome::Left);
                }
                place = Some(next.token);
                if next.is_called {
                    break;
                }
                sleep(next.pause).await;
                answer = self.ask(number, place.as_deref()).await;
            }
        }
    }

    /// Asks for the turn until there is an answer.
    async fn ask(&self, number: usize, place: Option<&str>) -> Value {
        loop {
            self.polls.fetch_add(1, Ordering::Relaxed);
            let request = self.client.get(format!("{}/registration/place", self.url));
            let (status, answer) = self.send(number, request, place).await;
            if status.is_some_and(|status| status != StatusCode::SERVICE_UNAVAILABLE) {
                return answer;
            }
            sleep(Duration::from_secs(2) + jitter(number)).await;
        }
    }

    /// Returns no status if there was no connection.
    async fn send(
        &self,
        number: usize,
        request: RequestBuilder,
        place: Option<&str>,
    ) -> (Option<StatusCode>, Value) {
        let Ok(_socket) = self.sockets.acquire().await else {
            return (None, Value::Null);
        };
        let address = Ipv4Addr::from(0x0a00_0000 + u32::try_from(number).unwrap_or(0));
        let mut request = request.header("X-Forwarded-For", address.to_string());
        if let Some(place) = place {
            request = request.header("X-Place", place);
        }
        let sent = request.send().await;
        let answer = match sent {
            Ok(answer) => {
                let status = answer.status();
                answer.json().await.map(|body| (Some(status), body))
            }
            Err(error) => Err(error),
        };
        answer.unwrap_or_else(|_| {
            self.lost.fetch_add(1, Ordering::Relaxed);
            (None, Value::Null)
        })
    }
}

enum Told {
    Registered,
    Full,
    Wait,
    Again,
}

fn status_of(status: Option<StatusCode>, answer: &Value) -> Told {
    let code = answer.get("code").and_then(Value::as_u64);
    match code {
        _ if Place::of(answer).is_some() => Told::Wait,
        Some(2000) => Told::Registered,
        Some(5003) if status != Some(StatusCode::SERVICE_UNAVAILABLE) => Told::Full,
        _ => Told::Again,
    }
}

fn jitter(number: usize) -> Duration {
    Duration::from_millis(u64::try_from(number * 7919 % 1000).unwrap_or(0))
}

fn person(name: &str) -> Value {
    json!({
        "fullName": "Nguyễn Thị Lan", "email": format!("{name}@khach.example"), "phone": "0912345678",
        "company": "Công ty Sao Mai",
    })
}

fn visitor(name: &str) -> Value {
    let mut visitor = person(name);
    if let Some(fields) = visitor.as_object_mut() {
        fields.insert("consent".to_owned(), json!(true));
    }
    visitor
}

/// Prints how much later than the first visitor without a seat the last visitor with one came.
fn print_overtaken(who: &str, visited: &[Visited], time: impl Fn(&Visited) -> Option<i64>) {
    let of = |outcome| visited.iter().filter(move |one| one.outcome == outcome);
    let last = of(VisitOutcome::Seat).filter_map(&time).max();
    let first = of(VisitOutcome::Full).filter_map(&time).min();
    let (Some(last), Some(first)) = (last, first) else {
        println!("{who}: no visitor got a seat, or all did");
        return;
    };
    let overtaken = of(VisitOutcome::Full)
        .filter_map(&time)
        .filter(|at| *at < last);
    println!(
        "{who}: the last who got a seat came {} ms after the first who did not; {} without a seat came before",
        (last - first) / 1000,
        overtaken.count()
    );
}

/// Half, 99 of 100, and all.
fn spread(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |part: usize| {
        let at = (times.len() * part / 100).min(times.len().saturating_sub(1));
        times.get(at).copied().unwrap_or_default().as_secs_f64() * 1000.0
    };
    let (half, most, all) = (at(50), at(99), at(100));
    format!("half within {half:.0} ms, 99 of 100 within {most:.0} ms, all within {all:.0} ms")
}
