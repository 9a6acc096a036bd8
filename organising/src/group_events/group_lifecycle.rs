//! Calls on a group as a whole that also change its meetings. Meetings that will not take place are cancelled, so that
//! registered participants are told; the others move to the group's new owner.

use axum::extract::State;
use hoi_community::groups;
use hoi_community::groups::{
    DeleteGroup, Group, GroupId, InGroup, Owner, TransferGroup, find_member,
};
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, ValidatedJson};
use hoi_platform::idempotency::{KeyHeader, Once};
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::lifecycle::{self, Telling};

use super::{series, store};

/// Cancels the coming meetings of the locked group and returns them. Members are told once, and registered participants
/// by mail.
async fn cancel_meetings(tx: &Tx, caller: &InGroup<Owner>, now: Timestamp) -> Result<Vec<EventId>> {
    let (group, by) = (caller.group.id, caller.user.id);
    let meetings = store::lock_all_coming(tx, group, now).await?;
    let ids: Vec<EventId> = meetings.iter().map(|meeting| meeting.id).collect();
    let first = meetings.first().cloned();
    for meeting in meetings {
        lifecycle::cancel(tx, meeting, None, Telling::Everybody, by, now).await?;
    }
    if let Some(first) = first {
        series::record_cancelled(tx, group, by, &first, ids.len(), now).await?;
    }
    Ok(ids)
}

/// Archives a group: it stays readable, and nothing in it changes until it is restored. Its coming meetings are
/// canceled for good. 5009 when it is archived.
#[utoipa::path(post, path = "/group/{groupId}/archive", tag = "group", params(("groupId" = GroupId, Path), KeyHeader),
    responses((status = 200, body = Envelope<Group>)), security(("bearer" = [])))]
pub async fn archive_group(
    State(app): State<App>,
    mut caller: InGroup<Owner>,
    once: Once,
) -> Result<Envelope<Group>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    let cancelled = cancel_meetings(&tx, &caller, now).await?;
    groups::lifecycle::set_archived(&tx, &mut caller, Some(now), now).await?;
    let role = caller.role();
    let shown = groups::lifecycle::view(&tx, caller.group, &caller.user, role, now).await?;
    let archived = once.commit(tx, Envelope::said(shown, "group.archived"));
    let archived = archived.await?;
    tell_screens(&app, cancelled);
    Ok(archived)
}

/// Deletes a group for all its members; it cannot be undone. Its coming meetings are canceled. `confirmName` is its
/// name.
#[utoipa::path(delete, path = "/group/{groupId}", tag = "group", params(("groupId" = GroupId, Path)),
    request_body = DeleteGroup, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn delete_group(
    State(app): State<App>,
    mut caller: InGroup<Owner>,
    ValidatedJson(body): ValidatedJson<DeleteGroup>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock(&tx).await?;
    if body.confirm_name != caller.group.name {
        let message = LocalizedText::new("group.otherName");
        return Err(Error::field("confirmName", message));
    }
    let cancelled = cancel_meetings(&tx, &caller, now).await?;
    groups::lifecycle::delete(&tx, caller, now).await?;
    tx.commit().await?;
    tell_screens(&app, cancelled);
    Ok(Envelope::done("message.deleted"))
}

fn tell_screens(app: &App, cancelled: Vec<EventId>) {
    app.jobs.notify_one();
    for event in cancelled {
        app.realtime.event_changed(event);
    }
}

/// Makes another member the owner; the owner so far becomes a manager. Coming meetings that the owner so far planned
/// move to the new owner, whether the plans of that account have room for them or not. 5008 when the account is no
/// member, or owns the group already; 5009 when the group is archived.
#[utoipa::path(post, path = "/group/{groupId}/transfer", tag = "group", params(("groupId" = GroupId, Path)),
    request_body = TransferGroup, responses((status = 200, body = Envelope<Group>)), security(("bearer" = [])))]
pub async fn transfer_group(
    State(app): State<App>,
    mut caller: InGroup<Owner>,
    ValidatedJson(TransferGroup { user_id }): ValidatedJson<TransferGroup>,
) -> Result<Envelope<Group>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let id = caller.group.id;
    let former = groups::lifecycle::hand_over(&tx, &caller, user_id, now).await?;
    store::hand_over_coming(&tx, id, former, user_id, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    let conn = app.db.read();
    let role = find_member(conn, id, caller.user.id).await?;
    let role = role.map(|member| member.role);
    let shown = groups::lifecycle::view(conn, caller.group, &caller.user, role, now).await?;
    Ok(Envelope::said(shown, "group.transferred"))
}
