//! Calls on points.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::State;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::files::{self, Visibility};
use hoi_platform::http::{
    Envelope, Nothing, Page, PageQuery, PathId, ValidatedJson, ValidatedQuery,
};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::UserId;
use hoi_platform::limits::throttle::{self, Limit};
use hoi_platform::routes;
use hoi_platform::validation::Check;
use sea_orm::{ActiveModelTrait as _, ConnectionTrait, Set};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

use super::access::{MayAnswerPoint, MayChangePoint, MayDecidePoint, MayVoidPoint};
use super::dto::{
    BoardQuery, BoardRow, Leaderboard, MemberTally, NewAnswer, NewPoint, Point, PointApproval,
    PointChange, PointQuery, PointReason, TallyQuery, days,
};
use super::entity;
use super::{Credit, PartyAnswer, PointId, PointStatus, rules, store, views};
use crate::accounts;
use crate::groups::{self, GroupAction, GroupId, InGroup, Leader, LogEntry, Member, Reader};
use crate::notifications::{self, Kind, News};
use crate::plans::day_of;

/// How often an account submits points: each time leaders and the other party get a mail.
static POINTS: Limit = Limit {
    name: "pointOfAccount",
    attempts_without_pause: 60,
    first_pause: Duration::from_mins(5),
    longest_pause: Duration::from_hours(2),
    reset_after: Duration::from_hours(4),
};

/// Routes of points, under `/group/{groupId}`.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_points, create_point))
        .routes(routes!(list_tallies))
        .routes(routes!(get_point, update_point, withdraw_point))
        .routes(routes!(answer_point))
        .routes(routes!(approve_point))
        .routes(routes!(reject_point))
        .routes(routes!(void_point))
        .routes(routes!(get_leaderboard))
}

/// Lists the points of a group, the latest deals first: all of them for leaders; for others the approved ones, and
/// those that they submitted or are a party of.
#[utoipa::path(get, path = "/group/{groupId}/point", tag = "point", params(("groupId" = GroupId, Path), PointQuery),
    responses((status = 200, body = Envelope<Page<Point>>)), security(("bearer" = [])))]
async fn list_points(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<PointQuery>,
) -> Result<Envelope<Page<Point>>> {
    let conn = app.db.read();
    let Page { items, total } = store::list(conn, &caller, query).await?;
    let items = views::points(conn, &caller, items).await?;
    Ok(Envelope::ok(Page { items, total }))
}

/// Returns number and value of the approved deals that members sold, bought, or brought to others.
#[utoipa::path(get, path = "/group/{groupId}/point/tally", tag = "point", params(("groupId" = GroupId, Path), TallyQuery),
    responses((status = 200, body = Envelope<Vec<MemberTally>>)), security(("bearer" = [])))]
async fn list_tallies(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<TallyQuery>,
) -> Result<Envelope<Vec<MemberTally>>> {
    let users = query.users()?;
    let days = days(None, query.from.as_deref(), query.to.as_deref())?;
    let group = caller.group.id;
    let mut found = store::tallies(app.db.read(), group, days.as_ref(), Some(&users)).await?;
    let tallies = users.into_iter().map(|id| {
        let tallies = found.remove(&id).unwrap_or_default();
        views::tally(&caller, id, &tallies)
    });
    Ok(Envelope::ok(tallies.collect()))
}

/// Submits a deal, which then waits for the decision of a leader. Members submit deals of which they are a party, leaders
/// any (5016). 5003 (HTTP 429) after 60 points in a row, with growing pauses. 5008: it looks like a deal that is there
/// already and `force` is not set. 5009: the group is archived.
#[utoipa::path(post, path = "/group/{groupId}/point", tag = "point",
    params(("groupId" = GroupId, Path), KeyHeader),
    request_body = NewPoint, responses((status = 200, body = Envelope<Point>)), security(("bearer" = [])))]
