//! Every kind of background work there is.

use std::future::Future;
use std::sync::Arc;

use hoi_jobs::Runner;

use crate::app::App;
use crate::{accounts, events, files};

/// A runner that knows all kinds; a kind that is missing here becomes a dead letter.
#[must_use]
pub fn runner(app: &App) -> Runner<App> {
    Runner::new(app.db.clone(), Arc::clone(&app.jobs))
        .with::<accounts::SendLink>()
        .with::<accounts::SendGeneratedPassword>()
        .with::<accounts::SendPasswordChanged>()
        .with::<files::RemoveStored>()
        .with::<events::TellParticipants>()
        .with::<events::MailCancellation>()
}

/// Works until `stop` completes.
pub async fn run_until(app: App, stop: impl Future<Output = ()>) {
    let clock = app.clock.clone();
    runner(&app).run_until(app, || clock.now(), stop).await;
}
