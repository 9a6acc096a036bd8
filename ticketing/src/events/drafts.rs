//! Drafts: events that an organiser is still writing. The content is stored as the wizard sent it: it is not checked
//! here, because creating the event checks all of it. A draft is visible to its author only, and counts toward no plan.

use anyhow::Context as _;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use hoi_community::accounts::Signed;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, ValidatedJson, path_id};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{DraftId, UserId};
use hoi_platform::routes;
use hoi_platform::validation::{Check, Validate};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Set,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::entity::event_draft::{self, Column};
use super::lifecycle;
use super::rules::MAX_TITLE;

/// Drafts of one account.
const MAX_DRAFTS: u64 = 20;
/// Bytes of a draft's content: three long texts in Vietnamese, and a form.
const MAX_CONTENT: usize = 256 * 1024;

/// The calls on drafts.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_event_drafts, create_event_draft))
        .routes(routes!(
            get_event_draft,
            update_event_draft,
            delete_event_draft
        ))
}

/// A draft in a list.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
#[serde(rename_all = "camelCase")]
pub struct DraftSummary {
    pub id: DraftId,
    /// Empty while the event has none.
    pub title: String,
    /// Goes up by one with each change.
    pub version: i64,
    /// When it was last saved.
    pub updated_at: Timestamp,
}

/// A draft with its content.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    #[serde(flatten)]
    pub summary: DraftSummary,
    /// The content, as the wizard sent it.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub content: Map<String, Value>,
}

/// A new draft.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DraftBody {
    /// The event's title so far, at most 255 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_TITLE))))]
    title: String,
    /// The content from the wizard, at most 256 KiB.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    content: Map<String, Value>,
}

impl Validate for DraftBody {
    fn validate(&mut self, check: &mut Check) {
        check.line("title", &mut self.title, MAX_TITLE);
    }
}

/// The whole of a draft that replaces the stored one.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DraftChange {
    /// The event's title so far, at most 255 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_TITLE))))]
    title: String,
    /// The content from the wizard, at most 256 KiB.
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    content: Map<String, Value>,
    /// The version that was read. The call is refused with 5008 if it is no longer the current one.
    version: i64,
}

impl Validate for DraftChange {
    fn validate(&mut self, check: &mut Check) {
        check.line("title", &mut self.title, MAX_TITLE);
    }
}

/// The draft `{id}` of the caller; 5005 for all other accounts, administrators too.
#[derive(Debug)]
pub struct OwnDraft(event_draft::Model);

impl<S: Send + Sync> FromRequestParts<S> for OwnDraft
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let signed = <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let id: DraftId = path_id(parts, state, "id").await.map_err(|_| missing())?;
        let app = App::from_ref(state);
        let found = event_draft::Entity::find_by_id(id)
            .filter(Column::OwnerId.eq(signed.user.id))
            .one(app.db.read())
            .await?;
        found.map(Self).ok_or_else(missing)
    }
}

fn missing() -> Error {
    Error::NotFound(LocalizedText::new("draft.notFound"))
}

/// Returns the content as it is stored.
fn stored(content: &Map<String, Value>) -> Result<String> {
    let text = serde_json::to_string(content).context("a draft cannot be written")?;
    if text.len() > MAX_CONTENT {
        return Err(Error::field(
            "content",
            LocalizedText::new("draft.tooLarge"),
        ));
    }
    Ok(text)
}

/// The caller's drafts, the one saved last first.
#[utoipa::path(get, path = "/event-draft", tag = "event",
    responses((status = 200, body = Envelope<Vec<DraftSummary>>)), security(("bearer" = [])))]
async fn list_event_drafts(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<Vec<DraftSummary>>> {
    let drafts = event_draft::Entity::find()
        .filter(Column::OwnerId.eq(user.id))
        .select_only()
        .columns([
            Column::Id,
            Column::Title,
            Column::Version,
            Column::UpdatedAt,
        ])
        .order_by_desc(Column::UpdatedAt)
        .order_by_desc(Column::Id)
        .into_model::<DraftSummary>()
        .all(app.db.read())
        .await?;
    Ok(Envelope::ok(drafts))
}

/// Keeps a new draft. 5003: the account has as many drafts as it may have.
#[utoipa::path(post, path = "/event-draft", tag = "event", params(KeyHeader), request_body = DraftBody,
    responses((status = 200, body = Envelope<DraftSummary>)), security(("bearer" = [])))]
