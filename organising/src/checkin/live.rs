//! Sockets of check-in: counters for every screen of an event, arrivals with names for those allowed to see them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use hoi_community::accounts;
use hoi_db::Timestamp;
use hoi_platform::app::{App, WeakApp};
use hoi_platform::broadcast::Message;
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::realtime::Refusal;
use hoi_ticketing::events::{self, Visitor, rights};
use serde::{Deserialize, Serialize};
use socketioxide::extract::{SocketRef, TryData};
use socketioxide::handler::ConnectHandler as _;
use socketioxide::operators::BroadcastOperators;
use tokio::sync::Notify;

use super::at_door::describe;
use super::dto::DoorPerson;
use super::welcome_screen::{self, Counters};
use super::{CheckinKeyId, draw_remotes, keys, store};

pub const NAMESPACE: &str = "/checkin";
/// The shortest interval between two counter messages of an event, however many people arrive.
const PACE: Duration = Duration::from_millis(200);
/// The pause between two comparisons of devices with their keys.
const SWEEP: Duration = Duration::from_mins(1);
/// The most screens of one event on one server. Beyond it public screens are refused, those of the owner and of devices
/// never.
const MAX_SCREENS: usize = 2_000;

/// The message with which a screen connects.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Handshake {
    event_id: Option<EventId>,
    key: Option<String>,
    token: Option<String>,
    /// Whether the device is to be a remote of the lucky draw.
    remote: bool,
}

/// An arrival, as sent to screens that may show names.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Arrival<'a> {
    #[serde(flatten)]
    person: &'a DoorPerson,
    checked_in_time: Timestamp,
}

/// The counters with which a screen begins.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FirstCounters {
    #[serde(flatten)]
    counters: Counters,
    /// Milliseconds since the last change of the event: the screen reads again only what it asked for before.
    quiet_for: u64,
}

/// The event that a socket watches, stored with the socket.
#[derive(Clone, Copy)]
struct Watching(EventId);

/// The key of a paired device, stored with its socket.
#[derive(Clone, Copy)]
struct PairedWith(CheckinKeyId);

/// Opens the namespace `/checkin`. Callers may watch the counters of a public event that they may read. `checkedIn` with
/// names is sent to its owner (`auth.token`) and its paired devices (`auth.key`). With `auth.remote` an account that may
/// draw carries out the lucky draw from its device.
pub fn open(app: &App) {
    let weak = app.downgrade();
    let admit = move |socket: SocketRef, TryData(handshake): TryData<Handshake>| {
        let weak = weak.clone();
        async move {
            let app = weak.upgrade().ok_or(Refusal("INTERNAL_ERROR"))?;
            let event = admit(&app, &socket, handshake.unwrap_or_default()).await?;
            socket.extensions.insert(Watching(event));
            Ok::<(), Refusal>(())
        }
    };
    let weak = app.downgrade();
    let watch = move |socket: SocketRef| {
        let weak = weak.clone();
        async move {
            if let Some(app) = weak.upgrade() {
                watch(&app, &socket).await;
            }
        }
    };
    app.realtime.io().ns(NAMESPACE, watch.with(admit));
    tokio::spawn(sweep(app.downgrade()));
}

async fn admit(app: &App, socket: &SocketRef, handshake: Handshake) -> Result<EventId> {
    let event = handshake.event_id.ok_or_else(Error::not_found)?;
    let public = welcome_screen::find_public(app.db.read(), event).await?;
    let public = public.ok_or_else(Error::not_found)?;
    if let Some(key) = handshake.key {
        let key = keys::find_live_key(app.db.read(), &key).await?;
        let key = key
            .filter(|key| key.event_id == event)
            .ok_or(Error::InsufficientPermission)?;
        socket.join([staff_room(event), key_room(key.id)]);
        socket.extensions.insert(PairedWith(key.id));
        return Ok(event);
    }
    let mut account = None;
    if handshake.token.is_some() || handshake.remote {
        let signed = accounts::signed_socket(app, socket, handshake.token).await?;
        accounts::remember_socket(socket, &signed);
        if handshake.remote {
            events::in_event::<rights::Draw>(app, event, signed.user).await?;
            draw_remotes::admit(app, socket, event)?;
            return Ok(event);
        }
        match events::in_event::<rights::Door>(app, event, signed.user.clone()).await {
            Ok(_) => {
                socket.join(staff_room(event));
                return Ok(event);
            }
            // Another account has the rights of a visitor.
            Err(Error::InsufficientPermission) => account = Some(signed.user),
            Err(error) => return Err(error),
        }
    }
    if !Visitor::of(app, &public, account, None).await?.reads_all {
        return Err(Error::MembersOnly);
    }
    if app.realtime.screens(event) >= MAX_SCREENS {
        return Err(Error::Busy);
    }
    Ok(event)
}

async fn watch(app: &App, socket: &SocketRef) {
    let Some(Watching(event)) = socket.extensions.get() else {
        return;
    };
    socket.join(event_room(event));
    if let Some(changed) = app.realtime.watch(event) {
        tokio::spawn(tell_counters(app.downgrade(), event, changed));
    }
    let weak = app.downgrade();
    socket.on_disconnect(async move |socket: SocketRef| {
        draw_remotes::leave(&socket);
        if let Some(app) = weak.upgrade() {
            app.realtime.unwatch(event);
        }
    });
    draw_remotes::follow(app, socket, event);
    if let Ok(Some(counters)) = welcome_screen::count(app.db.read(), event).await {
        let quiet_for = app.realtime.quiet_for(event).as_millis();
        let first = FirstCounters {
            counters,
            quiet_for: u64::try_from(quiet_for).unwrap_or(u64::MAX),
        };
        // The socket may have disconnected.
        let _ = socket.emit("counters", &first);
    }
}

