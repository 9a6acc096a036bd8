//! Screens that are connected to another server than the one at which something happens.

use std::time::{Duration, Instant};

use hoi_db::Db;
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::program::Program;
use crate::sockets::{Heard, Socket};
use crate::support::{Api, Event, Machines, SECOND, SOON};

/// Two servers, an event, and screens at the second server.
struct Hall {
    _programs: (Program, Program),
    machines: Machines,
    here: Api,
    there: Api,
    event: Event,
}

impl Hall {
    async fn new() -> Option<Self> {
        let machines = Machines::new().await?;
        let programs = machines.start_both().await;
        let here = Api::of(&programs.0).await;
        let there = here.at(programs.1.address);
        let event = here.event(-1).await;
        Some(Self {
            machines,
            here,
            there,
            event,
            _programs: programs,
        })
    }

    /// Connects a screen to the second server and waits for its first counters.
    async fn screen(&self, mut auth: Value) -> Socket {
        auth["eventId"] = json!(self.event.id);
        let mut socket = Socket::connect(self.there.address, "/checkin", auth)
            .await
            .unwrap();
        socket.expect("counters").await;
        socket
    }

    /// Returns a paired device's identifier and key.
    async fn device(&self) -> (String, String) {
        let path = format!("/event/{}/checkin-keys", self.event.id);
        let made = self.here.post(&path, &json!({ "label": "Cổng A" })).await;
        let text = |name: &str| made["data"][name].as_str().unwrap().to_owned();
        (text("id"), text("key"))
    }
}

/// Returns the data of the next message of this name. Others, such as counters that come once more, are left out.
async fn hear(socket: &mut Socket, name: &str, within: Duration) -> Value {
    let deadline = Instant::now() + within;
    loop {
        match socket
            .next_within(deadline.saturating_duration_since(Instant::now()))
            .await
        {
            Heard::Event(heard, data) if heard == name => return data,
            Heard::Event(..) => {}
            other => panic!("{other:?} instead of {name}"),
        }
    }
}

