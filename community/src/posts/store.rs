//! Queries on posts.

use std::collections::{HashMap, HashSet};

use hoi_db::{Timestamp, Tx};
use hoi_platform::clock;
use hoi_platform::error::Result;
use hoi_platform::files::{self, FileUrl};
use hoi_platform::http::{self, Cursor};
use hoi_platform::ids::UserId;
use sea_orm::sea_query::SelectStatement;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Set,
};
use uuid::Uuid;

use super::dto::{Post, PostAuthor, PostList, PostQuery, PostRights};
use super::entity::{like, post, report};
use super::rules::{PostState, Standing};
use super::{PostId, PostStatus, ReactionKind, access, images, reactions, recaps};
use crate::accounts::Role;
use crate::accounts::entity::user;
use crate::groups::entity::{group, group_member};
use crate::groups::{GroupId, GroupName, GroupRole, InGroup, Leader, Reader};

/// Returns the post `id` of the group, without checking the caller's rights; None if the group has no such post.
#[tracing::instrument(name = "posts.find", skip_all)]
pub async fn find(
    conn: &impl ConnectionTrait,
    group: GroupId,
    id: PostId,
) -> Result<Option<post::Model>> {
    let found = post::live()
        .filter(post::Column::GroupId.eq(group))
        .filter(post::Column::Id.eq(id));
    Ok(found.one(conn).await?)
}

/// Reads the post again in the transaction of a change; 5005 when it was removed meanwhile.
pub async fn find_again(tx: &Tx, post: &post::Model) -> Result<post::Model> {
    let found = find(tx, post.group_id, post.id).await?;
    found.ok_or_else(access::no_post)
}

/// Returns the facts about a post that decide about people's rights on it.
pub fn state(post: &post::Model, is_archived: bool) -> PostState {
    PostState {
        status: post.status,
        is_closed: post.is_closed,
        is_archived,
    }
}

/// Returns the row of a new post. Members see it at once unless it `waits` for approval.
pub fn new_row(
    group: GroupId,
    author: UserId,
    text: String,
    waits: bool,
    now: Timestamp,
) -> post::ActiveModel {
    let approved_at = (!waits).then_some(now);
    let status = if waits {
        PostStatus::Pending
    } else {
        PostStatus::Approved
    };
    post::ActiveModel {
        id: Set(clock::new_id()),
        group_id: Set(group),
        author_id: Set(author),
        text: Set(text),
        status: Set(status),
        is_closed: Set(false),
        pinned_at: Set(None),
        submitted_at: Set(now),
        approved_at: Set(approved_at),
        active_at: Set(approved_at),
        decided_by: Set(None),
        reason: Set(None),
        edited_at: Set(None),
        version: Set(1),
        comment_count: Set(0),
        like_count: Set(0),
        created_at: Set(now),
        deleted_at: Set(None),
    }
}

