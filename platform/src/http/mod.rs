//! The parts that all routes share: the envelope, checked JSON bodies, paging, sorting, the caller's address, limits
//! and headers. Nothing here reads events or people; it knows their identifiers.

mod attachment;
mod body;
mod caller;
mod client;
mod compressed;
mod cursor;
mod download;
mod envelope;
mod existing;
mod faults;
mod json;
pub mod layers;
pub mod manifest;
mod named_ids;
mod paging;
mod path;
mod query;
mod routes;
mod screens;
pub mod web_app;

pub use attachment::attachment;
pub use body::{Hurry, Unread};
pub use caller::Caller;
pub use client::ClientIp;
pub use compressed::accepts;
pub use cursor::{Cursor, CursorQuery};
pub use download::{Download, broken};
pub use envelope::{BinaryFile, Envelope, Nothing};
pub use existing::{Existing, Identified};
pub use json::{ForeignJson, ValidatedJson, read_json, unreadable};
pub use named_ids::{IdsBody, NamedIds};
pub use paging::{
    ALL, MAX_LIMIT, MAX_PAGE, Page, PageQuery, SortOrder, check_page, part_limit, sorted,
};
pub use path::{PathId, PathNumber, PathSlug, PathToken, path_id};
pub use query::{ForeignQuery, MAX_VALUE as MAX_QUERY_VALUE, ValidatedQueries, ValidatedQuery};
pub use routes::{AnyHandler, add_route};
