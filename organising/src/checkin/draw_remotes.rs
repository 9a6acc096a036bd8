//! Remotes of a lucky draw: phones from which it is carried out while the big screen shows no controls. They draw by the
//! calls that every screen uses. Their sockets only tell the screens of the staff that a remote is there and what it has
//! chosen, so nothing here decides a draw.

use std::time::Duration;

use hoi_platform::app::{App, WeakApp};
use hoi_platform::broadcast::Message;
use hoi_platform::clock;
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::{DrawRemoteId, DrawWinnerId, EventId, PrizeId};
use serde::{Deserialize, Serialize};
use socketioxide::extract::{SocketRef, TryData};
use tokio::sync::watch;

use super::live::{NAMESPACE, staff_room};

/// The most remotes of one event on one server.
const MAX_REMOTES: usize = 4;
/// The pause after which a remote is told of again, for screens that were opened meanwhile and for those of other
/// servers, which otherwise would wait without end for a remote whose server has stopped.
const BEAT: Duration = Duration::from_secs(3);
/// The shortest interval between two messages of one remote, however often it chooses.
const PACE: Duration = Duration::from_millis(200);

/// The choices of a remote.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Choice {
    /// The prize that is drawn next; None for a draw without one.
    prize_id: Option<PrizeId>,
    /// The win whose announcement is over; None if there is none.
    dismissed: Option<DrawWinnerId>,
}

/// A remote, as the screens hear of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    /// Names the remote until it disconnects; its next connection has another.
    id: DrawRemoteId,
    /// False once it has disconnected.
    is_here: bool,
    #[serde(flatten)]
    choice: Choice,
}

/// The choice of a remote, stored with its socket; None before the first and after it has disconnected.
#[derive(Clone)]
struct Remote {
    choice: watch::Sender<Option<Choice>>,
    /// Has seen no choice yet.
    heard: watch::Receiver<Option<Choice>>,
}

/// Makes a socket, whose account has the right to draw, a remote of the event. It listens before the socket is connected,
/// because a remote says its choice with the first message.
///
/// # Errors
/// 5003 if the event has `MAX_REMOTES` already.
pub fn admit(app: &App, socket: &SocketRef, event: EventId) -> Result<()> {
    let room = format!("event:{event}:remotes");
    let all = app.realtime.io().of(NAMESPACE).into_iter();
    let others = all.map(|all| all.within(room.clone()).sockets().len());
    if others.sum::<usize>() >= MAX_REMOTES {
        return Err(Error::Busy);
    }
    socket.join(room);
    let (choice, heard) = watch::channel(None);
    let said = choice.clone();
    socket.extensions.insert(Remote { choice, heard });
    // The work is done before the future, because futures of messages that arrive together run in any order.
    socket.on("remote", move |TryData(next): TryData<Choice>| {
        if let Ok(next) = next {
            said.send_replace(Some(next));
        }
        std::future::ready(())
    });
    Ok(())
}

/// Begins to tell the event's screens of the socket, if it is a remote.
pub fn follow(app: &App, socket: &SocketRef, event: EventId) {
    if let Some(Remote { heard, .. }) = socket.extensions.get() {
        tokio::spawn(tell_until_gone(app.downgrade(), event, heard));
    }
}

/// Ends what [`follow`] began.
pub fn leave(socket: &SocketRef) {
    if let Some(Remote { choice, .. }) = socket.extensions.get() {
        choice.send_replace(None);
    }
}

/// A remote is told of with its first choice, so that no screen takes "nothing yet" for a choice.
async fn tell_until_gone(
    app: WeakApp,
    event: EventId,
    mut choice: watch::Receiver<Option<Choice>>,
) {
    let id = clock::new_id();
    if choice.changed().await.is_err() {
        return;
    }
    loop {
        let now = *choice.borrow_and_update();
        let Some(app) = app.upgrade() else { return };
        let told = Told {
            id,
            is_here: now.is_some(),
            choice: now.unwrap_or_default(),
        };
        tell(&app, event, &told).await;
        drop(app);
        if now.is_none() {
            return;
        }
        tokio::time::sleep(PACE).await;
        if let Ok(Err(_)) = tokio::time::timeout(BEAT, choice.changed()).await {
            return;
        }
    }
}

async fn tell(app: &App, event: EventId, told: &Told) {
    if app.broadcast.is_heard() {
        match serde_json::to_value(told) {
            Ok(data) => app.broadcast.tell(Message::DrawRemote { event, data }),
            Err(error) => tracing::error!(%error, "other servers were not told of a remote"),
        }
    }
    show_remote(app, event, told).await;
}

/// Tells the staff's screens of this server of a remote.
pub async fn show_remote(app: &App, event: EventId, told: &impl Serialize) {
    app.realtime
        .emit(NAMESPACE, staff_room(event), "drawRemote", told)
        .await;
}
