//! Requests of accounts for one more group than their plans allow. Administrators decide about them; an approved request
//! is used up by the next group that has no room in the plans.

use std::collections::HashMap;
use std::time::Duration;

use hoi_db::{OnUnique as _, Timestamp, Tx};
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::ids::{GroupRequestId, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel as _,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};

use super::GroupRequestStatus;
use super::dto::{GroupRequest, NewGroupRequest, OwnGroupRequest};
use super::entity::group_request;
use crate::accounts;
use crate::accounts::entity::user;
use crate::notifications::{self, Kind, News};

/// The most requests of an account within [`SPAN`].
const MOST: usize = 3;
const SPAN: Duration = Duration::from_hours(24);

/// The page on which administrators decide.
const DECIDING: &str = "/group-management";
/// The page on which an account creates a group.
const CREATING: &str = "/group-management/add-new";
/// The page on which an account asks.
const ASKING: &str = "/my-group";

/// Returns the request `id`.
///
/// # Errors
/// 5005 when there is none.
pub async fn find(conn: &impl ConnectionTrait, id: GroupRequestId) -> Result<group_request::Model> {
    let found = group_request::Entity::find_by_id(id).one(conn).await?;
    found.ok_or_else(missing)
}

fn missing() -> Error {
    Error::NotFound(LocalizedText::new("group.requestNotFound"))
}

/// Returns the account's latest request, as long as it matters: None when there is none, or its group was created.
#[tracing::instrument(name = "groups.latest_group_request", skip_all)]
pub async fn latest_of(
    conn: &impl ConnectionTrait,
    account: UserId,
) -> Result<Option<OwnGroupRequest>> {
    let latest = group_request::of_account(account)
        .order_by_desc(group_request::Column::CreatedAt)
        .order_by_desc(group_request::Column::Id)
        .one(conn)
        .await?;
    let latest = latest.filter(|row| row.status != GroupRequestStatus::Used);
    Ok(latest.map(Into::into))
}

/// Returns one page of the requests that wait for an administrator, those that wait longest first.
#[tracing::instrument(name = "groups.open_group_requests", skip_all)]
pub async fn list_open(conn: &impl ConnectionTrait, page: PageQuery) -> Result<Page<GroupRequest>> {
    let open = group_request::Entity::find()
        .filter(group_request::Column::Status.eq(GroupRequestStatus::Pending));
    let total = open.clone().count(conn).await?;
    let rows = open
        .order_by_asc(group_request::Column::CreatedAt)
        .order_by_asc(group_request::Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let users = user::Entity::find()
        .filter(user::Column::Id.is_in(rows.iter().map(|row| row.user_id)))
        .all(conn)
        .await?;
    let mut users: HashMap<_, _> = users.into_iter().map(|user| (user.id, user)).collect();
    let items = rows.into_iter().filter_map(|row| {
        let user = users.remove(&row.user_id)?;
        Some(GroupRequest::new(row, user))
    });
    Ok(Page {
        items: items.collect(),
        total,
    })
}

/// Stores a request of the account, whose row must be locked, and tells administrators of it. 5008 while it has one that
/// waits or is still to be used; 5003 (429) after [`MOST`] within [`SPAN`].
pub async fn ask(
    tx: &Tx,
    user: &user::Model,
    body: NewGroupRequest,
    now: Timestamp,
) -> Result<group_request::Model> {
    let recent = group_request::of_account(user.id)
        .filter(group_request::Column::CreatedAt.gt(now.minus(SPAN)))
        .order_by_asc(group_request::Column::CreatedAt)
        .all(tx)
        .await?;
    if let Some(first) = recent.first().filter(|_| recent.len() >= MOST) {
        let retry_after = now.until(first.created_at.plus(SPAN));
        return Err(Error::TooManyRequests {
            retry_after: retry_after.max(Duration::from_secs(1)),
        });
    }
    let row = group_request::ActiveModel {
        id: Set(clock::new_id()),
        user_id: Set(user.id),
        name: Set(body.name),
        message: Set(body.message),
        status: Set(GroupRequestStatus::Pending),
        reason: Set(None),
        decided_by: Set(None),
        decided_at: Set(None),
        created_at: Set(now),
    };
    let waits = Error::Conflict(LocalizedText::new("groupRequest.waits"));
    let request = row.insert(tx).await.on_unique(waits)?;
    let news = News::new(Kind::GroupRequestCreated, request.id, DECIDING)
        .by(user.id)
        .text("name", user.full_name.as_str())
        .text("group", request.name.as_str());
    let admins = accounts::active_admins(tx).await?;
    notifications::tell(tx, admins, news, now).await?;
    Ok(request)
}

/// Approves a request that waits, or declines it with a reason, and tells the account. 5008 when it was decided before.
pub async fn decide(
    tx: &Tx,
    id: GroupRequestId,
    by: UserId,
    declined_because: Option<String>,
    now: Timestamp,
) -> Result<group_request::Model> {
    // Administrators who decide at the same moment wait for one another here.
    let found = group_request::Entity::find_by_id(id)
        .lock_exclusive()
        .one(tx)
        .await?
        .ok_or_else(missing)?;
    if found.status != GroupRequestStatus::Pending {
        return Err(refusal_of_decided(tx, &found).await?);
    }
    let news = match &declined_because {
        None => News::new(Kind::GroupRequestApproved, id, CREATING),
        Some(reason) => {
            News::new(Kind::GroupRequestDeclined, id, ASKING).text("reason", reason.as_str())
        }
    };
    let mut row = found.into_active_model();
    row.status = Set(match declined_because {
        None => GroupRequestStatus::Approved,
        Some(_) => GroupRequestStatus::Declined,
    });
    row.reason = Set(declined_because);
    row.decided_by = Set(Some(by));
    row.decided_at = Set(Some(now));
    let decided = row.update(tx).await?;
    notifications::settle(tx, id, [Kind::GroupRequestCreated], now).await?;
    // Without an actor: the mail is one that the applicant waits for, whatever the administrator has sent today.
    let news = news.text("group", decided.name.as_str());
    notifications::tell(tx, [decided.user_id], news, now).await?;
    Ok(decided)
}

/// Returns the refusal for a request that no longer waits, with the decision and the name of its administrator.
async fn refusal_of_decided(tx: &Tx, request: &group_request::Model) -> Result<Error> {
    let key = match request.status {
        GroupRequestStatus::Declined => "groupRequest.declinedAlready",
        GroupRequestStatus::Pending | GroupRequestStatus::Approved | GroupRequestStatus::Used => {
            "groupRequest.approvedAlready"
        }
    };
    let name = match request.decided_by {
        Some(by) => accounts::full_name(tx, by).await?,
        None => String::new(),
    };
    Ok(Error::Conflict(LocalizedText::new(key).with("name", name)))
}

/// Uses up the approved request of the account, whose row must be locked, and returns whether it had one.
pub async fn use_up(tx: &Tx, account: UserId) -> Result<bool> {
    let used = group_request::Entity::update_many()
        .col_expr(
            group_request::Column::Status,
            Expr::value(GroupRequestStatus::Used),
        )
        .filter(group_request::Column::UserId.eq(account))
        .filter(group_request::Column::Status.eq(GroupRequestStatus::Approved))
        .exec(tx)
        .await?;
    Ok(used.rows_affected > 0)
}
