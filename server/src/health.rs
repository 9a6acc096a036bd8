//! The routes that tell whether the server can do its work.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hoi_community::accounts::Admin;
use hoi_db::Timestamp;
use hoi_jobs::outage;
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::http::Envelope;
use hoi_platform::mails;
use hoi_platform::version::ProgramVersion;
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

/// The state of the server and the version of the program, without an address or another detail of the installation. The
/// source is public and every page names the files of its build, so the version tells a stranger nothing new.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own"
)]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// True if the database answers and an acknowledged change was read through another connection within the last
    /// minute.
    pub database: bool,
    /// True if there is enough free space for registrations and uploads.
    pub space: bool,
    /// True if the mail server took the last mail, or no mail was sent yet.
    pub mail: bool,
    /// The number of background jobs, mostly mails, that were given up.
    pub dead_letters: u64,
    /// True once the server was asked to stop: it answers only until a proxy has sent its visitors elsewhere.
    pub stopping: bool,
    #[serde(flatten)]
    pub program: ProgramVersion,
}

/// Liveness and readiness: 2000 when the database and the disk take changes and the server is not stopping, otherwise 5003
/// (HTTP 503) with the reason. An outage of the mail server leaves the server ready.
#[utoipa::path(get, path = "/health", tag = "platform",
    responses((status = 200, body = Envelope<Health>), (status = 503, description = "5003: what is wrong", body = Envelope<Health>)))]
pub async fn get_health(State(app): State<App>) -> Response {
    let conn = app.db.read();
    let mails = async {
        let outage = outage::find(conn, mails::SERVICE).await?;
        Ok::<_, DbErr>((outage.is_none(), hoi_jobs::count_dead(conn).await?))
    };
    let mails = mails.await;
    let health = Health {
        database: mails.is_ok() && app.vitals.commits(),
        space: app.vitals.has_space(),
        mail: mails.as_ref().is_ok_and(|(leaves, _)| *leaves),
        dead_letters: mails.map_or(0, |(_, dead)| dead),
        stopping: app.vitals.is_leaving(),
        program: ProgramVersion::current(),
    };
    if health.database && health.space && !health.stopping {
        return Envelope::ok(health).into_response();
    }
    let error = if health.database && !health.space {
        Error::OutOfSpace
    } else {
        Error::Busy
    };
    let envelope = Envelope {
        code: error.code(),
        data: health,
        messages: vec![error.reason()],
    };
    let retry = [(header::RETRY_AFTER, HeaderValue::from_static("10"))];
    (StatusCode::SERVICE_UNAVAILABLE, retry, Json(envelope)).into_response()
}

/// The state of sending mails.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailHealth {
    /// Begin of the outage; null while mails are sent.
    #[schema(required)]
    pub paused_since: Option<Timestamp>,
    /// The mail server's last reply during the outage; null while mails are sent.
    #[schema(required)]
    pub reason: Option<String>,
    /// The number of jobs that were given up.
    pub dead_letters: u64,
}

/// Returns whether mails are sent and, if not, the mail server's reply.
#[utoipa::path(get, path = "/health/mail", tag = "platform", responses((status = 200, body = Envelope<MailHealth>)),
    security(("bearer" = [])))]
pub async fn get_mail_health(State(app): State<App>, _: Admin) -> Result<Envelope<MailHealth>> {
    let conn = app.db.read();
    let outage = outage::find(conn, mails::SERVICE).await?;
    Ok(Envelope::ok(MailHealth {
        paused_since: outage.as_ref().map(|outage| outage.since),
        reason: outage.map(|outage| outage.reason),
        dead_letters: hoi_jobs::count_dead(conn).await?,
    }))
}
