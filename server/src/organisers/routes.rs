//! Calls on public pages: the pages for all visitors, and the settings for accounts that may change them.

use axum::extract::State;
use hoi_community::accounts::entity::user;
use hoi_community::accounts::{self, Signed};
use hoi_community::groups::entity::{group, organiser_page};
use hoi_community::groups::{self, GroupAction, GroupId, InGroup, Owner, PageOf};
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Envelope, PathSlug, ValidatedJson};
use hoi_platform::routes;
use sea_orm::ConnectionTrait;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{OrganiserPage, PageSettings, PageSettingsChange};
use super::store;

/// Routes of the public pages.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_organiser_page))
        .routes(routes!(get_my_page, update_my_page))
        .routes(routes!(get_group_page, update_group_page))
}

/// Returns the page as all visitors see it. 5005: no page has this address, or it is switched off.
#[utoipa::path(get, path = "/o/{slug}", tag = "organiser", params(("slug" = String, Path)),
    responses((status = 200, body = Envelope<OrganiserPage>)))]
async fn get_organiser_page(
    State(app): State<App>,
    PathSlug(slug): PathSlug,
) -> Result<Envelope<OrganiserPage>> {
    let page = find_page(app.db.read(), &slug, app.clock.now()).await?;
    let missing = || Error::NotFound(LocalizedText::new("organiser.notFound"));
    page.ok_or_else(missing).map(Envelope::ok)
}

/// Returns the page at `/o/{slug}`, whatever the case of the slug; None if there is none.
pub async fn find_page(
    conn: &impl ConnectionTrait,
    slug: &str,
    now: Timestamp,
) -> Result<Option<OrganiserPage>> {
    match groups::find_shown(conn, &slug.to_lowercase()).await? {
        Some(page) => store::with_events(conn, page, now).await.map(Some),
        None => Ok(None),
    }
}

/// Returns the settings of the caller's public page.
#[utoipa::path(get, path = "/users/me/page", tag = "organiser", responses((status = 200, body = Envelope<PageSettings>)),
    security(("bearer" = [])))]
async fn get_my_page(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<PageSettings>> {
    let page = groups::page_of(app.db.read(), PageOf::Account(user.id)).await?;
    Ok(Envelope::ok(of_account(page, &user)))
}

fn of_account(page: Option<organiser_page::Model>, user: &user::Model) -> PageSettings {
    settings(page, |chosen| {
        chosen.unwrap_or_else(|| accounts::host_name(&user.company, &user.full_name))
    })
}

fn of_group(page: Option<organiser_page::Model>, group: &group::Model) -> PageSettings {
    settings(page, |_| group.name.clone())
}

fn settings(
    page: Option<organiser_page::Model>,
    name: impl FnOnce(Option<String>) -> String,
) -> PageSettings {
    match page {
        Some(page) => PageSettings {
            slug: page.slug,
            name: name(Some(page.name)),
            content: page.content,
            is_on: page.is_on,
            version: page.version,
        },
        None => PageSettings {
            slug: String::new(),
            name: name(None),
            content: String::new(),
            is_on: false,
            version: 0,
        },
    }
}

/// Changes the caller's public page, and switches it on or off. The address that it had before leads nowhere. 5002: also
/// when another page has the address, or one that looks like it; 5008: it was changed since it was read.
#[utoipa::path(put, path = "/users/me/page", tag = "organiser", request_body = PageSettingsChange,
    responses((status = 200, body = Envelope<PageSettings>)), security(("bearer" = [])))]
async fn update_my_page(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedJson(body): ValidatedJson<PageSettingsChange>,
) -> Result<Envelope<PageSettings>> {
    if body.name.is_empty() {
        return Err(Error::field("name", LocalizedText::new("field.required")));
    }
    let tx = app.db.write().await?;
    let user = accounts::lock(&tx, user.id).await?;
    let user = user.ok_or(Error::InvalidAccessToken)?;
    let of = PageOf::Account(user.id);
    let row = groups::page_of(&tx, of).await?;
    if is_stale(
        Some(body.version),
        row.as_ref().map_or(0, |row| row.version),
    ) {
        return Err(Error::changed_meanwhile(&of_account(row, &user)));
    }
    let page = store::save(&tx, of, row, body, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Envelope::said(
        of_account(Some(page), &user),
        "organiser.saved",
    ))
}

/// Returns the settings of a group's public page.
#[utoipa::path(get, path = "/group/{groupId}/page", tag = "organiser", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<PageSettings>)), security(("bearer" = [])))]
async fn get_group_page(
    State(app): State<App>,
    caller: InGroup<Owner>,
) -> Result<Envelope<PageSettings>> {
    let page = groups::page_of(app.db.read(), PageOf::Group(caller.group.id)).await?;
    Ok(Envelope::ok(of_group(page, &caller.group)))
}

/// Changes a group's public page, and switches it on or off. It is not shown while the group is not listed. Its former
/// address leads nowhere. 5002: also when another page has the address, or one that looks like it; 5008: it was changed
/// since it was read; 5009: the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/page", tag = "organiser", params(("groupId" = GroupId, Path)),
    request_body = PageSettingsChange, responses((status = 200, body = Envelope<PageSettings>)), security(("bearer" = [])))]
async fn update_group_page(
    State(app): State<App>,
    mut caller: InGroup<Owner>,
    ValidatedJson(mut body): ValidatedJson<PageSettingsChange>,
) -> Result<Envelope<PageSettings>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let of = PageOf::Group(caller.group.id);
    let row = groups::page_of(&tx, of).await?;
    if is_stale(
        Some(body.version),
        row.as_ref().map_or(0, |row| row.version),
    ) {
        return Err(Error::changed_meanwhile(&of_group(row, &caller.group)));
    }
    body.name = String::new();
    let page = store::save(&tx, of, row, body, now).await?;
    let data = json!({ "fields": ["publicPage"] });
    let entry = groups::lifecycle::entry(&caller, GroupAction::GroupUpdated, data);
    groups::log(&tx, [entry], now).await?;
    tx.commit().await?;
    Ok(Envelope::said(
        of_group(Some(page), &caller.group),
        "organiser.saved",
    ))
}
