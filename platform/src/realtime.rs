//! Sockets: connections, their rooms and their messages. The socket is a hint, the list is the truth: a client that was
//! away asks the API again, so nothing is stored or repeated here.
//!
//! A token or a device key decides which rooms a socket joins, never a claim of the client. A server speaks to its own
//! sockets only. It learns of events on other servers from [`Broadcast`]; for notifications, `notifications` looks into
//! the database on every server.
//!
//! The feature that owns a namespace decides which clients may connect: `accounts` for notifications, `checkin` for the
//! door.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use hoi_i18n::Lang;
use serde::Serialize;
use socketioxide::SocketIo;
use socketioxide::service::SocketIoService;
use tokio::sync::Notify;

use crate::broadcast::{Broadcast, Message};
use crate::error::Error;
use crate::ids::{EventId, NotificationId, UserId};

const PATH: &str = "/socket.io";
/// The largest message of a client, in bytes. Clients send a language or a token.
const MAX_PAYLOAD: usize = 16 * 1024;
/// How long a client may take to choose its namespace.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// The most events whose last change is remembered.
const MAX_CHANGES: usize = 10_000;
/// Namespaces for notifications; the second is an alias.
pub const NOTIFICATIONS: [&str; 2] = ["/notification", "/"];

/// All sockets of this server.
pub struct Realtime {
    io: SocketIo,
    service: SocketIoService<Router>,
    watched: Mutex<HashMap<EventId, Watched>>,
    changes: Mutex<Changes>,
    broadcast: Arc<Broadcast>,
}

/// When events last changed, as far as this server heard.
struct Changes {
    /// Nothing is known of earlier changes.
    since: Instant,
    last: HashMap<EventId, Instant>,
}

impl Changes {
    fn from_now_on() -> Self {
        Self {
            since: Instant::now(),
            last: HashMap::new(),
        }
    }
}

struct Watched {
    screens: usize,
    changed: Arc<Notify>,
}

/// A notification to one person, in one language.
#[derive(Debug, Clone, Serialize)]
pub struct Notice {
    /// One line.
    pub title: String,
    /// One or two sentences.
    pub content: String,
    pub id: NotificationId,
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The path in the application that it leads to.
    pub link: String,
    /// Whether the browser is to show it; otherwise the list alone has changed.
    pub browser: bool,
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

impl Realtime {
    /// Opens no namespace yet. Messages are also passed to `broadcast`.
    #[must_use]
    pub fn new(broadcast: Arc<Broadcast>) -> Self {
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
            changes: Mutex::new(Changes::from_now_on()),
            broadcast,
        }
    }

    /// Returns the sockets, for features with their own namespace. Handlers must hold the application weakly, because
    /// it owns the sockets.
    #[must_use]
    pub fn io(&self) -> &SocketIo {
        &self.io
    }

    /// Notifies a person on all their devices, in each device's language.
    pub async fn notify(&self, user: UserId, notice: impl Fn(Lang) -> Notice) {
        for lang in Lang::ALL {
            let notice = notice(lang);
            for namespace in NOTIFICATIONS {
                self.emit(
                    namespace,
                    language_room(user, lang),
                    "notification",
                    &notice,
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

    /// Reports that an event or its participants changed, on this server and to the others. Repeated calls at one
    /// moment are combined.
    pub fn event_changed(&self, event: EventId) {
        self.wake_screens(event);
        self.broadcast.tell(Message::EventChanged(event));
    }

    /// Tells this server's screens of an event about the change. Cheap if no screen watches the event; otherwise wakes
    /// one task, and repeated calls before it runs are combined.
    pub fn wake_screens(&self, event: EventId) {
        // Before the screens are looked up: one that begins to watch meanwhile learns of the change in one of two ways.
        self.note_change(event);
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(watched) = watched.get(&event) {
            watched.changed.notify_one();
        }
    }

    fn note_change(&self, event: EventId) {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        if changes.last.len() >= MAX_CHANGES {
            *changes = Changes::from_now_on();
        }
        changes.last.insert(event, Instant::now());
    }

    /// Returns the time since the last change of the event that this server heard of, or may have missed. A screen that
    /// watches already reads again only what it asked for before that change: it is told of later ones, and of those
    /// that another server has not reported yet.
    #[must_use]
    pub fn quiet_for(&self, event: EventId) -> Duration {
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        changes.last.get(&event).unwrap_or(&changes.since).elapsed()
    }

    /// Forgets when events changed, because messages of other servers were lost.
    pub fn forget_changes(&self) {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        *changes = Changes::from_now_on();
    }

    /// Returns the events that screens of this server watch.
    #[must_use]
    pub fn watched(&self) -> Vec<EventId> {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.keys().copied().collect()
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

    /// Returns the number of open sockets, in all namespaces together.
    #[must_use]
    pub fn sockets(&self) -> usize {
        let namespaces = self.io.nsps().into_iter();
        namespaces.map(|one| one.sockets().len()).sum()
    }

    /// Closes every connection.
    pub async fn close(&self) {
        self.io.close().await;
    }
}

/// The room of an account's sockets that speak `lang`.
pub fn language_room(user: UserId, lang: Lang) -> String {
    format!("user:{user}:{lang}")
}

/// The route of the sockets of `realtime`, for pages of `public_url` only. It stands beside the API's: a service
/// layered over a router would lose its state of connections whenever the router applies the layer anew.
pub fn routes(realtime: &Realtime, public_url: &str) -> Router {
    let service = realtime.service.clone();
    Router::new()
        .route_service(PATH, service.clone())
        .route_service("/socket.io/", service)
        .route_layer(middleware::from_fn_with_state(
            public_url.to_owned(),
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
