//! Many participants from a file: first shown with what would go wrong, then all of them or none.
//!
//! Seats are the desk's alone, so limits hold here as everywhere. Files are read away from the async threads, few at a
//! time; nothing of them is kept.

mod kinds;
mod layout;
mod people;
mod plan;
mod preview;
mod template;

use std::sync::Arc;

use self::people::Rules;
use self::plan::Plan;
use self::preview::ImportAnswer;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::error::{Error, LocalizedText, Result};
use crate::events::{self, EventOwner, entity::event};
use crate::files::{UploadBody, UploadForm};
use crate::http::Envelope;
use crate::idempotency::{self, IdempotentRequest, KeyHeader};
use crate::ids::{EventId, TicketId, UserId};
use crate::imports::Wishes;
use crate::registration::{self, AppWithDesk, Desk, Imported, NewRegistration};
use crate::storage::Sender;
use crate::{accounts, imports, language, secrets};

/// The desk takes as many at once as a file may have.
const _: () = assert!(imports::MAX_PEOPLE <= registration::MAX_SEATS);

/// The calls on files with participants.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(import_participants))
        .layer(DefaultBodyLimit::max(imports::BODY_LIMIT))
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
    /// Whether several people may have one e-mail address; `false` when absent.
    share_emails: Option<bool>,
    /// The sheet with the list; without it the first of those whose titles fit best.
    sheet: Option<String>,
    /// Whether rows that are hidden in the file are taken, too; `false` when absent.
    hidden_rows: Option<bool>,
    /// Whether texts typed for an old font (TCVN3, VNI) stay as they are; `false`, which converts them, when absent.
    keep_font: Option<bool>,
}

/// What the form says beside its file.
struct ImportOptions {
    mapping: Option<String>,
    dry_run: bool,
    ticket_id: Option<TicketId>,
    send_mail: bool,
    share_emails: bool,
    wishes: Wishes,
}

/// Adds the people of a file, all or none; with `dryRun`, shows what would happen. What is wrong with single rows is
/// 5002 with `errors`; a file that cannot be read is 5006; no room for everyone is 5003, and so are more mails than the
/// account may send today. 5009: the event is cancelled.
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
    owner: EventOwner,
    headers: HeaderMap,
    body: UploadBody,
) -> Result<Envelope<ImportAnswer>> {
    let event = owner.event;
    let texts = [
        "mapping",
        "dryRun",
        "ticketId",
        "sendMail",
        "shareEmails",
        "sheet",
        "hiddenRows",
        "keepFont",
    ];
    let form = UploadForm::read(
        &app.upload_slots,
        Sender::Account(owner.user.id),
        body,
        imports::MAX_FILE,
        &texts,
    )
    .await?;
    accounts::check_still_active(&app, owner.user.id).await?;
    let options = ImportOptions::of(&form)?;
    let file = form
        .file
        .ok_or_else(|| Error::field("file", LocalizedText::new("file.required")))?;
    let name = imports::shown_name(form.file_name.as_deref());
    let path = format!("/event/{}/attendances/import", event.id);
    let meant = (
        secrets::digest(&file),
        &options.mapping,
        options.send_mail,
        options.ticket_id,
        options.share_emails,
        &options.wishes,
    );
    let idempotency = IdempotentRequest::from_headers(
        &app.secrets,
        &headers,
        &owner.user.id.to_string(),
        &path,
        &meant,
    )?;

    let lang = language::current();
    let rules = Rules {
        event: event.id,
        scheme: event.form.scheme.clone(),
        classes: events::find_ticket_rows(app.db.read(), event.id).await?,
        default_class: options.ticket_id,
        mails: options.send_mail,
        may_share_emails: options.share_emails,
        wishes: options.wishes,
        lang,
    };
    let known = |class| rules.classes.iter().any(|row| row.id == class);
    if options.ticket_id.is_some_and(|class| !known(class)) {
        return Err(Error::field(
            "ticketId",
            LocalizedText::new("import.unknownClass"),
        ));
    }
    let mapping = options.mapping;
    let plan = move || Plan::of(&file, &name, mapping.as_deref(), &rules);
    let (mut plan, people) = app.readers.run(plan).await??;
    events::check_not_cancelled(event.cancelled_at.is_some())?;

    let outcome = if options.dry_run || plan.has_faults() {
        desk.check_import(event.id, people).await?
    } else {
        add_and_mail(&app, &desk, &event, owner.user.id, people, idempotency).await?
    };
    if let Imported::Refused(refusals) = outcome {
        plan.refuse(refusals, lang);
    }
    if options.dry_run {
        return Ok(Envelope::ok(plan.preview()));
    }
    let count = plan.report(event.total_participants - event.registered_count)?;
    let message = LocalizedText::new("import.done").with("count", count);
    Ok(Envelope {
        messages: vec![message.localized()],
        ..Envelope::ok(ImportAnswer {
            imported: count,
            preview: None,
        })
    })
}

/// Adds all `people` or none; the mails they get are taken from the allowance of the account `by`, unless the request
/// is one that was answered before.
async fn add_and_mail(
    app: &App,
    desk: &Desk,
    event: &event::Model,
    by: UserId,
    people: Vec<NewRegistration>,
    idempotency: Option<IdempotentRequest>,
) -> Result<Imported> {
    let now = app.clock.now();
    let is_repeated = match &idempotency {
        Some(request) => idempotency::is_answered(app.db.read(), request, now).await?,
        None => false,
    };
    if is_repeated {
        return desk.import(event.id, people, by, idempotency).await;
    }
    let mailed = registration::mailed_addresses(event, &people);
    accounts::take_mails(&app.db, by, &mailed, true, now).await?;
    let imported = desk.import(event.id, people, by, idempotency).await;
    if !matches!(imported, Ok(Imported::All(_))) {
        accounts::give_back_mails(&app.db, by, &mailed, now).await?;
    }
    imported
}

impl ImportOptions {
    fn of(form: &UploadForm) -> Result<Self> {
        let text = |name: &str| {
            let text = form.texts.get(name).map(|text| text.trim());
            text.filter(|text| !text.is_empty())
        };
        let truth = |name: &'static str| match text(name) {
            None | Some("false" | "0") => Ok(false),
            Some("true" | "1") => Ok(true),
            Some(_) => Err(Error::field(name, LocalizedText::new("payload.wrongType"))),
        };
        let ticket_id = text("ticketId").map(|id| {
            id.parse()
                .map_err(|_| Error::field("ticketId", LocalizedText::new("import.unknownClass")))
        });
        Ok(Self {
            mapping: text("mapping").map(ToOwned::to_owned),
            dry_run: truth("dryRun")?,
            ticket_id: ticket_id.transpose()?,
            send_mail: truth("sendMail")?,
            share_emails: truth("shareEmails")?,
            wishes: Wishes {
                // A sheet's name can begin and end with blanks.
                sheet: form
                    .texts
                    .get("sheet")
                    .filter(|name| !name.is_empty())
                    .cloned(),
                hidden_rows: truth("hiddenRows")?,
                keep_font: truth("keepFont")?,
            },
        })
    }
}
