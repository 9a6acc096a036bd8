//! Uploading, reading and removing files: the right to read one follows from the records that refer to it, so this
//! stands after all features that refer to files.

mod orphans;
pub mod references;
mod routes;

pub use orphans::{RemoveStored, remove_orphans};
pub use routes::routes;
