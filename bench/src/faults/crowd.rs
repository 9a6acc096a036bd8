//! Clients that use the server while it suffers, and the answers they get.
//!
//! Visitors register, each under an idempotency key, and repeat until they are answered. Doors check in the
//! registered visitors, each scan under a nonce. The organiser adds people by hand without a key and therefore never
//! repeats.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use reqwest::{Client, RequestBuilder};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::program::{Program, text};
use crate::waiting_room::Place;

/// Seats of the class that is sold out while the faults happen.
pub const FEW: usize = 150;
/// Seats of the event: more than come.
const SEATS: usize = 1_000_000;
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(40);
/// How long a client repeats a request once the faults are over.
const PERSISTENCE: Duration = Duration::from_mins(2);
/// The pause before a request is repeated.
const PAUSE: Duration = Duration::from_millis(100);

/// An event with a large and a small class.
#[derive(Clone)]
pub struct Event {
    pub id: String,
    plain: String,
    pub few: String,
}

impl Event {
    pub async fn create(program: &Program) -> Result<Self> {
        let class =
            |name: &str, quantity: usize| json!({ "name": name, "price": 0, "quantity": quantity });
        let tickets = json!([class("Thường", SEATS), class("Hàng đầu", FEW)]);
        let more = json!({ "turnOffPayment": true });
        let event = program
            .create_event(SEATS, true, json!([]), tickets, more)
            .await?;
        Ok(Self {
            id: text(&event, "/id")?.to_owned(),
            plain: text(&event, "/tickets/0/id")?.to_owned(),
            few: text(&event, "/tickets/1/id")?.to_owned(),
        })
    }
}

/// The number of clients, and the pace at which they use the server.
#[derive(Clone, Copy)]
pub struct Size {
    pub visitors: usize,
    pub doors: usize,
    pub organisers: usize,
    /// How long each rests after an answer.
    pub rest: Duration,
}

impl Size {
    pub const USUAL: Self = Self {
        visitors: 24,
        doors: 4,
        organisers: 2,
        rest: Duration::from_millis(60),
    };
}

/// The outcome of a visitor's registration.
pub enum Answer {
    Registered(Uuid),
    SoldOut,
}

/// The program's answers to each visitor, organiser and door.
#[derive(Default)]
pub struct Told {
    /// By the visitor's number.
    pub visitors: BTreeMap<usize, (Answer, SystemTime)>,
    /// When each person added by hand was acknowledged, by number; None if there was no answer.
    pub by_hand: BTreeMap<usize, Option<SystemTime>>,
    pub checked_in: Vec<(Uuid, SystemTime)>,
    /// Connections that ended without an answer.
    pub broken: usize,
    /// Requests that were repeated because they were refused for the moment or not answered.
    pub repeated: usize,
    /// The longest time to an answer that acknowledges.
    pub slowest: Duration,
    /// Answers that no client should get.
    pub wrong: Vec<String>,
    waiting: Vec<(Uuid, String)>,
}

impl Told {
    /// Returns when the last acknowledgement came.
    pub fn last(&self) -> Option<SystemTime> {
        let visitors = self.visitors.values().map(|(_, at)| *at);
        let by_hand = self.by_hand.values().filter_map(|at| *at);
        let checked_in = self.checked_in.iter().map(|(_, at)| *at);
        visitors.chain(by_hand).chain(checked_in).max()
    }
}

pub struct Crowd {
    shared: Arc<Shared>,
    people: JoinSet<()>,
}

struct Shared {
    client: Client,
    /// The addresses of servers, which all are tried in turn.
    servers: Vec<String>,
    event: Event,
    token: Mutex<String>,
    visitors: AtomicUsize,
    added: AtomicUsize,
    rest: AtomicU64,
    is_closing: watch::Sender<bool>,
    /// When the faults were over; None before.
    over: Mutex<Option<Instant>>,
    told: Mutex<Told>,
}

/// The answer to a request.
enum Got {
    Acknowledged(Value),
    Refused(u64),
    /// A place in the waiting room instead of an answer.
    Place(Place),
    /// No answer, or one that asks to repeat.
    Nothing,
}

impl Crowd {
    /// Opens the doors to people who use the servers at these addresses.
    pub fn gather(servers: Vec<String>, event: &Event, token: &str, size: Size) -> Result<Self> {
        let client = Client::builder().timeout(ANSWER).build()?;
        let shared = Arc::new(Shared {
            client,
            servers,
            event: event.clone(),
            token: Mutex::new(token.to_owned()),
            visitors: AtomicUsize::new(0),
            added: AtomicUsize::new(0),
            rest: AtomicU64::new(0),
            is_closing: watch::Sender::new(false),
            over: Mutex::default(),
            told: Mutex::default(),
        });
        let mut crowd = Self {
            shared: Arc::clone(&shared),
            people: JoinSet::new(),
        };
        crowd.set_rest(size.rest);
        let people = &mut crowd.people;
        for _ in 0..size.visitors {
            let shared = Arc::clone(&shared);
            people.spawn(async move { shared.visit().await });
        }
        for _ in 0..size.doors {
            let shared = Arc::clone(&shared);
            people.spawn(async move { shared.let_in().await });
        }
        for _ in 0..size.organisers {
            let shared = Arc::clone(&shared);
            people.spawn(async move { shared.add().await });
        }
        Ok(crowd)
    }

