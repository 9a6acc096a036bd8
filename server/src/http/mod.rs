//! What every route shares: the envelope, checked JSON bodies, paging, the caller's language and address, limits and
//! headers. Nothing here knows of events or people.

pub mod client;
pub mod envelope;
pub mod json;
pub mod language;
pub mod layers;
pub mod page;
pub mod pages;
pub mod path;
pub mod validation;

pub use client::ClientIp;
pub use envelope::Envelope;
pub use json::ValidatedJson;
pub use page::{Page, PageQuery};
pub use path::PathId;
pub use validation::{Check, Validate};
