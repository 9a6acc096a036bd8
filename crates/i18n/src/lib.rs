//! Vietnamese and English: which language a caller wants, the messages in it, and how money, dates
//! and names are written.
//!
//! It holds no messages of its own and reads no files: the caller hands over two JSON documents. It has
//! no plural rules; messages are worded so that they need none.

mod catalogue;
mod format;
mod lang;
mod text;

pub use catalogue::{Catalogue, CatalogueError, Missing};
pub use format::{format_date_time, format_money};
pub use lang::Lang;
pub use text::{compose, fold_for_search, is_invisible, normalize_text};
