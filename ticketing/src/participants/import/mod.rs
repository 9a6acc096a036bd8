//! Many participants from a file: first a preview with all faults, then all of them or none.
//!
//! Seats are the desk's alone, so limits hold here as everywhere. Files are read away from the async threads, few at a
//! time; nothing of them is kept.

mod kinds;
mod known;
mod layout;
mod names;
mod options;
mod people;
mod plan;
mod preview;
mod price;
mod recognition;
mod status;
mod template;
#[cfg(test)]
mod tests;
mod update;

use std::sync::Arc;

use self::names::NameOrder;
pub use self::names::begins_with_given_name;
use self::options::{
    ClassChoice, ImportOptions, MAX_DECISIONS, PaymentChoice, PhoneChoice, RowChoice, StatusChoice,
    TEXTS,
};
use self::people::Rules;
use self::plan::Plan;
use self::preview::ImportAnswer;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use hoi_community::accounts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{UploadBody, UploadForm};
use hoi_platform::http::Envelope;
use hoi_platform::idempotency::{self, IdempotentRequest, KeyHeader};
use hoi_platform::ids::{EventId, TicketId, UserId};
use hoi_platform::import_files::dates::DateOrder;
use hoi_platform::routes;
use hoi_platform::storage::Sender;
use hoi_platform::{import_files, language, secrets};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::attendances::{self, Answer, MarkKey, attendance};
use crate::events::{self, InEvent, entity::event, rights};
use crate::registration::{self, AppWithDesk, Desk, ImportBatch, Imported, check_import, import};

/// The desk takes as many at once as a file may have.
const _: () = assert!(import_files::MAX_PEOPLE <= registration::MAX_SEATS);

/// The calls on files with participants.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(import_participants))
        .layer(DefaultBodyLimit::max(import_files::BODY_LIMIT))
        .routes(routes!(template::get_import_template))
}

/// The form of an import.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "describes the multipart form, which is read part by part"
)]
struct ImportForm {
    /// CSV, XLSX or XLS up to 5 MiB with up to 5000 people.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// A JSON list with, for every column, the id of a field of the preview, or null to leave the column out. Without
    /// it the titles of the columns decide.
    mapping: Option<String>,
    /// `true` writes nothing and answers a preview with everything that would go wrong.
    dry_run: Option<bool>,
    /// The ticket class of rows that name none.
    ticket_id: Option<TicketId>,
    /// Whether they get the mails that the event sends on registration; `false` when absent.
    send_mail: Option<bool>,
    /// Whether several people may have one e-mail address. Without it, people of one order of another system may.
    share_emails: Option<bool>,
    /// The sheet with the list; without it the first of those whose titles fit best.
    sheet: Option<String>,
    /// Whether rows that are hidden in the file are taken, too; `false` when absent.
    hidden_rows: Option<bool>,
    /// Whether texts typed for an old font (TCVN3, VNI) stay as they are; `false`, which converts them, when absent.
    keep_font: Option<bool>,
    /// The order in which the parts of names stand; `byName` when absent.
    name_order: Option<NameOrder>,
    /// The order of day and month in dates of birth. Needed where neither the dates nor their title prove it.
    date_order: Option<DateOrder>,
    /// The treatment of people who paid another amount than is due. Needed where the preview lists some.
    odd_payments: Option<PaymentChoice>,
    /// A JSON list of `{word, takesPart}`: the meanings of words in columns about taking part. Words that the preview
    /// does not understand must be among them.
    #[schema(example = json!({ "max": MAX_DECISIONS }))]
    statuses: Option<Vec<StatusChoice>>,
    /// A JSON list of `{name, ticketId}`, `{name, price, quantity}` or, at an event without classes, `{name}`: which class
    /// of the event a class of the file is, or the price and the seats (unlimited when absent) of a new one, or that its
    /// people get no class. Classes that the event does not have must be among them.
    #[schema(example = json!({ "max": MAX_DECISIONS }))]
    classes: Option<Vec<ClassChoice>>,
    /// Whether a person with the address of a person on the list and another name is that person; `false` when absent.
    renames: Option<bool>,
    /// Whether people are added again who were removed from the list or gave their ticket back; `false` when absent.
    add_removed: Option<bool>,
    /// Whether a person who is recognized by name and phone number gets the e-mail address of the file in place of
    /// another one; `false` when absent.
    replace_emails: Option<bool>,
    /// The treatment of invalid phone numbers: `empty` or `leaveOut`. Needed where the preview lists some.
    bad_phones: Option<PhoneChoice>,
    /// The treatment of phone numbers that are not in use. Needed where the preview lists some.
    doubtful_phones: Option<PhoneChoice>,
    /// The treatment of rows with nothing but a name at the end of the list. Needed where the preview lists some.
    last_rows: Option<RowChoice>,
}

