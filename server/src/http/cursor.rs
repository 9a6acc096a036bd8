use std::fmt::{self, Display, Formatter};

use hoi_db::Timestamp;
use sea_orm::{ColumnTrait, Condition};
use uuid::Uuid;

use crate::error::{Error, LocalizedText, Result};

/// The place at which a part of a list ended, newest first: everything that follows is older.
#[derive(Debug, Clone, Copy)]
pub struct Cursor {
    /// When the last entry of the part happened.
    pub at: Timestamp,
    /// The last entry of the part, which decides between several of the same moment.
    pub id: Uuid,
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
        read().ok_or_else(|| Error::field("cursor", LocalizedText::new("field.cursor")))
    }

    /// Returns the condition for rows that follow, by the columns of moment and identifier.
    pub fn follows(self, at: impl ColumnTrait, id: impl ColumnTrait) -> Condition {
        let same_moment = Condition::all().add(at.eq(self.at)).add(id.lt(self.id));
        Condition::any().add(at.lt(self.at)).add(same_moment)
    }
}

impl Display for Cursor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.at.0, self.id.simple())
    }
}
