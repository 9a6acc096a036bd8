//! Calls on a group as a whole: create, read, change, restore. Archiving, deleting and handing over
//! stand in `group_events/`, because they change its meetings, too.

use axum::extract::State;
use hoi_db::Tx;
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::files::{self, FileUrl, Visibility};
use hoi_platform::http::{CursorQuery, Envelope, Page, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader, Once};
use hoi_platform::ids::UserId;
use hoi_platform::validation::Check;
use sea_orm::sea_query::LockType;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, IntoActiveModel as _, QueryFilter, QuerySelect, Set,
};
use serde_json::json;

use crate::accounts::entity::user;
use crate::accounts::{Admin, Role, Signed};
use crate::groups::access::{InGroup, Leader, Owner, Reader, Visitor};
use crate::groups::dto::{Group, GroupChange, GroupLog, GroupQuery, GroupRow, NewGroup};
use crate::groups::entity::group;
use crate::groups::lifecycle::{self, view};
use crate::groups::log::{self, GroupAction, LogEntry};
use crate::groups::membership::{self, NewMember};
use crate::groups::settings::AllSettings;
use crate::groups::{GroupId, GroupRole, limits, store};
use crate::plans::day_of;

/// Lists all groups.
#[utoipa::path(get, path = "/group", tag = "group", params(GroupQuery),
    responses((status = 200, body = Envelope<Page<GroupRow>>)), security(("bearer" = [])))]
pub async fn list_groups(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(query): ValidatedQuery<GroupQuery>,
) -> Result<Envelope<Page<GroupRow>>> {
    store::list(app.db.read(), query).await.map(Envelope::ok)
}

/// Creates a group: an organizer for themselves, as many as their plans allow, and one more for an approved request
/// (else 5003); an administrator for the organizer `ownerId`.
#[utoipa::path(post, path = "/group", tag = "group", params(KeyHeader), request_body = NewGroup,
    responses((status = 200, body = Envelope<Group>)), security(("bearer" = [])))]
pub async fn create_group(
    State(app): State<App>,
    Signed { user: caller, .. }: Signed,
    Idempotent(once, body): Idempotent<NewGroup>,
) -> Result<Envelope<Group>> {
    let now = app.clock.now();
    let is_admin = caller.role == Role::Admin;
    let mut check = Check::default();
    let mut settings = AllSettings::of_new_group();
    settings.apply(body.settings, body.validation_info);
    settings.check(&mut check, &day_of(now));
    check.required("ownerId", !is_admin || body.owner_id.is_some());
    check.finish()?;
    let owner = body.owner_id.filter(|_| is_admin).unwrap_or(caller.id);
    let tx = once.begin().await?;
    // Groups created at the same moment wait for one another here, or all would find room below the limit.
    let owner = lock_owner(&tx, owner).await?;
    check_avatar(&tx, &caller, settings.settings.avatar).await?;
    if !is_admin {
        limits::take_group(&tx, owner.id, now).await?;
    }
    let mut row = group::ActiveModel {
        id: Set(clock::new_id()),
        search_text: Set(search_text(&settings)),
        version: Set(1),
        archived_at: Set(None),
        created_by: Set(caller.id),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
        ..Default::default()
    };
    settings.write(None, &mut row);
    let group = row.insert(&tx).await?;
    let first = NewMember::of_profile(&owner, GroupRole::Owner);
    membership::found(&tx, group.id, first, now).await?;
    let entry = LogEntry {
        group: group.id,
        actor: Some(caller.id),
        action: GroupAction::GroupCreated,
        subject: Some(owner.id.into()),
        data: json!({ "name": group.name }),
    };
    log::log(&tx, [entry], now).await?;
    let role = (!is_admin).then_some(GroupRole::Owner);
    let created = view(&tx, group, &caller, role, now).await?;
    once.commit(tx, Envelope::said(created, "group.created"))
        .await
}

/// The organiser who is to own a group, locked until the transaction ends.
async fn lock_owner(tx: &Tx, id: UserId) -> Result<user::Model> {
    let found = user::live()
        .filter(user::Column::Id.eq(id))
        .filter(user::Column::IsActive.eq(true))
        .lock(LockType::NoKeyUpdate)
        .one(tx)
        .await?;
    let missing = || Error::field("ownerId", LocalizedText::new("account.notFound"));
    let owner = found.ok_or_else(missing)?;
    if owner.role == Role::Admin {
        let message = LocalizedText::new("group.onlyOrganisers");
        return Err(Error::field("ownerId", message));
    }
    Ok(owner)
}

