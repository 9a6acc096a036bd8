//! Calls on a visitor's own registration, without an account: show, change, cancel, and find it by e-mail.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use hoi_community::accounts::email_key;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{self, UploadBody, UploadedFile};
use hoi_platform::http::{BinaryFile, ClientIp, Envelope, Nothing, ValidatedJson};
use hoi_platform::ids::FileId;
use hoi_platform::language;
use hoi_platform::limits::throttle::{self, Counter, Limit};
use hoi_platform::routes;
use hoi_platform::validation::Check;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ConnectionTrait, IntoActiveModel};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{ChangeOwn, FindTicket, OwnRegistration, TicketOnIt};
use super::jobs::MailTicket;
use super::new_registration::search_text;
use super::payment_info::PaymentInfo;
use super::rules::{Seat, check_changeable};
use super::{rows, seats};
use crate::attendances::attendance::{self, Answers};
use crate::attendances::{Answer, own_page};
use crate::events::entity::event;
use crate::events::{
    self, Asked, CalendarEntry, EventAction, EventId, GivenAnswer, LogEntry, Question,
    VisibleEvent, answer_with_calendar,
};
use crate::invoice_requests::{self, offers_invoice};
use crate::registration::{AppWithDesk, Desk, VisitorByKey};

/// Searches for tickets from one network. Less strict than for accounts, because people at an event share its network.
const FIND_OF_PEER: Limit = Limit {
    name: "findTicketPeer",
    attempts_without_pause: 60,
    first_pause: Duration::from_secs(10),
    longest_pause: Duration::from_mins(15),
    reset_after: Duration::from_hours(1),
};

/// Searches for tickets of one e-mail address. Separate from the mails of accounts, so that searching for another
/// person's ticket does not prevent them from resetting their password.
const FIND_OF_EMAIL: Limit = Limit {
    name: "findTicket",
    attempts_without_pause: 3,
    first_pause: Duration::from_mins(1),
    longest_pause: Duration::from_hours(1),
    reset_after: Duration::from_hours(2),
};
/// Cancellations of registrations of one e-mail address. One live seat for each e-mail address limits the mails that
/// strangers can cause; registering and cancelling in turns would bypass this limit.
const CANCEL_OF_EMAIL: Limit = Limit {
    name: "cancelOwn",
    attempts_without_pause: 3,
    first_pause: Duration::from_hours(1),
    longest_pause: Duration::from_hours(24),
    reset_after: Duration::from_hours(24),
};
/// Changes of registrations of one e-mail address. Each change stays in the event log.
const CHANGE_OF_EMAIL: Limit = Limit {
    name: "changeOwn",
    attempts_without_pause: 20,
    first_pause: Duration::from_mins(1),
    longest_pause: Duration::from_hours(1),
    reset_after: Duration::from_hours(2),
};

/// Routes for visitors' own registrations.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(upload_own_image))
        .layer(DefaultBodyLimit::max(files::BODY_LIMIT))
        .routes(routes!(
            get_own_registration,
            update_own_registration,
            cancel_own_registration
        ))
        .routes(routes!(get_own_calendar))
        .routes(routes!(confirm_own_registration))
        .routes(routes!(find_ticket))
}

/// Returns the visitor's own registration. 5005: the event is deleted or canceled, or the key is not valid, or no
/// longer; 5003 (429): too many requests from this address.
#[utoipa::path(get, path = "/event/{eventId}/registration", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, body = Envelope<OwnRegistration>)))]
async fn get_own_registration(
    State(app): State<App>,
    holder: VisitorByKey,
) -> Result<Envelope<OwnRegistration>> {
    let VisitorByKey { event, attendance } = holder;
    show(&app, &event, attendance).await.map(Envelope::ok)
}

