//! Common parts of exported files: how many are written for an account at the same time, because each reads a whole
//! event and may be downloaded slowly, how rows are read, and how titles and moments are shown.

use std::sync::Arc;
use std::time::Duration;

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_spreadsheet::{Cell, Column};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ModelTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, Value,
};
use tokio::sync::OwnedSemaphorePermit;

use crate::days::VIETNAM;
use crate::error::{Error, LocalizedText, Result};
use crate::ids::UserId;
use crate::limits::KeyedSemaphores;

/// The most rows that an export has in memory at a time.
pub const PAGE: u64 = 500;
/// The most files written for one account at the same time.
const AT_ONCE: usize = 3;
/// The pause that a refused client is asked for.
const PAUSE: Duration = Duration::from_secs(10);

/// Returns a cell with the moment as the clocks of Vietnam show it, empty for None.
pub fn moment_cell(moment: Option<Timestamp>) -> Cell {
    let shown = moment.and_then(|moment| VIETNAM.find_shown(moment));
    shown.map_or(Cell::Empty, Cell::Moment)
}

/// Returns the column whose title is the text `key`, `width` characters wide.
pub fn column(lang: Lang, key: &'static str, width: u16) -> Column {
    Column {
        title: LocalizedText::new(key).in_language(lang),
        width,
        choices: Vec::new(),
    }
}

/// The rows of a table in the order of their identifiers, a page at a time.
pub struct Pages<E: EntityTrait> {
    rows: Select<E>,
    id: E::Column,
    last: Option<Value>,
}

impl<E: EntityTrait> Pages<E> {
    pub fn new(rows: Select<E>, id: E::Column) -> Self {
        let last = None;
        Self { rows, id, last }
    }

    /// Returns up to `limit` next rows; None after the last one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn next(
        &mut self,
        conn: &impl ConnectionTrait,
        limit: u64,
    ) -> Result<Option<Vec<E::Model>>, DbErr> {
        let rows = self.rows.clone();
        let rows = rows
            .apply_if(self.last.take(), |rows, last| rows.filter(self.id.gt(last)))
            .order_by_asc(self.id)
            .limit(limit)
            .all(conn)
            .await?;
        self.last = rows.last().map(|row| row.get(self.id));
        Ok(Some(rows).filter(|rows| !rows.is_empty()))
    }
}

/// The files being written on this server, by account.
#[derive(Default)]
pub struct Exports(KeyedSemaphores<UserId>);

impl Exports {
    /// Returns a permit to write one more file for `account`, held while it is written.
    ///
    /// # Errors
    /// 5003 (HTTP 429) while the account has the most files allowed.
    pub fn begin(&self, account: UserId) -> Result<OwnedSemaphorePermit> {
        let semaphore: Arc<_> = self.0.semaphore(account, AT_ONCE);
        let permit = semaphore.try_acquire_owned();
        permit.map_err(|_| Error::TooManyRequests { retry_after: PAUSE })
    }
}
