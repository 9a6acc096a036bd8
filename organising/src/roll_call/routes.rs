//! Calls on the roll call of an event, and on attendance over the last meetings; their transactions stand in `marking.rs`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use hoi_community::accounts;
use hoi_community::groups::{self, GroupId, InGroup, Leader, Reader};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, ValidatedJson, ValidatedQuery, part_limit};
use hoi_platform::idempotency::{IdempotentRequest, KeyHeader};
use hoi_platform::ids::UserId;
use hoi_platform::routes;
use hoi_ticketing::attendances::AttendanceId;
use hoi_ticketing::events::EventId;
use hoi_ticketing::registration::{AppWithDesk, Desk};
use utoipa_axum::router::OpenApiRouter;

use super::access::{CalledEvent, CalledGuest, CalledMember, MayRemoveGuest};
use super::dto::{MarkGuest, MarkMember, MeetingPresence, NewGuest, PresenceQuery, RollCall};
use super::{AbsenceKind, Mark, marking, store};
use crate::checkin::set_checked_in;
use crate::group_events::find_held;

/// Meetings that are shown unless the caller asks for another number.
const MEETINGS: u64 = 12;
/// The most meetings of an answer.
const MAX_MEETINGS: u64 = 52;

/// Routes of roll calls, under `/group/{groupId}`.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(get_roll_call))
        .routes(routes!(mark_member))
        .routes(routes!(add_guest))
        .routes(routes!(mark_guest, remove_guest))
        .routes(routes!(get_attendance))
}

