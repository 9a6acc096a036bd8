//! The least that the work of a surge can cost on a machine: the same JSON is parsed, a registration with its mail is on
//! the disk before it is answered, and public pages come from memory. It checks nothing and knows one event.
//!
//! `hoi-reference <address> <database> <file with the public event> <file with the public page>`

use std::error::Error;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::routing::{get, post};
use axum::{Json, Router, body::Bytes};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// The most registrations of one transaction.
const BATCH: usize = 256;

/// The form that a visitor sends.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Registration {
    full_name: String,
    email: String,
    phone: String,
    company: String,
    consent: bool,
}

/// A registration that waits for its commit, and where its number is awaited.
type Waiting = (Registration, oneshot::Sender<i64>);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("four arguments are needed");
    let (address, database) = (next()?, next()?);
    let event: Bytes = std::fs::read(next()?)?.into();
    let page: Bytes = std::fs::read(next()?)?.into();

    let connection = Connection::open(database)?;
    connection.execute_batch(
        "pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32768;
         create table attendance (id integer primary key, full_name text not null, email text not null unique,
             phone text not null, company text not null, consent boolean not null, ticket_code text not null unique,
             registered_at bigint not null);
         create table mail (id integer primary key, attendance_id bigint not null, run_at bigint not null);",
    )?;
    let (sender, receiver) = sync_channel(4096);
    std::thread::spawn(move || {
        if let Err(error) = write(connection, receiver) {
            eprintln!("registrations are no longer stored: {error}");
        }
    });

    let serve_event =
        move || async move { ([(header::CONTENT_TYPE, "application/json")], event.clone()) };
    let serve_page = move || async move {
        (
            [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
            page.clone(),
        )
    };
    let router = Router::new()
        .route("/register", post(register))
        .route("/event", get(serve_event))
        .route("/page", get(serve_page))
        .with_state(sender);
    tokio::runtime::Runtime::new()?.block_on(async move {
        let listener = TcpListener::bind(address).await?;
        axum::serve(listener, router).await?;
        Ok(())
    })
}

async fn register(
    State(sender): State<SyncSender<Waiting>>,
    Json(body): Json<Registration>,
) -> Result<Json<Value>, StatusCode> {
    let (reply, stored) = oneshot::channel();
    let waiting = sender.try_send((body, reply));
    waiting.map_err(|_| StatusCode::SERVICE_UNAVAILABLE)?;
    let id = stored
        .await
        .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    Ok(Json(
        json!({ "code": 2000, "data": { "id": id, "ticketCode": ticket_code(id) }, "messages": [] }),
    ))
}

fn ticket_code(id: i64) -> String {
    format!("{id:012X}")
}

#[expect(clippy::disallowed_methods, reason = "the clock of the server is not here")]
/// Stores the waiting registrations of one moment in one transaction, and answers after the commit.
fn write(mut connection: Connection, receiver: Receiver<Waiting>) -> Result<(), Box<dyn Error>> {
    let mut id = 0;
    while let Ok(first) = receiver.recv() {
        let mut batch = vec![first];
        batch.extend(receiver.try_iter().take(BATCH - 1));
        let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
        let before = id;
        let tx = connection.transaction()?;
        {
            let mut attendance =
                tx.prepare_cached("insert into attendance values (?, ?, ?, ?, ?, ?, ?, ?)")?;
            let mut mail = tx.prepare_cached("insert into mail values (?, ?, ?)")?;
            for (person, _) in &batch {
                id += 1;
                attendance.execute(params![
                    id,
                    person.full_name,
                    person.email,
                    person.phone,
                    person.company,
                    person.consent,
                    ticket_code(id),
                    now
                ])?;
                mail.execute(params![id, id, now])?;
            }
        }
        tx.commit()?;
        for (number, (_, reply)) in (before + 1..).zip(batch) {
            // The visitor may have left.
            let _ = reply.send(number);
        }
    }
    Ok(())
}