/// Returns the event as an entry for the visitor's calendar, like `GET /event/{eventId}/calendar.ics`, with the address of
/// their own page. 5005 and 5003 (429): as for reading. 5005 also comes when the registration is over: the mail that
/// says so has the file that takes the entry out of the calendar.
#[utoipa::path(get, path = "/event/{eventId}/registration/calendar.ics", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, description = "The file", content((BinaryFile = "text/calendar")))))]
async fn get_own_calendar(State(app): State<App>, holder: VisitorByKey) -> Result<Response> {
    let VisitorByKey { event, attendance } = holder;
    let own_page = own_page(&app.config.public_url, &app.secrets, &attendance);
    let (conn, config, own_page) = (app.db.read(), &app.config, Some(own_page.as_str()));
    let lang = language::current();
    let entry =
        CalendarEntry::of_visitor(conn, &event, &attendance, own_page, config, lang).await?;
    Ok(answer_with_calendar(
        &(entry.mime(), entry.file().into()),
        "su-kien",
    ))
}

/// Confirms the registration with the link in the mail. Does nothing if it is confirmed. 5005: the event is deleted or
/// canceled, or the key is not valid, or no longer.
#[utoipa::path(post, path = "/event/{eventId}/registration/confirm", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, body = Envelope<OwnRegistration>)))]
async fn confirm_own_registration(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    holder: VisitorByKey,
) -> Result<Envelope<OwnRegistration>> {
    let VisitorByKey { event, attendance } = holder;
    let confirmed = desk.submit(seats::confirm(event.id, attendance.id, None));
    confirmed.await.map_err(|error| match error {
        Error::NotFound(_) => link_over(),
        error => error,
    })?;
    let row = rows::find_attendance(app.db.read(), attendance.id)
        .await?
        .ok_or_else(link_over)?;
    Ok(Envelope::said(
        show(&app, &event, row).await?,
        "registration.confirmed",
    ))
}

/// Changes the visitor's own data, except for e-mail address, class and payment method. 5005: as for reading; 5008: the
/// visitor is checked in, or, with the registration as it is stored in `data`, it was changed since it was read
/// (`updatedAt`); 5009: the time for changes is over; 5003 (429): too many requests from this address.
#[utoipa::path(put, path = "/event/{eventId}/registration", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    request_body = ChangeOwn, responses((status = 200, body = Envelope<OwnRegistration>)))]
async fn update_own_registration(
    State(app): State<App>,
    holder: VisitorByKey,
    ValidatedJson(mut body): ValidatedJson<ChangeOwn>,
) -> Result<Envelope<OwnRegistration>> {
    let VisitorByKey { event, attendance } = holder;
    let now = app.clock.now();
    let mut check = Check::default();
    body.check(&event, &mut check);
    let mut answers = kept_answers(app.db.read(), &event, &body.answers, &mut check).await?;
    check.finish()?;
    let counter = Counter::of_email(&CHANGE_OF_EMAIL, &attendance.email_key);
    throttle::attempt(&app.db, &[counter], now).await?;

    let tx = app.db.write().await?;
    let row = rows::lock_attendance(&tx, attendance.id)
        .await?
        .filter(|row| row.email_key == attendance.email_key)
        .ok_or_else(link_over)?;
    let end = events::visitor_changes_end(&event);
    check_changeable(row.checked_in_time.is_some(), end, now)?;
    let mut after = row.clone();
    after.full_name = body.full_name;
    // A field that the form no longer asks for stays.
    if event.phone_question != Asked::Off {
        after.phone = body.phone;
    }
    if event.company_question != Asked::Off {
        after.company = body.company;
    }
    let (scheme, former) = (&event.form.scheme, &row.answers.answers);
    events::seal_answers(&app.secrets, event.id, scheme, &mut answers, former)?;
    after.answers = Answers {
        answers: with_former(answers, &row, &event.form.scheme),
    };
    let fields = changed_fields(&row, &after);
    if fields.is_empty() {
        tx.rollback().await?;
        return show(&app, &event, row).await.map(Envelope::ok);
    }
    if body.updated_at.is_some_and(|read| read != row.updated_at) {
        tx.rollback().await?;
        return Err(Error::changed_meanwhile(&show(&app, &event, row).await?));
    }
    let before = row.answers.clone();
    let columns = attendance::ActiveModel {
        full_name: Set(after.full_name.clone()),
        phone: Set(after.phone.clone()),
        company: Set(after.company.clone()),
        answers: Set(after.answers.clone()),
        search_text: Set(search_text(&after)),
        updated_at: Set(now),
        ..row.into_active_model()
    };
    let kept: HashSet<FileId> = after.answers.pictures().collect();
    let former = before.pictures().filter(|id| !kept.contains(id));
    files::note_former_files(&tx, &former.collect::<Vec<_>>(), attendance.id).await?;
    let row = columns.update(&tx).await?;
    let data = json!({ "name": row.full_name, "fields": fields });
    let (id, action) = (row.id.0, EventAction::ParticipantSelfChanged);
    let entry = LogEntry::new(event.id, action).about(id).with(data);
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    Ok(Envelope::said(
        show(&app, &event, row).await?,
        "registration.changed",
    ))
}

