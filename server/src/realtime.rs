//! Sockets: connections, their rooms, and the messages sent to them. A message is only a hint: a client that missed one
//! asks the API again, so nothing is stored or repeated here.
//!
//! A socket joins rooms according to its token or device key, never at the client's request. Each of several servers on
//! one database reaches only its own sockets.
//!
//! The namespace of check-in is in `checkin`; of events, this module knows only the identifiers.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use hoi_i18n::Lang;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use socketioxide::SocketIo;
use socketioxide::extract::{Data, SocketRef, TryData};
use socketioxide::handler::ConnectHandler as _;
use socketioxide::operators::BroadcastOperators;
use socketioxide::service::SocketIoService;
use tokio::sync::Notify;

use crate::access::{Signed, authenticate, bearer_token};
use crate::accounts::entity::{session, user};
use crate::app::{App, WeakApp};
use crate::error::{Error, LocalizedText, Result};
use crate::ids::{EventId, SessionId, UserId};

const PATH: &str = "/socket.io";
/// The largest message of a client, in bytes. Clients send a language or a token.
const MAX_PAYLOAD: usize = 16 * 1024;
/// How long a client may take to choose its namespace.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// The interval at which sockets are compared with their sessions.
const SWEEP: Duration = Duration::from_mins(1);
/// Namespaces for notifications; the second is an alias.
const NOTIFICATIONS: [&str; 2] = ["/notification", "/"];
/// The most sessions looked up in one statement.
const CHUNK: usize = 500;

/// All sockets of this server.
pub struct Realtime {
    io: SocketIo,
    service: SocketIoService<Router>,
    watched: Mutex<HashMap<EventId, Watched>>,
}

struct Watched {
    screens: usize,
    changed: Arc<Notify>,
}

/// A notification to one person.
#[derive(Debug, Clone)]
pub struct Notice {
    /// A title of one line.
    pub title: LocalizedText,
    /// A text of one or two sentences.
    pub content: LocalizedText,
    /// The identifier of the stored notification; None if it is not stored.
    pub id: Option<String>,
    pub kind: Option<&'static str>,
    /// The path in the application that it leads to.
    pub link: Option<String>,
}

#[derive(Serialize)]
struct Notification<'a> {
    title: String,
    content: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'a str>,
}

/// The account and session behind a socket, stored with the socket.
#[derive(Debug, Clone, Copy)]
struct Caller {
    user: UserId,
    session: SessionId,
}

/// The refusal of a connection: the name of an application code, which becomes the message of the client's
/// `connect_error`.
#[derive(Debug, Clone, Copy)]
pub struct Refusal(pub &'static str);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        if let Error::Internal(error) = &error {
            tracing::error!(error = format!("{error:#}"), "a socket could not connect");
        }
        Self(error.name())
    }
}

#[derive(Default, Deserialize)]
struct Handshake {
    token: Option<String>,
}

impl Default for Realtime {
    fn default() -> Self {
        let (service, io) = SocketIo::builder()
            .req_path(PATH)
            .connect_timeout(CONNECT_TIMEOUT)
            .max_payload(MAX_PAYLOAD as u64)
            .ws_max_message_size(MAX_PAYLOAD)
            .ws_max_frame_size(MAX_PAYLOAD)
            .build_with_inner_svc(Router::new());
        Self {
            io,
            service,
            watched: Mutex::default(),
        }
    }
}

impl Realtime {
    /// Returns the sockets, for features with their own namespace. Handlers must hold the application weakly, because
    /// it owns the sockets.
    #[must_use]
    pub fn io(&self) -> &SocketIo {
        &self.io
    }

    /// Notifies a person on all their devices, in each device's language.
    pub async fn notify(&self, user: UserId, notice: &Notice) {
        for lang in [Lang::Vi, Lang::En] {
            let notification = Notification {
                title: notice.title.in_language(lang),
                content: notice.content.in_language(lang),
                id: notice.id.as_deref(),
                kind: notice.kind,
                link: notice.link.as_deref(),
            };
            for namespace in NOTIFICATIONS {
                self.emit(
                    namespace,
                    language_room(user, lang),
                    "notification",
                    &notification,
                )
                .await;
            }
        }
    }

    /// Sends to all sockets in a room. A socket that is too slow misses the message.
    pub async fn emit(&self, namespace: &str, room: String, name: &str, data: &impl Serialize) {
        if let Some(namespace) = self.io.of(namespace)
            && let Err(error) = namespace.to(room).emit(name, data).await
        {
            tracing::debug!(%error, "a message did not reach every socket");
        }
    }

    /// Disconnects all sockets in a room.
    pub async fn disconnect(&self, room: String) {
        for namespace in self.io.nsps() {
            if let Err(error) = namespace.within(room.clone()).disconnect().await {
                tracing::debug!(%error, "a socket was gone already");
            }
        }
    }

