//! Every kind of background work there is.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use hoi_jobs::Runner;

use crate::app::App;
use crate::{accounts, events, files, health, messages, registration};

/// A runner that knows all kinds; a kind that is missing here becomes a dead letter.
#[must_use]
pub fn runner(app: &App) -> Runner<App> {
    Runner::new(app.db.clone(), Arc::clone(&app.jobs))
        .with::<registration::MailTicket>()
        .with::<registration::MailPayment>()
        .with::<registration::MailGivenBack>()
        .with::<accounts::SendLink>()
        .with::<accounts::SendGeneratedPassword>()
        .with::<accounts::SendPasswordChanged>()
        .with::<files::RemoveStored>()
        .with::<events::TellParticipants>()
        .with::<events::TellEntered>()
        .with::<events::MailCancellation>()
        .with::<messages::SendScheduled>()
        .with::<messages::ExpandMessage>()
        .with::<messages::SendMails>()
        .with::<messages::MailMessage>()
        .with::<messages::MailTest>()
}

/// Works until `stop` completes.
pub async fn run_until(app: App, stop: impl Future<Output = ()>) {
    let clock = app.clock.clone();
    let hourly = async {
        loop {
            clean_up(&app).await;
            tokio::time::sleep(Duration::from_hours(1)).await;
        }
    };
    let runner = runner(&app);
    let jobs = runner.run_until(app.clone(), move || clock.now(), stop);
    tokio::select! {
        () = jobs => {}
        () = hourly => {}
        () = health::watch(&app) => {}
        () = registration::watch_unconfirmed(app.clone()) => {}
    }
}

/// Removes what time has made useless, and goes on with what was left lying. Every server does it, and doing it twice does no harm.
pub async fn clean_up(app: &App) {
    if let Err(error) = accounts::remove_old(app).await {
        tracing::error!(?error, "old rows of accounts could not be removed");
    }
    if let Err(error) = files::remove_orphans(app).await {
        tracing::error!(?error, "files that nothing refers to could not be removed");
    }
    if let Err(error) = registration::forget_addresses(app).await {
        tracing::error!(?error, "old network addresses could not be removed");
    }
    if let Err(error) = messages::resume(app).await {
        tracing::error!(?error, "messages could not be gone on with");
    }
}
