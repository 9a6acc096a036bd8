//! Calls that upload, read and delete files.

use std::net::IpAddr;

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hoi_community::accounts::{self, Signed};
use hoi_community::{groups, points, posts};
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files;
use hoi_platform::files::entity::file;
use hoi_platform::files::{
    Accept, MAX_DOCUMENT, UploadBody, UploadForm, UploadPurpose, UploadedFile, Uploader, Visibility,
};
use hoi_platform::http::{BinaryFile, ClientIp, Envelope, Nothing, PathId, PathToken, path_id};
use hoi_platform::ids::FileId;
use hoi_platform::routes;
use hoi_platform::storage::Sender;
use hoi_platform::storage::{Stored, Width};
use hoi_ticketing::events::{self, rights};
use sea_orm::ActiveEnum as _;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as ValueError;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::references;

/// Routes of files.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(upload_file))
        .layer(DefaultBodyLimit::max(files::BODY_LIMIT))
        .routes(routes!(get_file, delete_file))
        .routes(routes!(get_smaller_picture))
        .routes(routes!(get_file_by_link))
}

/// The form of an upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the multipart form, which is read part by part"
)]
struct Upload {
    /// Image: JPEG, PNG, WebP or GIF up to 5 MiB. Document: PDF, JPEG or PNG up to 10 MiB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Decides which files are accepted and which accounts may read them.
    purpose: UploadPurpose,
}

/// Stores a file. 5006: not an image or document (415), too large (413), broken (400).
/// 5003 (429): too many files within an hour.
#[utoipa::path(post, path = "/upload", tag = "file", request_body(content = Upload, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<UploadedFile>)), security(("bearer" = [])))]
async fn upload_file(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    body: UploadBody,
) -> Result<Envelope<UploadedFile>> {
    // The purpose is unknown before the form is read, and the allowance does not depend on it.
    let uploader = |purpose| Uploader::User(user.id, purpose);
    files::check_allowance(&app, app.db.read(), uploader(UploadPurpose::Avatar), 0).await?;
    let (places, sender) = (&app.upload_slots, Sender::Account(user.id));
    let form = UploadForm::read(places, sender, body, MAX_DOCUMENT, &["purpose"]).await?;
    accounts::check_still_active(&app, user.id).await?;
    let purpose = purpose(form.texts.get("purpose").map(String::as_str))?;
    let file = files::receive(places, sender, form.file, Accept::of(purpose)).await?;
    let id = files::save(&app, uploader(purpose), file).await?;
    Ok(Envelope::ok(id.into()))
}

fn purpose(text: Option<&str>) -> Result<UploadPurpose> {
    let text = text.ok_or_else(|| Error::field("purpose", LocalizedText::new("field.required")))?;
    UploadPurpose::deserialize(IntoDeserializer::<ValueError>::into_deserializer(text))
        .map_err(|_| Error::field("purpose", LocalizedText::new("file.unknownPurpose")))
}

/// Returns the file. A private file is returned only to its uploader, the owner of the event it belongs to, leaders of
/// the group that it was sent to with a request, those who see the post that shows it or the proof of a deal, and
/// administrators; reading a document is recorded. 5004 when the storage fails. 5016: the caller may not read it.
#[utoipa::path(get, path = "/upload/{id}", tag = "file", params(("id" = FileId, Path)),
    responses(
        (status = 200, description = "The file", content((BinaryFile = "image/jpeg"), (BinaryFile = "image/png"), (BinaryFile = "application/pdf"))),
        (status = 304, description = "The caller has it: `If-None-Match`"),
    ), security((), ("bearer" = [])))]
async fn get_file(
    State(app): State<App>,
    PathId(id): PathId<FileId>,
    caller: Result<Signed>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
) -> Result<Response> {
    let file = readable(&app, id, caller, ip).await?;
    let head = Head::of(&file);
    if head.is_known(&headers) {
        return head.answer(None);
    }
    head.answer(Some(files::open(&app, &file).await?))
}