async fn create_event_draft(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    Idempotent(once, body): Idempotent<DraftBody>,
) -> Result<Envelope<DraftSummary>> {
    let content = stored(&body.content)?;
    let now = app.clock.now();
    let tx = once.begin().await?;
    lifecycle::lock_owner(&tx, user.id).await?;
    let drafts = event_draft::Entity::find().filter(Column::OwnerId.eq(user.id));
    if drafts.count(&tx).await? >= MAX_DRAFTS {
        return Err(Error::ResourceExceeded(
            LocalizedText::new("draft.tooMany").with("max", MAX_DRAFTS),
        ));
    }
    let summary = DraftSummary {
        id: clock::new_id(),
        title: body.title,
        version: 1,
        updated_at: now,
    };
    let row = event_draft::ActiveModel {
        id: Set(summary.id),
        owner_id: Set(user.id),
        title: Set(summary.title.clone()),
        content: Set(content),
        version: Set(summary.version),
        created_at: Set(now),
        updated_at: Set(now),
    };
    event_draft::Entity::insert(row)
        .exec_without_returning(&tx)
        .await?;
    once.commit(tx, Envelope::said(summary, "draft.saved"))
        .await
}

/// One of the caller's drafts.
#[utoipa::path(get, path = "/event-draft/{id}", tag = "event", params(("id" = DraftId, Path)),
    responses((status = 200, body = Envelope<Draft>)), security(("bearer" = [])))]
async fn get_event_draft(OwnDraft(draft): OwnDraft) -> Result<Envelope<Draft>> {
    let content = serde_json::from_str(&draft.content).context("a draft cannot be read")?;
    let summary = DraftSummary {
        id: draft.id,
        title: draft.title,
        version: draft.version,
        updated_at: draft.updated_at,
    };
    Ok(Envelope::ok(Draft { summary, content }))
}

/// Replaces one of the caller's drafts. 5008 when it was changed, published or deleted since it was read.
#[utoipa::path(put, path = "/event-draft/{id}", tag = "event", params(("id" = DraftId, Path)),
    request_body = DraftChange, responses((status = 200, body = Envelope<DraftSummary>)), security(("bearer" = [])))]
async fn update_event_draft(
    State(app): State<App>,
    OwnDraft(draft): OwnDraft,
    ValidatedJson(body): ValidatedJson<DraftChange>,
) -> Result<Envelope<DraftSummary>> {
    let content = stored(&body.content)?;
    let summary = DraftSummary {
        id: draft.id,
        title: body.title,
        version: body.version.saturating_add(1),
        updated_at: app.clock.now(),
    };
    let tx = app.db.write().await?;
    let changed = event_draft::Entity::update_many()
        .col_expr(Column::Title, Expr::value(summary.title.clone()))
        .col_expr(Column::Content, Expr::value(content))
        .col_expr(Column::Version, Expr::value(summary.version))
        .col_expr(Column::UpdatedAt, Expr::value(summary.updated_at))
        .filter(Column::Id.eq(draft.id))
        .filter(Column::Version.eq(body.version))
        .exec(&tx)
        .await?;
    if changed.rows_affected == 0 {
        return Err(Error::Conflict(LocalizedText::new(
            "draft.changedMeanwhile",
        )));
    }
    tx.commit().await?;
    Ok(Envelope::said(summary, "draft.saved"))
}

/// Deletes one of the caller's drafts.
#[utoipa::path(delete, path = "/event-draft/{id}", tag = "event", params(("id" = DraftId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_event_draft(
    State(app): State<App>,
    OwnDraft(draft): OwnDraft,
) -> Result<Envelope<Nothing>> {
    let tx = app.db.write().await?;
    event_draft::Entity::delete_by_id(draft.id)
        .exec(&tx)
        .await?;
    tx.commit().await?;
    Ok(Envelope::done("message.deleted"))
}

/// Removes the draft that becomes an event in the same transaction, so that it becomes one event only.
///
/// # Errors
/// 5008 when the owner has no such draft any more.
pub(super) async fn publish(tx: &Tx, draft: DraftId, owner: UserId) -> Result<()> {
    let removed = event_draft::Entity::delete_many()
        .filter(Column::Id.eq(draft))
        .filter(Column::OwnerId.eq(owner))
        .exec(tx)
        .await?;
    if removed.rows_affected == 0 {
        return Err(Error::Conflict(LocalizedText::new("draft.gone")));
    }
    Ok(())
}
