//! Codes as a file: a table for a spreadsheet, or cards to be printed and cut.

use anyhow::Context as _;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::export_files::moment_cell;
use hoi_platform::http::{BinaryFile, ValidatedJson, ValidatedQueries, ValidatedQuery, attachment};
use hoi_platform::ids::{EventId, InvitationCodeId};
use hoi_platform::language;
use hoi_platform::quota::UNLIMITED;
use hoi_platform::routes;
use hoi_platform::validation::{Check, Validate};
use hoi_spreadsheet::{Cell, Column, Format, SheetWriter};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::dto::{CodeQuery, InvitationCode};
use super::{CodeState, cards, store};
use crate::events::{self, EventAction, InEvent, LogEntry, rights};

/// The calls that answer with a file.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(
        export_invitation_codes,
        export_chosen_invitation_codes
    ))
}

/// The most codes named in one call.
const MAX_CHOSEN: usize = 5000;

/// The format of an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum CodeFile {
    Xlsx,
    Csv,
    /// Cards with QR codes, ten on a page of A4, at most 2000.
    Pdf,
}

impl CodeFile {
    fn extension(self) -> &'static str {
        match self {
            Self::Xlsx => Format::Xlsx.extension(),
            Self::Csv => Format::Csv.extension(),
            Self::Pdf => "pdf",
        }
    }

    fn mime(self) -> &'static str {
        match self {
            Self::Xlsx => Format::Xlsx.mime(),
            Self::Csv => Format::Csv.mime(),
            Self::Pdf => "application/pdf",
        }
    }
}

/// Which kind of file to answer with.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CodeFileQuery {
    /// Default `xlsx`.
    #[param(inline)]
    format: Option<CodeFile>,
}

/// The codes to export.
#[derive(Debug, Deserialize, ToSchema)]
struct ChosenCodes {
    /// 1–5000 different codes.
    #[schema(example = json!({ "max": MAX_CHOSEN }))]
    ids: Vec<InvitationCodeId>,
}

impl Validate for ChosenCodes {
    fn validate(&mut self, check: &mut Check) {
        self.ids.sort_unstable();
        self.ids.dedup();
        check.ensure(
            !self.ids.is_empty(),
            "ids",
            LocalizedText::new("field.required"),
        );
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX_CHOSEN);
        check.ensure(self.ids.len() <= MAX_CHOSEN, "ids", too_many);
    }
}

/// The codes that the list's filters leave, in its order, as a file in the caller's language; `limit` and `page` do not
/// count. 5002 when there are none, or too many for cards; 5003 (HTTP 429): too many files are being written for the
/// account.
#[utoipa::path(get, path = "/event/{eventId}/invitation-codes/export", tag = "ticket",
    params(("eventId" = EventId, Path), CodeFileQuery, CodeQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
        (BinaryFile = "application/pdf"),
    ))),
    security(("bearer" = [])))]
async fn export_invitation_codes(
    State(app): State<App>,
    caller: InEvent<rights::Tickets>,
    ValidatedQueries(file, query): ValidatedQueries<CodeFileQuery, CodeQuery>,
) -> Result<Response> {
    let _leave = app.exports.begin(caller.user.id)?;
    let now = app.clock.now();
    let rows = store::find_matching(app.db.read(), caller.event.id, &query, now).await?;
    let codes = store::describe(app.db.read(), rows, &app.config.public_url, now).await?;
    answer(&app, caller, file, codes).await
}

/// The named codes as a file; all of them, or 5005 when one is not of this event. 5003 (HTTP 429): too many files are
/// being written for the account.
#[utoipa::path(post, path = "/event/{eventId}/invitation-codes/export", tag = "ticket",
    params(("eventId" = EventId, Path), CodeFileQuery), request_body = ChosenCodes,
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
        (BinaryFile = "application/pdf"),
    ))),
    security(("bearer" = [])))]
