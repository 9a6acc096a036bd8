pub mod attendance;
pub mod payment;
