//! Acts on the messages of other servers: updates this one's screens, sockets and snapshots.

use std::collections::BTreeMap;
use std::future;
use std::time::Duration;

use hoi_community::accounts;
use hoi_platform::app::App;
use hoi_platform::broadcast::{self, Inbox, Message};

use hoi_organising::checkin;

/// The interval at which old rows are removed.
const CLEAN: Duration = Duration::from_secs(30);
/// The pause after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Sends and receives messages without end; does nothing if no other server can use the database.
pub async fn exchange(app: App) {
    if !app.broadcast.is_heard() {
        return future::pending().await;
    }
    tokio::join!(write(&app), read(&app), clean(&app));
}

async fn write(app: &App) {
    loop {
        app.broadcast.wait().await;
        match app.broadcast.write(&app.db, app.clock.now()).await {
            Ok(()) => tokio::time::sleep(broadcast::PACE).await,
            Err(error) => {
                tracing::warn!(%error, "other servers could not be told what happened");
                tokio::time::sleep(AFTER_FAILURE).await;
                app.broadcast.write_again();
            }
        }
    }
}

async fn read(app: &App) {
    let mut inbox = Inbox::default();
    loop {
        let told = inbox
            .look(&app.db, &app.broadcast, app.clock.monotonic())
            .await;
        match told {
            Ok(told) => {
                act(app, told).await;
                tokio::time::sleep(broadcast::PAUSE).await;
            }
            Err(error) => {
                tracing::warn!(%error, "it is unknown what other servers told");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
    }
}

async fn clean(app: &App) {
    loop {
        tokio::time::sleep(CLEAN).await;
        if let Err(error) = app.broadcast.remove_old(&app.db, app.clock.now()).await {
            tracing::warn!(%error, "what was told long ago could not be removed");
        }
    }
}

async fn act(app: &App, told: Vec<Message>) {
    let mut arrivals: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for message in told {
        match message {
            Message::EventChanged(event) => {
                app.snapshots.forget_event(event);
                app.realtime.wake_screens(event);
            }
            Message::CheckedIn {
                event,
                participant,
                at,
            } => arrivals.entry(event).or_default().push((participant, at)),
            Message::Screens { event, name, data } => {
                checkin::show(app, event, &name, &data).await;
            }
            Message::DrawRemote { event, data } => checkin::show_remote(app, event, &data).await,
            Message::KeyRevoked(key) => checkin::disconnect_key_here(app, key).await,
            Message::SessionsEnded(user) => accounts::dismiss_ended_here(app, user).await,
            Message::Everything => {
                app.snapshots.forget_all();
                checkin::resync(app).await;
                accounts::dismiss_all_ended(app).await;
            }
        }
    }
    for (event, arrivals) in arrivals {
        if let Err(error) = checkin::greet_all(app, event, arrivals).await {
            tracing::warn!(?error, "arrivals at another server were not shown");
        }
    }
}
