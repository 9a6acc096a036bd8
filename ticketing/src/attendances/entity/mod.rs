pub mod attendance;
pub mod payment;
pub mod refund_decision;
