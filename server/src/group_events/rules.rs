//! Whether a profile answers everything that an event asks for. Pure.

use super::OneStep;
use crate::events::{Question, TicketId};

/// Returns what a registration contains besides the details of a profile; None if a required
/// question, a choice between classes or a payment has to be answered in the public form. `classes` are those that are
/// not hidden, with their prices in dong; `has_classes` is true also if all are.
pub fn one_step(
    scheme: &[Question],
    is_payment_off: bool,
    has_classes: bool,
    classes: &[(TicketId, i64)],
) -> Option<OneStep> {
    if scheme.iter().any(Question::needs_answer) {
        return None;
    }
    match classes {
        [] if !has_classes => Some(OneStep { ticket_id: None }),
        [(class, price)] if is_payment_off || *price == 0 => Some(OneStep {
            ticket_id: Some(*class),
        }),
        _ => None,
    }
}
