use std::fmt::{self, Display, Formatter};

use hoi_db::Timestamp;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, Select};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::paging::{MAX_LIMIT, part_limit};
use crate::error::{Error, LocalizedText, Result};

/// The requested part of a list that is read from its newest rows to its oldest.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CursorQuery {
    /// `nextCursor` of the previous part; absent for the newest entries.
    pub cursor: Option<String>,
    /// The most entries to return, 1–100, default 50.
    pub limit: Option<u64>,
}

/// The place at which a part of a list in the order of time ended.
#[derive(Debug, Clone, Copy)]
pub struct Cursor {
    /// The moment of the last row of the part.
    pub at: Timestamp,
    /// The last row of the part, which decides between several of the same moment.
    pub id: Uuid,
}

impl CursorQuery {
    /// Returns the most rows of the part, and where the part before it ended.
    ///
    /// # Errors
    /// 5002 at `cursor`, and at `limit` where it is out of range.
    pub fn part(&self) -> Result<(u64, Option<Cursor>)> {
        let limit = part_limit(self.limit, 50, MAX_LIMIT)?;
        let before = self.cursor.as_deref().map(Cursor::read).transpose()?;
        Ok((limit, before))
    }
}

impl Cursor {
    /// Reads a cursor from `nextCursor` of an earlier answer.
    ///
    /// # Errors
    /// 5002 at `cursor`.
    pub fn read(text: &str) -> Result<Self> {
        let read = || {
            let (at, id) = text.split_once('-')?;
            Some(Self {
                at: Timestamp(at.parse().ok()?),
                id: id.parse().ok()?,
            })
        };
        read().ok_or_else(Self::bad)
    }

    /// The refusal of a cursor that is none: 5002 at `cursor`.
    pub fn bad() -> Error {
        Error::field("cursor", LocalizedText::new("field.cursor"))
    }

    /// Sorts `rows` newest first, and keeps only rows after the cursor `before`.
    pub fn newest_first<E: EntityTrait>(
        rows: Select<E>,
        before: Option<Self>,
        at: E::Column,
        id: E::Column,
    ) -> Select<E> {
        let older = before.map(|before| {
            let within_moment = Condition::any().add(at.lt(before.at)).add(id.lt(before.id));
            // The bound by itself lets an index begin here instead of at the newest row.
            Condition::all().add(at.lte(before.at)).add(within_moment)
        });
        rows.filter(Condition::all().add_option(older))
            .order_by_desc(at)
            .order_by_desc(id)
    }

    /// Sorts `rows` oldest first, and keeps only rows after the cursor `after`.
    pub fn oldest_first<E: EntityTrait>(
        rows: Select<E>,
        after: Option<Self>,
        at: E::Column,
        id: E::Column,
    ) -> Select<E> {
        let newer = after.map(|after| {
            let within_moment = Condition::any().add(at.gt(after.at)).add(id.gt(after.id));
            Condition::all().add(at.gte(after.at)).add(within_moment)
        });
        rows.filter(Condition::all().add_option(newer))
            .order_by_asc(at)
            .order_by_asc(id)
    }

    /// Returns the first `limit` of `rows`, which were read with one more than that, and the cursor of the next part;
    /// None at the end.
    pub fn cut<T>(
        mut rows: Vec<T>,
        limit: u64,
        place: impl Fn(&T) -> (Timestamp, Uuid),
    ) -> (Vec<T>, Option<String>) {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let is_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| is_more);
        let next = last.map(|row| {
            let (at, id) = place(row);
            Self { at, id }.to_string()
        });
        (rows, next)
    }
}

impl Display for Cursor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.at.0, self.id.simple())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_cursor_is_read_as_it_was_written(at in 0..=i64::MAX, id: u128) {
            let cursor = Cursor { at: Timestamp(at), id: Uuid::from_u128(id) };
            let read = Cursor::read(&cursor.to_string()).unwrap();
            prop_assert_eq!((read.at, read.id), (cursor.at, cursor.id));
        }

        #[test]
        fn any_text_is_a_cursor_or_refused(text in "[0-9]{0,22}-[0-9a-f-]{0,40}|\\PC{0,60}") {
            match Cursor::read(&text) {
                Ok(cursor) => prop_assert!(cursor.at.0 >= 0),
                Err(error) => prop_assert_eq!(error.code(), 5002),
            }
        }
    }
}
