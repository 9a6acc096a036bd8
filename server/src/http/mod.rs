//! What every route shares: the envelope, checked JSON bodies, paging, the caller's language and address, limits and
//! headers. Nothing here knows of events or people.

mod attachment;
mod client;
mod envelope;
mod json;
pub mod language;
pub mod layers;
mod named_ids;
mod page;
pub mod pages;
mod path;
mod query;
mod rate_limit;
mod validation;

pub use attachment::attachment;
pub use client::ClientIp;
pub use envelope::{Envelope, ErrorEnvelope, Nothing, RowError};
pub use json::{ValidatedJson, given, parse, unreadable};
pub use named_ids::{IdsBody, NamedIds};
pub use page::{Page, PageQuery};
pub use path::{PathId, PathToken, path_id};
pub use query::ValidatedQuery;
pub use rate_limit::RateLimit;
pub use validation::{Check, Validate, is_email, is_phone};
