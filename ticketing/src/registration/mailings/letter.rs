//! The letter about a changed time or place: its preview for the organiser, and the two ways in which it ends.

use axum::extract::State;
use hoi_community::accounts;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::UserId;
use hoi_platform::mails::MailPreview;
use hoi_platform::routes;
use hoi_platform::validation::{Check, Validate};
use hoi_platform::{clock, language, mails};
use sea_orm::{ConnectionTrait, PaginatorTrait as _};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{end_older, last_told_in, mails::changed, order};
use crate::events::entity::{event, event_mailing};
use crate::events::letters::{self, Known, MailingKind, TimeAndPlace};
use crate::events::{self, EventAction, EventId, InEvent, LogEntry, rights};
use crate::registration::AppWithDesk;

/// Calls on the letter.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(get_letter, delete_letter))
        .routes(routes!(preview_letter))
        .routes(routes!(send_letter))
}

/// The letter that waits for the organizer's decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingLetter {
    /// Null when everybody who gets mails knows the event's time and place.
    #[schema(required)]
    pub letter: Option<Letter>,
}

/// A letter that tells people of a new time or place.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Letter {
    /// The last change that it tells of.
    pub changed_at: Timestamp,
    /// The time and place that most of them know. A visitor who registered between two changes is told of the later one
    /// alone.
    pub was: TimeAndPlace,
    pub is: TimeAndPlace,
    /// The number of people to whom it goes: those who registered before the change and get mails. Never 0.
    pub recipients: u64,
    /// Mails that the account has left today. Beyond them, people are told when it has mails again.
    pub left_today: u64,
}

/// The language in which a letter is shown.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LetterLanguage {
    /// Its code; if absent, the caller's language.
    pub lang: Option<String>,
}

/// The letter that a decision is about.
#[derive(Debug, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct LetterDecision {
    /// The last change of the letter that was read.
    pub changed_at: Timestamp,
}

impl Validate for LetterDecision {
    fn validate(&mut self, _: &mut Check) {}
}

/// The number of people who are told.
#[derive(Debug, Serialize, ToSchema)]
pub struct LetterSent {
    pub recipients: u64,
}

/// The letter about a changed time or place that was neither sent nor dismissed. Several changes are one letter, and a
/// change back is none.
#[utoipa::path(get, path = "/event/{eventId}/letter", tag = "event", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<WaitingLetter>)), security(("bearer" = [])))]
pub async fn get_letter(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Messages>,
) -> Result<Envelope<WaitingLetter>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let Some(waits) = find(conn, &event, now).await? else {
        return Ok(Envelope::ok(WaitingLetter { letter: None }));
    };
    let allowance = accounts::allowance(conn, event.owner_id, now).await?;
    let letter = Letter {
        changed_at: waits.changed_at,
        was: waits.was,
        is: TimeAndPlace::from(&event),
        recipients: waits.recipients,
        left_today: allowance.left,
    };
    Ok(Envelope::ok(WaitingLetter {
        letter: Some(letter),
    }))
}

/// A letter that waits and goes to at least one person.
struct Waiting {
    known: Known,
    changed_at: Timestamp,
    /// The time and place that most of its recipients know.
    was: TimeAndPlace,
    recipients: u64,
}

/// Returns the number of people to whom the letter goes that waits; 0 without one.
#[tracing::instrument(name = "registration.count_untold", skip_all)]
pub async fn count_untold(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    now: Timestamp,
) -> Result<u64> {
    let waits = find(conn, event, now).await?;
    Ok(waits.map_or(0, |waits| waits.recipients))
}

/// Returns the letter that waits; `None` without one, or while a letter already sent will still reach all its
/// recipients.
async fn find(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    now: Timestamp,
) -> Result<Option<Waiting>> {
    let is_over = events::end_of(event.event_start_date, event.end_date) <= now;
    if event.cancelled_at.is_some() || is_over {
        return Ok(None);
    }
    let known = letters::find_letter(conn, event.id).await?;
    let Some((known, changed_at)) = known.and_then(|known| {
        let at = known.changed_at()?;
        Some((known, at))
    }) else {
        return Ok(None);
    };
    let sent = letters::newest_sent(conn, event.id).await?;
    let on_its_way = sent.filter(|sent| sent.ended_at.is_none());
    let (mut was, mut most, mut recipients, mut is_needed) = (None, 0, 0, false);
    for (from, until) in known.outdated(&TimeAndPlace::from(event)) {
        let people = last_told_in(event.id, &[(from, until)]).count(conn).await?;
        if people > most {
            (was, most) = (known.of(from).cloned(), people);
        }
        recipients += people;
        let is_left_over = on_its_way.as_ref().is_some_and(|sent| until <= sent.about);
        is_needed |= people > 0 && !is_left_over;
    }
    let waits = was.filter(|_| is_needed).map(|was| Waiting {
        known,
        changed_at,
        was,
        recipients,
    });
    Ok(waits)
}

