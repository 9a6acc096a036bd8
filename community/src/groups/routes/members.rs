//! Calls on the members of a group.

use axum::extract::State;
use hoi_db::{Timestamp, Tx};
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Envelope, Nothing, Page, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::UserId;
use hoi_platform::limits::throttle;
use hoi_platform::validation::Check;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, IntoActiveModel as _, QueryFilter, Set};
use serde_json::json;

use crate::accounts::entity::user;
use crate::groups::access::{InGroup, Leader, MayChangeMember, MayRemoveMember, Owner, Reader};
use crate::groups::dto::{GroupMember, MemberChange, MemberQuery, NewMembers};
use crate::groups::entity::group_member;
use crate::groups::log::{self, GroupAction, LogEntry};
use crate::groups::membership::{self, NewMember};
use crate::groups::{GroupId, GroupRole, invitations, store, tell, throttles};
use crate::notifications::{self, Kind};
use crate::plans::day_of;

/// Lists the members of a group.
#[utoipa::path(get, path = "/group/{groupId}/member", tag = "group", params(("groupId" = GroupId, Path), MemberQuery),
    responses((status = 200, body = Envelope<Page<GroupMember>>)), security(("bearer" = [])))]
pub async fn list_members(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<MemberQuery>,
) -> Result<Envelope<Page<GroupMember>>> {
    let for_leader = caller.has::<Leader>();
    store::list_members(app.db.read(), caller.group.id, query, for_leader)
        .await
        .map(Envelope::ok)
}

/// Adds organizers to a group, all of them or none. Organizers who share a group with the caller, have asked to join,
/// or are added by an administrator become members at once, which settles their pending requests and invitations. An
/// archived group does not count as shared, an open one only if the caller leads it. The others are invited, and the
/// answer does not list them. 5008 when one of them is a member, one of the others is invited already, or a business
/// field is taken; 5003 without room for the new members; 5009 when the group is archived. 5003 (HTTP 429) after 60
/// calls in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/member", tag = "group", params(("groupId" = GroupId, Path), KeyHeader),
    request_body = NewMembers, responses((status = 200, body = Envelope<Vec<GroupMember>>)), security(("bearer" = [])))]
pub async fn add_members(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    Idempotent(once, NewMembers { user_ids, role }): Idempotent<NewMembers>,
) -> Result<Envelope<Vec<GroupMember>>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &throttles::INVITATIONS, caller.user.id, now).await?;
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    caller.check_may_give(role)?;
    let (group, by) = (&caller.group, caller.user.id);
    let users = membership::find_accounts(&tx, user_ids.iter().copied()).await?;
    let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
    membership::check_new_to(&tx, group.id, &ids).await?;
    // Leaders read the addresses of members, so people whom they only found by searching must agree.
    let (known, strangers): (Vec<_>, Vec<_>) = if caller.is_admin() {
        (users, Vec::new())
    } else {
        let known = store::sharing_a_group(&tx, by, ids.iter().copied()).await?;
        users.into_iter().partition(|user| known.contains(&user.id))
    };
    if !known.is_empty() {
        add(&tx, &caller, &known, role, now).await?;
    }
    if !strangers.is_empty() {
        invitations::invite_accounts(&tx, &caller, strangers, role, now).await?;
    }
    let count = ids.len();
    let added = store::members_of(group.id)
        .filter(group_member::Column::UserId.is_in(ids))
        .all(&tx)
        .await?;
    let added = store::with_accounts(&tx, added, true).await?;
    let said = membership::summary(added.len(), count.saturating_sub(added.len()));
    let answer = Envelope {
        messages: said.map(|text| text.localized()).collect(),
        ..Envelope::ok(added)
    };
    once.commit(tx, answer).await
}

async fn add(
    tx: &Tx,
    caller: &InGroup<Leader>,
    users: &[user::Model],
    role: GroupRole,
    now: Timestamp,
) -> Result<()> {
    let (group, by) = (&caller.group, caller.user.id);
    let new = users.iter().map(|user| NewMember {
        invited_by: Some(by),
        ..NewMember::of_profile(user, role)
    });
    membership::admit(tx, group, new.collect(), by, now).await?;
    let entries = users.iter().map(|user| LogEntry {
        group: group.id,
        actor: Some(by),
        action: GroupAction::MemberAdded,
        subject: Some(user.id.into()),
        data: json!({ "role": role }),
    });
    log::log(tx, entries, now).await?;
    let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
    tell::of_membership(tx, group, ids, by, Kind::MemberAdded, now).await
}

/// Changes a member: absent details stay. Only the owner changes the role (5016), and only the member changes which
/// contacts others see (5016); the member and every leader change the rest. The log names the former first day. 5008
/// for the role of the owner, who hands the group over instead, for a business field that is taken, and when the member
/// was changed since they were read; 5009 when the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/member/{userId}", tag = "group",
    params(("groupId" = GroupId, Path), ("userId" = UserId, Path)), request_body = MemberChange,
    responses((status = 200, body = Envelope<GroupMember>)), security(("bearer" = [])))]
