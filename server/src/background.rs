//! All background work.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use hoi_community::{accounts, groups, notifications, plans, points, posts};
use hoi_jobs::Runner;
use hoi_organising::{group_events, group_statistics, messages, transfers};
use hoi_platform::app::App;
use hoi_platform::{idempotency, mails};
use hoi_ticketing::registration::AppWithDesk;
use hoi_ticketing::{events, registration};
use tokio_util::task::AbortOnDropHandle;

use crate::{api_keys, broadcast_receiver, privacy, uploads, webhooks};

/// The pause before work that panicked starts again.
const AFTER_PANIC: Duration = Duration::from_secs(5);
/// The pause between two looks for tables that have grown. A rush on a new database is slow for as long.
const ANALYZED_EVERY: Duration = Duration::from_secs(2);

/// Creates a runner that knows all kinds of jobs. Jobs of a kind missing here become dead letters.
#[must_use]
pub fn runner(app: &App) -> Runner<AppWithDesk> {
    Runner::new(app.db.clone(), Arc::clone(&app.jobs))
        .with::<registration::MailTicket>()
        .with::<registration::MailPayment>()
        .with::<registration::MailGivenBack>()
        .with::<registration::MailRemoved>()
        .with::<registration::MailSeatReleased>()
        .with::<registration::MailEverybody>()
        .with::<registration::MailChange>()
        .with::<registration::MailReminder>()
        .with::<accounts::SendLink>()
        .with::<accounts::SendGeneratedPassword>()
        .with::<accounts::SendPasswordChanged>()
        .with::<accounts::SendStatusChanged>()
        .with::<notifications::MailNotification>()
        .with::<notifications::MailDigest>()
        .with::<notifications::PushNotification>()
        .with::<plans::MailPlanEnd>()
        .with::<groups::SendInvitation>()
        .with::<posts::TellMembers>()
        .with::<posts::TellOfComment>()
        .with::<uploads::RemoveStored>()
        .with::<privacy::KeepInList>()
        .with::<privacy::retention::EraseDue>()
        .with::<privacy::MailDataAnswer>()
        .with::<privacy::MailErased>()
        .with::<privacy::RemoveStoredMails>()
        .with::<events::TellMembers>()
        .with::<events::SealAnswers>()
        .with::<group_events::TellOfSeries>()
        .with::<events::TellParticipants>()
        .with::<events::TellEntered>()
        .with::<events::MailCancellation>()
        .with::<messages::SendScheduled>()
        .with::<messages::ExpandMessage>()
        .with::<messages::SendMails>()
        .with::<messages::MailMessage>()
        .with::<messages::MailTest>()
        .with::<transfers::WorkOnDelivery>()
        .with::<transfers::MatchTransfers>()
}

/// Runs all background work until `stop` completes.
pub async fn run_until(server: AppWithDesk, stop: impl Future<Output = ()>) {
    let app = server.app.clone();
    let clock = app.clock.clone();
    let desk = Arc::clone(&server.desk);
    let mut runner = runner(&app).giving_way(move || desk.has_rush());
    if !app.db.is_shared() {
        // The lock on its folder keeps other servers off an embedded database.
        runner = runner.alone();
    }
    let jobs = runner.run_until(server.clone(), move || clock.now(), stop);
    tokio::select! {
        () = jobs => {}
        () = supervise("upkeep", || upkeep(app.clone())) => {}
        () = supervise("watchdog", || watch(app.clone())) => {}
        () = supervise("statistics of tables", || analyze_tables(app.clone())) => {}
        () = supervise("other servers", || broadcast_receiver::exchange(app.clone())) => {}
        () = supervise("live notifications", || notifications::deliver_live(app.clone())) => {}
        () = supervise("visits", || events::watch_visits(app.clone())) => {}
        () = supervise("digests", || notifications::watch_digests(app.clone())) => {}
        () = supervise("news of registrations", || registration::watch_registrations(app.clone())) => {}
        () = supervise("payments", || registration::watch_payments(server.clone())) => {}
        () = supervise("unpaid registrations", || registration::watch_unpaid(server.clone())) => {}
        () = supervise("reminders", || registration::watch_reminders(app.clone())) => {}
        () = supervise("webhooks", || webhooks::watch(app.clone())) => {}
        () = supervise("unconfirmed registrations", || registration::watch_unconfirmed(server.clone())) => {}
    }
    events::store_visits(&app).await;
}

/// Runs endless work in its own task and restarts it after a panic.
async fn supervise<W: Future<Output = ()> + Send + 'static>(
    name: &'static str,
    work: impl Fn() -> W,
) {
    loop {
        if let Err(panic) = AbortOnDropHandle::new(tokio::spawn(work())).await {
            tracing::error!(%panic, name, "background work panicked and begins anew");
        }
        tokio::time::sleep(AFTER_PANIC).await;
    }
}