/// Stores another image for a question of type IMAGE, also while registration is closed. 5005: as for reading; 5008,
/// 5009: as for changes; 5006: the form asks for no image or the file is not an image; 5003 (429): too many files or
/// megabytes.
#[utoipa::path(post, path = "/event/{eventId}/registration/upload", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    request_body(content = files::VisitorUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<UploadedFile>)))]
async fn upload_own_image(
    State(app): State<App>,
    holder: VisitorByKey,
    ClientIp(peer): ClientIp,
    body: UploadBody,
) -> Result<Envelope<UploadedFile>> {
    let VisitorByKey { event, attendance } = holder;
    let end = events::visitor_changes_end(&event);
    check_changeable(attendance.checked_in_time.is_some(), end, app.clock.now())?;
    events::receive_answer_image(&app, &event, peer, body).await
}

/// Cancels the registration; the seat is free again at once. Refusals in this order: 5005: as for reading; 5008: the
/// visitor is checked in; 5009: the time for changes is over; 5008: the visitor has paid, so the organizer must decide;
/// 5003 (429): too many requests from this address.
#[utoipa::path(delete, path = "/event/{eventId}/registration", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, body = Envelope<Nothing>)))]
async fn cancel_own_registration(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    holder: VisitorByKey,
) -> Result<Envelope<Nothing>> {
    let row = holder.attendance;
    let counter = Counter::of_email(&CANCEL_OF_EMAIL, &row.email_key);
    throttle::attempt(&app.db, &[counter], app.clock.now()).await?;
    let given_back = desk.submit(seats::give_back(row.event_id, row.id));
    given_back.await.map_err(|error| match error {
        // Cancelled meanwhile in another window. The desk's own message is for organisers.
        Error::NotFound(_) => link_over(),
        error => error,
    })?;
    Ok(Envelope::done("registration.cancelled"))
}

