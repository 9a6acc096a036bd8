//! Calls of participants on their own data, opened by the key of their own page.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use hoi_community::notifications::Kind;
use hoi_db::Only as _;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{BinaryFile, Envelope, ValidatedJson, ValidatedQuery, attachment};
use hoi_platform::ids::{EventId, FileId};
use hoi_platform::limits::throttle::{self, Counter, Limit};
use hoi_platform::{files, language};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::participants::OwnFactKind;
use hoi_ticketing::registration::SubjectByKey;
use sea_orm::{EntityTrait, QuerySelect};

use super::dto::{
    NewDataRequest, OwnData, OwnDataFormat, OwnDataPage, OwnDataQuery, OwnDataRequest,
};
use super::store::{Keeper, Person};
use super::{own_data, own_data_pdf, reminders, requests, store};
use hoi_organising::messages;

/// Requests about the data of one e-mail address. Each is told to the organiser, also by mail.
const ASK_OF_EMAIL: Limit = Limit {
    name: "askAboutData",
    attempts_without_pause: 8,
    first_pause: Duration::from_mins(10),
    longest_pause: Duration::from_hours(12),
    reset_after: Duration::from_hours(24),
};

/// The most pictures that one PDF file shows; more are named by their addresses.
const PICTURES: usize = 20;

/// Returns all stored data of the visitor for this event, and the visitor's requests about it; also after their
/// registration was removed, or the event was deleted. 5005: the key is not valid, or no longer; 5003 (429): too many
/// requests from this address.
#[utoipa::path(get, path = "/event/{eventId}/registration/data", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, body = Envelope<OwnDataPage>)))]
pub async fn get_own_data(
    State(app): State<App>,
    subject: SubjectByKey,
) -> Result<Envelope<OwnDataPage>> {
    let SubjectByKey { event, attendance } = subject;
    let has_email = !attendance.email.is_empty();
    let has_withdrawn = attendance.consent_withdrawn_at.is_some();
    // Without consent there are no messages to stop or to resume.
    let messages_key =
        (has_email && !has_withdrawn).then(|| messages::opt_out_key(&app.secrets, &attendance));
    let are_messages_stopped = has_withdrawn
        || has_email
            && messages::has_opted_out(app.db.read(), event.owner_id, &attendance.email).await?;
    let gives_place_back = requests::has_place(&event, &attendance, app.clock.now());
    let data = own_data::collect(&app, &event, attendance, language::current()).await?;
    Ok(Envelope::ok(OwnDataPage {
        data,
        event_start_date: event.event_start_date,
        cancel_reason: event.cancel_reason,
        messages_key,
        are_messages_stopped,
        gives_place_back,
    }))
}

/// Returns the same as a file, in the request's language. 5005: as for reading; 5003: too many requests from this address,
/// or too much work at this moment (429).
#[utoipa::path(get, path = "/event/{eventId}/registration/data/file", tag = "registration", params(("eventId" = EventId, Path), OwnDataQuery, ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, description = "The file", content((OwnData = "application/json"), (BinaryFile = "application/pdf")))))]
pub async fn download_own_data(
    State(app): State<App>,
    subject: SubjectByKey,
    ValidatedQuery(query): ValidatedQuery<OwnDataQuery>,
) -> Result<Response> {
    let SubjectByKey { event, attendance } = subject;
    let lang = language::current();
    let data = own_data::collect(&app, &event, attendance, lang).await?;
    answer_file(&app, data, query, lang).await
}

/// Answers with the data as a file.
pub async fn answer_file(
    app: &App,
    data: OwnData,
    query: OwnDataQuery,
    lang: Lang,
) -> Result<Response> {
    let name = LocalizedText::new("privacy.fileTitle").in_language(lang);
    let (file, mime, ending) = match query.format.unwrap_or(OwnDataFormat::Json) {
        OwnDataFormat::Json => {
            let file = serde_json::to_vec_pretty(&data).map_err(anyhow::Error::from)?;
            (file, "application/json", "json")
        }
        OwnDataFormat::Pdf => {
            let pictures = read_pictures(app, &data).await?;
            let draw = move || own_data_pdf::draw(&data, &pictures, lang);
            let file = app.compute.run(draw).await?.map_err(Error::Internal)?;
            (file, "application/pdf", "pdf")
        }
    };
    let mut response = file.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    headers.insert(header::CONTENT_DISPOSITION, attachment(&name, ending));
    Ok(response)
}

/// Returns the contents of the first pictures.
async fn read_pictures(app: &App, data: &OwnData) -> Result<HashMap<FileId, Bytes>> {
    let pictures = data.facts.iter();
    let pictures = pictures.filter(|fact| fact.kind == OwnFactKind::Picture);
    let mut found = HashMap::new();
    for id in pictures.filter_map(|fact| fact.file).take(PICTURES) {
        let file = files::read(app, id).await.map_err(Error::Internal)?;
        found.extend(file.map(|(_, content)| (id, content)));
    }
    Ok(found)
}

/// Asks the organizer to correct or erase the stored data of the visitor, to go on without their consent, or something
/// else. The organizer is told at once. 5005: as for reading; 5008: the visitor waits for another request of this kind;
/// 5003 (429): too many requests from this address.
#[utoipa::path(post, path = "/event/{eventId}/registration/data-requests", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    request_body = NewDataRequest, responses((status = 200, body = Envelope<OwnDataRequest>)))]
pub async fn ask_about_own_data(
    State(app): State<App>,
    subject: SubjectByKey,
    ValidatedJson(body): ValidatedJson<NewDataRequest>,
) -> Result<Envelope<OwnDataRequest>> {
    let SubjectByKey { event, attendance } = subject;
    let now = app.clock.now();
    let counter = Counter::of_email(&ASK_OF_EMAIL, &attendance.email_key);
    throttle::attempt(&app.db, &[counter], now).await?;
    let tx = app.db.write().await?;
    let row = attendance::Entity::find_by_id(attendance.id)
        .lock_exclusive()
        .only(&tx)
        .await?;
    // Erasing them, and another address, change the key.
    let is_same = |row: &attendance::Model| row.email_key == attendance.email_key;
    if !row.as_ref().is_some_and(is_same) {
        return Err(Error::NotFound(LocalizedText::new("registration.linkOver")));
    }
    let (keeper, person) = (
        Keeper::Organiser(event.id),
        Person::Participant(attendance.id),
    );
    let request = store::insert(&tx, keeper, person, body, now).await?;
    reminders::tell(&tx, Some(&event), &request, Kind::DataRequested, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(Envelope::said(request.into(), "privacy.asked"))
}