/// Sends the counters of an event to its screens when they may have changed, at most once in [`PACE`], while there are
/// screens.
async fn tell_counters(app: WeakApp, event: EventId, changed: Arc<Notify>) {
    loop {
        changed.notified().await;
        let Some(app) = app.upgrade() else { return };
        if !app.realtime.is_watched(event, &changed) {
            return;
        }
        match welcome_screen::count(app.db.read(), event).await {
            Ok(Some(counters)) => {
                app.realtime
                    .emit(NAMESPACE, event_room(event), "counters", &counters)
                    .await;
            }
            // The event is no longer public.
            Ok(None) => app.realtime.disconnect(event_room(event)).await,
            Err(error) => tracing::warn!(?error, "counters could not be read"),
        }
        drop(app);
        tokio::time::sleep(PACE).await;
    }
}

/// Sends an arrival to the screens that may show names, on every server. The message to the other servers contains no
/// name: they read it from the database.
pub async fn announce(app: &App, event: EventId, person: &DoorPerson, checked_in_time: Timestamp) {
    app.broadcast.tell(Message::CheckedIn {
        event,
        participant: person.attendance_id,
        at: checked_in_time,
    });
    greet(app, event, person, checked_in_time).await;
}

/// Sends arrivals at other servers to the screens of this one that may show names.
pub async fn greet_all(
    app: &App,
    event: EventId,
    arrivals: Vec<(AttendanceId, Timestamp)>,
) -> Result<()> {
    if app.realtime.screens(event) == 0 {
        return Ok(());
    }
    let ids = arrivals.iter().map(|(id, _)| *id).collect();
    let mut rows = store::find_by_ids(app.db.read(), ids).await?;
    for (id, at) in arrivals {
        // Removed meanwhile.
        let Some(row) = rows.remove(&id) else {
            continue;
        };
        greet(app, event, &describe(app, row).await?, at).await;
    }
    Ok(())
}

async fn greet(app: &App, event: EventId, person: &DoorPerson, checked_in_time: Timestamp) {
    let arrival = Arrival {
        person,
        checked_in_time,
    };
    app.realtime
        .emit(NAMESPACE, staff_room(event), "checkedIn", &arrival)
        .await;
}

/// Makes every screen of the event load its appearance again.
pub async fn tell_changed(app: &App, event: EventId) {
    tell_screens(app, event, "screenChanged", &()).await;
}

/// Sends public data to every screen of the event, on every server.
pub async fn tell_screens(app: &App, event: EventId, name: &str, data: &impl Serialize) {
    if app.broadcast.is_heard() {
        match serde_json::to_value(data) {
            Ok(data) => app.broadcast.tell(Message::Screens {
                event,
                name: name.to_owned(),
                data,
            }),
            Err(error) => tracing::error!(%error, name, "screens of other servers were not told"),
        }
    }
    show(app, event, name, data).await;
}

/// Makes the screens of this server load everything again, because it is unknown which messages they missed.
pub async fn resync(app: &App) {
    app.realtime.forget_changes();
    disconnect_revoked(app).await;
    for event in app.realtime.watched() {
        app.realtime.wake_screens(event);
        for name in ["screenChanged", "drawChanged"] {
            show(app, event, name, &()).await;
        }
    }
}

/// Sends public data to every screen of the event on this server.
pub async fn show(app: &App, event: EventId, name: &str, data: &impl Serialize) {
    app.realtime
        .emit(NAMESPACE, event_room(event), name, data)
        .await;
}

/// Disconnects the sockets of a revoked key, on every server.
pub async fn disconnect_key_everywhere(app: &App, key: CheckinKeyId) {
    app.broadcast.tell(Message::KeyRevoked(key));
    disconnect_key_here(app, key).await;
}

/// Disconnects the sockets of a revoked key from this server.
pub async fn disconnect_key_here(app: &App, key: CheckinKeyId) {
    app.realtime.disconnect(key_room(key)).await;
}

/// Another server that revoked a key may have stopped before it sent the message.
async fn sweep(app: WeakApp) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(app) = app.upgrade() else { return };
        disconnect_revoked(&app).await;
    }
}

/// Returns the keys of the devices of an event that are connected to this server.
pub fn connected_keys(app: &App, event: EventId) -> BTreeSet<CheckinKeyId> {
    let sockets = app.realtime.io().of(NAMESPACE).into_iter();
    let staff = sockets.flat_map(|all| all.within(staff_room(event)).sockets());
    staff
        .filter_map(|socket| Some(socket.extensions.get::<PairedWith>()?.0))
        .collect()
}

/// Disconnects the sockets of all revoked keys from this server.
async fn disconnect_revoked(app: &App) {
    let sockets = app.realtime.io().of(NAMESPACE).into_iter();
    let paired: BTreeSet<_> = sockets
        .flat_map(BroadcastOperators::sockets)
        .filter_map(|socket| Some(socket.extensions.get::<PairedWith>()?.0))
        .collect();
    match keys::revoked_of(app.db.read(), paired).await {
        Ok(revoked) => {
            for key in revoked {
                disconnect_key_here(app, key).await;
            }
        }
        Err(error) => tracing::warn!(?error, "sockets could not be compared with their keys"),
    }
}

fn event_room(event: EventId) -> String {
    format!("event:{event}")
}

pub fn staff_room(event: EventId) -> String {
    format!("event:{event}:staff")
}

fn key_room(key: CheckinKeyId) -> String {
    format!("key:{key}")
}