async fn watch(app: App) {
    app.vitals.watch(&app.db).await;
}

async fn analyze_tables(app: App) {
    if !app.db.is_shared() {
        return std::future::pending().await;
    }
    loop {
        if let Err(error) = app.db.analyze_grown_tables().await {
            tracing::warn!(%error, "tables that have grown could not be analysed");
        }
        tokio::time::sleep(ANALYZED_EVERY).await;
    }
}

async fn upkeep(app: App) {
    if let Err(error) = events::give_missing_slugs(&app).await {
        tracing::error!(?error, "events from before got no short address");
    }
    if let Err(error) = accounts::give_missing_name_keys(&app).await {
        tracing::error!(?error, "accounts from before are not sorted by given name");
    }
    if let Err(error) = registration::join_forms_of_domains(&app).await {
        tracing::error!(
            ?error,
            "addresses from before have keys of an encoded domain"
        );
    }
    if let Err(error) = events::seal_numbers_from_before(&app).await {
        tracing::error!(?error, "numbers of participants from before are not sealed");
    }
    loop {
        clean_up(&app).await;
        tokio::time::sleep(Duration::from_hours(1)).await;
    }
}

/// Removes outdated rows and files, resumes interrupted message sending, announces the end of plans, reminds leaders of
/// groups, sums up the last month of each group in a post, reminds organisers of participants' requests about their
/// data, ends unanswered invitations, forgets the people of ended ones and documents of rejected requests to join, and
/// announces and orders the erasure of old events' personal data. Every server does it, and doing it twice is harmless.
pub async fn clean_up(app: &App) {
    if let Err(error) = accounts::remove_old(app).await {
        tracing::error!(?error, "old rows of accounts could not be removed");
    }
    if let Err(error) = api_keys::remove_old(app).await {
        tracing::error!(?error, "keys of the API that are over could not be removed");
    }
    if let Err(error) = idempotency::remove_old(app).await {
        tracing::error!(?error, "stored answers of yesterday could not be removed");
    }
    if let Err(error) = mails::remove_old(app).await {
        tracing::error!(?error, "old entries of the mail log could not be removed");
    }
    if let Err(error) = notifications::remove_old(app).await {
        tracing::error!(?error, "old notifications could not be removed");
    }
    if let Err(error) = uploads::remove_orphans(app).await {
        tracing::error!(?error, "files that nothing refers to could not be removed");
    }
    if let Err(error) = registration::forget_addresses(app).await {
        tracing::error!(?error, "old network addresses could not be removed");
    }
    if let Err(error) = transfers::remove_old(app).await {
        tracing::error!(
            ?error,
            "old deliveries of bank services could not be removed"
        );
    }
    if let Err(error) = webhooks::remove_old(app).await {
        tracing::error!(?error, "old deliveries to webhooks could not be removed");
    }
    if let Err(error) = messages::resume(app).await {
        tracing::error!(?error, "messages could not be gone on with");
    }
    if let Err(error) = plans::tell_of_ends(app).await {
        tracing::error!(?error, "the end of plans could not be announced");
    }
    if let Err(error) = points::remind_leaders(app).await {
        tracing::error!(?error, "leaders of groups could not be reminded");
    }
    if let Err(error) = group_statistics::write_recaps(app).await {
        tracing::error!(?error, "the months of groups could not be summed up");
    }
    if let Err(error) = privacy::remind_of_requests(app).await {
        tracing::error!(
            ?error,
            "organizers could not be reminded of requests about data"
        );
    }
    if let Err(error) = groups::end_old_invitations(app).await {
        tracing::error!(?error, "unanswered invitations could not be ended");
    }
    if let Err(error) = privacy::forget_invited(app).await {
        tracing::error!(?error, "people of ended invitations could not be forgotten");
    }
    if let Err(error) = groups::forget_documents(app).await {
        tracing::error!(
            ?error,
            "documents of rejected requests could not be removed"
        );
    }
    if let Err(error) = privacy::retention::look_for_due(app).await {
        tracing::error!(
            ?error,
            "the personal data of old events could not be looked for"
        );
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn work_that_panics_begins_anew_and_other_work_goes_on() {
        let begun = AtomicU32::new(0);
        let work = || {
            let time = begun.fetch_add(1, Ordering::Relaxed);
            async move {
                assert!(time > 2, "a panic of the test");
                std::future::pending::<()>().await;
            }
        };
        let patience = Duration::from_mins(1);
        let ended = tokio::time::timeout(patience, supervise("test", work)).await;
        assert!(ended.is_err(), "work that never ends has ended");
        assert_eq!(begun.load(Ordering::Relaxed), 4);
    }
}