/// Returns how many posts of each of these groups wait for a decision; groups without any are missing.
#[tracing::instrument(name = "posts.count_pending", skip_all)]
pub async fn count_pending(
    conn: &impl ConnectionTrait,
    groups: impl IntoIterator<Item = GroupId>,
) -> Result<HashMap<GroupId, u64>> {
    let counted: Vec<(GroupId, i64)> = post::live()
        .select_only()
        .column(post::Column::GroupId)
        .column_as(post::Column::Id.count(), "posts")
        .filter(post::Column::GroupId.is_in(groups))
        .filter(post::Column::Status.eq(PostStatus::Pending))
        .group_by(post::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    let number = |count| u64::try_from(count).unwrap_or(0);
    let counted = counted.into_iter();
    Ok(counted.map(|(id, count)| (id, number(count))).collect())
}

/// Returns how many approved posts the account has in the group.
#[tracing::instrument(name = "posts.count_approved", skip_all)]
pub async fn count_approved(
    conn: &impl ConnectionTrait,
    group: GroupId,
    author: UserId,
) -> Result<u64> {
    let approved = post::live()
        .filter(post::Column::GroupId.eq(group))
        .filter(post::Column::AuthorId.eq(author))
        .filter(post::Column::Status.eq(PostStatus::Approved));
    Ok(approved.count(conn).await?)
}

/// Returns the number of posts that were approved since `since` in each of the groups that `groups` selects; groups
/// without any are missing.
#[tracing::instrument(name = "posts.count_new", skip_all)]
pub async fn count_new(
    conn: &impl ConnectionTrait,
    groups: SelectStatement,
    since: Timestamp,
) -> Result<HashMap<GroupId, u64>> {
    let counted: Vec<(GroupId, i64)> = post::live()
        .select_only()
        .column(post::Column::GroupId)
        .column_as(post::Column::Id.count(), "posts")
        .filter(post::Column::GroupId.in_subquery(groups))
        .filter(post::Column::Status.eq(PostStatus::Approved))
        .filter(post::Column::ApprovedAt.gte(since))
        .group_by(post::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    let counted = counted.into_iter();
    Ok(counted
        .map(|(group, posts)| (group, u64::try_from(posts).unwrap_or(0)))
        .collect())
}

/// Returns the pinned posts of a group, the one pinned last first.
#[tracing::instrument(name = "posts.pinned", skip_all)]
pub async fn pinned(conn: &impl ConnectionTrait, group: GroupId) -> Result<Vec<post::Model>> {
    let pinned = post::live()
        .filter(post::Column::GroupId.eq(group))
        .filter(post::Column::PinnedAt.is_not_null())
        .order_by_desc(post::Column::PinnedAt);
    Ok(pinned.all(conn).await?)
}

/// The most posts of a part of a list.
const MAX_POSTS: u64 = 50;

/// Returns how many posts a part of a list has at most: 20 if nothing was asked for. 5002 unless it is between 1 and 50.
pub fn part_limit(limit: Option<u64>) -> Result<u64> {
    http::part_limit(limit, 20, MAX_POSTS)
}

/// Returns a part of the posts of a group, as [`PostQuery`] says.
#[tracing::instrument(name = "posts.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    caller: &InGroup<Reader>,
    query: PostQuery,
) -> Result<PostList> {
    use post::Column::{ApprovedAt, AuthorId, GroupId, Id, PinnedAt, Status, SubmittedAt};
    let status = query.status.unwrap_or(PostStatus::Approved);
    let cursor = query.cursor.as_deref().map(Cursor::read).transpose()?;
    let limit = part_limit(query.limit)?;
    let of_group = post::live()
        .filter(GroupId.eq(caller.group.id))
        .filter(Status.eq(status));
    let visible = if status == PostStatus::Approved || caller.has::<Leader>() {
        of_group
    } else {
        of_group.filter(AuthorId.eq(caller.user.id))
    };
    let sorted = match status {
        PostStatus::Approved => {
            Cursor::newest_first(visible.filter(PinnedAt.is_null()), cursor, ApprovedAt, Id)
        }
        PostStatus::Pending => Cursor::oldest_first(visible, cursor, SubmittedAt, Id),
        PostStatus::Rejected => Cursor::newest_first(visible, cursor, SubmittedAt, Id),
    };
    let rows = sorted.limit(limit + 1).all(conn).await?;
    let (rows, next_cursor) = Cursor::cut(rows, limit, |row| {
        let at = row.approved_at.filter(|_| status == PostStatus::Approved);
        (at.unwrap_or(row.submitted_at), row.id.0)
    });
    let mut posts = if status == PostStatus::Approved && cursor.is_none() {
        pinned(conn, caller.group.id).await?
    } else {
        Vec::new()
    };
    posts.extend(rows);
    Ok(PostList {
        items: describe(conn, posts, &caller.user).await?,
        next_cursor,
    })
}

/// Returns the posts as `viewer` sees them, in the same order. Posts of groups that were deleted meanwhile are left
/// out.
#[tracing::instrument(name = "posts.describe", skip_all)]
pub async fn describe(
    conn: &impl ConnectionTrait,
    posts: Vec<post::Model>,
    viewer: &user::Model,
) -> Result<Vec<Post>> {
    if posts.is_empty() {
        return Ok(Vec::new());
    }
    let group_ids: HashSet<GroupId> = posts.iter().map(|post| post.group_id).collect();
    let groups: HashMap<GroupId, group::Model> = group::live()
        .filter(group::Column::Id.is_in(group_ids.iter().copied()))
        .all(conn)
        .await?
        .into_iter()
        .map(|group| (group.id, group))
        .collect();
    let roles: HashMap<GroupId, GroupRole> = group_member::live()
        .filter(group_member::Column::UserId.eq(viewer.id))
        .filter(group_member::Column::GroupId.is_in(group_ids))
        .all(conn)
        .await?
        .into_iter()
        .map(|member| (member.group_id, member.role))
        .collect();
    let mut recaps = recaps::of_posts(conn, posts.iter().map(|post| post.id)).await?;
    let best = recaps.values().flat_map(|recap| &recap.best.members);
    let best: Vec<UserId> = best.map(|member| member.user_id).collect();
    let mut reactions =
        reactions::of_posts(conn, posts.iter().map(|post| post.id), viewer.id).await?;
    let faces = reactions.values().flat_map(|seen| seen.others.clone());
    let people = posts.iter().map(|post| post.author_id);
    let authors = authors(conn, people.chain(best).chain(faces)).await?;
    let mut images = images::of_posts(conn, posts.iter().map(|post| post.id)).await?;
    let previews = files::previews(conn, images.values().flatten().map(|image| image.0)).await?;
    let reported: HashSet<PostId> = report::Entity::find()
        .select_only()
        .column(report::Column::PostId)
        .filter(report::Column::ReporterId.eq(viewer.id))
        .filter(report::Column::TargetId.is_in(posts.iter().map(|post| post.id.0)))
        .into_tuple()
        .all(conn)
        .await?
        .into_iter()
        .collect();
    let described = posts.into_iter().filter_map(|post| {
        let group = groups.get(&post.group_id)?;
        let role = roles.get(&group.id);
        let is_admin = viewer.role == Role::Admin;
        let standing = Standing::of(post.author_id == viewer.id, role.copied(), is_admin);
        let state = state(&post, group.archived_at.is_some());
        let images = images.remove(&post.id).unwrap_or_default();
        let seen = reactions.remove(&post.id.0).unwrap_or_default();
        Some(Post {
            group: GroupName {
                id: group.id,
                name: group.name.clone(),
                avatar: group.avatar,
            },
            author: authors.get(&post.author_id).cloned(),
            image: images.first().copied(),
            previews: images
                .iter()
                .map(|image| previews.get(&image.0).cloned())
                .collect(),
            images,
            is_liked: seen.own == Some(ReactionKind::Heart),
            reactions: seen.view(&authors),
            recap: recaps
                .remove(&post.id)
                .map(|recap| recaps::view(&recap, &authors)),
            rights: rights(standing, state, reported.contains(&post.id)),
            id: post.id,
            text: post.text,
            status: post.status,
            is_closed: post.is_closed,
            is_pinned: post.pinned_at.is_some(),
            approved_at: post.approved_at,
            submitted_at: post.submitted_at,
            reason: post.reason,
            edited_at: post.edited_at,
            comment_count: post.comment_count,
            like_count: post.like_count,
            version: post.version,
            created_at: post.created_at,
        })
    });
    Ok(described.collect())
}

/// Returns the post as `viewer` sees it.
pub async fn describe_one(
    conn: &impl ConnectionTrait,
    post: post::Model,
    viewer: &user::Model,
) -> Result<Post> {
    let described = describe(conn, vec![post], viewer).await?;
    described.into_iter().next().ok_or_else(access::no_post)
}

fn rights(standing: Standing, state: PostState, is_reported: bool) -> PostRights {
    let is_open = !state.is_archived;
    let is_approved = state.status == PostStatus::Approved;
    PostRights {
        can_edit: is_open && standing.may_edit(state.status),
        can_remove: standing.may_withdraw(),
        can_close: is_open && is_approved && standing.may_close(state.is_closed),
        can_pin: is_open && is_approved && standing.is_leader,
        can_review: is_open && state.status == PostStatus::Pending && standing.is_leader,
        can_answer: standing.is_member && state.check_takes_answers().is_ok(),
        can_report: is_approved && standing.is_member && !standing.is_author && !is_reported,
    }
}

/// Returns the authors by their accounts; deleted accounts are missing.
#[tracing::instrument(name = "posts.authors", skip_all)]
pub async fn authors(
    conn: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = UserId>,
) -> Result<HashMap<UserId, PostAuthor>> {
    let ids: HashSet<UserId> = ids.into_iter().collect();
    let users = user::live()
        .filter(user::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let authors = users.into_iter().map(|user| {
        let author = PostAuthor {
            id: user.id,
            full_name: user.full_name,
            avatar: user.avatar_file_id.map(FileUrl),
        };
        (user.id, author)
    });
    Ok(authors.collect())
}

/// Returns those of these comments that the account likes.
#[tracing::instrument(name = "posts.liked", skip_all)]
pub async fn liked(
    conn: &impl ConnectionTrait,
    targets: impl IntoIterator<Item = Uuid>,
    account: UserId,
) -> Result<HashSet<Uuid>> {
    let liked: Vec<Uuid> = like::Entity::find()
        .select_only()
        .column(like::Column::TargetId)
        .filter(like::Column::UserId.eq(account))
        .filter(like::Column::TargetId.is_in(targets))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(liked.into_iter().collect())
}