async fn create_point(
    State(app): State<App>,
    mut caller: InGroup<Member>,
    Idempotent(once, body): Idempotent<NewPoint>,
) -> Result<Envelope<Point>> {
    let now = app.clock.now();
    let by = caller.user.id;
    throttle::count_account(&app.db, &POINTS, by, now).await?;
    app.vitals.require_space()?;
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    let group = caller.group.id;
    check_deal(&tx, &caller, &body, None, now).await?;
    let row = entity::ActiveModel {
        id: Set(clock::new_id()),
        group_id: Set(group),
        status: Set(PointStatus::Pending),
        submitted_by: Set(by),
        other_party_answer: Set(None),
        decided_by: Set(None),
        decided_at: Set(None),
        voided_by: Set(None),
        voided_at: Set(None),
        reason: Set(None),
        version: Set(1),
        created_at: Set(now),
        ..deal(body)
    };
    let point = row.insert(&tx).await?;
    log(&tx, &caller, &point, GroupAction::PointSubmitted, None, now).await?;
    tell(&tx, &caller, &point, Kind::PointPending, now).await?;
    let added = answer(&tx, &caller, point, "point.added").await?;
    let added = once.commit(tx, added).await?;
    app.jobs.notify_one();
    Ok(added)
}

/// Returns a row with the columns that a submitter fills.
fn deal(body: NewPoint) -> entity::ActiveModel {
    entity::ActiveModel {
        seller_id: Set(body.seller_id),
        counterparty_id: Set(body.counterparty_id),
        role_type: Set(body.role_type),
        buyer_name: Set(body.buyer_name),
        value: Set(body.value),
        deal_date: Set(body.deal_date),
        note: Set(body.note),
        proof: Set(body.proof),
        ..Default::default()
    }
}

/// Checks who submits the deal (5016), its day, parties and proof (5002), and that the group does not have the same
/// deal already (5008). `before` is the point that is changed; None for a new one.
async fn check_deal(
    tx: &Tx,
    caller: &InGroup<Member>,
    body: &NewPoint,
    before: Option<&entity::Model>,
    now: Timestamp,
) -> Result<()> {
    let (group, by) = (caller.group.id, caller.user.id);
    let parties = [
        ("sellerId", body.seller_id),
        ("counterpartyId", body.counterparty_id),
    ];
    if !caller.has::<Leader>() && !parties.iter().any(|(_, party)| *party == by) {
        return Err(Error::InsufficientPermission);
    }
    let mut check = Check::default();
    rules::check_deal_date(&mut check, &body.deal_date, &day_of(now));
    for (field, party) in parties {
        let memberships = store::memberships(tx, group, party).await?;
        let message = LocalizedText::new("point.wasNoMember");
        let was_member = rules::was_member(&memberships, &body.deal_date);
        check.ensure(was_member, field, message);
    }
    if let Some(proof) = body.proof
        && before.is_none_or(|before| before.proof != Some(proof))
        && !files::is_usable(tx, proof.0, by, false, Visibility::Private).await?
    {
        check.fail("proof", LocalizedText::new("file.notAvailable"));
    }
    check.finish()?;
    let except = before.map(|before| before.id);
    if !body.force && store::has_same(tx, group, body, except).await? {
        return Err(Error::Conflict(LocalizedText::new("point.isThere")));
    }
    Ok(())
}

async fn answer<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    point: entity::Model,
    message: &'static str,
) -> Result<Envelope<Point>> {
    Ok(Envelope::said(show(conn, caller, point).await?, message))
}

async fn show<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    point: entity::Model,
) -> Result<Point> {
    let shown = views::points(conn, caller, vec![point]).await?;
    shown.into_iter().next().ok_or_else(store::missing)
}

/// Adds an entry about the point to the group's log, which leaders read. Its subject is the seller.
async fn log<R>(
    tx: &Tx,
    caller: &InGroup<R>,
    point: &entity::Model,
    action: GroupAction,
    detail: Option<(&str, Value)>,
    now: Timestamp,
) -> Result<()> {
    let facts = [("pointId", json!(point.id)), ("value", json!(point.value))];
    let facts = facts.into_iter().chain(detail);
    let data = facts
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    let entry = LogEntry {
        group: caller.group.id,
        actor: Some(caller.user.id),
        action,
        subject: Some(point.seller_id.into()),
        data: Value::Object(data),
    };
    groups::log(tx, [entry], now).await
}