async fn export_chosen_invitation_codes(
    State(app): State<App>,
    caller: InEvent<rights::Tickets>,
    ValidatedQuery(file): ValidatedQuery<CodeFileQuery>,
    ValidatedJson(chosen): ValidatedJson<ChosenCodes>,
) -> Result<Response> {
    let _leave = app.exports.begin(caller.user.id)?;
    let rows = store::find_named(app.db.read(), caller.event.id, &chosen.ids).await?;
    let now = app.clock.now();
    let codes = store::describe(app.db.read(), rows, &app.config.public_url, now).await?;
    answer(&app, caller, file, codes).await
}

async fn answer(
    app: &App,
    InEvent { event, user, .. }: InEvent<rights::Tickets>,
    file: CodeFileQuery,
    codes: Vec<InvitationCode>,
) -> Result<Response> {
    let file = file.format.unwrap_or(CodeFile::Xlsx);
    if codes.is_empty() {
        return Err(Error::InvalidPayload(LocalizedText::new(
            "invitation.nothingToExport",
        )));
    }
    if file == CodeFile::Pdf && codes.len() > cards::MAX {
        return Err(Error::InvalidPayload(
            LocalizedText::new("invitation.tooManyCards").with("max", cards::MAX),
        ));
    }
    let lang = language::current();
    let title = match file {
        CodeFile::Pdf => "invitation.cards",
        CodeFile::Xlsx | CodeFile::Csv => "invitation.codes",
    };
    let title = LocalizedText::new(title).in_language(lang);
    let name = format!("{} - {title}", event.title);

    let tx = app.db.write().await?;
    let data = json!({ "count": codes.len(), "format": file.extension() });
    let entry = LogEntry::new(event.id, EventAction::CodeExported)
        .by(user.id)
        .with(data);
    events::log(&tx, entry, app.clock.now()).await?;
    tx.commit().await?;

    // Thousands of codes take a while to draw: not on a thread that serves others.
    let written = tokio::task::spawn_blocking(move || match file {
        CodeFile::Pdf => cards::draw(&event, &codes, &title, lang),
        CodeFile::Xlsx => table(Format::Xlsx, &codes, &title, lang),
        CodeFile::Csv => table(Format::Csv, &codes, &title, lang),
    })
    .await
    .context("a file was not finished")??;
    let mut response = written.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.mime()));
    headers.insert(
        header::CONTENT_DISPOSITION,
        attachment(&name, file.extension()),
    );
    Ok(response)
}

/// Titles and widths of the columns, in order.
const COLUMNS: [(&str, u16); 9] = [
    ("sheet.invitationCode", 20),
    ("sheet.ticket", 20),
    ("sheet.participationType", 16),
    ("invitation.column.maxUses", 16),
    ("invitation.column.timesUsed", 12),
    ("invitation.column.state", 16),
    ("invitation.column.expiresAt", 18),
    ("sheet.invitedBy", 24),
    ("invitation.column.link", 60),
];

fn table(
    format: Format,
    codes: &[InvitationCode],
    title: &str,
    lang: Lang,
) -> anyhow::Result<Vec<u8>> {
    let text = |key| LocalizedText::new(key).in_language(lang);
    let columns = COLUMNS.map(|(title, width)| Column {
        title: text(title),
        width,
        ..Column::default()
    });
    let mut sheet = SheetWriter::new(Vec::new(), format, title, columns.into())?;
    for code in codes {
        let uses = match code.max_uses {
            UNLIMITED => text("invitation.unlimited").into(),
            uses => Cell::Number(uses),
        };
        sheet.row(&[
            code.code.as_str().into(),
            code.ticket_name.clone().into(),
            text(code.participation_type.name_key()).into(),
            uses,
            Cell::Number(code.times_used),
            text(state_key(code.state)).into(),
            moment_cell(code.expires_at),
            code.owner_name.clone().into(),
            code.link.as_str().into(),
        ])?;
    }
    Ok(sheet.finish()?)
}

fn state_key(state: CodeState) -> &'static str {
    match state {
        CodeState::Active => "invitation.state.active",
        CodeState::Inactive => "invitation.state.inactive",
        CodeState::Expired => "invitation.state.expired",
        CodeState::UsedUp => "invitation.state.usedUp",
    }
}
