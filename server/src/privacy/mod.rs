//! Forgetting a participant: everything that tells of the person is erased, and an anonymous row stays, so that counts,
//! money, draws and figures stay as they are. Everybody of an event is forgotten some time after it (`retention/`). Stands after all features, because each of them may hold something.

pub mod entity;
mod erase;
mod list;
mod retention;
mod routes;

pub use erase::erase;
pub use list::{KeepInList, erase_again};
pub use retention::{EraseDue, Part, look_for_due};
pub use routes::routes;
