//! Web Push: browsers that show notifications while no page of the application is open (RFC 8030).
//!
//! A browser subscribes at the push service of its maker and hands over the service's address. A subscription belongs
//! to a login and ends with it. Messages are sent by jobs of their own, because services may be slow or away.

mod encryption;
mod endpoint;
mod jobs;
mod routes;
mod store;
mod vapid;

pub use jobs::{PushNotification, enqueue};
pub use routes::routes;
pub use store::remove_old;
