//! Work on the deliveries of services, after they were answered.

use std::collections::HashMap;

use hoi_bank_reports::Service;
use hoi_jobs::{Attempt, Job, JobError};
use hoi_platform::app::App;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::{Error, Result};
use hoi_ticketing::bank_accounts::entity::{bank_account, bank_delivery};
use hoi_ticketing::bank_accounts::{self, BankAccountId, BankDeliveryId, TransferReason};
use hoi_ticketing::registration::AppWithDesk;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::deliveries::{UnderstoodDelivery, UnderstoodTransfer};
use super::{erasure, intake, matching};

/// Takes in the transfers of a delivery and matches them.
#[derive(Debug, Serialize, Deserialize)]
pub struct WorkOnDelivery {
    pub delivery: BankDeliveryId,
}

/// Matches the new transfers of an account.
#[derive(Debug, Serialize, Deserialize)]
pub struct MatchTransfers {
    pub account: BankAccountId,
}

impl Job for WorkOnDelivery {
    const NAME: &'static str = "transfers.workOnDelivery";
    type Context = AppWithDesk;

    fn subject(&self) -> Option<Uuid> {
        Some(self.delivery.0)
    }

    async fn run(&self, server: &AppWithDesk, _: Attempt) -> std::result::Result<(), JobError> {
        let worked = work(server, self.delivery).await;
        worked.map_err(Error::to_be_retried)
    }
}

impl Job for MatchTransfers {
    const NAME: &'static str = "transfers.match";
    type Context = AppWithDesk;

    async fn run(&self, server: &AppWithDesk, _: Attempt) -> std::result::Result<(), JobError> {
        let found = bank_accounts::find_account(server.app.db.read(), self.account).await;
        // An account that was removed meanwhile has nothing to match.
        if let Some(account) = found.map_err(Error::to_be_retried)? {
            let matched = matching::match_new(server, &account).await;
            matched.map_err(Error::to_be_retried)?;
        }
        Ok(())
    }
}

async fn work(server: &AppWithDesk, id: BankDeliveryId) -> Result<()> {
    let app = &server.app;
    let Some(delivery) = bank_delivery::Entity::find_by_id(id)
        .one(app.db.read())
        .await?
    else {
        return Ok(());
    };
    let account = delivery.bank_account_id;
    let Some(account) = bank_accounts::find_account(app.db.read(), account).await? else {
        return Ok(());
    };
    let service = Service::from(delivery.service);
    let outcome = match service.parse(delivery.body.as_bytes()) {
        Err(problem) => UnderstoodDelivery::of_problem(&problem),
        Ok(report) if delivery.is_test => UnderstoodDelivery {
            transfers: report.transfers.iter().map(understood(None)).collect(),
            outgoing: report.outgoing,
            problem: None,
        },
        Ok(report) => {
            let mut transfers = Vec::new();
            let mut accounts = HashMap::new();
            for reported in report.transfers {
                let (of, reason) = account_of(app, &account, &reported).await?;
                let reported = [reported];
                let taken = intake::take_in_reported(app, &of, delivery.service, &reported, reason);
                let id = taken.await?.ids.first().copied();
                transfers.extend(reported.iter().map(understood(id)));
                if reason.is_some() {
                    tell_of_foreign(app, &of).await?;
                }
                accounts.insert(of.id, of);
            }
            // All are taken in before the first is matched, which may fail.
            for account in accounts.values() {
                matching::match_new(server, account).await?;
            }
            UnderstoodDelivery {
                transfers,
                outgoing: report.outgoing,
                problem: None,
            }
        }
    };
    let ids: Vec<_> = outcome.transfers.iter().filter_map(|of| of.id).collect();
    let outcome = serde_json::to_value(outcome).map_err(anyhow::Error::from)?;
    let tx = app.db.write().await?;
    // Before the delivery, as an erasure does. Either the erasure waits and finds this outcome, or it has erased the texts
    // when `erase_later` looks.
    bank_accounts::lock_transfers(&tx, &ids).await?;
    let columns = bank_delivery::ActiveModel {
        outcome: Set(Some(outcome)),
        worked_at: Set(Some(app.clock.now())),
        ..Default::default()
    };
    bank_delivery::Entity::update_many()
        .set(columns)
        .filter(bank_delivery::Column::Id.eq(id))
        .exec(&tx)
        .await?;
    erasure::erase_later(&tx, &ids, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

fn understood(
    id: Option<hoi_platform::ids::TransferId>,
) -> impl Fn(&hoi_bank_reports::Transfer) -> UnderstoodTransfer {
    move |transfer| UnderstoodTransfer {
        id,
        amount: transfer.amount,
        arrived_at: VIETNAM.moment(transfer.at),
        content: transfer.text.clone(),
    }
}

/// Returns the account on which a transfer arrived: of the same organiser the one with the number that the service
/// names. If there is none, the transfer waits for a person's decision, on the account whose address was called.
async fn account_of(
    app: &App,
    called: &bank_account::Model,
    transfer: &hoi_bank_reports::Transfer,
) -> Result<(bank_account::Model, Option<TransferReason>)> {
    let named: Vec<_> = [&transfer.account, &transfer.virtual_account]
        .into_iter()
        .flatten()
        .map(|number| hoi_bank_reports::plain(number))
        .filter(|number| !number.is_empty())
        .collect();
    let is_of = |account: &bank_account::Model| {
        let own = hoi_bank_reports::plain(&account.account_number);
        named.contains(&own)
    };
    if named.is_empty() || is_of(called) {
        return Ok((called.clone(), None));
    }
    let own = bank_accounts::find_accounts(app.db.read(), called.owner_id).await?;
    Ok(match own.into_iter().find(is_of) {
        Some(other) => (other, None),
        None => (called.clone(), Some(TransferReason::OtherAccount)),
    })
}

async fn tell_of_foreign(app: &App, account: &bank_account::Model) -> Result<()> {
    let tx = app.db.write().await?;
    matching::tell(&tx, account, None, 1, app.clock.now()).await?;
    Ok(tx.commit().await?)
}
