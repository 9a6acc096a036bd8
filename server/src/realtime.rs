//! Sockets: who is connected, in which rooms, and what they are told. The socket is a hint, the list is the truth: a
//! client that was away asks the API again, so nothing is stored or repeated here.
//!
//! Rooms are joined by what a token or a device key proves, never by what a client says. Several servers on one
//! database each speak to their own sockets only.
//!
//! The door's namespace stands in `checkin`; this module knows nothing of events but their identifiers.

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
/// Largest message a client may send; ours carry a language or a token.
const MAX_PAYLOAD: usize = 16 * 1024;
/// A client that does not say where it belongs within this time is let go.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// How often sockets are compared with the sessions behind them.
const SWEEP: Duration = Duration::from_mins(1);
/// Namespaces that carry notifications; the second is an alias.
const NOTIFICATIONS: [&str; 2] = ["/notification", "/"];
/// Sessions looked up in one statement.
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

/// Something to tell a person at once.
#[derive(Debug, Clone)]
pub struct Notice {
    /// One line.
    pub title: LocalizedText,
    /// A sentence or two.
    pub content: LocalizedText,
    /// The notification's own identifier, when it is kept.
    pub id: Option<String>,
    /// Its kind.
    pub kind: Option<&'static str>,
    /// Where in the application it leads.
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

/// Who stands behind a socket; kept with it.
#[derive(Debug, Clone, Copy)]
struct Caller {
    user: UserId,
    session: SessionId,
}

/// Why a connection is refused: the name of an application code, as the client's `connect_error` message.
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
    /// The sockets themselves, for features that have a namespace of their own. Handlers must hold the application
    /// weakly: it owns the sockets.
    #[must_use]
    pub fn io(&self) -> &SocketIo {
        &self.io
    }

    /// Tells a person something, on every device and in each device's language.
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

    /// Sends to everyone in a room. Whoever is too slow to take it misses it, and asks again when it matters.
    pub async fn emit(&self, namespace: &str, room: String, name: &str, data: &impl Serialize) {
        if let Some(namespace) = self.io.of(namespace)
            && let Err(error) = namespace.to(room).emit(name, data).await
        {
            tracing::debug!(%error, "a message did not reach every socket");
        }
    }

    /// Lets go of everyone in a room.
    pub async fn disconnect(&self, room: String) {
        for namespace in self.io.nsps() {
            if let Err(error) = namespace.within(room.clone()).disconnect().await {
                tracing::debug!(%error, "a socket was gone already");
            }
        }
    }

    /// Says that an event's participants changed. Costs a look into a map when nobody watches the event, and wakes one
    /// task when somebody does, however often it is called meanwhile.
    pub fn event_changed(&self, event: EventId) {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watched) = watched.get(&event) {
            watched.changed.notify_one();
        }
    }

    /// Counts a screen that watches the event. The first one gets the signal to wait for, and with it the duty to.
    pub fn watch(&self, event: EventId) -> Option<Arc<Notify>> {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = watched.entry(event).or_insert_with(|| Watched {
            screens: 0,
            changed: Arc::new(Notify::new()),
        });
        entry.screens += 1;
        (entry.screens == 1).then(|| Arc::clone(&entry.changed))
    }

    /// Takes a screen back; after the last one [`Self::is_watched`] is false.
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

    /// Whether `changed` is still the signal that screens of this event wait for.
    #[must_use]
    pub fn is_watched(&self, event: EventId, changed: &Arc<Notify>) -> bool {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched
            .get(&event)
            .is_some_and(|entry| Arc::ptr_eq(&entry.changed, changed))
    }

    /// Screens that watch the event.
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

/// Opens the namespaces that carry notifications and begins to watch over the sessions behind sockets.
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
                // Before the client hears that it is connected, so that it misses nothing and is understood at once.
                hear(&socket, signed.user.id, signed.user.lang.into());
                Ok::<(), Refusal>(())
            }
        };
        app.realtime.io.ns(namespace, connected.with(identify));
    }
    tokio::spawn(sweep(app.downgrade()));
}

/// Everything was done before.
async fn connected() {}

/// The account behind a socket: by the handshake's token, or, where a client can send headers, by the bearer.
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

/// Ties the socket to the session, so that it goes when the session ends.
pub fn remember(socket: &SocketRef, signed: &Signed) {
    socket.extensions.insert(Caller {
        user: signed.user.id,
        session: signed.session.id,
    });
}

/// Lets the socket hear what its person is told, in their own language until the device says its own.
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

/// Lets go of the user's sockets whose session has ended. To be called after sessions were revoked, so that it bites
/// at once; what ends by itself, or on another server, is noticed within a minute.
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
            // It may have gone by itself.
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

/// The route of the sockets. It stands beside the API's: what a service that is layered over a router knows of its
/// connections would be forgotten whenever the router applies the layer anew.
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

/// A page of another site may not open sockets. It could not use anybody's login, which no browser sends by itself,
/// but it has no business here.
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
