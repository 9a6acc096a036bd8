//! Records the outcome of an attempt.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;
use hoi_db::{Timestamp, Tx};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, Set};
use tokio::time::sleep;
use uuid::Uuid;

use crate::claim::Claimed;
use crate::entity::{ActiveModel, Cause, Column, Entity, State};
use crate::outage::{self, LONGEST_PAUSE};
use crate::{JobError, Retry, Runner};

/// Pauses between attempts to record an outcome. Recording is repeated because an effect cannot be undone, and a job
/// without a recorded outcome runs again.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(200),
    Duration::from_secs(1),
    Duration::from_secs(5),
];

async fn remove(tx: &Tx, ids: Vec<Uuid>) -> Result<(), DbErr> {
    let these = Column::Id.is_in(ids);
    Entity::delete_many().filter(these).exec(tx).await?;
    Ok(())
}

impl<C: Clone + Send + Sync + 'static> Runner<C> {
    /// Stores the outcome of an attempt: removes the job after success, otherwise schedules the next attempt or makes
    /// it a dead letter.
    pub(crate) async fn record(
        &self,
        context: &C,
        claimed: Claimed,
        outcome: Result<(), JobError>,
        now: Timestamp,
    ) {
        let change = match &outcome {
            Ok(()) => None,
            Err(error) => self.consequence(context, &claimed, error, now).await,
        };
        let outage = match &outcome {
            Err(JobError::Outage(error)) if !claimed.is_expired => Some(format!("{error:#}")),
            _ => None,
        };
        for pause in PAUSES {
            match self
                .write(&claimed, change.clone(), outage.as_deref(), now)
                .await
            {
                Ok(()) => return,
                Err(error) => tracing::warn!(%error, "what came of a job could not be stored"),
            }
            sleep(pause).await;
        }
        if let Err(error) = self.write(&claimed, change, outage.as_deref(), now).await {
            tracing::error!(%error, job = %claimed.job.id, "what came of a job could not be stored");
        }
    }

    /// Returns the columns to change after a failure; None if the row is to be removed.
    async fn consequence(
        &self,
        context: &C,
        claimed: &Claimed,
        error: &JobError,
        now: Timestamp,
    ) -> Option<ActiveModel> {
        let job = &claimed.job;
        let kind = self.kinds.get(job.name.as_str());
        let retry = kind.map_or(Retry::DEFAULT, |kind| kind.retry);
        let number = claimed.attempt().number;
        let pause = match error {
            JobError::Outage(_) => retry.pause(number).min(LONGEST_PAUSE),
            JobError::Retry(_) | JobError::Dead(_) => retry.pause(number),
        };
        let run_at = now.plus(pause);
        let cause = match error {
            JobError::Dead(_) => Some(Cause::Refused),
            _ if claimed.is_expired || retry.is_over(job.due_at, run_at) => Some(Cause::Expired),
            _ => None,
        };
        // The reason may quote a recipient, so it goes into the row and not into the log.
        let last_error = format!("{:#}", error.error());
        if cause.is_some() {
            tracing::warn!(job = %job.id, name = job.name, attempts = number, "job given up");
            if let Some(kind) = kind {
                let told = (kind.on_dead)(context, job.payload.clone(), claimed.attempt(), error);
                match AssertUnwindSafe(told).catch_unwind().await {
                    Ok(Ok(true)) => {}
                    Ok(Ok(false)) => return None,
                    Ok(Err(error)) => tracing::error!(?error, "a dead job could not be noted"),
                    Err(_) => tracing::error!(name = job.name, "noting a dead job panicked"),
                }
            }
        } else if !matches!(error, JobError::Outage(_)) {
            tracing::warn!(job = %job.id, name = job.name, attempts = number, "job failed");
        }
        Some(ActiveModel {
            state: Set(if cause.is_some() {
                State::Dead
            } else {
                State::Waiting
            }),
            cause: Set(cause),
            attempts: Set(number),
            run_at: Set(run_at),
            tried_at: Set(Some(now)),
            leased_until: Set(None),
            last_error: Set(Some(last_error)),
            ..Default::default()
        })
    }

    async fn write(
        &self,
        claimed: &Claimed,
        change: Option<ActiveModel>,
        outage: Option<&str>,
        now: Timestamp,
    ) -> Result<(), DbErr> {
        let job = &claimed.job;
        let Some(change) = change else {
            return self.removals.commit(&self.db, job.id, remove).await;
        };
        let tx = self.db.write().await?;
        let mut is_new = false;
        let service = self
            .kinds
            .get(job.name.as_str())
            .and_then(|kind| kind.service);
        if let (Some(reason), Some(service)) = (outage, service) {
            is_new = outage::begin(&tx, service, claimed.is_probe, reason, now).await?;
        }
        Entity::update_many()
            .set(change)
            .filter(Column::Id.eq(job.id))
            .exec(&tx)
            .await?;
        tx.commit().await?;
        if is_new {
            // The service's reason may quote an address, so it goes into the row, where administrators read it, and not
            // into the log.
            tracing::error!(
                service,
                "a service that jobs need does not work; they wait for it"
            );
        }
        Ok(())
    }
}
