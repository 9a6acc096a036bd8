//! HTTP parts shared by all routes: envelope, checked JSON bodies, paging, the caller's language and address, limits
//! and headers. Nothing here knows of events or people.

mod attachment;
mod body;
mod client;
mod envelope;
mod json;
mod keyed_semaphores;
pub mod language;
pub mod layers;
mod named_ids;
mod network;
mod page;
pub mod pages;
mod path;
mod query;
mod rate_limit;
mod validation;
mod web_address;

pub use attachment::attachment;
pub use body::Unread;
pub use client::ClientIp;
pub use envelope::{BinaryFile, Envelope, ErrorEnvelope, Nothing, RowError};
pub use json::{ValidatedJson, given, not_null, parse, unreadable};
pub use keyed_semaphores::KeyedSemaphores;
pub use named_ids::{IdsBody, NamedIds};
pub use network::{Network, Share, Shares};
pub use page::{Page, PageQuery};
pub use path::{PathId, PathToken, path_id};
pub use query::ValidatedQuery;
pub use rate_limit::{RateLimit, network};
pub use validation::{Check, Validate, is_email, is_phone};
pub use web_address::has_web_address;
