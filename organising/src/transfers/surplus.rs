//! Splits received money into the part for tickets and the part beyond their price.

use std::collections::{BTreeMap, HashMap};

use hoi_platform::error::Result;
use hoi_platform::ids::AttendanceId;
use hoi_platform::validation::Check;
use hoi_ticketing::attendances::{attendance, payment, refund_decision};
use hoi_ticketing::registration::Surplus;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most characters of the note on the agreement.
const MAX_NOTE: usize = 500;
/// People in one query, below the engines' limit on bound values.
const PEOPLE: usize = 1000;

/// The decisions about money beyond the amount due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SurplusAction {
    /// It is owed back.
    GiveBack,
    /// It is kept, as agreed and written in `note`.
    Keep,
}

/// The organizer's decision about money beyond the amount due.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
pub struct SurplusDecision {
    pub action: SurplusAction,
    /// The part beyond the amount due, in dong, at least 1. Another amount is refused, because it was not decided
    /// about.
    #[schema(minimum = 1)]
    pub amount: i64,
    /// For `keep`: the agreement, 1–500 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_NOTE))))]
    pub note: Option<String>,
}

impl SurplusDecision {
    pub fn check(&mut self, check: &mut Check) {
        check.between("surplus.amount", self.amount, 1, i64::MAX);
        check.optional_text("surplus.note", &mut self.note, MAX_NOTE);
        let is_noted = self.action == SurplusAction::GiveBack || self.note.is_some();
        check.required("surplus.note", is_noted);
    }

    pub fn agreed(&self) -> Surplus {
        let is_kept = self.action == SurplusAction::Keep;
        Surplus {
            amount: self.amount,
            kept_for: self.note.clone().filter(|_| is_kept),
        }
    }
}

/// Returns the part of each of these payments, in their order, that is not for a ticket for which `for_ticket` is held.
fn beyond(amounts: impl IntoIterator<Item = i64>, for_ticket: i64) -> Vec<i64> {
    let mut left = for_ticket;
    let parts = amounts.into_iter().map(|amount| {
        let part = amount.min(left).max(0);
        left -= part;
        amount - part
    });
    parts.collect()
}

/// Payments with the part beyond the price in each, in dong, by registration and number. Those without are not in it.
pub type Beyond = HashMap<(AttendanceId, i64), i64>;

/// Returns the part beyond the price in the payments of these people. Money given back since is still in it.
#[tracing::instrument(name = "surplus.of_people", skip_all)]
pub async fn of_people(
    conn: &impl ConnectionTrait,
    people: Select<attendance::Entity>,
) -> Result<Vec<(payment::Model, i64)>> {
    use sea_orm::sea_query::ExprTrait as _;

    let gave_back = refund_decision::Entity::find()
        .select_only()
        .column(refund_decision::Column::AttendanceId)
        .filter(refund_decision::Column::Deducted.gt(0))
        .into_query();
    let column = |column: attendance::Column| Expr::col((attendance::Entity, column));
    let is_more = column(attendance::Column::Received).gt(column(attendance::Column::Amount));
    // Two queries, because each has an index of its own.
    let more = people.clone().filter(is_more);
    let given = people.filter(attendance::Column::Id.in_subquery(gave_back));
    let mut people: BTreeMap<AttendanceId, i64> = BTreeMap::new();
    for which in [more, given] {
        let rows: Vec<(AttendanceId, i64, i64)> = which
            .select_only()
            .column(attendance::Column::Id)
            .column(attendance::Column::Received)
            .column(attendance::Column::Amount)
            .into_tuple()
            .all(conn)
            .await?;
        let for_ticket = rows.into_iter();
        people.extend(for_ticket.map(|(id, received, price)| (id, Ord::min(received, price))));
    }
    let people: Vec<_> = people.into_iter().collect();
    let mut found = Vec::new();
    for people in people.chunks(PEOPLE) {
        let mut payments: HashMap<AttendanceId, Vec<payment::Model>> = HashMap::new();
        let rows = payment::Entity::find()
            .filter(payment::Column::AttendanceId.is_in(people.iter().map(|(id, _)| *id)))
            .order_by_asc(payment::Column::AttendanceId)
            .order_by_asc(payment::Column::Number)
            .all(conn)
            .await?;
        for row in rows {
            payments.entry(row.attendance_id).or_default().push(row);
        }
        for (id, for_ticket) in people {
            let rows = payments.remove(id).unwrap_or_default();
            let amounts = rows.iter().map(|row| row.amount);
            let parts = beyond(amounts, *for_ticket);
            let parts = rows.into_iter().zip(parts).filter(|(_, part)| *part > 0);
            found.extend(parts);
        }
    }
    Ok(found)
}

/// Returns the part beyond the price in the payments of these registrations, removed ones too.
pub async fn of_registrations(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = AttendanceId>,
) -> Result<Beyond> {
    let ids: Vec<_> = ids.collect();
    if ids.is_empty() {
        return Ok(Beyond::new());
    }
    let people = attendance::Entity::find().filter(attendance::Column::Id.is_in(ids));
    let found = of_people(conn, people).await?.into_iter();
    let keyed = found.map(|(row, part)| ((row.attendance_id, row.number), part));
    Ok(keyed.collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_price_is_paid_first() {
        assert_eq!(beyond([700], 600), [100]);
        assert_eq!(beyond([600], 600), [0]);
        assert_eq!(beyond([500], 600), [0]);
        assert_eq!(beyond([500, 200, 50], 600), [0, 100, 50]);
        assert_eq!(beyond([600, 600], 600), [0, 600]);
        assert_eq!(beyond([250], 0), [250]);
    }

    proptest! {
        #[test]
        fn parts_add_up(amounts in prop::collection::vec(1_i64..1000, 0..8), price in 0_i64..3000) {
            let sum: i64 = amounts.iter().sum();
            let parts = beyond(amounts.clone(), price);
            prop_assert_eq!(parts.iter().sum::<i64>(), (sum - price).max(0));
            prop_assert!(parts.iter().zip(&amounts).all(|(part, amount)| *part >= 0 && part <= amount));
        }
    }
}