/// Returns a picture as WebP, at most 480, 960 or 1600 pixels wide and never enlarged, to those who may read the file. It
/// is made when it is first asked for; while that is not possible, the picture itself is returned. 5005: not a picture,
/// or another width. 5004 when the storage fails. 5016: the caller may not read it.
#[utoipa::path(get, path = "/upload/{id}/{width}", tag = "file",
    params(("id" = FileId, Path), ("width" = u32, Path, description = "480, 960 or 1600")),
    responses(
        (status = 200, description = "The picture", content((BinaryFile = "image/webp"), (BinaryFile = "image/jpeg"), (BinaryFile = "image/png"))),
        (status = 304, description = "The caller has it: `If-None-Match`"),
    ), security((), ("bearer" = [])))]
async fn get_smaller_picture(
    State(app): State<App>,
    PathId(id): PathId<FileId>,
    PathWidth(width): PathWidth,
    caller: Result<Signed>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
) -> Result<Response> {
    let file = readable(&app, id, caller, ip).await?;
    if !file.mime.starts_with("image/") {
        return Err(Error::not_found());
    }
    let head = Head {
        tag: format!("\"{}-{width}\"", file.sha256),
        mime: "image/webp",
        ..Head::of(&file)
    };
    if head.is_known(&headers) {
        return head.answer(None);
    }
    if let Some(stored) = files::smaller(&app, &file, width).await? {
        return head.answer(Some(stored));
    }
    let head = Head {
        // The next who asks may get the smaller one.
        cache: "no-store",
        ..Head::of(&file)
    };
    head.answer(Some(files::open(&app, &file).await?))
}

/// Returns the file of an address in one's own data, which needs no login and lasts a week. 5005: the address is not
/// genuine, or over, or the file was removed. 5004 when the storage fails.
#[utoipa::path(get, path = "/files/{token}", tag = "file", params(("token" = String, Path, description = "From one's own data")),
    responses(
        (status = 200, description = "The file", content((BinaryFile = "image/jpeg"), (BinaryFile = "image/png"), (BinaryFile = "application/pdf"))),
        (status = 304, description = "The caller has it: `If-None-Match`"),
    ))]
async fn get_file_by_link(
    State(app): State<App>,
    PathToken(token): PathToken,
    headers: HeaderMap,
) -> Result<Response> {
    let id = files::opened_by_link(&app.secrets, &token, app.clock.now());
    let id = id.ok_or_else(Error::not_found)?;
    let file = files::find(app.db.read(), id).await?;
    let file = file.ok_or_else(Error::not_found)?;
    let head = Head::of(&file);
    if head.is_known(&headers) {
        return head.answer(None);
    }
    head.answer(Some(files::open(&app, &file).await?))
}

/// The path parameter `{width}`.
struct PathWidth(Width);

impl<S: Send + Sync> FromRequestParts<S> for PathWidth {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        path_id(parts, state, "width").await.map(Self)
    }
}

/// Returns the file if the caller may read it. Reading a document is recorded.
async fn readable(
    app: &App,
    id: FileId,
    caller: Result<Signed>,
    ip: IpAddr,
) -> Result<file::Model> {
    let file = files::find(app.db.read(), id)
        .await?
        .ok_or_else(Error::not_found)?;
    if file.visibility == Visibility::Private {
        let caller = caller?;
        let reader = caller.user.id;
        if !may_read(app, &file, caller).await? {
            return Err(Error::InsufficientPermission);
        }
        if !is_post_image(&file) {
            let tx = app.db.write().await?;
            audit::record(
                &tx,
                Some(reader),
                AuditAction::PrivateFileRead,
                id,
                Some(ip),
                app.clock.now(),
            )
            .await?;
            tx.commit().await?;
        }
    }
    Ok(file)
}

/// Images of posts are read by many, again and again, unlike documents.
fn is_post_image(file: &file::Model) -> bool {
    file.purpose == UploadPurpose::Post.to_value()
}