pub async fn update_member(
    State(app): State<App>,
    MayChangeMember {
        mut caller,
        user_id,
    }: MayChangeMember,
    ValidatedJson(body): ValidatedJson<MemberChange>,
) -> Result<Envelope<GroupMember>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let (group, by) = (&caller.group, caller.user.id);
    let is_self = user_id == by;
    let changes_contacts = body.shows_email.is_some() || body.shows_phone.is_some();
    if !is_self && (changes_contacts || !caller.has::<Leader>()) {
        return Err(Error::InsufficientPermission);
    }
    let member = store::get_member(&tx, group.id, user_id).await?;
    if is_stale(body.version, member.version) {
        let for_leader = caller.has::<Leader>();
        let stored = store::with_accounts(&tx, vec![member], for_leader).await?;
        let stored = stored.into_iter().next().ok_or_else(store::no_member)?;
        return Err(Error::changed_meanwhile(&stored));
    }
    let entry = |action, data| LogEntry {
        group: group.id,
        actor: Some(by),
        action,
        subject: Some(user_id.into()),
        data,
    };
    let mut entries = Vec::new();
    let mut fields = Vec::new();
    let mut first_day = None;
    let mut row = member.clone().into_active_model();
    if let Some(role) = body.role {
        if !caller.has::<Owner>() {
            return Err(Error::InsufficientPermission);
        }
        if member.role == GroupRole::Owner {
            return Err(Error::Conflict(LocalizedText::new("group.ownerByTransfer")));
        }
        if role != member.role {
            row.role = Set(role);
            let data = json!({ "role": role });
            entries.push(entry(GroupAction::MemberRoleChanged, data));
            tell::of_role(&tx, group, user_id, role, by, now).await?;
        }
    }
    if let Some(field) = body.business_field
        && field != member.business_field
    {
        membership::check_field(&tx, group, user_id, field.as_deref()).await?;
        row.business_field_key = Set(field.as_deref().map(fold_for_search));
        row.business_field = Set(field);
        fields.push("businessField");
    }
    if let Some(position) = body.position
        && position != member.position
    {
        row.position = Set(position);
        fields.push("position");
    }
    if let Some(day) = body.attend_date
        && day != member.attend_date
    {
        check_first_day(&caller, &day, now)?;
        first_day = Some(json!({ "from": member.attend_date, "to": day }));
        row.attend_date = Set(day);
        fields.push("attendDate");
    }
    if let Some(shows) = body.shows_email {
        row.shows_email = Set(shows);
    }
    if let Some(shows) = body.shows_phone {
        row.shows_phone = Set(shows);
    }
    if !fields.is_empty() {
        // The monthly report counts by the first day, so the log keeps the former one.
        let data = match first_day {
            Some(first_day) => json!({ "fields": fields, "firstDay": first_day }),
            None => json!({ "fields": fields }),
        };
        entries.push(entry(GroupAction::MemberChanged, data));
    }
    let member = if entries.is_empty() && !changes_contacts {
        member
    } else {
        row.version = Set(member.version + 1);
        let changed = row.update(&tx).await?;
        log::log(&tx, entries, now).await?;
        tx.commit().await?;
        changed
    };
    let for_leader = caller.has::<Leader>();
    let shown = store::with_accounts(app.db.read(), vec![member], for_leader).await?;
    let shown = shown.into_iter().next().ok_or_else(store::no_member)?;
    Ok(Envelope::said(shown, "group.memberUpdated"))
}

/// 5002 for a first day in the future, and for one before the group was founded unless a leader enters it: some have
/// met before.
fn check_first_day<R>(caller: &InGroup<R>, day: &str, now: Timestamp) -> Result<()> {
    let mut check = Check::default();
    let future = LocalizedText::new("group.firstDayInFuture");
    check.ensure(day <= day_of(now).as_str(), "attendDate", future);
    let founded = caller.group.founded_date.as_deref();
    let is_before = founded.is_some_and(|founded| day < founded);
    let before = LocalizedText::new("group.firstDayBeforeFounded");
    check.ensure(caller.has::<Leader>() || !is_before, "attendDate", before);
    check.finish()
}

/// Removes a member. The owner and administrators remove any member, managers ordinary members. Every member may leave,
/// even an archived group; removing others from one is 5009. 5008 for the owner, who must hand the group over first.
#[utoipa::path(delete, path = "/group/{groupId}/member/{userId}", tag = "group",
    params(("groupId" = GroupId, Path), ("userId" = UserId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn remove_member(
    State(app): State<App>,
    MayRemoveMember {
        mut caller,
        user_id,
    }: MayRemoveMember,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let is_leaving = user_id == caller.user.id;
    let tx = app.db.write().await?;
    caller.lock(&tx).await?;
    if !is_leaving {
        caller.check_open()?;
    }
    let (group, by) = (&caller.group, caller.user.id);
    let member = store::get_member(&tx, group.id, user_id).await?;
    caller.check_may_remove(&member)?;
    if member.role == GroupRole::Owner {
        return Err(Error::Conflict(LocalizedText::new("group.ownerStays")));
    }
    let mut row = member.into_active_model();
    row.left_at = Set(Some(now));
    row.removed_by = Set((!is_leaving).then_some(by));
    row.update(&tx).await?;
    let (action, message) = if is_leaving {
        (GroupAction::MemberLeft, "group.left")
    } else {
        (GroupAction::MemberRemoved, "group.memberRemoved")
    };
    let entry = LogEntry {
        group: group.id,
        actor: Some(by),
        action,
        subject: Some(user_id.into()),
        data: json!({}),
    };
    log::log(&tx, [entry], now).await?;
    notifications::end_in_group(&tx, user_id, group.id, now).await?;
    tell::of_membership(&tx, group, [user_id], by, Kind::MemberRemoved, now).await?;
    tx.commit().await?;
    Ok(Envelope::done(message))
}