/// Mails the ticket, with the link to the visitor's own page, to the participants with this e-mail address. The answer
/// is the same whether there is one or not. 5003 (429): too many requests from this address.
#[utoipa::path(post, path = "/event/{eventId}/find-ticket", tag = "registration", params(("eventId" = EventId, Path)), request_body = FindTicket, responses((status = 200, body = Envelope<Nothing>)))]
async fn find_ticket(
    State(app): State<App>,
    VisibleEvent { event }: VisibleEvent,
    ClientIp(peer): ClientIp,
    ValidatedJson(body): ValidatedJson<FindTicket>,
) -> Result<Envelope<Nothing>> {
    let (key, now) = (email_key(&body.email), app.clock.now());
    let counters = [
        Counter::of_peer(&FIND_OF_PEER, peer),
        Counter::of_email(&FIND_OF_EMAIL, &key),
    ];
    throttle::attempt(&app.db, &counters, now).await?;
    let found = rows::find_by_email(app.db.read(), event.id, &key).await?;
    // For an unknown address, the job is for a registration that does not exist and sends nothing. The request does the
    // same work and takes the same time for every address that a visitor gave.
    let found = if found.is_empty() {
        vec![clock::new_id()]
    } else {
        found
    };
    let mails = found.into_iter().map(|attendance| MailTicket {
        attendance,
        again: Some(now),
        is_receipt: false,
    });
    let mails: Vec<MailTicket> = mails.collect();
    let tx = app.db.write().await?;
    hoi_jobs::enqueue_all(&tx, &mails, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(Envelope::done("registration.ticketSought"))
}

/// Checks answers to the organiser's questions and returns them, not yet sealed.
pub(super) async fn kept_answers(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    given: &[GivenAnswer],
    check: &mut Check,
) -> Result<Vec<Answer>> {
    let scheme = &event.form.scheme;
    let uploads = events::answered_files(scheme, given);
    let uploads = files::find_uploads_of_event(conn, event.id, uploads).await?;
    let answers = events::check_answers(scheme, given, &uploads);
    Ok(answers.unwrap_or_else(|wrong| {
        for (field, message) in wrong {
            check.fail(&field, message);
        }
        Vec::new()
    }))
}

/// Adds the former answers of `row` to questions that the form no longer contains. They remain valid and cannot be
/// given again.
fn with_former(
    mut answers: Vec<Answer>,
    row: &attendance::Model,
    scheme: &[Question],
) -> Vec<Answer> {
    let is_asked = |answer: &&Answer| {
        let mut questions = scheme.iter();
        questions.any(|question| question.id == answer.question_id)
    };
    let former = row.answers.answers.iter();
    answers.extend(former.filter(|answer| !is_asked(answer)).cloned());
    answers
}

fn link_over() -> Error {
    Error::NotFound(LocalizedText::new("registration.linkOver"))
}

/// Returns the names of the fields in which the two differ, for the event log.
fn changed_fields(before: &attendance::Model, after: &attendance::Model) -> Vec<&'static str> {
    [
        ("fullName", before.full_name != after.full_name),
        ("phone", before.phone != after.phone),
        ("company", before.company != after.company),
        ("answers", before.answers != after.answers),
    ]
    .into_iter()
    .filter_map(|(name, is_changed)| is_changed.then_some(name))
    .collect()
}

async fn show(app: &App, event: &event::Model, row: attendance::Model) -> Result<OwnRegistration> {
    let class = match row.ticket_id {
        Some(id) => rows::find_class(app.db.read(), id).await?,
        None => None,
    };
    let (now, end) = (app.clock.now(), events::visitor_changes_end(event));
    let offers_invoice = offers_invoice(event, row.amount);
    let invoice = if offers_invoice {
        invoice_requests::find(app.db.read(), row.id).await?
    } else {
        None
    };
    let ticket_code = Some(row.ticket_code.clone()).filter(|_| row.confirm_by.is_none());
    let mut answers = row.answers.answers.clone();
    events::open_answers(&app.secrets, event.id, &mut answers);
    // Its dots would come back as the answer.
    answers.retain(|answer| !answer.sensitive);
    Ok(OwnRegistration {
        can_change: check_changeable(row.checked_in_time.is_some(), end, now).is_ok(),
        can_cancel: Seat::from(&row).check_returnable(end, now).is_ok(),
        changes_until: end,
        payment_info: match row.confirm_by {
            None => PaymentInfo::of_owing(event, &row),
            Some(_) => None,
        },
        offers_invoice,
        invoice: invoice.map(Into::into),
        confirm_by: row.confirm_by,
        answers,
        ticket: class.map(|class| TicketOnIt::of(class, row.amount)),
        full_name: row.full_name,
        email: row.email,
        phone: row.phone,
        company: row.company,
        qr: ticket_code.clone(),
        ticket_code,
        registration_time: row.registration_time,
        checked_in_time: row.checked_in_time,
        amount: row.amount,
        received: row.received,
        payment_status: row.payment_status,
        payment_method: row.payment_method.filter(|_| row.amount > 0),
        updated_at: row.updated_at,
    })
}
