//! The append-only log of a group: actions, each with its actor and its time. The actions of all features are listed
//! here, and the front end does not compile without words for each.

use std::collections::HashMap;

use hoi_db::{Timestamp, Tx, Writes};
use hoi_platform::clock;
use hoi_platform::error::Result;
use hoi_platform::http::Cursor;
use hoi_platform::ids::UserId;
use hoi_platform::outbox::{self, News, Scope, WebhookKind};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DeriveActiveEnum, EntityTrait, EnumIter, Iterable, QueryFilter,
    QuerySelect, Set,
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::GroupId;
use super::dto::{GroupLog, GroupLogEntry};
use super::entity::group_log;
use crate::accounts;

/// Defines [`GroupAction`] with one name for each action, used in the database and in the API.
macro_rules! actions {
    ($($(#[$what:meta])* $action:ident = $name:tt,)+) => {
        /// An action in a group. The names are stored, so they never change.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, ToSchema,
        )]
        #[sea_orm(rs_type = "String", db_type = "Text")]
        pub enum GroupAction {
            $($(#[$what])* #[serde(rename = $name)] #[sea_orm(string_value = $name)] $action,)+
        }
    };
}

actions! {
    GroupCreated = "group.created",
    /// `fields` names the settings that were changed.
    GroupUpdated = "group.updated",
    GroupArchived = "group.archived",
    GroupRestored = "group.restored",
    GroupDeleted = "group.deleted",
    /// The subject is the new owner.
    GroupTransferred = "group.transferred",
    /// A leader added the subject, as `role`.
    MemberAdded = "member.added",
    /// An administrator added `count` people from a file; leaders invite the people of a file.
    MemberImported = "member.imported",
    /// The subject joined a group whose `joinPolicy` is `open`.
    MemberJoined = "member.joined",
    /// The subject's role is now `role`.
    MemberRoleChanged = "member.roleChanged",
    /// `fields` names the changed details of the subject.
    MemberChanged = "member.changed",
    MemberRemoved = "member.removed",
    MemberLeft = "member.left",
    RequestCreated = "joinRequest.created",
    RequestAccepted = "joinRequest.accepted",
    /// `reason` is the text that was sent to the subject.
    RequestRejected = "joinRequest.rejected",
    RequestCancelled = "joinRequest.cancelled",
    /// A leader invited the subject, as `role`.
    InvitationCreated = "invitation.created",
    /// A leader invited `count` people by their e-mail addresses.
    InvitationSent = "invitation.sent",
    InvitationAccepted = "invitation.accepted",
    InvitationDeclined = "invitation.declined",
    InvitationRevoked = "invitation.revoked",
    /// The subject of this and of the following actions is the author of the post or comment; `postId` names the post.
    PostApproved = "post.approved",
    /// `reason` is the text that was sent to the author.
    PostRejected = "post.rejected",
    /// A leader changed a post that waited for approval.
    PostEdited = "post.edited",
    PostRemoved = "post.removed",
    PostClosed = "post.closed",
    PostReopened = "post.reopened",
    PostPinned = "post.pinned",
    PostUnpinned = "post.unpinned",
    CommentRemoved = "comment.removed",
    /// A leader left the reported post or comment as it is.
    ReportResolved = "report.resolved",
    /// The subject of this and of the following actions is the seller; `pointId` names the point, and `value` is in
    /// dong.
    PointSubmitted = "point.submitted",
    PointChanged = "point.changed",
    PointWithdrawn = "point.withdrawn",
    /// The party that did not submit the point answered `answer`.
    PointAnswered = "point.answered",
    PointApproved = "point.approved",
    /// `reason` is the text that was sent to the parties.
    PointRejected = "point.rejected",
    /// The owner voided an approved point; `reason` is the text that was sent to the parties.
    PointVoided = "point.voided",
    /// `count` meetings called `title` were planned.
    SeriesCreated = "series.created",
    /// The times and the place of `count` coming meetings called `title` were changed.
    SeriesChanged = "series.changed",
    /// `count` coming meetings called `title` were cancelled.
    SeriesCancelled = "series.cancelled",
    /// A webhook was added; `title` is its host, as of the following.
    WebhookAdded = "webhook.added",
    WebhookChanged = "webhook.changed",
    /// A webhook got a new secret.
    WebhookRenewed = "webhook.renewed",
    WebhookRemoved = "webhook.removed",
}

/// An entry to be added to the log of a group.
#[derive(Debug, Clone)]
pub struct LogEntry {
    pub group: GroupId,
    /// The account that acted; None for the program itself.
    pub actor: Option<UserId>,
    pub action: GroupAction,
    /// The account that the action concerned, such as a member, an applicant or an author; None for actions on the
    /// group itself.
    pub subject: Option<Uuid>,
    /// A JSON object with the details that the reader needs, and never an e-mail address or a phone number, because
    /// nothing is ever removed from the log.
    pub data: Value,
}

/// Adds entries in the transaction of the changes themselves.
pub async fn log(
    tx: &Tx,
    entries: impl IntoIterator<Item = LogEntry>,
    now: Timestamp,
) -> Result<()> {
    let entries: Vec<LogEntry> = entries.into_iter().collect();
    let news = entries.iter().filter_map(|entry| {
        let news = news_of(entry)?;
        Some((Scope::Group(entry.group), news))
    });
    let mut writes = Writes::new(tx);
    outbox::add(&mut writes, news, now);
    writes.flush(tx).await?;
    let rows: Vec<_> = entries
        .into_iter()
        .map(|entry| group_log::ActiveModel {
            id: Set(clock::new_id()),
            group_id: Set(entry.group),
            actor_id: Set(entry.actor),
            action: Set(entry.action),
            subject_id: Set(entry.subject),
            data: Set(entry.data),
            created_at: Set(now),
        })
        .collect();
    if !rows.is_empty() {
        group_log::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Returns the message of an entry for webhooks. Imports of members, which only administrators make, are not reported.
fn news_of(entry: &LogEntry) -> Option<News> {
    let kind = match entry.action {
        GroupAction::MemberAdded
        | GroupAction::MemberJoined
        | GroupAction::RequestAccepted
        | GroupAction::InvitationAccepted => WebhookKind::MemberJoined,
        GroupAction::MemberRemoved | GroupAction::MemberLeft => WebhookKind::MemberLeft,
        GroupAction::PointSubmitted => WebhookKind::DealCreated,
        GroupAction::PointChanged
        | GroupAction::PointWithdrawn
        | GroupAction::PointAnswered
        | GroupAction::PointApproved
        | GroupAction::PointRejected
        | GroupAction::PointVoided => WebhookKind::DealChanged,
        _ => return None,
    };
    if matches!(kind, WebhookKind::MemberJoined | WebhookKind::MemberLeft) {
        return Some(News::new(kind, "userId", entry.subject?));
    }
    let deal: Uuid = entry.data.get("pointId")?.as_str()?.parse().ok()?;
    let news = News::new(kind, "dealId", deal).with_some_of(&entry.data, &["value"]);
    Some(news.with("change", serde_json::json!(entry.action)))
}

/// Returns the newest entries of a group's log before `before`, newest first.
pub async fn read(
    conn: &impl ConnectionTrait,
    group: GroupId,
    before: Option<Cursor>,
    limit: u64,
) -> Result<GroupLog> {
    let found = group_log::Entity::find()
        .filter(group_log::Column::GroupId.eq(group))
        // Actions that only a later version of the program knows are left out: reading their names would fail.
        .filter(group_log::Column::Action.is_in(GroupAction::iter()));
    let (at, id) = (group_log::Column::CreatedAt, group_log::Column::Id);
    let rows = Cursor::newest_first(found, before, at, id)
        .limit(limit + 1)
        .all(conn)
        .await?;
    let (rows, next_cursor) = Cursor::cut(rows, limit, |row| (row.created_at, row.id));
    let actors = rows.iter().filter_map(|row| row.actor_id);
    let subjects = rows.iter().filter_map(|row| row.subject_id.map(UserId));
    let people: Vec<UserId> = actors.chain(subjects).collect();
    let names: HashMap<UserId, String> = accounts::full_names(conn, people).await?;
    let name = |id: Option<UserId>| id.and_then(|id| names.get(&id).cloned());
    let items = rows.into_iter().map(|row| GroupLogEntry {
        actor_name: name(row.actor_id),
        subject_name: name(row.subject_id.map(UserId)),
        id: row.id,
        action: row.action,
        actor_id: row.actor_id,
        subject_id: row.subject_id,
        data: row.data,
        created_at: row.created_at,
    });
    Ok(GroupLog {
        items: items.collect(),
        next_cursor,
    })
}