    /// Changes how long each person rests after an answer.
    pub fn set_rest(&self, rest: Duration) {
        let rest = u64::try_from(rest.as_millis()).unwrap_or(u64::MAX);
        self.shared.rest.store(rest, Ordering::Relaxed);
    }

    /// Replaces the organiser's access token.
    pub fn set_token(&self, token: &str) {
        token.clone_into(&mut locked(&self.shared.token));
    }

    /// Returns how many registrations have been acknowledged.
    pub fn registered(&self) -> usize {
        let told = locked(&self.shared.told);
        let registered =
            |(answer, _): &&(Answer, SystemTime)| matches!(answer, Answer::Registered(_));
        told.visitors.values().filter(registered).count()
    }

    /// Returns how many visitors know whether they have a seat.
    pub fn answered(&self) -> usize {
        locked(&self.shared.told).visitors.len()
    }

    /// Returns how many connections ended without an answer.
    pub fn broken(&self) -> usize {
        locked(&self.shared.told).broken
    }

    /// Waits until as many more registrations have been acknowledged.
    pub async fn wait_for_more(&self, more: usize, within: Duration) -> Result<()> {
        let (began, before) = (Instant::now(), self.registered());
        while self.registered() < before + more {
            if began.elapsed() > within {
                let got = self.registered() - before;
                bail!("only {got} instead of {more} were registered within {within:?}");
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Admits no new clients, waits until each has its answer, and returns the answers.
    pub async fn disperse(mut self) -> Result<Told> {
        *locked(&self.shared.over) = Some(Instant::now());
        self.shared.is_closing.send_replace(true);
        while let Some(ended) = self.people.join_next().await {
            ended?;
        }
        Ok(std::mem::take(&mut *locked(&self.shared.told)))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn is_closing(&self) -> bool {
        *self.is_closing.borrow()
    }

    /// Rests, but no longer than until the end.
    async fn rest(&self) {
        let rest = Duration::from_millis(self.rest.load(Ordering::Relaxed));
        let mut closing = self.is_closing.subscribe();
        drop(timeout(rest, closing.wait_for(|is_closing| *is_closing)).await);
    }

    async fn visit(&self) {
        while !self.is_closing() {
            let number = self.visitors.fetch_add(1, Ordering::Relaxed);
            self.register(number).await;
            self.rest().await;
        }
    }

    async fn register(&self, number: usize) {
        let request = |server: &str| {
            self.client
                .post(format!("{server}/api/event/{}/register", self.event.id))
                .header("idempotency-key", key_of(number))
                .header("x-forwarded-for", address_of(number))
                .json(&body_of(&self.event, number))
        };
        let answer = match self.insist("register", number, &request).await {
            Some(Got::Acknowledged(data)) => match registration(&data) {
                Ok(registration) => registration,
                Err(error) => return self.wrong(format!("register {number}: {error:#}")),
            },
            Some(Got::Refused(5011)) if wants_few(number) => {
                let sold_out = (Answer::SoldOut, now());
                locked(&self.told).visitors.insert(number, sold_out);
                return;
            }
            Some(Got::Refused(code)) => return self.wrong(format!("register {number}: {code}")),
            Some(Got::Nothing | Got::Place(_)) | None => return,
        };
        let (id, code) = answer;
        {
            let mut told = locked(&self.told);
            told.visitors
                .insert(number, (Answer::Registered(id), now()));
            told.waiting.push((id, code));
        }
        // A client that did not read the answer sends the request again.
        if number.is_multiple_of(5)
            && let Some(Got::Acknowledged(again)) =
                self.insist("register again", number, &request).await
            && registration(&again).ok().map(|(id, _)| id) != Some(id)
        {
            self.wrong(format!("register {number} again: {again}"));
        }
    }

    async fn let_in(&self) {
        loop {
            let next = locked(&self.told).waiting.pop();
            let Some((id, code)) = next else {
                if self.is_closing() {
                    return;
                }
                self.rest().await;
                continue;
            };
            let request = |server: &str| {
                let body = json!({ "eventId": self.event.id, "code": code, "nonce": format!("scan-{id}") });
                self.client
                    .post(format!("{server}/api/event/checkin"))
                    .bearer_auth(locked(&self.token).clone())
                    .json(&body)
            };
            match self.insist("check in", 0, &request).await {
                Some(Got::Acknowledged(_)) => locked(&self.told).checked_in.push((id, now())),
                Some(Got::Refused(code)) => self.wrong(format!("check in {id}: {code}")),
                Some(Got::Nothing | Got::Place(_)) | None => {}
            }
            self.rest().await;
            if self.is_closing() {
                return;
            }
        }
    }

    async fn add(&self) {
        while !self.is_closing() {
            let number = self.added.fetch_add(1, Ordering::Relaxed);
            let Some(server) = self.servers.get(number % self.servers.len()) else {
                return;
            };
            let body = json!({
                "fullName": name_by_hand(number), "email": "", "phone": "0912345678", "company": "Hai",
                "ticketId": self.event.plain, "sendMail": false,
            });
            let request = self
                .client
                .post(format!("{server}/api/event/{}/attendances", self.event.id))
                .bearer_auth(locked(&self.token).clone())
                .json(&body);
            let got = self.send("add", number, request).await;
            if let Got::Refused(code) = got {
                self.wrong(format!("add {number}: {code}"));
            }
            let added = matches!(got, Got::Acknowledged(_)).then(now);
            locked(&self.told).by_hand.insert(number, added);
            self.rest().await;
        }
    }

    /// Sends a request until it is answered, to one server after the other. None: no server answered in time.
    async fn insist(
        &self,
        what: &str,
        number: usize,
        request: &impl Fn(&str) -> RequestBuilder,
    ) -> Option<Got> {
        let began = Instant::now();
        let mut place = None;
        for server in self
            .servers
            .iter()
            .cycle()
            .skip(number % self.servers.len())
        {
            let got = match &place {
                Some(Place {
                    token,
                    is_called: true,
                    ..
                }) => {
                    let request = request(server).header("x-place", token);
                    self.send(what, number, request).await
                }
                Some(place) => self.ask_for_turn(server, number, place).await,
                None => self.send(what, number, request(server)).await,
            };
            match got {
                Got::Nothing => locked(&self.told).repeated += 1,
                Got::Place(next) => place = Some(next),
                // The place is over: a new one is given at the end of the line.
                Got::Refused(_) if place.as_ref().is_some_and(|place| !place.is_called) => {
                    place = None;
                }
                got => {
                    let mut told = locked(&self.told);
                    told.slowest = told.slowest.max(began.elapsed());
                    return Some(got);
                }
            }
            let over = *locked(&self.over);
            if over.is_some_and(|over| over.elapsed() > PERSISTENCE) {
                break;
            }
            sleep(PAUSE).await;
        }
        self.wrong(format!("{what} {number}: not answered"));
        None
    }

    /// Asks as the public page does, at the pace that it was told.
    async fn ask_for_turn(&self, server: &str, number: usize, place: &Place) -> Got {
        sleep(place.pause).await;
        let event = &self.event.id;
        let question = self
            .client
            .get(format!("{server}/api/event/{event}/registration/place"))
            .header("x-forwarded-for", address_of(number))
            .header("x-place", &place.token);
        self.send("ask for the turn", number, question).await
    }

    async fn send(&self, what: &str, number: usize, request: RequestBuilder) -> Got {
        // A dead server leaves a broken connection.
        let Ok(answer) = request.send().await else {
            locked(&self.told).broken += 1;
            return Got::Nothing;
        };
        let status = answer.status().as_u16();
        let can_repeat = answer.headers().contains_key("retry-after");
        // A connection that is one too many is refused without a body.
        let body = answer.json::<Value>().await.unwrap_or_default();
        if let Some(place) = Place::of(&body) {
            return Got::Place(place);
        }
        match status {
            200 if body.is_null() => Got::Nothing,
            200 => Got::Acknowledged(body.get("data").cloned().unwrap_or_default()),
            // A token of before the clock's jump; the next one is on its way.
            401 => Got::Nothing,
            429 | 503 if can_repeat => Got::Nothing,
            400..=499 => Got::Refused(body.get("code").and_then(Value::as_u64).unwrap_or(0)),
            _ => {
                self.wrong(format!("{what} {number}: {status} {body}"));
                Got::Nothing
            }
        }
    }

    fn wrong(&self, what: String) {
        locked(&self.told).wrong.push(what);
    }
}

fn registration(data: &Value) -> Result<(Uuid, String)> {
    let id = text(data, "/attendanceId")?.parse();
    let code = text(data, "/ticketCode")?.to_owned();
    Ok((id.context("an identifier is none")?, code))
}

/// The time by the clock of this machine, which is that of the server under test.
#[expect(
    clippy::disallowed_methods,
    reason = "this program has no clock of the application"
)]
pub fn now() -> SystemTime {
    SystemTime::now()
}

fn wants_few(number: usize) -> bool {
    number.is_multiple_of(4)
}

/// Returns the form that a visitor sends.
pub fn body_of(event: &Event, number: usize) -> Value {
    let class = if wants_few(number) {
        &event.few
    } else {
        &event.plain
    };
    json!({
        "fullName": format!("Trần Thị {number}"), "email": email_of(number), "phone": "0912345678", "company": "Một",
        "ticketId": class, "consent": true,
    })
}

/// Returns a visitor's idempotency key.
pub fn key_of(number: usize) -> String {
    format!("visitor-{number}")
}

pub fn email_of(number: usize) -> String {
    format!("khach{number}@khach.example")
}

pub fn name_by_hand(number: usize) -> String {
    format!("Lê Văn {number}")
}

/// Returns a network address of the visitor's own.
pub fn address_of(number: usize) -> String {
    format!(
        "10.{}.{}.{}",
        number >> 16 & 255,
        number >> 8 & 255,
        number & 255
    )
}
