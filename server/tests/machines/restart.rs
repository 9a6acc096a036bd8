//! Stopping a server without failed requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::program::{Program, client, free_address};
use crate::proxy::Proxy;
use crate::sockets::{Heard, Socket};
use crate::support::{Api, Event, Machines, SECOND, SOON, visitor_address};

const WORKERS: usize = 16;
const DRAIN: Duration = Duration::from_secs(5);

/// Visitors and organisers who ask without a pause until they are told to stop.
struct Load {
    stop: Arc<AtomicBool>,
    registered: Arc<AtomicUsize>,
    workers: JoinSet<(usize, Vec<String>)>,
}

impl Load {
    fn begin(api: &Api, event: &Event) -> Self {
        let (stop, registered) = (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default());
        let mut workers = JoinSet::new();
        for worker in 0..WORKERS {
            let (api, event) = (api.clone(), event.clone());
            let (stop, registered) = (Arc::clone(&stop), Arc::clone(&registered));
            workers.spawn(async move {
                let (mut asked, mut failures) = (0, Vec::new());
                let base = format!("http://{}/api", api.address);
                while !stop.load(Ordering::Relaxed) {
                    let name = format!("khach{worker}-{asked}");
                    let register = api
                        .client
                        .post(format!("{base}/event/{}/register", event.id))
                        .json(&event.visitor(&name));
                    let page = api.client.get(format!("{base}/event/{}/public", event.id));
                    let own = api.client.get(format!("{base}/users/me"));
                    for (kind, request) in [("register", register), ("page", page), ("own", own)] {
                        let request = request
                            .bearer_auth(&api.token)
                            .header("x-forwarded-for", visitor_address());
                        asked += 1;
                        match outcome(request).await {
                            Ok(()) if kind == "register" => {
                                registered.fetch_add(1, Ordering::Relaxed);
                            }
                            Ok(()) => {}
                            Err(failure) => failures.push(format!("{kind}: {failure}")),
                        }
                    }
                }
                (asked, failures)
            });
        }
        Self {
            stop,
            registered,
            workers,
        }
    }

    /// Returns the number of requests, of registrations that were confirmed, and the failures.
    async fn end(mut self) -> (usize, usize, Vec<String>) {
        self.stop.store(true, Ordering::Relaxed);
        let (mut asked, mut failures) = (0, Vec::new());
        while let Some(done) = self.workers.join_next().await {
            let (of_one, failed) = done.unwrap();
            asked += of_one;
            failures.extend(failed);
        }
        (asked, self.registered.load(Ordering::Relaxed), failures)
    }
}

async fn outcome(request: reqwest::RequestBuilder) -> Result<(), String> {
    let answer = request.send().await.map_err(|error| format!("{error:?}"))?;
    let status = answer.status();
    let text = answer.text().await.map_err(|error| format!("{error:?}"))?;
    let body: Value = serde_json::from_str(&text).unwrap_or_default();
    if body["code"] == 2000 {
        Ok(())
    } else {
        Err(format!("{status} {text}"))
    }
}

async fn start(machines: &Machines, machine: usize, address: SocketAddr) -> Program {
    let mut command = machines.command(machine);
    command
        .env("HOI_LISTEN", address.to_string())
        .env("HOI_DRAIN_SECONDS", DRAIN.as_secs().to_string())
        .env("HOI_LOG", "warn,hoi=info");
    Program::start(command).await
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < 30 * SECOND, "{what}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_restarted_one_after_the_other_fail_no_request() {
    let Some(machines) = Machines::new().await else {
        return;
    };
    let addresses = [free_address(), free_address()];
    let mut programs = Vec::new();
    for (machine, address) in addresses.into_iter().enumerate() {
        programs.push(start(&machines, machine, address).await);
    }
    let proxy = Proxy::start(addresses).await;
    let api = Api::of(&programs[0]).await.at(proxy.address);
    let event = api.event(-1).await;
    let load = Load::begin(&api, &event);
    for (machine, address) in addresses.into_iter().enumerate() {
        until("both are asked", || {
            proxy.answered(0) > 0 && proxy.answered(1) > 0
        })
        .await;
        let (status, said, took) = programs.remove(0).stop().await;
        assert!(status.success(), "{status} {said}");
        assert!(took >= DRAIN && took < DRAIN + 10 * SECOND, "{took:?}");
        programs.push(start(&machines, machine, address).await);
        until("it is well again", || proxy.is_well(machine)).await;
        let before = proxy.answered(machine);
        until("it answers again", || proxy.answered(machine) > before + 20).await;
    }
    let (asked, registered, failures) = load.end().await;
    eprintln!(
        "{asked} requests, {registered} registrations, {} failures",
        failures.len()
    );
    assert!(
        failures.is_empty(),
        "{} of {asked}: {:?}",
        failures.len(),
        failures.iter().take(5).collect::<Vec<_>>()
    );
    assert!(registered > 50, "{registered}");
    let stored = machines
        .count("count(*) from attendance where deleted_at is null")
        .await;
    assert_eq!(stored, registered as i64);
}

/// The control: the same load notices a server that dies.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_fails_requests() {
    let Some(machines) = Machines::new().await else {
        return;
    };
    let addresses = [free_address(), free_address()];
    let one = start(&machines, 0, addresses[0]).await;
    let _two = start(&machines, 1, addresses[1]).await;
    let proxy = Proxy::start(addresses).await;
    let api = Api::of(&one).await.at(proxy.address);
    let event = api.event(-1).await;
    let load = Load::begin(&api, &event);
    until("both are asked", || {
        proxy.answered(0) > 50 && proxy.answered(1) > 50
    })
    .await;
    one.signal("KILL");
    one.end().await;
    sleep(SECOND).await;
    let (asked, _, failures) = load.end().await;
    assert!(!failures.is_empty(), "none of {asked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_drains_says_so_serves_on_and_sends_its_sockets_away() {
    let Some(machines) = Machines::new().await else {
        return;
    };
    let one = start(&machines, 0, free_address()).await;
    let two = start(&machines, 1, free_address()).await;
    let api = Api::of(&one).await;
    let auth = serde_json::json!({ "token": api.token });
    let socket = Socket::connect(one.address, "/notification", auth.clone()).await;
    let mut socket = socket.unwrap();
    let health = |address: SocketAddr| async move {
        let asked = client().get(format!("http://{address}/api/health"));
        let answer = asked.send().await.unwrap();
        let closes = answer
            .headers()
            .get("connection")
            .is_some_and(|value| value == "close");
        let status = answer.status().as_u16();
        let body: Value = answer.json().await.unwrap();
        (status, body["data"]["stopping"] == true, closes)
    };
    assert_eq!(health(one.address).await, (200, false, false));
    let began = Instant::now();
    one.signal("TERM");
    while health(one.address).await != (503, true, true) {
        assert!(began.elapsed() < DRAIN / 2, "it does not say so");
    }
    assert_eq!(api.get("/users/me").await["code"], 2000);
    assert_eq!(socket.next_within(DRAIN / 2).await, Heard::Nothing);
    assert_eq!(api.get("/users/me").await["code"], 2000);
    assert_eq!(socket.next_within(DRAIN).await, Heard::Disconnected);
    let away = began.elapsed();
    assert!(away >= DRAIN && away < DRAIN + SOON, "{away:?}");
    let (status, said, _) = one.end().await;
    assert!(status.success(), "{status} {said}");
    assert!(
        Socket::connect(two.address, "/notification", auth)
            .await
            .is_ok()
    );
}
