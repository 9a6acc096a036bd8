//! The review list: transfers about which a person decides.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use axum::extract::State;
use hoi_community::accounts::Signed;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Page, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{AttendanceId, TransferId, UserId};
use hoi_ticketing::attendances::payment;
use hoi_ticketing::bank_accounts::entity::{bank_account, transfer};
use hoi_ticketing::bank_accounts::{TransferReason, TransferState};
use hoi_ticketing::events::{find_event, in_event, rights};
use hoi_ticketing::registration::{self, Desk, PaidSeat, PaymentTerms, Surplus, settle};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::dto::{
    DecisionResult, MeantRegistration, Proposal, Transfer, TransferAction, TransferDecision,
    TransferQuery, UndecidedTransfer,
};
use super::matching::find_splits;
use super::store::{self, Scope};
use super::surplus::SurplusDecision;
use super::{erasure, late};

/// Lists the transfers on the caller's accounts, or of one event, the latest first. 5005, 5016: the event is not the
/// caller's.
#[utoipa::path(get, path = "/transfers", tag = "money", params(TransferQuery),
    responses((status = 200, body = Envelope<Page<Transfer>>)), security(("bearer" = [])))]
pub async fn list_transfers(
    State(app): State<App>,
    caller: Signed,
    ValidatedQuery(query): ValidatedQuery<TransferQuery>,
) -> Result<Envelope<Page<Transfer>>> {
    let scope = match query.event_id {
        Some(id) => {
            let caller = in_event::<rights::Money>(&app, id, caller.user).await?;
            Scope::Event(Box::new(caller.event))
        }
        None => Scope::Organiser(caller.user.id),
    };
    let page = store::list(app.db.read(), &scope, query).await?;
    Ok(Envelope::ok(page))
}

/// Decides about up to 200 transfers on the caller's accounts; each on its own, so that one refusal stops no other. A
/// transfer that exceeds the amount due is accepted only with `surplus`, which decides about the rest. Any decision can
/// be undone.
#[utoipa::path(post, path = "/transfers/decide", tag = "money", params(KeyHeader), request_body = TransferDecision,
    responses((status = 200, body = Envelope<DecisionResult>)), security(("bearer" = [])))]
pub async fn decide_transfers(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    caller: Signed,
    Idempotent(once, body): Idempotent<TransferDecision>,
) -> Result<Envelope<DecisionResult>> {
    let owner = (!caller.is_admin()).then_some(caller.user.id);
    let found = store::find_own(app.db.read(), &body.ids, owner).await?;
    let rows: Vec<_> = found.iter().map(|(row, _)| row.clone()).collect();
    let splits = find_splits(app.db.read(), &rows).await?;
    let mut own: HashMap<_, _> = found.into_iter().map(|pair| (pair.0.id, pair)).collect();
    let meant = own.values().filter_map(|(row, _)| row.attendance_id);
    let meant = meant.chain(body.attendance_id);
    let meant = meant.chain(splits.values().flatten().copied());
    let people = store::find_meant(app.db.read(), meant).await?;
    let decider = Decider {
        app: &app,
        desk: &desk,
        by: caller.user.id,
        people,
        splits,
        agreed: body.surplus.as_ref().map(SurplusDecision::agreed),
        is_single: body.ids.len() == 1,
    };
    let mut result = DecisionResult::default();
    let mut accepted: HashSet<AttendanceId> = HashSet::new();
    for id in body.ids {
        let person = own.get(&id).and_then(|(row, _)| row.attendance_id);
        let outcome = match own.remove(&id) {
            // The one before has changed the amount due.
            Some(_) if person.is_some_and(|id| accepted.contains(&id)) => {
                Err(Error::Conflict(LocalizedText::new("transfer.onItsOwn")))
            }
            Some((row, account)) => {
                let chosen = body.attendance_id;
                decider.decide(body.action, &row, &account, chosen).await
            }
            None => Err(Error::NotFound(LocalizedText::new("transfer.notFound"))),
        };
        match outcome {
            Ok(()) => {
                let comes = |id: &AttendanceId| {
                    let person = decider.people.get(id);
                    person.is_some_and(|person| !person.is_cancelled)
                };
                if body.action == TransferAction::Accept {
                    accepted.extend(person.filter(comes));
                }
                result.done.push(id);
            }
            Err(Error::Internal(error)) => return Err(Error::Internal(error)),
            Err(error) => result.failed.push(UndecidedTransfer {
                id,
                reason: error.reason(),
            }),
        }
    }
    if !result.done.is_empty() {
        // The desk has cleaned their texts if a participant was erased; the deliveries are not its.
        let tx = app.db.write().await?;
        erasure::erase_later(&tx, &result.done, app.clock.now()).await?;
        tx.commit().await?;
    }
    once.answer(Envelope::ok(result)).await
}

struct Decider<'a> {
    app: &'a App,
    desk: &'a Desk,
    by: UserId,
    people: HashMap<AttendanceId, MeantRegistration>,
    /// The registrations that transfers pay for together.
    splits: HashMap<TransferId, Vec<AttendanceId>>,
    /// The agreement about the part beyond the amount due.
    agreed: Option<Surplus>,
    /// Whether it is decided about one transfer alone.
    is_single: bool,
}

