//! Images that visitors upload as answers.

use std::net::IpAddr;

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{self, Accept, UploadBody, UploadForm, UploadedFile, Uploader};
use hoi_platform::http::{ClientIp, Envelope};
use hoi_platform::storage::Sender;

use crate::attendances::QuestionType;
use crate::events::entity::event;
use crate::events::{EventId, EventStatus, ReadableEvent, store};

/// Stores a visitor's image for a question of type IMAGE, readable by the event's owner only. 5014/5015 while
/// registration is not open, 5006 when the form asks for no image or the file is none.
/// 5003 (429): too many files or megabytes from this address, or too many invitation codes that do not open the event, or short
/// addresses without an event, came from this network. 5016: the event is for members of a group that is not listed,
/// and neither the token of a member nor `X-Invitation-Code` comes along; 5016, 5018, 5020: a token that is not good,
/// at an event for members.
#[utoipa::path(post, path = "/event/{eventId}/upload", tag = "event",
    params(("eventId" = EventId, Path), ("X-Invitation-Code" = Option<String>, Header, description = "The code of an invitation")),
    request_body(content = files::VisitorUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<UploadedFile>)))]
pub async fn upload_answer_image(
    State(app): State<App>,
    ReadableEvent { event }: ReadableEvent,
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

/// Stores an image with which a visitor answers a question of `event`.
///
/// # Errors
/// 5006 when the form asks for no image, or the file is none or too large; 5003 after too many of one peer or event.
pub async fn receive_answer_image(
    app: &App,
    event: &event::Model,
    peer: IpAddr,
    body: UploadBody,
) -> Result<Envelope<UploadedFile>> {
    let mut questions = event.form.scheme.iter();
    if !questions.any(|question| question.kind == QuestionType::Image) {
        return Err(Error::UploadFile {
            status: axum::http::StatusCode::BAD_REQUEST,
            message: LocalizedText::new("file.notAsked"),
        });
    }
    let (places, sender) = (&app.upload_slots, Sender::Visitor);
    places.visitors.count(peer, app.clock.monotonic())?;
    places.check_budget(event.id, peer, app.clock.monotonic())?;
    let uploader = Uploader::Visitor(event.id);
    files::check_allowance(app, app.db.read(), uploader, 0).await?;
    let form = UploadForm::read(places, sender, body, files::MAX_DOCUMENT, &[]).await?;
    let file = files::receive(places, sender, form.file, Accept::ANSWER).await?;
    let bytes = file.bytes.len();
    let id = files::save(app, uploader, file).await?;
    places.charge_budget(event.id, peer, bytes, app.clock.monotonic());
    Ok(Envelope::ok(id.into()))
}
