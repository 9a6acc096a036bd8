//! Measures how long the figures of a filled database take.

use anyhow::{Context, Result, anyhow};
use hoi_db::{Db, Engine};
use hoi_organising::statistics::{self, Metric, Period, Scope, sums_over_time};
use hoi_platform::clock::Clock;
use hoi_platform::ids::{EventId, UserId};
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::{ExprTrait, SelectStatement};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryOrder, QuerySelect};

use crate::timing::times;

/// Prints how long each figure takes and how the database finds it: for all, for the organiser with the most
/// participants, and for the largest event.
pub async fn measure(db: &Db) -> Result<()> {
    let now = Clock::system().now();
    let largest: Option<(EventId, i64)> = event::live()
        .select_only()
        .columns([event::Column::Id, event::Column::RegisteredCount])
        .order_by_desc(event::Column::RegisteredCount)
        .into_tuple()
        .one(db.read())
        .await?;
    let sum = event::Column::RegisteredCount.sum().cast_as("bigint");
    let busiest: Option<(UserId, i64)> = event::live()
        .select_only()
        .column(event::Column::OwnerId)
        .column_as(sum.clone(), "participants")
        .group_by(event::Column::OwnerId)
        .order_by_desc(sum)
        .into_tuple()
        .one(db.read())
        .await?;
    let (event, of_event) = largest.context("generate data first")?;
    let (owner, of_owner) = busiest.context("generate data first")?;
    for (name, scope) in [
        ("the platform".to_owned(), Scope::Platform),
        (
            format!("an organiser with {of_owner} registrations"),
            Scope::Organiser(owner),
        ),
        (
            format!("an event with {of_event} registrations"),
            Scope::Event(event),
        ),
    ] {
        println!("{name}");
        for period in [Period::Week, Period::Year] {
            let took = times(async || {
                let figures = statistics::overview(db.read(), scope, period, now).await;
                figures.map(drop).map_err(failed)
            });
            println!("  overview, {period:?}: {}", took.await?);
            for metric in [
                Metric::Participants,
                Metric::CheckedIn,
                Metric::Received,
                Metric::Events,
            ] {
                let took = times(async || {
                    let points = statistics::chart(db.read(), scope, period, metric, now).await;
                    points.map(drop).map_err(failed)
                });
                println!("  chart of {metric:?}, {period:?}: {}", took.await?);
            }
        }
        for metric in [Metric::Participants, Metric::CheckedIn, Metric::Received] {
            println!("  plan for {metric:?}");
            print_plan(db, &sums_over_time(scope, metric, &[now])).await?;
        }
    }
    Ok(())
}

fn failed(error: hoi_platform::error::Error) -> anyhow::Error {
    anyhow!("{error:?}")
}

async fn print_plan(db: &Db, query: &SelectStatement) -> Result<()> {
    let (explain, column) = match db.engine() {
        Engine::Sqlite => ("explain query plan", 3),
        Engine::Postgres => ("explain", 0),
    };
    let mut statement = db.read().get_database_backend().build(query);
    statement.sql = format!("{explain} {}", statement.sql);
    for row in db.read().query_all_raw(statement).await? {
        let line: String = row.try_get_by_index(column)?;
        println!("    {line}");
    }
    Ok(())
}