impl Decider<'_> {
    async fn decide(
        &self,
        action: TransferAction,
        row: &transfer::Model,
        account: &bank_account::Model,
        chosen: Option<AttendanceId>,
    ) -> Result<()> {
        let suggested = store::suggested(row).and_then(|id| self.people.get(&id));
        match action {
            TransferAction::Undo => self.undo(row).await,
            TransferAction::SetAside => {
                self.change_state(row, TransferState::Waiting, TransferState::Aside)
                    .await
            }
            TransferAction::Assign => {
                let chosen = chosen.and_then(|id| self.people.get(&id));
                self.assign(row, account, chosen, PaymentTerms::Price).await
            }
            TransferAction::Enough => {
                self.assign(row, account, suggested, PaymentTerms::Enough)
                    .await
            }
            TransferAction::Accept => {
                match store::proposal(row, suggested, self.splits.contains_key(&row.id)) {
                    Some(proposal) if !self.is_single && needs_a_look(row, proposal) => {
                        Err(Error::Conflict(LocalizedText::new("transfer.onItsOwn")))
                    }
                    Some(Proposal::Split) => self.split(row).await,
                    Some(
                        Proposal::Assign | Proposal::Part | Proposal::Over | Proposal::GiveBack,
                    ) => {
                        self.assign(row, account, suggested, PaymentTerms::Price)
                            .await
                    }
                    Some(Proposal::Aside) => {
                        self.change_state(row, TransferState::Waiting, TransferState::Aside)
                            .await
                    }
                    None if row.state == TransferState::Waiting => {
                        Err(Error::Conflict(LocalizedText::new("transfer.noSuggestion")))
                    }
                    None => Err(decided_already()),
                }
            }
        }
    }

    /// Uses the transfer for a registration for an event of the account's owner.
    async fn assign(
        &self,
        row: &transfer::Model,
        account: &bank_account::Model,
        to: Option<&MeantRegistration>,
        terms: PaymentTerms,
    ) -> Result<()> {
        if row.state != TransferState::Waiting {
            return Err(decided_already());
        }
        let unknown = || Error::NotFound(LocalizedText::new("registration.noSuchParticipant"));
        let to = to.ok_or_else(unknown)?;
        let event = find_event(self.app.db.read(), to.event_id).await?;
        if event.is_none_or(|event| event.owner_id != account.owner_id) {
            return Err(unknown());
        }
        if to.is_cancelled {
            return late::owe_back(self.app, row, to, self.by).await;
        }
        let seat = PaidSeat {
            event: to.event_id,
            id: to.attendance_id,
            amount: row.amount,
        };
        let settled = self.desk.submit(settle(
            row,
            vec![seat],
            terms,
            self.agreed.clone(),
            Some(self.by),
        ));
        settled.await
    }

    /// Uses the transfer for all registrations that it names.
    async fn split(&self, row: &transfer::Model) -> Result<()> {
        let people = self.splits.get(&row.id).into_iter().flatten();
        let seats: Vec<_> = people
            .filter_map(|id| self.people.get(id))
            .map(|person| PaidSeat {
                event: person.event_id,
                id: person.attendance_id,
                amount: person.due,
            })
            .collect();
        // Some of it was paid between the two looks.
        if seats.iter().map(|seat| seat.amount).sum::<i64>() != row.amount {
            return Err(Error::Conflict(LocalizedText::new("transfer.noSuggestion")));
        }
        let terms = PaymentTerms::Exact;
        let settled = self
            .desk
            .submit(settle(row, seats, terms, None, Some(self.by)));
        settled.await
    }

    /// Takes a decision back.
    async fn undo(&self, row: &transfer::Model) -> Result<()> {
        match row.state {
            TransferState::Aside => {
                self.change_state(row, TransferState::Aside, TransferState::Waiting)
                    .await
            }
            TransferState::Used => self.take_back(row.id).await,
            TransferState::New | TransferState::Waiting => Err(Error::Conflict(
                LocalizedText::new("transfer.nothingToUndo"),
            )),
        }
    }

    async fn take_back(&self, id: TransferId) -> Result<()> {
        let conn = self.app.db.read();
        let payments = payment::Entity::find()
            .filter(payment::Column::TransferId.eq(id))
            .all(conn)
            .await?;
        let paid = payments.iter().map(|payment| payment.attendance_id);
        let people = store::find_meant(conn, paid).await?;
        let cancelled = people.values().filter(|person| person.is_cancelled);
        match (cancelled.count(), people.len()) {
            (0, _) => {
                let seats = payments.into_iter();
                let seats = seats.map(|payment| (payment.event_id, payment.attendance_id));
                self.desk
                    .submit(registration::take_back(id, seats.collect(), self.by))
                    .await
            }
            (1, 1) => late::take_back(self.app, id, self.by).await,
            _ => Err(Error::Conflict(LocalizedText::new(
                "transfer.removedMeanwhile",
            ))),
        }
    }

    async fn change_state(
        &self,
        row: &transfer::Model,
        from: TransferState,
        to: TransferState,
    ) -> Result<()> {
        let is_decided = to == TransferState::Aside;
        let now = self.app.clock.now();
        let columns = transfer::ActiveModel {
            state: Set(to),
            decided_by: Set(is_decided.then_some(self.by)),
            decided_at: Set(is_decided.then_some(now)),
            ..Default::default()
        };
        let tx = self.app.db.write().await?;
        let changed = transfer::Entity::update_many()
            .set(columns)
            .filter(transfer::Column::Id.eq(row.id))
            .filter(transfer::Column::State.eq(from))
            .exec(&tx)
            .await?;
        if changed.rows_affected == 0 {
            return Err(decided_already());
        }
        Ok(tx.commit().await?)
    }
}

/// Returns whether a person has to look at a transfer that has a suggestion: too much or too little is not accepted
/// among others.
fn needs_a_look(row: &transfer::Model, proposal: Proposal) -> bool {
    matches!(proposal, Proposal::Part | Proposal::Over)
        || row.reason == Some(TransferReason::Several)
}

fn decided_already() -> Error {
    Error::Conflict(LocalizedText::new("transfer.decidedAlready"))
}
