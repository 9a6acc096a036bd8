//! The `outage` table: services that jobs need and that do not work now. While a service is in it, its jobs wait and
//! one at a time tests whether the service works again.

use std::time::Duration;

use hoi_db::{Db, Timestamp, Tx};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{IntoActiveModel, Set};

/// The pause after the first failure. Each further failure doubles it, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_secs(10);
/// The longest pause between two probes.
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_mins(10);

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "outage")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service: String,
    pub since: Timestamp,
    pub failures: i64,
    pub probed_at: Timestamp,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Returns whether the pause since the last probe is over, or the clock was set back behind that probe.
    pub(crate) fn may_probe(&self, now: Timestamp) -> bool {
        now < self.probed_at || self.probed_at.plus(self.pause()) <= now
    }

    fn pause(&self) -> Duration {
        let doublings = u32::try_from(self.failures.clamp(1, 16) - 1).unwrap_or(0);
        (FIRST_PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE)
    }

    /// Takes the right to probe. Returns false if another server has taken it since `self` was read.
    pub(crate) async fn take_probe(&self, tx: &Tx, now: Timestamp) -> Result<bool, DbErr> {
        let taken = Entity::update_many()
            .set(ActiveModel {
                probed_at: Set(now),
                ..Default::default()
            })
            .filter(Column::Service.eq(&self.service))
            .filter(Column::ProbedAt.eq(self.probed_at))
            .exec(tx)
            .await?;
        Ok(taken.rows_affected > 0)
    }
}

/// Records that `service` does not work. Returns whether that is new. Of the jobs that were running when the service
/// failed, only the probe lengthens the pause.
pub(crate) async fn begin(
    tx: &Tx,
    service: &str,
    is_probe: bool,
    reason: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let row = Model {
        service: service.to_owned(),
        since: now,
        failures: 1,
        probed_at: now,
        reason: reason.to_owned(),
    };
    let nothing = OnConflict::column(Column::Service).do_nothing().to_owned();
    let inserted = Entity::insert(row.into_active_model().reset_all())
        .on_conflict(nothing)
        .exec_without_returning(tx)
        .await?;
    if inserted > 0 {
        return Ok(true);
    }
    if is_probe {
        Entity::update_many()
            .col_expr(Column::Failures, Expr::col(Column::Failures).add(1))
            .col_expr(Column::ProbedAt, Expr::value(now))
            .col_expr(Column::Reason, Expr::value(reason))
            .filter(Column::Service.eq(service))
            .exec(tx)
            .await?;
    }
    Ok(false)
}

/// Records that `service` works. Costs only one read if no outage is recorded.
pub async fn end(db: &Db, service: &str) -> Result<(), DbErr> {
    if find(db.read(), service).await?.is_none() {
        return Ok(());
    }
    let tx = db.write().await?;
    let ended = Entity::delete_by_id(service.to_owned()).exec(&tx).await?;
    tx.commit().await?;
    if ended.rows_affected > 0 {
        tracing::info!(service, "a service that jobs need works again");
    }
    Ok(())
}

/// Returns the outage of `service`; None if none is recorded.
pub async fn find(conn: &impl ConnectionTrait, service: &str) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(service.to_owned()).one(conn).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_are_further_and_further_apart() {
        let pause = |failures| {
            let row = Model {
                service: "mail".to_owned(),
                since: Timestamp(0),
                failures,
                probed_at: Timestamp(0),
                reason: String::new(),
            };
            row.pause().as_secs()
        };
        assert_eq!([1, 2, 3, 6, 7, 100].map(pause), [10, 20, 40, 320, 600, 600]);
    }
}