/// Tells the parties of the point and, if it waits for a decision, the leaders. The texts contain no amount, because
/// not everybody may see values.
async fn tell<R>(
    tx: &Tx,
    caller: &InGroup<R>,
    point: &entity::Model,
    kind: Kind,
    now: Timestamp,
) -> Result<()> {
    let group = &caller.group;
    let is_pending = kind == Kind::PointPending;
    if !is_pending {
        notifications::settle(tx, point.id, [Kind::PointPending], now).await?;
    }
    let link = format!("/my-group/{}?tab=statistics&point={}", group.id, point.id);
    let parties = [point.seller_id, point.counterparty_id];
    let names = accounts::full_names(tx, parties).await?;
    let name = |party| names.get(party).map_or("", String::as_str);
    let mut news = News::new(kind, point.id, link)
        .by(caller.user.id)
        .text("group", &group.name)
        .text("seller", name(&point.seller_id))
        .text("counterparty", name(&point.counterparty_id))
        .day("day", &point.deal_date);
    if is_pending {
        news = news.text("name", &caller.user.full_name);
    }
    if matches!(kind, Kind::PointRejected | Kind::PointVoided) {
        news = news.reason(point.reason.as_deref());
    }
    let to = store::concerned(tx, point, is_pending).await?;
    notifications::tell(tx, to, news, now).await?;
    Ok(())
}

/// Returns a point. 5005 when the group has none with this identifier that the caller may see.
#[utoipa::path(get, path = "/group/{groupId}/point/{id}", tag = "point",
    params(("groupId" = GroupId, Path), ("id" = PointId, Path)),
    responses((status = 200, body = Envelope<Point>)), security(("bearer" = [])))]
async fn get_point(
    State(app): State<App>,
    caller: InGroup<Reader>,
    PathId(id): PathId<PointId>,
) -> Result<Envelope<Point>> {
    let conn = app.db.read();
    let point = store::get_seen(conn, &caller, id).await?;
    Ok(Envelope::ok(show(conn, &caller, point).await?))
}

/// Changes a point that waits, and asks the other party again. 5008 when it was decided before, or changed or answered
/// since it was read, then with the stored point in `data`. As for a new point: 5016, 5008 for a deal that is there
/// already, 5009 in an archived group.
#[utoipa::path(put, path = "/group/{groupId}/point/{id}", tag = "point",
    params(("groupId" = GroupId, Path), ("id" = PointId, Path)), request_body = PointChange,
    responses((status = 200, body = Envelope<Point>)), security(("bearer" = [])))]
async fn update_point(
    State(app): State<App>,
    MayChangePoint { mut caller, point }: MayChangePoint,
    ValidatedJson(body): ValidatedJson<PointChange>,
) -> Result<Envelope<Point>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let point = store::get(&tx, caller.group.id, point.id).await?;
    if point.status == PointStatus::Pending && is_stale(body.version, point.version) {
        let stored = show(&tx, &caller, point).await?;
        return Err(Error::changed_meanwhile(&stored));
    }
    check_deal(&tx, &caller, &body.deal, Some(&point), now).await?;
    let row = entity::ActiveModel {
        other_party_answer: Set(None),
        ..deal(body.deal)
    };
    let point = store::change(&tx, &point, PointStatus::Pending, row).await?;
    log(&tx, &caller, &point, GroupAction::PointChanged, None, now).await?;
    tell(&tx, &caller, &point, Kind::PointPending, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    answer(app.db.read(), &caller, point, "point.changed").await
}

/// Withdraws a point that waits; 5008 when it was decided before, 5009 in an archived group.
#[utoipa::path(delete, path = "/group/{groupId}/point/{id}", tag = "point",
    params(("groupId" = GroupId, Path), ("id" = PointId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn withdraw_point(
    State(app): State<App>,
    MayChangePoint { mut caller, point }: MayChangePoint,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    store::remove_pending(&tx, &point).await?;
    log(&tx, &caller, &point, GroupAction::PointWithdrawn, None, now).await?;
    tx.commit().await?;
    Ok(Envelope::done("point.withdrawn"))
}

/// Confirms or disputes a point that waits, as the party that did not submit it, in the version that the party has read
/// (5008). Leaders see the answer when they decide. 5008 when it was decided before, 5009 in an archived group.
#[utoipa::path(put, path = "/group/{groupId}/point/{id}/answer", tag = "point",
    params(("groupId" = GroupId, Path), ("id" = PointId, Path)), request_body = NewAnswer,
    responses((status = 200, body = Envelope<Point>)), security(("bearer" = [])))]