    /// Reports that participants of an event changed. Cheap if no screen watches the event; otherwise wakes one task,
    /// and repeated calls before it runs are combined.
    pub fn event_changed(&self, event: EventId) {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watched) = watched.get(&event) {
            watched.changed.notify_one();
        }
    }

    /// Counts a screen that watches the event. Returns the signal to wait for to the first screen, which must wait for
    /// it, and None to the others.
    pub fn watch(&self, event: EventId) -> Option<Arc<Notify>> {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = watched.entry(event).or_insert_with(|| Watched {
            screens: 0,
            changed: Arc::new(Notify::new()),
        });
        entry.screens += 1;
        (entry.screens == 1).then(|| Arc::clone(&entry.changed))
    }

    /// Removes a screen. After the last one [`Self::is_watched`] is false.
    pub fn unwatch(&self, event: EventId) {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = watched.get_mut(&event) {
            entry.screens = entry.screens.saturating_sub(1);
            if entry.screens == 0 {
                entry.changed.notify_one();
                watched.remove(&event);
            }
        }
    }

    /// Returns whether screens of this event still wait for the signal `changed`.
    #[must_use]
    pub fn is_watched(&self, event: EventId, changed: &Arc<Notify>) -> bool {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched
            .get(&event)
            .is_some_and(|entry| Arc::ptr_eq(&entry.changed, changed))
    }

    /// Returns the number of screens that watch the event.
    #[must_use]
    pub fn screens(&self, event: EventId) -> usize {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.get(&event).map_or(0, |entry| entry.screens)
    }

    /// Closes every connection.
    pub async fn close(&self) {
        self.io.close().await;
    }
}

/// Opens the namespaces for notifications and starts comparing sockets with their sessions.
pub fn open(app: &App) {
    for namespace in NOTIFICATIONS {
        let weak = app.downgrade();
        let identify = move |socket: SocketRef, TryData(handshake): TryData<Handshake>| {
            let weak = weak.clone();
            async move {
                let app = weak.upgrade().ok_or(Refusal("INTERNAL_ERROR"))?;
                let token = handshake.unwrap_or_default().token;
                let signed = signed(&app, &socket, token).await?;
                remember(&socket, &signed);
                // Joined before the client learns that it is connected, so that it misses no notification.
                hear(&socket, signed.user.id, signed.user.lang.into());
                Ok::<(), Refusal>(())
            }
        };
        app.realtime.io.ns(namespace, connected.with(identify));
    }
    tokio::spawn(sweep(app.downgrade()));
}

/// Does nothing: `identify` has done all work before.
async fn connected() {}

/// Returns the account behind a socket, from the token in the handshake or, where a client can send headers, from the
/// bearer token.
pub async fn signed(app: &App, socket: &SocketRef, token: Option<String>) -> Result<Signed> {
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
pub fn remember(socket: &SocketRef, signed: &Signed) {
    socket.extensions.insert(Caller {
        user: signed.user.id,
        session: signed.session.id,
    });
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
                socket.leave([language_room(user, Lang::Vi), language_room(user, Lang::En)]);
                socket.join(language_room(user, lang));
            }
        },
    );
}

fn language_room(user: UserId, lang: Lang) -> String {
    format!("user:{user}:{}", lang.code())
}

async fn sweep(app: WeakApp) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(app) = app.upgrade() else { return };
        if let Err(error) = dismiss(&app, |_| true).await {
            tracing::warn!(?error, "sockets could not be compared with their sessions");
        }
    }
}

/// Disconnects the user's sockets whose sessions have ended. Called after revoking sessions, so that revoking takes
/// effect at once. Sessions that expire, or end on another server, are noticed within a minute.
pub async fn dismiss_ended(app: &App, user: UserId) {
    if let Err(error) = dismiss(app, |caller| caller.user == user).await {
        tracing::warn!(?error, "sockets could not be compared with their sessions");
    }
}

async fn dismiss(app: &App, concerned: impl Fn(&Caller) -> bool) -> Result<()> {
    let sockets: Vec<(SocketRef, Caller)> = app
        .realtime
        .io
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
        let active = user::Entity::find()
            .select_only()
            .column(user::Column::Id)
            .filter(user::Column::IsActive.eq(true))
            .filter(user::Column::DeletedAt.is_null())
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

/// Returns the route of the sockets. The service is a route and not a layer, because a router that applies the layer
/// again would create a service without the existing connections.
pub fn routes(app: &App) -> Router {
    let service = app.realtime.service.clone();
    Router::new()
        .route_service(PATH, service.clone())
        .route_service("/socket.io/", service)
        .route_layer(middleware::from_fn_with_state(
            app.config.public_url.clone(),
            same_origin,
        ))
}

/// Refuses sockets from pages of other sites. Browsers do not send the login by themselves, so such pages could not
/// misuse it, but they have no reason to connect.
async fn same_origin(State(own): State<String>, request: Request, next: Next) -> Response {
    if is_from_here(request.headers(), &own) {
        next.run(request).await
    } else {
        Error::InsufficientPermission.into_response()
    }
}

fn is_from_here(headers: &HeaderMap, own: &str) -> bool {
    let text = |name| {
        headers
            .get(name)
            .and_then(|value: &HeaderValue| value.to_str().ok())
    };
    text(header::ORIGIN).is_none_or(|origin| {
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        origin == own || (authority.is_some() && authority == text(header::HOST))
    })
}
