//! A code is usable for exactly as many registrations as it allows, however many come at once. The last test runs the
//! same race without the desk, and must use the code too often, because otherwise the race would prove nothing.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use futures::future::join_all;
use hoi_db::Db;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::InvitationCodeId;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, Statement};
use serde_json::json;

use super::support::path;
use crate::registration::race::{Codes, people, rush};
use crate::registration::support::with;
use crate::support::{TestApp, serve};

#[tokio::test(flavor = "multi_thread")]
async fn of_120_visitors_exactly_as_many_use_a_code_as_it_allows() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 1000).await;
    let mut servers = vec![app.listen().await];
    if let Ok(second) = app.second_server().await {
        servers.push(second.listen().await);
    }
    let new_codes = json!({ "participationType": "INVITED", "maxUses": 30, "code": "RUSH" });
    let made = app.codes(&owner, event, new_codes).await;
    let id = made[0]["id"].as_str().unwrap().parse().unwrap();
    let bodies = people(120)
        .into_iter()
        .map(|body| with(body, "invitationCode", "rush"));
    let codes = rush(&servers, event, bodies.collect()).await;
    assert_eq!(codes, Codes::from([(2000, 30), (5002, 90)]));
    assert_eq!(app.uses(id).await, (30, 30));

    // Removing a participant does not change the count, which includes all registrations ever made.
    let one = attendance::Entity::find()
        .filter(attendance::Column::InvitationCodeId.eq(id))
        .one(app.app.db.read())
        .await
        .unwrap()
        .unwrap();
    app.remove(event, one.id, owner.id).await;
    assert_eq!(app.uses(id).await, (30, 30));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_lowered_during_a_rush_is_kept_or_refused() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 1000).await;
    let server = [app.listen().await];
    let new_codes = json!({ "participationType": "INVITED", "maxUses": 60, "code": "RUSH" });
    let made = app.codes(&owner, event, new_codes).await;
    let id: InvitationCodeId = made[0]["id"].as_str().unwrap().parse().unwrap();
    let bodies = people(80)
        .into_iter()
        .map(|body| with(body, "invitationCode", "RUSH"));
    let one = format!("{}/{id}", path(event));
    let (codes, limits) = tokio::join!(rush(&server, event, bodies.collect()), async {
        let mut limits = Vec::new();
        for max in [50, 40, 30, 20, 10] {
            limits.push((max, app.put(&owner, &one, json!({ "maxUses": max })).await));
        }
        limits
    });
    let mut lowest = 60;
    for (max, answer) in limits {
        match answer.code() {
            2000 => lowest = max,
            code => assert_eq!(code, 5008),
        }
    }
    let (counted, through) = app.uses(id).await;
    assert_eq!(u64::try_from(counted).unwrap(), through);
    assert_eq!(codes.get(&2000).copied().unwrap_or(0) as u64, through);
    assert!(counted <= lowest, "{counted} uses of {lowest}");
}

/// Without the desk: checks whether the code is usable once more, then uses it.
async fn use_without_asking(State(db): State<Arc<Db>>) -> StatusCode {
    #[derive(FromQueryResult)]
    struct Uses {
        used: i64,
    }
    let backend = db.read().get_database_backend();
    let look = Statement::from_string(backend, "select used from naive_code");
    let uses = Uses::find_by_statement(look).one(db.read()).await;
    if uses.unwrap().unwrap().used >= 30 {
        return StatusCode::CONFLICT;
    }
    let tx = db.write().await.unwrap();
    tx.execute_unprepared("update naive_code set used = used + 1")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    StatusCode::OK
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_desk_the_same_race_uses_a_code_too_often() {
    let app = TestApp::new().await;
    let tx = app.app.db.write().await.unwrap();
    tx.execute_unprepared("create table naive_code (used bigint not null)")
        .await
        .unwrap();
    tx.execute_unprepared("insert into naive_code values (0)")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let db = Arc::new(app.app.db.clone());
    let route = post(use_without_asking);
    let server = serve(Router::new().route("/", route).with_state(db)).await;
    let client = reqwest::Client::new();
    let requests = (0..120).map(|_| tokio::spawn(client.post(format!("http://{server}")).send()));
    let answers = join_all(requests.collect::<Vec<_>>()).await;
    let wins = answers
        .into_iter()
        .filter(|answer| answer.as_ref().unwrap().as_ref().unwrap().status() == 200)
        .count();
    assert!(wins > 30, "{wins} uses of 30: the race does not happen");
}
