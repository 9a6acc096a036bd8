//! The images of posts, and the right to see them.

use std::collections::HashMap;

use hoi_db::Tx;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::files::{FileUrl, UploadPurpose, file};
use hoi_platform::ids::{FileId, UserId};
use hoi_platform::validation::Check;
use sea_orm::{
    ActiveEnum as _, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait as _, Set,
};

use super::PostId;
use super::entity::{post, post_image};
use super::rules::Standing;
use crate::groups;

/// Returns the images of each of these posts in their order; posts without images are missing.
#[tracing::instrument(name = "posts.images", skip_all)]
pub async fn of_posts(
    conn: &impl ConnectionTrait,
    posts: impl IntoIterator<Item = PostId>,
) -> Result<HashMap<PostId, Vec<FileUrl>>> {
    let rows = post_image::Entity::find()
        .filter(post_image::Column::PostId.is_in(posts))
        .order_by_asc(post_image::Column::Position)
        .all(conn)
        .await?;
    let mut images: HashMap<PostId, Vec<FileUrl>> = HashMap::new();
    for row in rows {
        images.entry(row.post_id).or_default().push(row.image);
    }
    Ok(images)
}

/// Reports at the field `images` those that are not uploads of `user` with the purpose `post`. Their rows stay locked
/// until the transaction ends, so that the files are not removed meanwhile.
#[tracing::instrument(name = "posts.check_images", skip_all)]
pub async fn check_usable(
    tx: &Tx,
    check: &mut Check,
    images: &[FileUrl],
    user: UserId,
) -> Result<()> {
    if images.is_empty() {
        return Ok(());
    }
    let usable = file::live()
        .filter(file::Column::Id.is_in(images.iter().map(|image| image.0)))
        .filter(file::Column::OwnerId.eq(user))
        .filter(file::Column::Purpose.eq(UploadPurpose::Post.to_value()))
        .lock_shared()
        .all(tx)
        .await?;
    let message = LocalizedText::new("file.notAvailable");
    check.ensure(usable.len() == images.len(), "images", message);
    Ok(())
}

/// Replaces the images of the post.
#[tracing::instrument(name = "posts.set_images", skip_all)]
pub async fn set(tx: &Tx, post: PostId, images: &[FileUrl]) -> Result<()> {
    post_image::Entity::delete_many()
        .filter(post_image::Column::PostId.eq(post))
        .exec(tx)
        .await?;
    if images.is_empty() {
        return Ok(());
    }
    let rows = (0..)
        .zip(images)
        .map(|(position, image)| post_image::ActiveModel {
            post_id: Set(post),
            position: Set(position),
            image: Set(*image),
        });
    post_image::Entity::insert_many(rows)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Returns whether a post that `reader` sees as a member of its group shows this image.
#[tracing::instrument(name = "posts.may_read_image", skip_all)]
pub async fn may_read(conn: &impl ConnectionTrait, id: FileId, reader: UserId) -> Result<bool> {
    let showing = post_image::Entity::find()
        .select_only()
        .column(post_image::Column::PostId)
        .filter(post_image::Column::Image.eq(id));
    let posts = post::live()
        .filter(post::Column::Id.in_subquery(showing.into_query()))
        .all(conn)
        .await?;
    for post in posts {
        let member = groups::find_member(conn, post.group_id, reader).await?;
        let is_author = post.author_id == reader;
        let standing = Standing::of(is_author, member.map(|member| member.role), false);
        if standing.is_member && standing.may_see(post.status) {
            return Ok(true);
        }
    }
    Ok(false)
}