async fn answer_point(
    State(app): State<App>,
    MayAnswerPoint { mut caller, point }: MayAnswerPoint,
    ValidatedJson(body): ValidatedJson<NewAnswer>,
) -> Result<Envelope<Point>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let point = store::get(&tx, caller.group.id, point.id).await?;
    store::check_seen(&tx, &point, PointStatus::Pending, body.version).await?;
    let row = entity::ActiveModel {
        other_party_answer: Set(Some(body.answer)),
        ..Default::default()
    };
    let point = store::change(&tx, &point, PointStatus::Pending, row).await?;
    let data = Some(("answer", json!(body.answer)));
    log(&tx, &caller, &point, GroupAction::PointAnswered, data, now).await?;
    tx.commit().await?;
    let message = match body.answer {
        PartyAnswer::Confirmed => "point.confirmed",
        PartyAnswer::Disputed => "point.disputed",
    };
    answer(app.db.read(), &caller, point, message).await
}

/// Approves a point that waits, in the version that the caller has read (5008). Neither a party of the deal nor its
/// submitter decides (5016), unless there is no other leader and the other party has submitted or confirmed it. 5008
/// when it was decided before, 5009 in an archived group.
#[utoipa::path(put, path = "/group/{groupId}/point/{id}/approve", tag = "point",
    params(("groupId" = GroupId, Path), ("id" = PointId, Path)), request_body = PointApproval,
    responses((status = 200, body = Envelope<Point>)), security(("bearer" = [])))]
async fn approve_point(
    State(app): State<App>,
    MayDecidePoint { caller, point }: MayDecidePoint,
    ValidatedJson(PointApproval { version }): ValidatedJson<PointApproval>,
) -> Result<Envelope<Point>> {
    decide(&app, caller, point, version, PointStatus::Approved, None).await
}

/// Rejects a point that waits. The rules and the refusals 5016, 5008 and 5009 are those of an approval.
#[utoipa::path(put, path = "/group/{groupId}/point/{id}/reject", tag = "point",
    params(("groupId" = GroupId, Path), ("id" = PointId, Path)), request_body = PointReason,
    responses((status = 200, body = Envelope<Point>)), security(("bearer" = [])))]
async fn reject_point(
    State(app): State<App>,
    MayDecidePoint { caller, point }: MayDecidePoint,
    ValidatedJson(body): ValidatedJson<PointReason>,
) -> Result<Envelope<Point>> {
    decide(
        &app,
        caller,
        point,
        body.version,
        PointStatus::Rejected,
        Some(body.reason),
    )
    .await
}

async fn decide(
    app: &App,
    mut caller: InGroup<Leader>,
    point: entity::Model,
    seen: i64,
    status: PointStatus,
    reason: Option<String>,
) -> Result<Envelope<Point>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    // Read again under the lock: the point may have changed, or the leaders may be others by now.
    let point = store::get(&tx, caller.group.id, point.id).await?;
    store::check_seen(&tx, &point, PointStatus::Pending, seen).await?;
    store::check_may_decide(&tx, caller.user.id, &point).await?;
    let row = entity::ActiveModel {
        status: Set(status),
        decided_by: Set(Some(caller.user.id)),
        decided_at: Set(Some(now)),
        reason: Set(reason.clone()),
        ..Default::default()
    };
    let point = store::change(&tx, &point, PointStatus::Pending, row).await?;
    let (action, kind, message, data) = match reason {
        None => (
            GroupAction::PointApproved,
            Kind::PointApproved,
            "point.approved",
            None,
        ),
        Some(reason) => (
            GroupAction::PointRejected,
            Kind::PointRejected,
            "point.rejected",
            Some(("reason", json!(reason))),
        ),
    };
    log(&tx, &caller, &point, action, data, now).await?;
    tell(&tx, &caller, &point, kind, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    answer(app.db.read(), &caller, point, message).await
}