/// Adds the people of a file who are not on the list and changes those who are, all or nothing; with `dryRun`, shows
/// what would happen. People are recognized by their address, otherwise by name and phone number. Values changed since
/// the last import stay, as do payments and check-ins, and an empty cell changes nothing. A paid amount is noted as it
/// stands in the file; if it differs from the amount due, the organizer has to decide. Faults of single rows, and
/// decisions that the form lacks, are 5002 with `errors`; a file that cannot be read is 5006; no room for everyone is
/// 5003, and so are more mails than the account may send today. 5008: the list, the form or the classes were changed
/// meanwhile. 5009: the event is canceled.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/import", tag = "participant",
    params(
        ("eventId" = EventId, Path),
        KeyHeader,
    ),
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ImportAnswer>)),
    security(("bearer" = [])),
)]
async fn import_participants(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    caller: InEvent<rights::Guests>,
    headers: HeaderMap,
    body: UploadBody,
) -> Result<Envelope<ImportAnswer>> {
    let event = caller.event;
    let form = UploadForm::read(
        &app.upload_slots,
        Sender::Account(caller.user.id),
        body,
        import_files::MAX_FILE,
        &TEXTS,
    )
    .await?;
    accounts::check_still_active(&app, caller.user.id).await?;
    let options = ImportOptions::of(&form)?;
    let file = form
        .file
        .ok_or_else(|| Error::field("file", LocalizedText::new("file.required")))?;
    let name = import_files::shown_name(form.file_name.as_deref());
    let path = format!("/event/{}/attendances/import", event.id);
    let meant = (secrets::digest(&file), &options);
    let idempotency = IdempotentRequest::from_headers(
        &app.secrets,
        &headers,
        &caller.user.id.to_string(),
        &path,
        &meant,
    )?;
    if let Some(request) = &idempotency
        && !options.dry_run
        && idempotency::is_answered(app.db.read(), request, app.clock.now()).await?
    {
        let nobody = ImportBatch::default();
        let imported = desk
            .submit(import(event.id, nobody, caller.user.id, idempotency))
            .await?;
        return Ok(done(&imported, 0));
    }

    let lang = language::current();
    let classes = events::find_ticket_rows(app.db.read(), event.id).await?;
    let known = |class| classes.iter().any(|row| row.id == class);
    if options.ticket_id.is_some_and(|class| !known(class)) {
        return Err(Error::field(
            "ticketId",
            LocalizedText::new("import.unknownClass"),
        ));
    }
    let rules = Rules {
        event: event.id,
        scheme: event.form.scheme.clone(),
        named: options.classes(&classes)?,
        classes,
        default_class: options.ticket_id,
        mails: options.send_mail,
        may_share_emails: options.share_emails,
        name_order: options.name_order,
        date_order: options.date_order,
        odd_payments: options.odd_payments,
        words: options.words(),
        renames: options.renames,
        add_removed: options.add_removed,
        replace_emails: options.replace_emails,
        bad_phones: options.bad_phones,
        doubtful_phones: options.doubtful_phones,
        last_rows: options.last_rows,
        wishes: options.wishes,
        marks: MarkKey::of(&app.secrets),
        lang,
    };
    let (mapping, version) = (options.mapping, event.form_version);
    let plan = move || Plan::of(&file, &name, mapping.as_deref(), rules, version);
    let mut plan = app.readers.run(plan).await??;
    events::check_not_cancelled(event.cancelled_at.is_some())?;
    let mut on_list = known::find(app.db.read(), event.id, &plan.looked_for()).await?;
    open_sealed(&app, &event, &mut on_list);
    let by = caller.user.id;
    let compare = move || {
        let batch = plan.compare(&on_list, by);
        (plan, batch)
    };
    let (mut plan, mut batch) = app.readers.run(compare).await?;
    seal(&app, &event, &mut batch)?;

    let outcome = if options.dry_run || plan.has_faults() {
        desk.submit(check_import(event.id, batch)).await?
    } else if batch.is_empty() {
        Imported::All {
            added: 0,
            updated: 0,
        }
    } else {
        add_and_mail(&app, &desk, &event, by, batch, idempotency).await?
    };
    let mut imported = outcome;
    if let Imported::Refused(refusals) = &mut imported {
        plan.refuse(std::mem::take(refusals), lang);
    }
    if options.dry_run {
        return Ok(Envelope::ok(plan.preview()));
    }
    let left_out = plan.report(event.total_participants - event.registered_count)?;
    Ok(done(&imported, left_out))
}

