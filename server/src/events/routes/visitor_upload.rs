//! Images that visitors upload as answers.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::State;

use crate::access::VisibleEvent;
use crate::app::App;
use crate::error::{Error, Message, Result};
use crate::events::entity::event;
use crate::events::form::QuestionType;
use crate::events::{EventId, EventStatus, store};
use crate::files::{self, Accept, UploadBody, UploadForm, UploadedFile, Uploader};
use crate::http::{ClientIp, Envelope};

/// Files visitors may leave for one event in an hour: far above any event's rush, far below a full disk.
const MAX_PER_HOUR: u64 = 2000;

/// Stores a visitor's image for a question of type IMAGE, readable by the event's owner only. 5014/5015 while
/// registration is not open, 5006 when the form asks for no image or the file is none.
#[utoipa::path(post, path = "/event/{eventId}/upload", tag = "event", operation_id = "post_event_upload", params(("eventId" = EventId, Path)),
    request_body(content = files::VisitorUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<UploadedFile>)))]
pub async fn post_event_upload(
    State(app): State<App>,
    VisibleEvent { event }: VisibleEvent,
    ClientIp(peer): ClientIp,
    body: UploadBody,
) -> Result<Envelope<UploadedFile>> {
    match store::status_of(&event, app.clock.now()) {
        EventStatus::Open => {}
        EventStatus::Upcoming => return Err(Error::FormNotOpen),
        EventStatus::Closed => return Err(Error::FormClosed),
    }
    receive_answer_image(&app, &event, peer, body).await
}

/// Stores an image that a visitor answers a question of `event` with.
///
/// # Errors
/// 5006 when the form asks for no image, or the file is none or too large; 5003 after too many of one peer or event.
pub async fn receive_answer_image(
    app: &App,
    event: &event::Model,
    peer: IpAddr,
    body: UploadBody,
) -> Result<Envelope<UploadedFile>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let asks = store::scheme_of(event)?
        .iter()
        .any(|question| question.kind == QuestionType::Image);
    if !asks {
        return Err(Error::UploadFile {
            status: axum::http::StatusCode::BAD_REQUEST,
            message: Message::new("file.notAsked"),
        });
    }
    app.intake.visitors.count(peer, now)?;
    let hour = Duration::from_hours(1);
    if files::count_recent_of_event(conn, event.id, now.minus(hour)).await? >= MAX_PER_HOUR {
        return Err(Error::TooManyRequests { retry_after: hour });
    }
    let form = UploadForm::read(body, files::MAX_DOCUMENT, &[]).await?;
    let file = files::receive(&app.intake, form.file, Accept::ANSWER).await?;
    let id = files::save(app, Uploader::Visitor(event.id), file).await?;
    Ok(Envelope::ok(id.into()))
}
