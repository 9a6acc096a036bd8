//! Participants as a file.

mod sheet;

use std::collections::HashSet;

use self::sheet::{AskedQuestion, Contents, Sheet, with_former};
use axum::extract::State;
use axum::response::Response;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::http::{BinaryFile, Download, ValidatedJson, ValidatedQueries, broken};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::language;
use hoi_platform::routes;
use hoi_platform::secrets::Secrets;
use hoi_platform::validation::{Check, Validate};
use hoi_spreadsheet::{Cell, Column, Format};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::dto::ParticipantQuery;
use super::store;
use crate::events::{self, EventAction, InEvent, LogEntry, rights};
use crate::registration::{AppWithDesk, MAX_SEATS};

/// Rows that are in memory at a time.
const PAGE: u64 = 500;

/// The calls that answer with a file.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new().routes(routes!(export_participants, export_chosen_participants))
}

/// The format of an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    Xlsx,
    Csv,
}

impl From<FileFormat> for Format {
    fn from(format: FileFormat) -> Self {
        match format {
            FileFormat::Xlsx => Self::Xlsx,
            FileFormat::Csv => Self::Csv,
        }
    }
}

/// Which kind of file to answer with.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// Default `xlsx`.
    #[param(inline)]
    pub format: Option<FileFormat>,
}

/// The options of an export beside the list's filters.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ExportQuery {
    /// Default `xlsx`.
    #[param(inline)]
    format: Option<FileFormat>,
    /// Whether to write identification and tax numbers, sensitive answers, licenses and photographs too; the event's
    /// log says who asked. `false` when absent.
    sensitive: Option<bool>,
    /// Whether to write each consent: its wording, its time and the visitor's network. `false` when absent.
    consent: Option<bool>,
}

/// The participants to export, when not all.
#[derive(Debug, Deserialize, ToSchema)]
struct ChosenParticipants {
    /// 1–5000; identifiers that are not participants of the event are left out.
    #[schema(example = json!({ "max": MAX_SEATS }))]
    ids: Vec<AttendanceId>,
}

impl Validate for ChosenParticipants {
    fn validate(&mut self, check: &mut Check) {
        check.ensure(
            !self.ids.is_empty(),
            "ids",
            LocalizedText::new("field.required"),
        );
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX_SEATS);
        check.ensure(self.ids.len() <= MAX_SEATS, "ids", too_many);
    }
}

/// The participants that the list's filters leave, as a file in the caller's language, in the order in which they
/// registered; `sort`, `order`, `limit` and `page` do not count.
/// 5003 (HTTP 429): too many files are being written for the account.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances/export", tag = "participant",
    params(("eventId" = EventId, Path), ExportQuery, ParticipantQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))),
    security(("bearer" = [])),
)]
async fn export_participants(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    ValidatedQueries(export, query): ValidatedQueries<ExportQuery, ParticipantQuery>,
) -> Result<Response> {
    answer(app, caller, export, query, None).await
}

/// Writes a file of the named participants whom the list's filters leave. 5003 (HTTP 429): too many files are being
/// written for the account.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/export", tag = "participant",
    params(("eventId" = EventId, Path), ExportQuery, ParticipantQuery),
    request_body = ChosenParticipants,
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))),
    security(("bearer" = [])),
)]
async fn export_chosen_participants(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    ValidatedQueries(export, query): ValidatedQueries<ExportQuery, ParticipantQuery>,
    ValidatedJson(chosen): ValidatedJson<ChosenParticipants>,
) -> Result<Response> {
    answer(app, caller, export, query, Some(chosen.ids)).await
}

