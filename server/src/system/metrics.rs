//! The page that Prometheus reads: the server's counters, and figures that it reads on request.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hoi_platform::error::Result;
use hoi_platform::vitals;
use hoi_ticketing::registration::AppWithDesk;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tower_http::timeout::TimeoutLayer;

use super::dto::JobLane;
use super::process;
use hoi_organising::checkin;

/// How long one answer may take.
const TIMEOUT: Duration = Duration::from_secs(10);
const FORMAT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub(super) type Number = Gauge<f64, AtomicU64>;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfJobs {
    lane: &'static str,
    state: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfPool {
    pool: &'static str,
    state: &'static str,
}

/// Serves `/metrics`, on a listener of its own: the figures are not for everybody who can reach the server.
pub fn metrics_router(server: AppWithDesk) -> Router {
    server.app.metrics.begin(&checkin::SCAN_RESULTS);
    Router::new()
        .route("/metrics", get(get_metrics))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            TIMEOUT,
        ))
        .with_state(server)
}

async fn get_metrics(State(server): State<AppWithDesk>) -> Result<Response> {
    let now = read_now(&server).await?;
    let text = server
        .app
        .metrics
        .write(&now)
        .map_err(anyhow::Error::from)?;
    Ok(([(header::CONTENT_TYPE, FORMAT)], text).into_response())
}

/// Reads the figures that are not counted as things happen: present numbers and sizes.
async fn read_now(server: &AppWithDesk) -> Result<Registry> {
    let app = &server.app;
    let now = app.clock.now();
    let mut registry = Registry::default();
    let mut gauge = |name: &str, help: &str, value: u64| {
        let gauge: Number = Gauge::default();
        gauge.set(float(value));
        registry.register(name, help, gauge);
    };
    let waiting = u64::try_from(server.desk.waiting()).unwrap_or(u64::MAX);
    gauge("hoi_desk_queue", "Requests that wait at the desk", waiting);
    let help = "Visitors in the waiting room whose turn has not come";
    gauge("hoi_waiting_visitors", help, server.waiting_room.waiting());
    let bytes = app.db.size_bytes().await?;
    gauge("hoi_database_bytes", "Size of the database", bytes);
    if let Some(free) = app.vitals.free_bytes() {
        gauge(
            "hoi_disk_free_bytes",
            "Free space of the fullest disk",
            free,
        );
    }
    let least = vitals::min_free_bytes(&app.config);
    let help = "Free space below which registrations and uploads are refused";
    gauge("hoi_disk_min_free_bytes", help, least);
    let sockets = u64::try_from(app.realtime.sockets()).unwrap_or(u64::MAX);
    gauge("hoi_sockets", "Open sockets", sockets);
    let uptime = app.started_at.until(now).as_secs();
    gauge("hoi_uptime_seconds", "Time since the start", uptime);
    process::register(&mut registry).await;

    let jobs = Family::<OfJobs, Number>::default();
    let oldest = Family::<Vec<(&'static str, &'static str)>, Number>::default();
    for depth in hoi_jobs::depths(app.db.read(), now).await? {
        let lane = JobLane::from(depth.lane).label();
        for (state, count) in [
            ("waiting", depth.waiting),
            ("running", depth.running),
            ("later", depth.later),
            ("dead", depth.dead),
        ] {
            let of = OfJobs { lane, state };
            jobs.get_or_create(&of).set(float(count));
        }
        let age = depth.oldest_due.map_or(0, |due| due.until(now).as_secs());
        oldest.get_or_create(&vec![("lane", lane)]).set(float(age));
    }
    registry.register("hoi_jobs", "Background jobs", jobs);
    let help = "Time for which the waiting job that became due first has been due";
    registry.register("hoi_jobs_oldest_waiting_seconds", help, oldest);

    let pools = Family::<OfPool, Number>::default();
    for pool in app.db.pools() {
        let idle = u64::try_from(pool.idle).unwrap_or(0);
        let used = u64::from(pool.open).saturating_sub(idle);
        for (state, count) in [("used", used), ("idle", idle)] {
            let of = OfPool {
                pool: pool.name,
                state,
            };
            pools.get_or_create(&of).set(float(count));
        }
    }
    let help = "Connections to the database";
    registry.register("hoi_database_connections", help, pools);
    Ok(registry)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "Prometheus has no other numbers; counts and bytes below 2^53 are exact"
)]
pub(super) fn float(value: u64) -> f64 {
    value as f64
}
