use std::future::Future;

use sea_orm::{ConnectionTrait, DbErr, EntityTrait, Select, SelectTwo};

/// Queries by a unique key, which find one row at most.
///
/// Unlike `one`, [`Only::only`] sets no limit: `SQLite` prepares a statement with a bound limit anew at every use, which
/// takes longer than finding the row.
pub trait Only {
    type Row;

    /// Returns the row; None if there is none.
    fn only<C: ConnectionTrait>(
        self,
        conn: &C,
    ) -> impl Future<Output = Result<Option<Self::Row>, DbErr>> + Send;
}

impl<E: EntityTrait> Only for Select<E> {
    type Row = E::Model;

    async fn only<C: ConnectionTrait>(self, conn: &C) -> Result<Option<E::Model>, DbErr> {
        Ok(self.all(conn).await?.pop())
    }
}

impl<E: EntityTrait, F: EntityTrait> Only for SelectTwo<E, F> {
    type Row = (E::Model, Option<F::Model>);

    async fn only<C: ConnectionTrait>(self, conn: &C) -> Result<Option<Self::Row>, DbErr> {
        Ok(self.all(conn).await?.pop())
    }
}
