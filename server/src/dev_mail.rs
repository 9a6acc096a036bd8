//! `/dev/mail` shows the mails that are stored while no mail server is configured. It shows them to everyone who can
//! reach the server, so it is for development only and exists only if `development` is on.

use std::fmt::Write as _;

use ammonia::clean_text as escaped;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hoi_i18n::{Lang, format_date_time};
use hoi_mail::{MailFolder, StoredMail, Transport};
use hoi_platform::app::App;
use hoi_platform::error::Result;

/// The most mails on the list.
const NEWEST: usize = 200;

/// Returns the two pages; nothing if mails are really sent or `development` is off.
pub fn routes(app: &App) -> Router {
    match &app.mail {
        Transport::File(folder) if app.config.development => Router::new()
            .route("/dev/mail", get(list))
            .route("/dev/mail/{file}", get(read))
            .with_state(folder.clone()),
        _ => Router::new(),
    }
}

async fn list(State(folder): State<MailFolder>) -> Result<Response> {
    let mails = folder.list(NEWEST).await.map_err(anyhow::Error::from)?;
    let mut rows = String::new();
    for mail in &mails {
        let when = format_date_time(Lang::EN, mail.epoch_ms);
        let (file, subject, to) = (
            escaped(&mail.file),
            escaped(&mail.subject),
            escaped(&mail.to),
        );
        let _ = write!(
            rows,
            "<tr><td>{when}</td><td>{to}</td><td><a href=\"/dev/mail/{file}\">{subject}</a></td></tr>"
        );
    }
    if mails.is_empty() {
        rows.push_str(
            "<tr><td>No mail yet. Sign up or register for an event, then reload.</td></tr>",
        );
    }
    Ok(page(
        "Mails",
        &format!("<h1>Mails</h1><table>{rows}</table>"),
    ))
}

async fn read(State(folder): State<MailFolder>, Path(file): Path<String>) -> Result<Response> {
    let Some(mail) = folder.read(&file).await.map_err(anyhow::Error::from)? else {
        return Ok((StatusCode::NOT_FOUND, "There is no such mail.").into_response());
    };
    let mut files = String::new();
    for file in &mail.attachments {
        let _ = write!(
            files,
            "<li>{} ({}, {} bytes)</li>",
            escaped(&file.name),
            escaped(&file.mime),
            file.bytes.len()
        );
    }
    let body = format!(
        "<p><a href=\"/dev/mail\">All mails</a></p><h1>{}</h1><p>{}</p><ul>{files}</ul>\
         <iframe sandbox=\"allow-popups allow-popups-to-escape-sandbox\" srcdoc=\"{}\"></iframe><h2>Text</h2><pre>{}</pre>",
        escaped(&mail.summary.subject),
        escaped(&mail.summary.to),
        escaped(&with_inline_pictures(&mail)),
        escaped(&mail.text),
    );
    Ok(page(&mail.summary.subject, &body))
}

/// Replaces `cid:` addresses, which browsers cannot follow, by the pictures.
fn with_inline_pictures(mail: &StoredMail) -> String {
    mail.attachments
        .iter()
        .fold(mail.html.clone(), |html, file| match &file.content_id {
            Some(id) => html.replace(
                &format!("cid:{id}"),
                &format!("data:{};base64,{}", file.mime, BASE64.encode(&file.bytes)),
            ),
            None => html,
        })
}

fn page(title: &str, body: &str) -> Response {
    let style = "body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}td{padding:.25rem 1rem .25rem 0;vertical-align:top}\
                 iframe{width:100%;height:70vh;border:1px solid #ccc}pre{white-space:pre-wrap}";
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{}</title><style>{style}</style>{body}</html>",
        escaped(title)
    );
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-ancestors 'self'";
    (
        [
            (header::CONTENT_SECURITY_POLICY, policy),
            (HeaderName::from_static("x-robots-tag"), "noindex"),
        ],
        Html(html),
    )
        .into_response()
}
