//! The link with which anyone can ask to join a group: leaders make it and give it out.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, PathToken};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::limits::throttle;
use hoi_platform::secrets::{hex, random};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, ConnectionTrait, IntoActiveModel as _, QueryFilter, Set,
};

use super::requests::ask;
use crate::accounts::Signed;
use crate::groups::access::{InGroup, Joiner, Leader};
use crate::groups::dto::{GroupCard, JoinLink, Joining, NewJoinRequest};
use crate::groups::entity::group;
use crate::groups::{GroupId, rules, store, throttles};

/// Random bytes of a link.
const BYTES: usize = 16;

fn shown(app: &App, group: group::Model) -> JoinLink {
    JoinLink {
        url: group
            .join_key
            .map(|key| format!("{}/join/{key}", app.config.public_url)),
    }
}

/// Returns the link with which anyone can ask to join the group.
#[utoipa::path(get, path = "/group/{groupId}/join-link", tag = "group", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<JoinLink>)), security(("bearer" = [])))]
pub async fn get_join_link(
    State(app): State<App>,
    caller: InGroup<Leader>,
) -> Result<Envelope<JoinLink>> {
    Ok(Envelope::ok(shown(&app, caller.group)))
}

/// Makes the link, or a new one, with which the one so far ends. 5009 when the group is archived.
#[utoipa::path(post, path = "/group/{groupId}/join-link", tag = "group", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<JoinLink>)), security(("bearer" = [])))]
pub async fn renew_join_link(
    State(app): State<App>,
    caller: InGroup<Leader>,
) -> Result<Envelope<JoinLink>> {
    let key = hex(&random::<BYTES>()?);
    set_key(&app, caller, Some(key), "group.linkMade").await
}

/// Switches the link off. 5009 when the group is archived.
#[utoipa::path(delete, path = "/group/{groupId}/join-link", tag = "group", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<JoinLink>)), security(("bearer" = [])))]
pub async fn remove_join_link(
    State(app): State<App>,
    caller: InGroup<Leader>,
) -> Result<Envelope<JoinLink>> {
    set_key(&app, caller, None, "group.linkRemoved").await
}

async fn set_key(
    app: &App,
    mut caller: InGroup<Leader>,
    key: Option<String>,
    message: &'static str,
) -> Result<Envelope<JoinLink>> {
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let mut row = caller.group.into_active_model();
    row.join_key = Set(key);
    let group = row.update(&tx).await?;
    tx.commit().await?;
    Ok(Envelope::said(shown(app, group), message))
}

async fn find_by_key(conn: &impl ConnectionTrait, key: &str) -> Result<group::Model> {
    let found = group::live().filter(group::Column::JoinKey.eq(key));
    let missing = || Error::NotFound(LocalizedText::new("group.linkOver"));
    found.one(conn).await?.ok_or_else(missing)
}

/// Returns the group to which a link of its leaders leads, also to callers without a login. 5005 when the link was
/// switched off or replaced.
#[utoipa::path(get, path = "/group-join/{token}", tag = "group",
    params(("token" = String, Path, description = "From the link")),
    responses((status = 200, body = Envelope<GroupCard>)), security((), ("bearer" = [])))]
pub async fn get_group_of_link(
    State(app): State<App>,
    caller: Option<Signed>,
    PathToken(key): PathToken,
) -> Result<Envelope<GroupCard>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let group = find_by_key(conn, &key).await?;
    let viewer = caller.as_ref().map(|caller| &caller.user);
    store::card(conn, group, viewer, now)
        .await
        .map(Envelope::ok)
}

/// As asking to join the group by its identifier, also where only invited people join. 5005 when the link was switched
/// off or replaced. 5002, 5003, 5008, 5009, 5016 and 5003 (HTTP 429) as there.
#[utoipa::path(post, path = "/group-join/{token}", tag = "group",
    params(("token" = String, Path, description = "From the link"), KeyHeader),
    request_body = NewJoinRequest, responses((status = 200, body = Envelope<Joining>)), security(("bearer" = [])))]
pub async fn join_by_link(
    State(app): State<App>,
    Joiner(user): Joiner,
    PathToken(key): PathToken,
    Idempotent(once, body): Idempotent<NewJoinRequest>,
) -> Result<Envelope<Joining>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &throttles::REQUESTS, user.id, now).await?;
    let tx = once.begin().await?;
    let group = find_by_key(&tx, &key).await?;
    let group = store::lock(&tx, group.id).await?;
    // The link may have been switched off while another request had locked the group.
    find_by_key(&tx, &key).await?;
    rules::check_not_archived(group.archived_at.is_some())?;
    let policy = rules::policy_of_link(group.join_policy);
    let joining = ask(&tx, &group, policy, user, body, now).await?;
    once.commit(tx, joining).await
}
