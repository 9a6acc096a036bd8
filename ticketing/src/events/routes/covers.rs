//! The album of cover images: the caller's own, and those that administrators share.

use axum::extract::State;
use hoi_community::accounts::Signed;
use hoi_community::accounts::entity::user;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{self, Visibility};
use hoi_platform::http::{Envelope, Nothing, PathId, ValidatedJson};
use hoi_platform::ids::UserId;
use hoi_platform::validation::{Check, Validate};
use sea_orm::sea_query::LockType;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Set,
};

use crate::events::CoverId;
use crate::events::dto::{Cover, NewCover};
use crate::events::entity::cover;

/// Images in one album.
const MAX_COVERS: u64 = 200;

fn view(cover: &cover::Model, caller: UserId) -> Cover {
    Cover {
        id: cover.id,
        url: cover.file_id.into(),
        is_shared: cover.is_shared,
        is_own: cover.owner_id == caller,
        created_at: cover.created_at,
    }
}

/// Own covers and the shared ones, newest first.
#[utoipa::path(get, path = "/cover", tag = "cover", responses((status = 200, body = Envelope<Vec<Cover>>)), security(("bearer" = [])))]
pub async fn list_covers(
    State(app): State<App>,
    Signed { user, .. }: Signed,
) -> Result<Envelope<Vec<Cover>>> {
    let covers = cover::Entity::find()
        .filter(
            Condition::any()
                .add(cover::Column::OwnerId.eq(user.id))
                .add(cover::Column::IsShared.eq(true)),
        )
        .order_by_desc(cover::Column::CreatedAt)
        .order_by_desc(cover::Column::Id)
        .all(app.db.read())
        .await?;
    let covers = covers.iter().map(|cover| view(cover, user.id));
    Ok(Envelope::ok(covers.collect()))
}

impl Validate for NewCover {
    fn validate(&mut self, _: &mut Check) {}
}

/// Adds an uploaded image to the caller's album; an administrator's is for everyone. The same image twice is one entry.
/// 5003: the album is full.
#[utoipa::path(post, path = "/cover", tag = "cover", request_body = NewCover,
    responses((status = 200, body = Envelope<Cover>)), security(("bearer" = [])))]
pub async fn create_cover(
    State(app): State<App>,
    caller: Signed,
    ValidatedJson(body): ValidatedJson<NewCover>,
) -> Result<Envelope<Cover>> {
    let (file, owner) = (body.file_id.0, caller.user.id);
    let tx = app.db.write().await?;
    // The account's lock, so that covers added at the same moment are counted one after the other.
    user::Entity::find_by_id(owner)
        .lock(LockType::NoKeyUpdate)
        .one(&tx)
        .await?;
    if !files::is_usable(&tx, file, owner, caller.is_admin(), Visibility::Public).await? {
        return Err(Error::field(
            "fileId",
            LocalizedText::new("file.notAvailable"),
        ));
    }
    let own = cover::Entity::find().filter(cover::Column::OwnerId.eq(owner));
    if let Some(known) = own
        .clone()
        .filter(cover::Column::FileId.eq(file))
        .one(&tx)
        .await?
    {
        return Ok(Envelope::ok(view(&known, owner)));
    }
    if own.count(&tx).await? >= MAX_COVERS {
        return Err(Error::ResourceExceeded(
            LocalizedText::new("cover.tooMany").with("max", MAX_COVERS),
        ));
    }
    let added = cover::Model {
        id: clock::new_id(),
        owner_id: owner,
        file_id: file,
        is_shared: caller.is_admin(),
        created_at: app.clock.now(),
    };
    let row = cover::ActiveModel {
        id: Set(added.id),
        owner_id: Set(added.owner_id),
        file_id: Set(added.file_id),
        is_shared: Set(added.is_shared),
        created_at: Set(added.created_at),
    };
    cover::Entity::insert(row)
        .exec_without_returning(&tx)
        .await?;
    tx.commit().await?;
    Ok(Envelope::said(view(&added, owner), "cover.added"))
}

/// Takes an image out of the album. Events that show it keep it.
/// 5016: it is in another account's album.
#[utoipa::path(delete, path = "/cover/{id}", tag = "cover", params(("id" = CoverId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn delete_cover(
    State(app): State<App>,
    caller: Signed,
    PathId(id): PathId<CoverId>,
) -> Result<Envelope<Nothing>> {
    let tx = app.db.write().await?;
    let found = find(&tx, id).await?.ok_or_else(Error::not_found)?;
    let may = found.owner_id == caller.user.id || (found.is_shared && caller.is_admin());
    if !may {
        return Err(Error::InsufficientPermission);
    }
    cover::Entity::delete_by_id(id).exec(&tx).await?;
    tx.commit().await?;
    Ok(Envelope::done("message.deleted"))
}

async fn find(conn: &impl ConnectionTrait, id: CoverId) -> Result<Option<cover::Model>> {
    Ok(cover::Entity::find_by_id(id).one(conn).await?)
}
