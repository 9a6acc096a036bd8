//! An empty file to be filled in: the columns of this event, in the reader's language.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::http::{BinaryFile, ValidatedQuery, attachment};
use hoi_platform::ids::EventId;
use hoi_platform::language;
use hoi_spreadsheet::{Column, SheetWriter};

use super::super::columns::{importable, is_textual};
use super::super::export::{FileFormat, FormatQuery};
use crate::attendances::QuestionType;
use crate::events::entity::ticket;
use crate::events::{self, InEvent, Question, rights};

/// An empty file with this event's columns, to be filled in and imported.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances/import/template", tag = "participant",
    params(("eventId" = EventId, Path), FormatQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))),
    security(("bearer" = [])),
)]
pub async fn get_import_template(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    ValidatedQuery(FormatQuery { format }): ValidatedQuery<FormatQuery>,
) -> Result<Response> {
    let format = format.unwrap_or(FileFormat::Xlsx).into();
    let lang = language::current();
    let scheme = &caller.event.form.scheme;
    let classes = events::find_ticket_rows(app.db.read(), caller.event.id).await?;
    let columns = columns(scheme, &classes, lang);
    let title = LocalizedText::new("sheet.template").in_language(lang);
    let writer = SheetWriter::new(Vec::new(), format, &title, columns);
    let file = writer.and_then(SheetWriter::finish);
    let file = file.map_err(anyhow::Error::from)?;
    let name = format!("{} - {title}", caller.event.title);
    let headers = [
        (header::CONTENT_TYPE, format.mime().parse()),
        (
            header::CONTENT_DISPOSITION,
            Ok(attachment(&name, format.extension())),
        ),
    ];
    let mut response = file.into_response();
    for (name, value) in headers {
        let value = value.map_err(anyhow::Error::from)?;
        response.headers_mut().insert(name, value);
    }
    Ok(response)
}

fn columns(scheme: &[Question], classes: &[ticket::Model], lang: Lang) -> Vec<Column> {
    // A template asks for no identity documents, and for the name in one piece, which is easier to fill in correctly.
    let known = importable().filter(|column| match column.name {
        "ticket" => !classes.is_empty(),
        "paymentStatus" | "paymentMethod" => classes.iter().any(|class| class.price > 0),
        "familyName" | "middleName" | "givenName" | "received" => false,
        _ => !column.is_sensitive,
    });
    let names = classes.iter().map(|class| class.name.clone());
    let known = known.map(|column| {
        let mut title = column.title(lang);
        if column.is_required() {
            title.push_str(" *");
        }
        Column {
            title,
            width: 22,
            choices: match column.choices {
                Some(choices) => choices(lang),
                None if column.name == "ticket" => names.clone().collect(),
                None => Vec::new(),
            },
        }
    });
    let questions = scheme.iter().filter(|question| is_textual(question));
    let questions = questions.map(|question| Column {
        title: question.question.clone(),
        width: 30,
        choices: match question.kind {
            QuestionType::OneChoice => question.choices.clone(),
            _ => Vec::new(),
        },
    });
    known.chain(questions).collect()
}