async fn check_avatar(tx: &Tx, user: &user::Model, FileUrl(id): FileUrl) -> Result<()> {
    let is_admin = user.role == Role::Admin;
    if files::is_usable(tx, id, user.id, is_admin, Visibility::Public).await? {
        return Ok(());
    }
    let message = LocalizedText::new("file.notAvailable");
    Err(Error::field("avatar", message))
}

fn search_text(settings: &AllSettings) -> String {
    let settings = &settings.settings;
    fold_for_search(&format!("{} {}", settings.name, settings.description))
}

/// Returns the group: everything for members and administrators, its card for other accounts that may know of it. 5005
/// when it is not listed and the caller has nothing to do with it.
#[utoipa::path(get, path = "/group/{groupId}", tag = "group", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<Group>)), security(("bearer" = [])))]
pub async fn get_group(
    State(app): State<App>,
    caller: InGroup<Visitor>,
) -> Result<Envelope<Group>> {
    let (role, now) = (caller.role(), app.clock.now());
    let shown = if caller.has::<Reader>() {
        view(app.db.read(), caller.group, &caller.user, role, now).await?
    } else {
        Group {
            card: store::card(
                app.db.read(),
                caller.group,
                Some(&caller.user),
                app.clock.now(),
            )
            .await?,
            details: None,
        }
    };
    Ok(Envelope::ok(shown))
}

/// Changes the settings of a group: absent ones stay. 5008 when they were changed since they were read, with the group
/// as it is stored in `data`; 5009 when the group is archived.
#[utoipa::path(put, path = "/group/{groupId}", tag = "group", params(("groupId" = GroupId, Path)),
    request_body = GroupChange, responses((status = 200, body = Envelope<Group>)), security(("bearer" = [])))]
pub async fn update_group(
    State(app): State<App>,
    mut caller: InGroup<Owner>,
    ValidatedJson(body): ValidatedJson<GroupChange>,
) -> Result<Envelope<Group>> {
    let now = app.clock.now();
    let mut check = Check::default();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let mut group = caller.group.clone();
    if is_stale(body.version, group.version) {
        let stored = view(&tx, group, &caller.user, caller.role(), now).await?;
        return Err(Error::changed_meanwhile(&stored));
    }
    let before = AllSettings::from(&group);
    let mut settings = before.clone();
    settings.apply(body.settings, body.validation_info);
    settings.check(&mut check, &day_of(now));
    check.finish()?;
    if settings.settings.avatar != before.settings.avatar {
        check_avatar(&tx, &caller.user, settings.settings.avatar).await?;
    }
    let mut row = group.clone().into_active_model();
    let fields = settings.write(Some(&before), &mut row);
    if !fields.is_empty() {
        row.search_text = Set(search_text(&settings));
        row.version = Set(group.version + 1);
        row.updated_at = Set(now);
        group = row.update(&tx).await?;
        let data = json!({ "fields": fields });
        let entry = lifecycle::entry(&caller, GroupAction::GroupUpdated, data);
        log::log(&tx, [entry], now).await?;
        tx.commit().await?;
    }
    let shown = view(app.db.read(), group, &caller.user, caller.role(), now).await?;
    Ok(Envelope::said(shown, "group.updated"))
}

/// Restores an archived group; 5008 when it is not archived.
#[utoipa::path(post, path = "/group/{groupId}/restore", tag = "group", params(("groupId" = GroupId, Path), KeyHeader),
    responses((status = 200, body = Envelope<Group>)), security(("bearer" = [])))]
pub async fn restore_group(
    State(app): State<App>,
    mut caller: InGroup<Owner>,
    once: Once,
) -> Result<Envelope<Group>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    caller.lock(&tx).await?;
    if caller.group.archived_at.is_none() {
        return Err(Error::Conflict(LocalizedText::new("group.notArchived")));
    }
    lifecycle::set_archived(&tx, &mut caller, None, now).await?;
    let role = caller.role();
    let shown = view(&tx, caller.group, &caller.user, role, now).await?;
    once.commit(tx, Envelope::said(shown, "group.restored"))
        .await
}

/// Returns the actions in a group, newest first.
#[utoipa::path(get, path = "/group/{groupId}/log", tag = "group", params(("groupId" = GroupId, Path), CursorQuery),
    responses((status = 200, body = Envelope<GroupLog>)), security(("bearer" = [])))]
pub async fn list_group_log(
    State(app): State<App>,
    caller: InGroup<Leader>,
    ValidatedQuery(query): ValidatedQuery<CursorQuery>,
) -> Result<Envelope<GroupLog>> {
    let (limit, before) = query.part()?;
    log::read(app.db.read(), caller.group.id, before, limit)
        .await
        .map(Envelope::ok)
}