async fn may_read(app: &App, file: &file::Model, caller: Signed) -> Result<bool> {
    if caller.is_admin() || file.owner_id == Some(caller.user.id) {
        return Ok(true);
    }
    if is_post_image(file) {
        return posts::may_read_image(app.db.read(), file.id, caller.user.id).await;
    }
    if groups::may_read_document(app.db.read(), file.id, caller.user.id).await?
        || points::may_read_proof(app.db.read(), file.id, caller.user.id).await?
    {
        return Ok(true);
    }
    let event = match file.event_id {
        Some(event) => Some(event),
        None => references::event_of_business_license(app.db.read(), file.id).await?,
    };
    match event {
        Some(event) => {
            match events::in_event::<rights::PersonalData>(app, event, caller.user).await {
                Ok(_) => Ok(true),
                Err(Error::InsufficientPermission | Error::NotFound(_)) => Ok(false),
                Err(error) => Err(error),
            }
        }
        None => Ok(false),
    }
}

/// The headers that describe a file in an answer.
struct Head<'a> {
    mime: &'a str,
    cache: &'static str,
    tag: String,
    disposition: String,
}

impl<'a> Head<'a> {
    fn of(file: &'a file::Model) -> Self {
        Self {
            mime: &file.mime,
            cache: match file.visibility {
                // A file's content never changes under its identifier.
                Visibility::Public => "public, max-age=31536000, immutable",
                // Asked for again each time, so that it is gone with the right to read it, but not sent again.
                Visibility::Private if is_post_image(file) => "private, no-cache",
                Visibility::Private => "private, no-store",
            },
            tag: format!("\"{}\"", file.sha256),
            // A PDF is downloaded, so that it never opens inside a page of ours.
            disposition: if file.mime == "application/pdf" {
                format!("attachment; filename=\"{}.pdf\"", file.id)
            } else {
                "inline".to_owned()
            },
        }
    }

    /// Whether the client has it.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        headers
            .get(header::IF_NONE_MATCH)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|tags| tags.contains(&self.tag))
    }

    /// Returns the answer with this content; without content, that the client has it.
    fn answer(self, content: Option<Stored>) -> Result<Response> {
        let mut response = match content {
            None => StatusCode::NOT_MODIFIED.into_response(),
            Some(stored) => {
                // Streamed, so that a slow client holds little of it in memory.
                let mut response = Body::from_stream(stored.pieces).into_response();
                let length = HeaderValue::from(stored.bytes);
                response
                    .headers_mut()
                    .insert(header::CONTENT_LENGTH, length);
                response
            }
        };
        let answer = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_TYPE, self.mime),
            (header::CACHE_CONTROL, self.cache),
            (header::ETAG, &self.tag),
            (header::CONTENT_DISPOSITION, &self.disposition),
        ] {
            let value = HeaderValue::from_str(value).map_err(anyhow::Error::from)?;
            answer.insert(name, value);
        }
        Ok(response)
    }
}

/// Deletes a file without references: 5008 while something refers to it, 5007 when the storage fails.
/// 5016: another account's file.
#[utoipa::path(delete, path = "/upload/{id}", tag = "file", params(("id" = FileId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_file(
    State(app): State<App>,
    caller: Signed,
    PathId(id): PathId<FileId>,
) -> Result<Envelope<Nothing>> {
    let tx = app.db.write().await?;
    let file = files::lock(&tx, id).await?.ok_or_else(Error::not_found)?;
    if !caller.is_admin() && file.owner_id != Some(caller.user.id) {
        return Err(Error::InsufficientPermission);
    }
    if references::is_referenced(&tx, id).await? {
        return Err(Error::Conflict(LocalizedText::new("file.inUse")));
    }
    files::mark_deleted(&tx, id, Some(app.clock.now())).await?;
    tx.commit().await?;
    if let Err(error) = app.storage.remove(id).await {
        tracing::error!(%error, file = %id, "a file could not be removed");
        let tx = app.db.write().await?;
        files::mark_deleted(&tx, id, None).await?;
        tx.commit().await?;
        return Err(Error::DeleteFile);
    }
    Ok(Envelope::done("message.deleted"))
}