/// The letter as most of its recipients get it. 5005 when there is none.
#[utoipa::path(get, path = "/event/{eventId}/letter/preview", tag = "event",
    params(("eventId" = EventId, Path), LetterLanguage),
    responses((status = 200, body = Envelope<MailPreview>)), security(("bearer" = [])))]
pub async fn preview_letter(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Messages>,
    ValidatedQuery(query): ValidatedQuery<LetterLanguage>,
) -> Result<Envelope<MailPreview>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let waits = find(conn, &event, now).await?.ok_or_else(none_waits)?;
    let asked = query.lang.as_deref().and_then(hoi_i18n::Lang::from_tag);
    let lang = asked.unwrap_or_else(language::current);
    let guest = LocalizedText::new("messages.sampleName").in_language(lang);
    // A guest who does not exist has no page.
    let page = format!("{}/form/{}", app.config.public_url, event.id);
    let values = changed(&event, &waits.was, &guest, &page, now);
    let dress = events::dress(conn, &event, &app.config.public_url).await?;
    let shown = mails::preview(&app, "event_changed", lang, values, dress).await?;
    Ok(Envelope::ok(shown))
}

fn none_waits() -> Error {
    Error::NotFound(LocalizedText::new("event.noLetter"))
}

/// Sends the letter to everybody who registered before the change. As many as the account may send today are mailed at
/// once, the others when it has mails again. 5008 when the event was changed since the letter was read, or it was sent or
/// dismissed meanwhile; 5009 when the event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/letter/send", tag = "event", params(("eventId" = EventId, Path), KeyHeader),
    request_body = LetterDecision, responses((status = 200, body = Envelope<LetterSent>)), security(("bearer" = [])))]
pub async fn send_letter(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    Idempotent(once, body): Idempotent<LetterDecision>,
) -> Result<Envelope<LetterSent>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    check_is_read(&tx, &event, body, now).await?;
    let recipients = tell_of_change(&tx, &event, user.id, now).await?;
    let said = LocalizedText::new("event.letterSent").with("count", recipients);
    let sent = Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(LetterSent { recipients })
    };
    let sent = once.commit(tx, sent).await?;
    app.jobs.notify_one();
    Ok(sent)
}

/// 5008 unless the letter that waits is the one that was read.
async fn check_is_read(
    tx: &Tx,
    event: &event::Model,
    read: LetterDecision,
    now: Timestamp,
) -> Result<()> {
    let waits = find(tx, event, now).await?;
    if waits.is_some_and(|waits| waits.changed_at == read.changed_at) {
        return Ok(());
    }
    Err(Error::Conflict(LocalizedText::new("event.letterChanged")))
}

/// Mails everybody who knows another time or place of the locked event, and returns how many these are. A letter that
/// was sent before and still waits for mails to be left ends: this one goes to its remaining recipients.
pub async fn tell_of_change(
    tx: &Tx,
    event: &event::Model,
    by: UserId,
    now: Timestamp,
) -> Result<u64> {
    let Some(waits) = find(tx, event, now).await? else {
        return Ok(0);
    };
    let Waiting {
        known,
        changed_at,
        recipients,
        ..
    } = waits;
    letters::forget(tx, event.id).await?;
    end_older(tx, event.id, now).await?;
    let mailing = event_mailing::Model {
        id: clock::new_id(),
        event_id: event.id,
        kind: MailingKind::Change,
        about: changed_at,
        known: Some(known),
        registered_before: changed_at,
        told_until: None,
        mails: 0,
        ended_at: None,
    };
    order(tx, mailing, now).await?;
    let entry = LogEntry::new(event.id, EventAction::EventChangeTold)
        .by(by)
        .with(json!({ "count": recipients }));
    events::log(tx, entry, now).await?;
    Ok(recipients)
}

/// Dismisses the letter, so that its recipients are not told of the change. 5008 when the event was changed since the
/// letter was read, or it was sent or dismissed meanwhile; 5009 when the event is canceled.
#[utoipa::path(delete, path = "/event/{eventId}/letter", tag = "event",
    params(("eventId" = EventId, Path), LetterDecision),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn delete_letter(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Messages>,
    ValidatedQuery(decision): ValidatedQuery<LetterDecision>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    check_is_read(&tx, &event, decision, now).await?;
    letters::forget(&tx, event.id).await?;
    let entry = LogEntry::new(event.id, EventAction::EventChangeUntold).by(user.id);
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    Ok(Envelope::done("event.letterDismissed"))
}
