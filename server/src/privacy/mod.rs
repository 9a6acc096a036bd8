//! Forgetting a participant: everything that tells of the person is erased, and an anonymous row stays, so that counts,
//! money, draws and figures stay as they are. Stands after all features, because each of them may hold something.

mod erase;
mod list;
pub mod retention;
mod routes;

pub use erase::erase;
pub use list::{KeepInList, erase_again};
pub use routes::routes;