async fn answer(
    app: App,
    caller: InEvent<rights::Guests>,
    export: ExportQuery,
    query: ParticipantQuery,
    ids: Option<Vec<AttendanceId>>,
) -> Result<Response> {
    let sensitive = export.sensitive.unwrap_or(false);
    if sensitive {
        caller.check::<rights::PersonalData>()?;
    }
    let InEvent { event, user, .. } = caller;
    let permit = app.exports.begin(user.id)?;
    let format: Format = export.format.unwrap_or(FileFormat::Xlsx).into();
    let lang = language::current();
    let scheme = event.form.scheme.iter().cloned();
    let now = scheme.map(|question| AskedQuestion {
        id: question.id,
        text: question.question,
        kind: question.kind,
        is_sensitive: question.sensitive,
    });
    let questions = with_former(now.collect(), answered(&app, event.id).await?);
    let contents = if sensitive {
        Contents::WithSensitive
    } else {
        Contents::Usual
    };
    let consent = export.consent.unwrap_or(false);
    let sheet = Sheet::new(lang, &app.config.public_url, contents, questions).with_consent(consent);
    let title = LocalizedText::new("sheet.participants").in_language(lang);

    let count = store::count(app.db.read(), event.id, query.clone(), ids.as_deref()).await?;
    let format_name = format.extension();
    let data = json!({
        "count": count, "format": format_name, "sensitive": sensitive, "consent": consent,
    });
    let tx = app.db.write().await?;
    let action = if sensitive {
        EventAction::ParticipantExportedSensitive
    } else {
        EventAction::ParticipantExported
    };
    let entry = LogEntry::new(event.id, action).by(user.id).with(data);
    events::log(&tx, entry, app.clock.now()).await?;
    tx.commit().await?;

    let name = format!("{} - {title}", event.title);
    Download::answer(
        permit,
        format,
        &name,
        &title,
        sheet.columns(),
        async move |mut file| {
            let mut last = None;
            loop {
                let conn = app.db.read();
                let chosen = (query.clone(), ids.as_deref());
                let secrets = sensitive.then_some(&app.secrets);
                let rows = next_rows(conn, event.id, &sheet, chosen, secrets, &mut last).await;
                let rows = rows.map_err(broken)?;
                if rows.is_empty() {
                    return Ok(file);
                }
                file.rows(rows).await?;
            }
        },
    )
}

/// Returns the rows of the next participants after `last`, which then names the last of them. With `secrets`, sealed
/// answers are opened.
async fn next_rows(
    conn: &impl ConnectionTrait,
    event: EventId,
    sheet: &Sheet,
    (query, ids): (ParticipantQuery, Option<&[AttendanceId]>),
    secrets: Option<&Secrets>,
    last: &mut Option<AttendanceId>,
) -> Result<Vec<Vec<Cell>>> {
    let mut found = store::next(conn, event, query, ids, *last, PAGE).await?;
    *last = found.last().map(|row| row.id).or(*last);
    if let Some(secrets) = secrets {
        for row in &mut found {
            events::open_row(secrets, row);
        }
    }
    let people = store::describe(conn, found).await?;
    Ok(people.into_iter().map(|person| sheet.row(person)).collect())
}

/// The participants of many events in one sheet: without answers, sensitive data and codes that give entry.
pub struct ParticipantSheet(Sheet);

impl ParticipantSheet {
    /// Creates the sheet in `lang`.
    #[must_use]
    pub fn new(app: &App, lang: Lang) -> Self {
        let contents = Contents::WithoutCodes;
        Self(Sheet::new(
            lang,
            &app.config.public_url,
            contents,
            Vec::new(),
        ))
    }

    /// Returns the columns with their titles.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        self.0.columns()
    }

    /// Returns the next rows of the event's confirmed participants after `last`, which then names the last of them.
    /// There are no more when they are empty.
    pub async fn next(
        &self,
        conn: &impl ConnectionTrait,
        event: EventId,
        last: &mut Option<AttendanceId>,
    ) -> Result<Vec<Vec<Cell>>> {
        let all = (ParticipantQuery::default(), None);
        next_rows(conn, event, &self.0, all, None, last).await
    }
}

/// Every question that some participant answered: also those that have left the form since.
async fn answered(app: &App, event: EventId) -> Result<Vec<AskedQuestion>> {
    let mut known = HashSet::new();
    let mut found = Vec::new();
    let mut last = None;
    loop {
        let rows = store::next_answers(app.db.read(), event, last, PAGE).await?;
        let Some((id, _)) = rows.last() else {
            return Ok(found);
        };
        last = Some(*id);
        for answer in rows.into_iter().flat_map(|(_, answers)| answers.answers) {
            if known.insert(answer.question_id.clone()) {
                found.push(answer.into());
            }
        }
    }
}
