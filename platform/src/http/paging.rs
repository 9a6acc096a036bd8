//! Pages of a list: which rows a caller asks for, how they are sorted, and how many there are.

use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, Iterable as _, PrimaryKeyToColumn as _, QueryOrder as _, Select};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::error::Result;
use crate::validation::Check;

/// Rows of a page if the caller gives no number.
pub const DEFAULT_LIMIT: u64 = 20;
/// The most rows of a page.
pub const MAX_LIMIT: u64 = 100;
/// The last page that can be asked for.
pub const MAX_PAGE: u64 = 1_000_000;
/// As a limit: as many rows as one answer may have.
pub const ALL: i64 = -1;

/// The requested page. `#[serde(flatten)]` does not work for numbers in query strings, so list queries have the two
/// fields themselves and call [`PageQuery::new`].
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

impl PageQuery {
    /// Combines two optional query values.
    ///
    /// # Errors
    /// 5002 at `limit` and `page`, where they are out of range.
    pub fn new(limit: Option<i64>, page: Option<i64>) -> Result<Self> {
        check_page(limit, page, MAX_LIMIT)?;
        Ok(Self { limit, page })
    }

    /// Returns the rows of a page, with a number out of range moved into it.
    #[must_use]
    pub fn limit(self) -> u64 {
        match self.limit {
            None => DEFAULT_LIMIT,
            Some(ALL) => MAX_LIMIT,
            Some(limit) => u64::try_from(limit)
                .unwrap_or(DEFAULT_LIMIT)
                .clamp(1, MAX_LIMIT),
        }
    }

    /// Returns the number of rows to skip.
    #[must_use]
    pub fn offset(self) -> u64 {
        let page = self
            .page
            .and_then(|page| u64::try_from(page).ok())
            .unwrap_or(1)
            .clamp(1, MAX_PAGE);
        (page - 1) * self.limit()
    }
}

/// Checks the query values of a list whose pages have at most `most` rows.
///
/// # Errors
/// 5002 at `limit` and `page`, where they are out of range.
pub fn check_page(limit: Option<i64>, page: Option<i64>, most: u64) -> Result<()> {
    let mut check = Check::default();
    if let Some(limit) = limit.filter(|limit| *limit != ALL) {
        check.between("limit", limit, 1, signed(most));
    }
    if let Some(page) = page {
        check.between("page", page, 1, signed(MAX_PAGE));
    }
    check.finish()
}

/// Returns the most entries of a part of a list: `usual` if nothing was asked for.
///
/// # Errors
/// 5002 at `limit` unless it is between 1 and `most`.
pub fn part_limit(limit: Option<u64>, usual: u64, most: u64) -> Result<u64> {
    let limit = limit.unwrap_or(usual);
    let mut check = Check::default();
    check.between("limit", signed(limit), 1, signed(most));
    check.finish()?;
    Ok(limit)
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The direction in which a list is sorted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SortOrder {
    #[default]
    Asc,
    Desc,
}

/// Sorts rows by `values` and, where these are equal, by the primary key, so that pages neither repeat nor skip rows.
/// Descending is the exact reverse of ascending, so that one index serves both.
pub fn sorted<E: EntityTrait>(
    rows: Select<E>,
    values: impl IntoIterator<Item = Expr>,
    order: SortOrder,
) -> Select<E> {
    let order = match order {
        SortOrder::Asc => sea_orm::Order::Asc,
        SortOrder::Desc => sea_orm::Order::Desc,
    };
    let by_values = values
        .into_iter()
        .fold(rows, |rows, value| rows.order_by(value, order.clone()));
    E::PrimaryKey::iter().fold(by_values, |rows, key| {
        rows.order_by(key.into_column(), order.clone())
    })
}

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<T> {
    /// The rows of this page.
    pub items: Vec<T>,
    /// The number of rows on all pages.
    pub total: u64,
}
