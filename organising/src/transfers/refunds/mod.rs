//! Money owed back: to people who paid and whose registration was removed or whose event was cancelled, and to others
//! who paid more than their ticket costs. The organiser transfers it back and notes so here; nothing is sent by the
//! program.

mod dto;
pub(super) mod entity;
pub mod export;
pub mod own;
pub mod routes;
mod store;

pub use hoi_ticketing::attendances::{RefundState, RefundWay};
pub use store::{
    ReturnedRow, count_decided, count_owed, find_returned, forget_payment, named_account,
    next_returned, sum_owed, sum_returned,
};
