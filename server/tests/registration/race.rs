//! Many requests at once, through real servers over TCP: no visitor may get a seat that does not exist, or be refused
//! while there is one. The last tests run the same race without the desk and must oversell, because otherwise the race
//! would prove nothing.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use futures::future::join_all;
use hoi_db::{Db, Tx};
use hoi_platform::clock::new_id;
use hoi_platform::error::Error;
use hoi_platform::files::FileId;
use hoi_ticketing::attendances::{AttendanceId, attendance};
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{self, Imported, QUEUE, add_by_hand, release};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter,
    Statement,
};
use serde_json::Value;

use super::support::{form, with};
use crate::support::{TestApp, new_registration, serve};

/// The number of answers with each code.
pub type Codes = HashMap<u64, usize>;

/// Sends all `bodies` at once, distributed over the `servers`.
pub async fn rush(servers: &[SocketAddr], event: EventId, bodies: Vec<Value>) -> Codes {
    let client = reqwest::Client::new();
    let requests = bodies
        .into_iter()
        .zip(servers.iter().cycle())
        .map(|(body, server)| {
            let request = client
                .post(format!("http://{server}/api/event/{event}/register"))
                .json(&body);
            tokio::spawn(async move {
                let answer = request.send().await.unwrap();
                answer.json::<Value>().await.unwrap()["code"]
                    .as_u64()
                    .unwrap()
            })
        });
    let mut codes = Codes::new();
    for code in join_all(requests).await {
        *codes.entry(code.unwrap()).or_default() += 1;
    }
    codes
}

pub fn people(count: usize) -> Vec<Value> {
    (0..count)
        .map(|number| form(&format!("khach{number}")))
        .collect()
}

async fn live(app: &TestApp, event: EventId) -> u64 {
    attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::DeletedAt.is_null())
        .count(app.app.db.read())
        .await
        .unwrap()
}

/// Makes the desk wait: decisions on this event are blocked until the transaction ends.
pub async fn hold(db: &Db, event: EventId) -> Tx {
    let tx = db.write().await.unwrap();
    event::Entity::update_many()
        .col_expr(
            event::Column::Version,
            Expr::col(event::Column::Version).add(0),
        )
        .filter(event::Column::Id.eq(event))
        .exec(&tx)
        .await
        .unwrap();
    tx
}

