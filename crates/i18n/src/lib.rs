//! Languages: which one a caller wants, the messages in it, and how it writes money, dates and names.
//!
//! This crate contains no messages and reads no files: the caller passes one JSON document per language. A message that
//! depends on a number has the plural forms of its language.

mod catalogue;
mod format;
mod lang;
mod old_font;
mod syllable;
mod text;
mod words;

pub use catalogue::{Catalogue, CatalogueError, Missing};
pub use format::{
    VIETNAM, format_date_time, format_date_time_range, format_day, format_money, format_phone,
    number_in_words,
};
pub use lang::{Lang, Language};
pub use old_font::{Converted, OldFont};
pub use text::{compose, fold_for_search, is_invisible, normalize_text, plain_letters};