/// Voids an approved point in the version that the caller has read: it is kept as a rejected one and counts no longer.
/// 5008 when it is not approved, or another version; 5009 in an archived group.
#[utoipa::path(put, path = "/group/{groupId}/point/{id}/void", tag = "point",
    params(("groupId" = GroupId, Path), ("id" = PointId, Path)), request_body = PointReason,
    responses((status = 200, body = Envelope<Point>)), security(("bearer" = [])))]
async fn void_point(
    State(app): State<App>,
    MayVoidPoint { mut caller, point }: MayVoidPoint,
    ValidatedJson(PointReason { reason, version }): ValidatedJson<PointReason>,
) -> Result<Envelope<Point>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let point = store::get(&tx, caller.group.id, point.id).await?;
    store::check_seen(&tx, &point, PointStatus::Approved, version).await?;
    let row = entity::ActiveModel {
        status: Set(PointStatus::Rejected),
        voided_by: Set(Some(caller.user.id)),
        voided_at: Set(Some(now)),
        reason: Set(Some(reason.clone())),
        ..Default::default()
    };
    let point = store::change(&tx, &point, PointStatus::Approved, row).await?;
    let data = Some(("reason", json!(reason)));
    log(&tx, &caller, &point, GroupAction::PointVoided, data, now).await?;
    tell(&tx, &caller, &point, Kind::PointVoided, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    answer(app.db.read(), &caller, point, "point.voided").await
}

/// Returns who has the most approved deals of a month, quarter or year of the calendar, or of all time, and how the
/// places have changed since the period before.
#[utoipa::path(get, path = "/group/{groupId}/leaderboard", tag = "point", params(("groupId" = GroupId, Path), BoardQuery),
    responses((status = 200, body = Envelope<Leaderboard>)), security(("bearer" = [])))]
async fn get_leaderboard(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<BoardQuery>,
) -> Result<Envelope<Leaderboard>> {
    let conn = app.db.read();
    let group = caller.group.id;
    let (days, before) = query.days(&day_of(app.clock.now()))?.unzip();
    let by = query.by.unwrap_or(Credit::Sold);
    let shows_values = store::sees_values(&caller);
    let mut tallies = store::tallies(conn, group, days.as_ref(), None).await?;
    let counted = tallies
        .iter()
        .map(|(id, tallies)| (*id, tallies.of(by).clone()));
    let places = rules::rank(counted, shows_values);
    let previous = match &before {
        Some(before) => store::tallies_by(conn, group, Some(before), by, None).await?,
        None => Vec::new(),
    };
    let previous = rules::rank(previous, shows_values).into_iter();
    let previous: HashMap<UserId, u64> =
        previous.map(|place| (place.account, place.rank)).collect();
    let page = PageQuery::new(query.limit, query.page)?;
    let shown: Vec<_> = places
        .iter()
        .skip(usize::try_from(page.offset()).unwrap_or(usize::MAX))
        .take(usize::try_from(page.limit()).unwrap_or(usize::MAX))
        .collect();
    let ids: Vec<UserId> = shown.iter().map(|place| place.account).collect();
    let mut parties = views::parties(conn, ids).await?;
    let items = shown.into_iter().filter_map(|place| {
        let party = parties.remove(&place.account)?;
        let tallies = tallies.remove(&place.account)?;
        Some(BoardRow {
            rank: place.rank,
            previous_rank: previous.get(&place.account).copied(),
            full_name: party.full_name,
            avatar: party.avatar,
            tally: views::tally(&caller, place.account, &tallies),
        })
    });
    let items: Vec<BoardRow> = items.collect();
    let pending = store::count_pending_seen(conn, &caller, days.as_ref()).await?;
    let (from, to) = days.map(|days| (days.first, days.last)).unzip();
    Ok(Envelope::ok(Leaderboard {
        from,
        to,
        shows_values,
        has_previous: !previous.is_empty(),
        own: views::own_place(&caller, &places),
        pending,
        items,
        total: places.len() as u64,
    }))
}
