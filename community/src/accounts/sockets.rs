//! The sockets of people with a login: they hear notifications, and go when the session behind them ends.

use std::collections::HashSet;
use std::time::Duration;

use axum::http::header;
use hoi_i18n::Lang;
use hoi_platform::app::{App, WeakApp};
use hoi_platform::broadcast::Message;
use hoi_platform::error::Result;
use hoi_platform::ids::{SessionId, UserId};
use hoi_platform::realtime::{NOTIFICATIONS, Refusal, language_room};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use serde::Deserialize;
use serde_json::Value;
use socketioxide::extract::{Data, SocketRef, TryData};
use socketioxide::handler::ConnectHandler as _;
use socketioxide::operators::BroadcastOperators;

use super::access::{Signed, authenticate, bearer_token};
use super::entity::{session, user};

/// The interval at which sockets are compared with their sessions.
const SWEEP: Duration = Duration::from_mins(1);
/// The most sessions looked up in one statement.
const CHUNK: usize = 500;

/// The account and session behind a socket, stored with the socket.
#[derive(Debug, Clone, Copy)]
struct Caller {
    user: UserId,
    session: SessionId,
}

#[derive(Default, Deserialize)]
struct Handshake {
    token: Option<String>,
}

/// Opens the namespaces for notifications and starts comparing sockets with their sessions.
pub fn open_sockets(app: &App) {
    for namespace in NOTIFICATIONS {
        let weak = app.downgrade();
        let identify = move |socket: SocketRef, TryData(handshake): TryData<Handshake>| {
            let weak = weak.clone();
            async move {
                let app = weak.upgrade().ok_or(Refusal("INTERNAL_ERROR"))?;
                let token = handshake.unwrap_or_default().token;
                let signed = signed_socket(&app, &socket, token).await?;
                remember_socket(&socket, &signed);
                // Joined before the client learns that it is connected, so that it misses no notification.
                hear(&socket, signed.user.id, signed.user.lang);
                Ok::<(), Refusal>(())
            }
        };
        app.realtime.io().ns(namespace, connected.with(identify));
    }
    tokio::spawn(sweep(app.downgrade()));
}

/// Does nothing: `identify` has done all work before.
async fn connected() {}

/// Returns the account behind a socket, from the token in the handshake or, where a client can send headers, from the
/// bearer token.
pub async fn signed_socket(app: &App, socket: &SocketRef, token: Option<String>) -> Result<Signed> {
    let bearer = socket
        .req_parts()
        .headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .map(ToOwned::to_owned);
    let token = token.or(bearer).unwrap_or_default();
    authenticate(app, bearer_token(&token).unwrap_or(&token)).await
}

/// Stores the session with the socket, so that the socket is disconnected when the session ends.
pub fn remember_socket(socket: &SocketRef, signed: &Signed) {
    socket.extensions.insert(Caller {
        user: signed.user.id,
        session: signed.session.id,
    });
}

/// Returns the accounts that hear notifications on this server.
pub fn connected_users(app: &App) -> HashSet<UserId> {
    NOTIFICATIONS
        .into_iter()
        .filter_map(|namespace| app.realtime.io().of(namespace))
        .flat_map(BroadcastOperators::sockets)
        .filter_map(|socket| Some(socket.extensions.get::<Caller>()?.user))
        .collect()
}

/// Makes the socket receive the account's notifications, in the account's language until the device sends its own.
fn hear(socket: &SocketRef, user: UserId, lang: Lang) {
    socket.join(language_room(user, lang));
    socket.on(
        "whoAmI",
        async move |socket: SocketRef, Data(said): Data<Value>| {
            let tag = match &said {
                Value::String(tag) => Some(tag),
                other => match other.get("lang") {
                    Some(Value::String(tag)) => Some(tag),
                    _ => None,
                },
            };
            if let Some(lang) = tag.and_then(|tag| Lang::from_tag(tag)) {
                socket.leave(Lang::ALL.map(|lang| language_room(user, lang)));
                socket.join(language_room(user, lang));
            }
        },
    );
}

async fn sweep(app: WeakApp) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(app) = app.upgrade() else { return };
        dismiss_all_ended(&app).await;
    }
}

/// Disconnects the user's sockets whose sessions have ended, on every server. Called after revoking sessions, so that
/// revoking takes effect at once. Sessions that expire are noticed within a minute.
pub async fn dismiss_ended_sockets(app: &App, user: UserId) {
    app.broadcast.tell(Message::SessionsEnded(user));
    dismiss_ended_here(app, user).await;
}

/// Disconnects all sockets of this server whose sessions have ended.
pub async fn dismiss_all_ended(app: &App) {
    if let Err(error) = dismiss(app, |_| true).await {
        tracing::warn!(?error, "sockets could not be compared with their sessions");
    }
}

/// Disconnects the user's sockets whose sessions have ended from this server.
pub async fn dismiss_ended_here(app: &App, user: UserId) {
    if let Err(error) = dismiss(app, |caller| caller.user == user).await {
        tracing::warn!(?error, "sockets could not be compared with their sessions");
    }
}

async fn dismiss(app: &App, concerned: impl Fn(&Caller) -> bool) -> Result<()> {
    let sockets: Vec<(SocketRef, Caller)> = app
        .realtime
        .io()
        .nsps()
        .into_iter()
        .flat_map(BroadcastOperators::sockets)
        .filter_map(|socket| {
            let caller = socket.extensions.get::<Caller>()?;
            Some((socket, caller))
        })
        .filter(|(_, caller)| concerned(caller))
        .collect();
    let asked: HashSet<SessionId> = sockets.iter().map(|(_, caller)| caller.session).collect();
    let live = live_sessions(app, asked.into_iter().collect()).await?;
    for (socket, caller) in sockets {
        if !live.contains(&caller.session) {
            // The socket may have disconnected meanwhile.
            let _ = socket.disconnect();
        }
    }
    Ok(())
}

async fn live_sessions(app: &App, asked: Vec<SessionId>) -> Result<HashSet<SessionId>> {
    let now = app.clock.now();
    let mut live = HashSet::with_capacity(asked.len());
    for chunk in asked.chunks(CHUNK) {
        let active = user::live()
            .select_only()
            .column(user::Column::Id)
            .filter(user::Column::IsActive.eq(true))
            .into_query();
        let found: Vec<SessionId> = session::Entity::find()
            .select_only()
            .column(session::Column::Id)
            .filter(session::Column::Id.is_in(chunk.iter().copied()))
            .filter(session::Column::RevokedAt.is_null())
            .filter(session::Column::ExpiresAt.gt(now))
            .filter(session::Column::UserId.in_subquery(active))
            .into_tuple()
            .all(app.db.read())
            .await?;
        live.extend(found);
    }
    Ok(live)
}