/// Opens the sealed numbers, and the answers to sensitive questions of the form, so that they can be compared. [`seal`]
/// seals them again, and would not seal others.
fn open_sealed(app: &App, event: &event::Model, rows: &mut [attendance::Model]) {
    let is_asked = |answer: &&mut Answer| {
        let mut questions = event.form.scheme.iter();
        questions.any(|question| question.sensitive && question.id == answer.question_id)
    };
    for row in rows {
        for answer in row.answers.answers.iter_mut().filter(is_asked) {
            events::open_answers(&app.secrets, event.id, std::slice::from_mut(answer));
        }
        events::open_numbers(&app.secrets, row);
    }
}

/// Seals numbers and answers to sensitive questions of people who are added or changed.
fn seal(app: &App, event: &event::Model, batch: &mut ImportBatch) -> Result<()> {
    let scheme = &event.form.scheme;
    for person in &mut batch.people {
        let before = person.answers.clone();
        events::seal_answers(&app.secrets, event.id, scheme, &mut person.answers, &[])?;
        let answers = before.iter().zip(&person.answers);
        let sealed = answers.filter(|(before, after)| before != after);
        let sealed = sealed.map(|(before, _)| update::as_value(before));
        let numbers = [
            (
                "identificationNumber",
                &person.details.identification_number,
            ),
            ("taxNumber", &person.details.tax_number),
        ];
        let numbers = numbers.into_iter();
        let numbers =
            numbers.filter_map(|(field, number)| Some((field.to_owned(), number.clone()?)));
        person.sealed_values = sealed.chain(numbers).collect();
        person.details.seal(&app.secrets, event.id)?;
    }
    for update in &mut batch.updates {
        if let Some(answers) = &mut update.change.answers {
            let answers = &mut answers.answers;
            events::seal_answers(&app.secrets, event.id, scheme, answers, &[])?;
        }
        let details = &mut update.change.details;
        let numbers = [&mut details.identification_number, &mut details.tax_number];
        for number in numbers.into_iter().flatten() {
            attendances::seal_number(&app.secrets, event.id, number)?;
        }
    }
    Ok(())
}

/// Reports the numbers of people added, changed and left out.
fn done(imported: &Imported, left_out: usize) -> Envelope<ImportAnswer> {
    let (added, updated) = match imported {
        Imported::All { added, updated } => (*added, *updated),
        Imported::Refused(_) => (0, 0),
    };
    let text = |key, count: u64| LocalizedText::new(key).with("count", count).localized();
    let mut messages = Vec::new();
    if added > 0 || updated == 0 {
        messages.push(text("import.done", added));
    }
    if updated > 0 {
        messages.push(text("import.updated", updated));
    }
    Envelope {
        messages,
        ..Envelope::ok(ImportAnswer {
            imported: added,
            updated,
            left_out: u64::try_from(left_out).unwrap_or(u64::MAX),
            preview: None,
        })
    }
}

/// Does everything or nothing; the mails that new people get are taken from the allowance of the account `by`.
async fn add_and_mail(
    app: &App,
    desk: &Desk,
    event: &event::Model,
    by: UserId,
    batch: ImportBatch,
    idempotency: Option<IdempotentRequest>,
) -> Result<Imported> {
    let now = app.clock.now();
    let mailed = registration::mailed_addresses(event, &batch.people);
    accounts::take_mails(&app.db, by, &mailed, true, now).await?;
    let imported = desk.submit(import(event.id, batch, by, idempotency)).await;
    if !matches!(imported, Ok(Imported::All { .. })) {
        accounts::give_back_mails(&app.db, by, &mailed, now).await?;
    }
    imported
}
