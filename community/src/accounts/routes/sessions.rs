//! The caller's sessions on their devices.

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, Result};
use hoi_platform::http::{ClientIp, Envelope, Nothing, PathId, ValidatedJson};
use serde::Serialize;
use utoipa::ToSchema;

use super::own_password::{OwnPassword, check_password};
use crate::accounts::entity::session;
use crate::accounts::sockets::dismiss_ended_sockets;
use crate::accounts::{SessionId, Signed, sessions};

/// A session of the caller on one device.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceSession {
    pub id: SessionId,
    /// The browser's description of itself, at most 300 characters; null if it sent none.
    #[schema(required)]
    pub user_agent: Option<String>,
    /// The network address at login.
    #[schema(required)]
    pub ip: Option<String>,
    pub created_at: Timestamp,
    /// When the session last renewed its access token, which happens every quarter of an hour while it is used.
    pub last_used_at: Timestamp,
    /// True for the session of this request.
    pub is_current: bool,
}

impl DeviceSession {
    /// Describes `row` to the session `current`.
    pub fn new(row: session::Model, current: SessionId) -> Self {
        Self {
            is_current: row.id == current,
            id: row.id,
            user_agent: row.user_agent,
            ip: row.ip,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// Lists the caller's sessions: this device first, then the most recently used.
#[utoipa::path(get, path = "/users/me/sessions", tag = "users",
    responses((status = 200, body = Envelope<Vec<DeviceSession>>)), security(("bearer" = [])))]
pub async fn list_sessions(
    State(app): State<App>,
    Signed { user, session }: Signed,
) -> Result<Envelope<Vec<DeviceSession>>> {
    let live = sessions::find_live(app.db.read(), user.id, app.clock.now()).await?;
    let mut devices: Vec<_> = live
        .into_iter()
        .map(|row| DeviceSession::new(row, session.id))
        .collect();
    devices.sort_by_key(|device| !device.is_current);
    Ok(Envelope::ok(devices))
}

/// The caller with the session `{id}`, which is one of theirs and has not ended.
pub struct OwnSession {
    signed: Signed,
    id: SessionId,
}

impl<S: Send + Sync> FromRequestParts<S> for OwnSession
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let signed = Signed::from_request_parts(parts, state).await?;
        let PathId(id) = PathId::from_request_parts(parts, state).await?;
        let app = App::from_ref(state);
        let live = sessions::find_live(app.db.read(), signed.user.id, app.clock.now()).await?;
        if live.iter().all(|session| session.id != id) {
            return Err(Error::not_found());
        }
        Ok(Self { signed, id })
    }
}

/// Ends one of the caller's sessions. 5019: the password is wrong; 5005: there is no such session, or it has ended; 5003
/// (429): too many wrong passwords.
#[utoipa::path(delete, path = "/users/me/sessions/{id}", tag = "users", params(("id" = SessionId, Path)),
    request_body = OwnPassword, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn end_session(
    State(app): State<App>,
    OwnSession { signed, id }: OwnSession,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<OwnPassword>,
) -> Result<Envelope<Nothing>> {
    check_password(&app, &signed, ip, &body.password).await?;
    let (now, user) = (app.clock.now(), signed.user);
    let tx = app.db.write().await?;
    if !sessions::revoke_of(&tx, user.id, id, now).await? {
        return Err(Error::not_found());
    }
    audit::record(
        &tx,
        Some(user.id),
        AuditAction::LoggedOut,
        user.id,
        Some(ip),
        now,
    )
    .await?;
    tx.commit().await?;
    dismiss_ended_sockets(&app, user.id).await;
    Ok(Envelope::done("auth.deviceLoggedOut"))
}

/// Ends all of the caller's sessions except the current one. 5019: the password is wrong; 5003 (429): too many wrong
/// passwords.
#[utoipa::path(delete, path = "/users/me/sessions", tag = "users", request_body = OwnPassword,
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn end_other_sessions(
    State(app): State<App>,
    signed: Signed,
    ClientIp(ip): ClientIp,
    ValidatedJson(body): ValidatedJson<OwnPassword>,
) -> Result<Envelope<Nothing>> {
    check_password(&app, &signed, ip, &body.password).await?;
    let (now, Signed { user, session }) = (app.clock.now(), signed);
    let tx = app.db.write().await?;
    sessions::revoke_all(&tx, user.id, Some(session.id), now).await?;
    audit::record(
        &tx,
        Some(user.id),
        AuditAction::LoggedOut,
        user.id,
        Some(ip),
        now,
    )
    .await?;
    tx.commit().await?;
    dismiss_ended_sockets(&app, user.id).await;
    Ok(Envelope::done("auth.othersLoggedOut"))
}