#[tokio::test(flavor = "multi_thread")]
async fn of_200_visitors_exactly_50_get_the_50_seats() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let server = [app.listen().await];

    let event = app.open_event(&owner, 50).await;
    let codes = rush(&server, event, people(200)).await;
    assert_eq!(codes, Codes::from([(2000, 50), (5003, 150)]));
    assert_eq!(
        (app.registered(event).await, live(&app, event).await),
        (50, 50)
    );

    let event = app.open_event(&owner, 1000).await;
    let class = app.ticket(event, "Thường", 0, 50).await;
    let bodies = people(200)
        .into_iter()
        .map(|body| with(body, "ticketId", class.to_string()));
    let codes = rush(&server, event, bodies.collect()).await;
    assert_eq!(codes, Codes::from([(2000, 50), (5011, 150)]));
    assert_eq!((app.sold(class).await, live(&app, event).await), (50, 50));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_one_database_sell_each_seat_once() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    let second = app.second_server().await;
    if hoi_db::test_support::postgres_url().is_none() {
        // The embedded database allows one server; the second one refuses to start.
        let refusal = second.err().expect("a second server is refused");
        assert!(
            format!("{refusal:#}").contains("another server is running"),
            "{refusal:#}"
        );
        return;
    }
    let servers = [app.listen().await, second.unwrap().listen().await];
    let codes = rush(&servers, event, people(200)).await;
    assert_eq!(codes, Codes::from([(2000, 50), (5003, 150)]));
    assert_eq!(
        (app.registered(event).await, live(&app, event).await),
        (50, 50)
    );

    // Two servers, two classes, one total.
    let event = app.open_event(&owner, 50).await;
    let classes = [
        app.ticket(event, "A", 0, 40).await,
        app.ticket(event, "B", 0, 40).await,
    ];
    let bodies = people(200).into_iter().enumerate();
    let bodies = bodies.map(|(at, body)| with(body, "ticketId", classes[at / 2 % 2].to_string()));
    let codes = rush(&servers, event, bodies.collect()).await;
    assert_eq!(codes[&2000], 50);
    let sold = [app.sold(classes[0]).await, app.sold(classes[1]).await];
    assert_eq!(sold.iter().sum::<i64>(), 50);
    assert!(sold.iter().all(|sold| *sold <= 40), "{sold:?}");

    // The same request to both servers is one registration.
    let event = app.open_event(&owner, 50).await;
    let client = reqwest::Client::new();
    let requests = (0..40).map(|at| {
        client
            .post(format!(
                "http://{}/api/event/{event}/register",
                servers[at % 2]
            ))
            .header("idempotency-key", "same")
            .json(&form("Hoa"))
            .send()
    });
    for answer in join_all(requests).await {
        assert_eq!(answer.unwrap().status(), 200);
    }
    assert_eq!(app.registered(event).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_classes_share_the_seats_of_the_event() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    let classes = [
        app.ticket(event, "A", 0, 40).await,
        app.ticket(event, "B", 0, 40).await,
    ];
    let bodies = people(200).into_iter().enumerate();
    let bodies = bodies.map(|(at, body)| with(body, "ticketId", classes[at % 2].to_string()));
    let codes = rush(&[app.listen().await], event, bodies.collect()).await;
    assert_eq!(codes[&2000], 50);
    assert_eq!(codes.values().sum::<usize>(), 200);
    let sold = [app.sold(classes[0]).await, app.sold(classes[1]).await];
    assert_eq!(sold.iter().sum::<i64>(), 50);
    assert!(sold.iter().all(|sold| *sold <= 40), "{sold:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_given_back_during_a_rush_are_given_out_once() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 20).await;
    let mut added = Vec::new();
    for number in 0..20 {
        let person = new_registration(event, &format!("cu{number}"), None);
        added.push(app.add(person).await.id);
    }
    // Every participant is removed twice at the same time.
    let removals = added.iter().chain(&added).map(|id| {
        let (desk, id, owner) = (Arc::clone(&app.desk), *id, owner.id);
        tokio::spawn(async move { desk.submit(release(event, vec![id], owner)).await.is_ok() })
    });
    let removals: Vec<_> = removals.collect();
    let codes = rush(&[app.listen().await], event, people(60)).await;
    let removed = join_all(removals)
        .await
        .into_iter()
        .filter(|done| *done.as_ref().unwrap())
        .count();
    assert_eq!(removed, 20);
    let wins = codes.get(&2000).copied().unwrap_or(0);
    assert!(wins <= 20);
    assert_eq!(usize::try_from(app.registered(event).await).unwrap(), wins);
    assert_eq!(usize::try_from(live(&app, event).await).unwrap(), wins);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_during_a_rush_comes_in_whole_or_not_at_all() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 30).await;
    let imports = (0..3).map(|list| {
        let guests =
            (0..10).map(|number| new_registration(event, &format!("ds{list}-{number}"), None));
        let (desk, guests, owner) = (Arc::clone(&app.desk), guests.collect::<Vec<_>>(), owner.id);
        tokio::spawn(async move {
            desk.submit(registration::import(event, guests, owner, None))
                .await
                .unwrap()
        })
    });
    let imports: Vec<_> = imports.collect();
    let codes = rush(&[app.listen().await], event, people(40)).await;
    let mut imported = 0;
    for import in join_all(imports).await {
        match import.unwrap() {
            Imported::All { added, .. } => imported += added,
            Imported::Refused(rows) => assert!(!rows.is_empty()),
        }
    }
    assert_eq!(imported % 10, 0);
    let wins = codes.get(&2000).copied().unwrap_or(0);
    let total = u64::try_from(wins).unwrap() + imported;
    assert!(total <= 30);
    assert_eq!(live(&app, event).await, total);
    assert_eq!(u64::try_from(app.registered(event).await).unwrap(), total);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_turns_people_away_at_once_and_loses_no_visitor_in_it() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 1_000_000).await;
    let server = app.listen().await;
    let held = hold(&app.app.db, event).await;
    let waiting: Vec<_> = (0..2 * QUEUE)
        .map(|number| {
            let (desk, owner) = (Arc::clone(&app.desk), owner.id);
            let person = new_registration(event, &format!("khach{number}"), None);
            tokio::spawn(async move { desk.submit(add_by_hand(person, owner, None)).await })
        })
        .collect();
    let is_full = async {
        while app.desk.waiting() < QUEUE {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    // Less than the desk waits for the database before it refuses the registrations in its queue.
    let patience = Duration::from_secs(4);
    tokio::time::timeout(patience, is_full).await.unwrap();

    let client = reqwest::Client::new();
    let answer = client
        .post(format!("http://{server}/api/event/{event}/register"))
        .json(&form("Hoa"));
    let answer = tokio::time::timeout(patience, answer.send());
    let answer = answer.await.unwrap().unwrap();
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.headers()["retry-after"], "1");
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], 5003);

    held.rollback().await.unwrap();
    let mut seated = 0;
    for outcome in join_all(waiting).await {
        match outcome.unwrap() {
            Ok(_) => seated += 1,
            Err(error) => assert!(matches!(error, Error::Busy), "{error:?}"),
        }
    }
    assert!((QUEUE..2 * QUEUE).contains(&seated), "{seated}");
    assert_eq!(live(&app, event).await, seated as u64);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_who_leaves_before_the_answer_keeps_the_seat_and_gets_it_on_asking_again() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 1).await;
    let server = app.listen().await;
    let request = || {
        reqwest::Client::new()
            .post(format!("http://{server}/api/event/{event}/register"))
            .header("idempotency-key", "k")
            .json(&form("Hoa"))
            .send()
    };
    let held = hold(&app.app.db, event).await;
    let left = tokio::time::timeout(Duration::from_secs(1), request()).await;
    assert!(left.is_err(), "the answer cannot be there yet");
    held.rollback().await.unwrap();
    for _ in 0..100 {
        if app.registered(event).await == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(app.registered(event).await, 1);
    let answer = request().await.unwrap();
    assert_eq!(answer.status(), 200);
    let ticket = answer.json::<Value>().await.unwrap();
    let id: AttendanceId = ticket["data"]["attendanceId"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let row = attendance::Entity::find_by_id(id)
        .one(app.app.db.read())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(ticket["data"]["ticketCode"], row.ticket_code);
    assert_eq!(app.registered(event).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_cannot_be_stored_costs_its_neighbours_nothing() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 100).await;
    let held = hold(&app.app.db, event).await;
    let requests = (0..20).map(|number| {
        let mut person = new_registration(event, &format!("khach{number}"), None);
        // The file does not exist, so the foreign key refuses the row.
        person.details.avatar = (number == 7).then(|| new_id::<FileId>().into());
        let (desk, owner) = (Arc::clone(&app.desk), owner.id);
        tokio::spawn(async move { desk.submit(add_by_hand(person, owner, None)).await })
    });
    let requests: Vec<_> = requests.collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    held.rollback().await.unwrap();
    for (number, outcome) in join_all(requests).await.into_iter().enumerate() {
        let outcome = outcome.unwrap();
        assert_eq!(outcome.is_err(), number == 7, "{number}");
    }
    assert_eq!(
        (app.registered(event).await, live(&app, event).await),
        (19, 19)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closing_desk_serves_only_visitors_in_line() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 100).await;
    let held = hold(&app.app.db, event).await;
    let in_line: Vec<_> = (0..50)
        .map(|number| {
            let person = new_registration(event, &format!("khach{number}"), None);
            let (desk, owner) = (Arc::clone(&app.desk), owner.id);
            tokio::spawn(async move { desk.submit(add_by_hand(person, owner, None)).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let desk = Arc::clone(&app.desk);
    let closing = tokio::spawn(async move { desk.close().await });
    held.rollback().await.unwrap();
    closing.await.unwrap();
    for outcome in join_all(in_line).await {
        outcome.unwrap().unwrap();
    }
    let late = app
        .desk
        .submit(add_by_hand(
            new_registration(event, "muon", None),
            owner.id,
            None,
        ))
        .await;
    assert!(matches!(late, Err(Error::Busy)));
    assert_eq!(live(&app, event).await, 50);
}

/// Without the desk: checks whether there is room, then takes a seat, on copies of the tables without constraints.
async fn sit_without_asking(State(db): State<Arc<Db>>) -> StatusCode {
    #[derive(FromQueryResult)]
    struct Seats {
        registered: i64,
        total: i64,
    }
    let backend = db.read().get_database_backend();
    let look = Statement::from_string(backend, "select registered, total from naive_event");
    let seats = Seats::find_by_statement(look)
        .one(db.read())
        .await
        .unwrap()
        .unwrap();
    if seats.registered >= seats.total {
        return StatusCode::CONFLICT;
    }
    let tx = db.write().await.unwrap();
    let id = new_id::<FileId>();
    tx.execute_raw(Statement::from_sql_and_values(
        backend,
        "insert into naive_attendance (id) values ($1)",
        [id.into()],
    ))
    .await
    .unwrap();
    tx.execute_unprepared("update naive_event set registered = registered + 1")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    StatusCode::OK
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_desk_the_same_race_oversells() {
    let app = TestApp::new().await;
    let tx = app.app.db.write().await.unwrap();
    tx.execute_unprepared(
        "create table naive_event (registered bigint not null, total bigint not null)",
    )
    .await
    .unwrap();
    tx.execute_unprepared("create table naive_attendance (id uuid primary key)")
        .await
        .unwrap();
    tx.execute_unprepared("insert into naive_event values (0, 50)")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let db = Arc::new(app.app.db.clone());
    let server = serve(
        Router::new()
            .route("/", post(sit_without_asking))
            .with_state(db),
    )
    .await;
    let client = reqwest::Client::new();
    let requests = (0..200).map(|_| tokio::spawn(client.post(format!("http://{server}")).send()));
    let answers = join_all(requests.collect::<Vec<_>>()).await;
    let wins = answers
        .into_iter()
        .filter(|answer| answer.as_ref().unwrap().as_ref().unwrap().status() == 200)
        .count();
    assert!(
        wins > 50,
        "{wins} seats of 50 were sold: the race does not happen, so its other tests prove nothing"
    );
}
