use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Rows when the caller does not say.
pub const DEFAULT_LIMIT: u64 = 20;
/// Rows at most in one answer.
pub const MAX_LIMIT: u64 = 100;

/// Paging as asked for: `?limit&page`, pages counted from 1. Put into a query struct with `#[serde(flatten)]`
/// does not work for numbers in query strings, so list queries name the two fields and call [`PageQuery::new`].
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// 1–100, default 20; −1 = as many as allowed.
    pub limit: Option<i64>,
    /// From 1.
    pub page: Option<i64>,
}

impl PageQuery {
    /// From two optional query values.
    #[must_use]
    pub fn new(limit: Option<i64>, page: Option<i64>) -> Self {
        Self { limit, page }
    }

    /// Rows to return; a number out of range is brought into it.
    #[must_use]
    pub fn limit(self) -> u64 {
        match self.limit {
            None => DEFAULT_LIMIT,
            Some(-1) => MAX_LIMIT,
            Some(limit) => u64::try_from(limit)
                .unwrap_or(DEFAULT_LIMIT)
                .clamp(1, MAX_LIMIT),
        }
    }

    /// Rows to skip.
    #[must_use]
    pub fn offset(self) -> u64 {
        let page = self
            .page
            .and_then(|page| u64::try_from(page).ok())
            .unwrap_or(1)
            .clamp(1, 1_000_000);
        (page - 1) * self.limit()
    }
}

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Page<T> {
    /// The rows of this page.
    pub items: Vec<T>,
    /// Rows on all pages.
    pub total: u64,
}