/// Returns which members are there, excused or represented by another person, and the guests.
#[utoipa::path(get, path = "/group/{groupId}/event/{eventId}/roll-call", tag = "group",
    params(("groupId" = GroupId, Path), ("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<RollCall>)), security(("bearer" = [])))]
async fn get_roll_call(
    State(app): State<App>,
    CalledEvent { caller, event }: CalledEvent,
) -> Result<Envelope<RollCall>> {
    let roll = store::read(app.db.read(), caller.group.id, event).await?;
    Ok(Envelope::ok(roll))
}

/// Marks a member, also after the meeting. A member who is present or late is registered, if necessary, and checked in
/// as at the door; so is a substitute, whose seat is given back when the mark changes. 5003 when the event is full;
/// 5008 when the member has another mark than `seen`, or is not registered and the event has ticket classes; 5009 when
/// the event is canceled or the group is archived; 5010 before registration has opened; 5013 when the substitute's
/// e-mail address is registered.
#[utoipa::path(put, path = "/group/{groupId}/event/{eventId}/roll-call/{userId}", tag = "group",
    params(("groupId" = GroupId, Path), ("eventId" = EventId, Path), ("userId" = UserId, Path)),
    request_body = MarkMember, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn mark_member(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    CalledMember { call, user }: CalledMember,
    ValidatedJson(body): ValidatedJson<MarkMember>,
) -> Result<Envelope<Nothing>> {
    call.check_open()?;
    let (mark, absence) = store::find_mark(app.db.read(), call.event.id, &user).await?;
    if mark == body.mark && mark != Some(Mark::Substituted) {
        return Ok(Envelope::ok(Nothing {}));
    }
    if mark != body.seen {
        return Err(marking::marked_meanwhile());
    }
    let was_there = mark.is_some_and(Mark::is_there);
    if was_there && !body.mark.is_some_and(Mark::is_there) {
        marking::check_out(&app, &call, &user).await?;
    }
    if let Some(absence) = absence {
        marking::remove_absence(&app, &desk, &call, &absence).await?;
    }
    if !was_there && body.mark.is_some_and(Mark::is_there) {
        marking::check_in(&app, &desk, &call, &user).await?;
    }
    let kind = match body.mark {
        None | Some(Mark::Present) => None,
        Some(Mark::Late) => Some(AbsenceKind::Late),
        Some(Mark::Excused) => Some(AbsenceKind::Excused),
        Some(Mark::Absent) => Some(AbsenceKind::Absent),
        Some(Mark::Substituted) => {
            let person = body.substitute.unwrap_or_default();
            marking::substitute(&app, &desk, &call, &user, person).await?;
            None
        }
    };
    if let Some(kind) = kind {
        marking::note(&app, &call, &user, kind).await?;
    }
    Ok(Envelope::ok(Nothing {}))
}

/// Adds a guest who is there. 5002 (`invitedBy`) when the group has no such member; 5003 when the event is full; 5008
/// when it has ticket classes; 5009 when it is canceled or the group is archived; 5010 before registration has opened;
/// 5013 when the e-mail address is registered.
#[utoipa::path(post, path = "/group/{groupId}/event/{eventId}/roll-call/guest", tag = "group",
    params(("groupId" = GroupId, Path), ("eventId" = EventId, Path), KeyHeader),
    request_body = NewGuest, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn add_guest(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    call: CalledEvent,
    headers: HeaderMap,
    ValidatedJson(body): ValidatedJson<NewGuest>,
) -> Result<Envelope<Nothing>> {
    let (group, event, by) = (call.caller.group.id, call.event.id, call.caller.user.id);
    let path = format!("/group/{group}/event/{event}/roll-call/guest");
    let request =
        IdempotentRequest::from_headers(&app.secrets, &headers, &by.to_string(), &path, &body)?;
    call.check_open()?;
    let invited_by = match body.invited_by {
        Some(id) => Some(member_name(&app, group, id).await?),
        None => None,
    };
    marking::admit(&app, &desk, &call, body.person, invited_by, request).await?;
    Ok(Envelope::done("rollCall.guestAdded"))
}

async fn member_name(app: &App, group: GroupId, id: UserId) -> Result<String> {
    let conn = app.db.read();
    let member = groups::find_member(conn, group, id).await?;
    let user = match member {
        Some(_) => accounts::find(conn, id).await?,
        None => None,
    };
    let missing = || Error::field("invitedBy", LocalizedText::new("group.memberNotFound"));
    Ok(user.ok_or_else(missing)?.full_name)
}

/// Checks a guest in or out. 5001 when the guest has not confirmed the registration by mail; 5009 when the event is
/// canceled or the group is archived; 5010 before registration has opened.
#[utoipa::path(put, path = "/group/{groupId}/event/{eventId}/roll-call/guest/{id}", tag = "group",
    params(("groupId" = GroupId, Path), ("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    request_body = MarkGuest, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn mark_guest(
    State(app): State<App>,
    CalledGuest { call, id }: CalledGuest,
    ValidatedJson(body): ValidatedJson<MarkGuest>,
) -> Result<Envelope<Nothing>> {
    call.check_open()?;
    set_checked_in(&app, &call.at_door(), id, body.is_present).await?;
    Ok(Envelope::ok(Nothing {}))
}

/// Removes a guest who was added by hand. 5009 when the event is canceled or the group is archived.
#[utoipa::path(delete, path = "/group/{groupId}/event/{eventId}/roll-call/guest/{id}", tag = "group",
    params(("groupId" = GroupId, Path), ("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn remove_guest(
    State(desk): State<Arc<Desk>>,
    MayRemoveGuest(CalledGuest { call, id }): MayRemoveGuest,
) -> Result<Envelope<Nothing>> {
    call.check_open()?;
    marking::release(&desk, &call, id).await?;
    Ok(Envelope::done("rollCall.guestRemoved"))
}

/// Returns who came to the last meetings of a group: for leaders all members, for others only themselves.
#[utoipa::path(get, path = "/group/{groupId}/attendance", tag = "group",
    params(("groupId" = GroupId, Path), PresenceQuery),
    responses((status = 200, body = Envelope<MeetingPresence>)), security(("bearer" = [])))]
async fn get_attendance(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<PresenceQuery>,
) -> Result<Envelope<MeetingPresence>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let limit = part_limit(query.limit, MEETINGS, MAX_MEETINGS)?;
    let all = query.all.unwrap_or(false);
    let mut meetings = find_held(conn, caller.group.id, all, limit, now).await?;
    meetings.reverse();
    let only = (!caller.has::<Leader>()).then_some(caller.user.id);
    let table = store::attendance(conn, caller.group.id, meetings, only, now).await?;
    Ok(Envelope::ok(table))
}
