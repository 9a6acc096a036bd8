//! Uploading, reading and removing files: who may read one follows from what refers to it, so this stands after all
//! features that refer to files.

mod orphans;
pub mod references;
mod routes;

pub use orphans::{RemoveStored, remove_orphans};
pub use routes::routes;
