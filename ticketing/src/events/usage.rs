//! How much of an organiser's event limit is used up.

use hoi_platform::error::Result;
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter};

use super::entity::event;

/// Counts the events of `owner` against their limit: those that are not deleted, and deleted ones with at least one
/// registration.
pub async fn count_used(conn: &impl ConnectionTrait, owner: UserId) -> Result<u64> {
    let registrations = Query::select()
        .expr(Expr::val(1))
        .from("attendance")
        .and_where(Expr::col(("attendance", "event_id")).equals((event::Entity, event::Column::Id)))
        .to_owned();
    let counts = Condition::any()
        .add(event::Column::DeletedAt.is_null())
        .add(Expr::exists(registrations));
    Ok(event::Entity::find()
        .filter(event::Column::OwnerId.eq(owner))
        .filter(counts)
        .count(conn)
        .await?)
}