/// Waits for counters with these numbers.
async fn count(socket: &mut Socket, checked_in: u64, total: u64) {
    let expected = json!({ "checkedIn": checked_in, "total": total });
    let began = Instant::now();
    loop {
        let left = SOON.saturating_sub(began.elapsed());
        if hear(socket, "counters", left).await == expected {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_remote_of_the_draw_at_one_server_is_known_to_the_screens_of_the_other() {
    let Some(hall) = Hall::new().await else {
        return;
    };
    let token = &hall.here.token;
    let mut wall = hall.screen(json!({ "token": token })).await;
    let auth = json!({ "eventId": hall.event.id, "token": token, "remote": true });
    let mut phone = Socket::connect(hall.here.address, "/checkin", auth)
        .await
        .unwrap();
    phone.emit("remote", json!({})).await;
    let told = hear(&mut wall, "drawRemote", SOON).await;
    assert_eq!(told["isHere"], true);
    drop(phone);
    while hear(&mut wall, "drawRemote", SOON).await["isHere"] == true {}
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_at_one_server_are_on_the_screens_of_the_other_within_a_second() {
    let Some(hall) = Hall::new().await else {
        return;
    };
    let (key_id, key) = hall.device().await;
    let mut anyone = hall.screen(json!({})).await;
    let mut owner = hall.screen(json!({ "token": hall.here.token })).await;
    let mut device = hall.screen(json!({ "key": key })).await;

    let guest = hall.here.guest(&hall.event, "binh").await;
    for screen in [&mut anyone, &mut owner, &mut device] {
        count(screen, 0, 1).await;
    }

    let began = Instant::now();
    let inside = hall.here.check_in(&hall.event, &guest, true).await;
    assert_eq!(inside["code"], 2001, "{inside}");
    for screen in [&mut owner, &mut device] {
        let arrival = hear(screen, "checkedIn", SOON).await;
        assert_eq!(arrival["fullName"], "Trần binh");
        assert_eq!(arrival["attendanceId"], json!(guest));
        assert_eq!(arrival["checkedInTime"], inside["data"]["checkedInTime"]);
        let text = arrival.to_string();
        assert!(!text.contains("binh@example.vn") && !text.contains("0912345678"));
    }
    eprintln!("the name came after {:?}", began.elapsed());
    count(&mut anyone, 1, 1).await;
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());

    // The other way round, and undone. The screens are at the server that acts.
    let undone = hall.there.check_in(&hall.event, &guest, false).await;
    assert_eq!(undone["code"], 2000, "{undone}");
    count(&mut anyone, 0, 1).await;
    let inside = hall.here.check_in(&hall.event, &guest, true).await;
    assert_eq!(inside["code"], 2001, "{inside}");
    count(&mut anyone, 1, 1).await;
    let undone = hall.here.check_in(&hall.event, &guest, false).await;
    assert_eq!(undone["code"], 2000, "{undone}");
    count(&mut anyone, 0, 1).await;
    let path = format!("/event/{}/attendances?ids={guest}", hall.event.id);
    let removed = hall.here.delete(&path).await;
    assert_eq!(removed["code"], 2000, "{removed}");
    count(&mut anyone, 0, 0).await;

    // The screen's appearance.
    let path = format!("/event/{}/checkin", hall.event.id);
    let saved = hall.here.put(&path, &json!({ "waitingTime": 9 })).await;
    assert_eq!(saved["code"], 2000, "{saved}");
    hear(&mut anyone, "screenChanged", SOON).await;

    // A device that may no longer be there, and the end of the event.
    let path = format!("/event/{}/checkin-keys/{key_id}", hall.event.id);
    let revoked = hall.here.delete(&path).await;
    assert_eq!(revoked["code"], 2000, "{revoked}");
    hear_the_end(&mut device).await;
    let path = format!("/event/{}/cancel", hall.event.id);
    let cancelled = hall.here.post(&path, &json!({ "reason": "Bão" })).await;
    assert_eq!(cancelled["code"], 2000, "{cancelled}");
    hear_the_end(&mut anyone).await;
}

async fn hear_the_end(socket: &mut Socket) {
    let began = Instant::now();
    loop {
        let left = SOON.saturating_sub(began.elapsed());
        match socket.next_within(left).await {
            Heard::Disconnected => return,
            Heard::Nothing => panic!("still connected"),
            Heard::Event(..) => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_surge_is_told_in_few_rows_without_names() {
    let Some(hall) = Hall::new().await else {
        return;
    };
    let mut screen = hall.screen(json!({})).await;
    let began = Instant::now();
    let guests = (0..200).map(|number| {
        let (here, event) = (hall.here.clone(), hall.event.clone());
        tokio::spawn(async move {
            let guest = here.guest(&event, &format!("khach{number}")).await;
            here.check_in(&event, &guest, true).await
        })
    });
    for answer in futures::future::join_all(guests).await {
        assert_eq!(answer.unwrap()["code"], 2001);
    }
    let took = began.elapsed();
    count(&mut screen, 200, 200).await;
    let rows = hall.machines.count("count(*) from broadcast").await;
    // At most one per 100 ms from each server, besides the messages of the preparation.
    let most = 2 * (took + SECOND).as_millis() as i64 / 100 + 10;
    eprintln!("200 registrations and check-ins in {took:?}: {rows} rows");
    assert!(rows <= most, "{rows} rows, {most} allowed");
    let named = "count(*) from broadcast where messages::text like '%khach%' or messages::text like '%Trần%'";
    assert_eq!(hall.machines.count(named).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_connections_to_the_database_lose_no_message() {
    let Some(hall) = Hall::new().await else {
        return;
    };
    let guest = hall.here.guest(&hall.event, "binh").await;
    let mut owner = hall.screen(json!({ "token": hall.here.token })).await;
    let db = Db::open_beside(&hall.machines.place.database)
        .await
        .unwrap();
    let end = "select pg_terminate_backend(pid) from pg_stat_activity \
               where datname = current_database() and pid <> pg_backend_pid()";
    let inside = hall.here.check_in(&hall.event, &guest, true).await;
    assert_eq!(inside["code"], 2001, "{inside}");
    // All of both servers: a notification of this moment may not be written yet, and is not read.
    db.read().execute_unprepared(end).await.unwrap();
    let arrival = hear(&mut owner, "checkedIn", 3 * SOON).await;
    assert_eq!(arrival["fullName"], "Trần binh");
    db.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_pages_follow_within_a_second() {
    let Some(hall) = Hall::new().await else {
        return;
    };
    let page = format!("/event/{}/public", hall.event.id);
    let mut body = hall.here.event_body(-1).await;
    let shown = hall.here.get(&format!("/event/{}", hall.event.id)).await;
    body.as_object_mut().unwrap().remove("tickets");
    let mut slowest = Duration::ZERO;
    let mut version = shown["data"]["version"].clone();
    for round in 0..5 {
        // In memory of the second server.
        hall.there.get(&page).await;
        body["title"] = json!(format!("Hội nghị {round}"));
        body["version"] = version.clone();
        let saved = hall
            .here
            .put(&format!("/event/{}", hall.event.id), &body)
            .await;
        assert_eq!(saved["code"], 2000, "{saved}");
        version = saved["data"]["version"].clone();
        let began = Instant::now();
        while hall.there.get(&page).await["data"]["title"] != body["title"] {
            assert!(began.elapsed() < SOON, "it is old");
            sleep(Duration::from_millis(10)).await;
        }
        slowest = slowest.max(began.elapsed());
    }
    eprintln!("the slowest change showed after {slowest:?}");
}
