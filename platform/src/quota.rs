//! Bounded numbers: seats of an event or of a ticket class, uses of an invitation code.

/// Stands for "unlimited" where a limit is stored or travels through the API.
pub const UNLIMITED: i64 = -1;

/// How much of a limit is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    limit: Option<i64>,
    used: i64,
}

impl Quota {
    /// `used` of `limit`, as stored: [`UNLIMITED`] is no limit.
    #[must_use]
    pub fn new(limit: i64, used: i64) -> Self {
        Self {
            limit: Some(limit).filter(|limit| *limit != UNLIMITED),
            used,
        }
    }

    /// Returns the amount used.
    #[must_use]
    pub fn used(self) -> i64 {
        self.used
    }

    /// Uses `more`; less when it is negative.
    pub fn add(&mut self, more: i64) {
        self.used += more;
    }

    /// The rest of the limit, at least 0; `None` when there is no limit.
    #[must_use]
    pub fn left(self) -> Option<i64> {
        self.limit.map(|limit| (limit - self.used).max(0))
    }

    /// The rest of the limit in the form of the API: [`UNLIMITED`] when there is no limit.
    #[must_use]
    pub fn left_or_unlimited(self) -> i64 {
        self.left().unwrap_or(UNLIMITED)
    }

    /// Returns whether nothing is left.
    #[must_use]
    pub fn is_used_up(self) -> bool {
        self.left() == Some(0)
    }

    /// Whether more is used than `limit`, as stored, would allow.
    #[must_use]
    pub fn exceeds(self, limit: i64) -> bool {
        limit != UNLIMITED && limit < self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_never_negative() {
        for (limit, used, left) in [
            (5, 0, Some(5)),
            (5, 5, Some(0)),
            (5, 7, Some(0)),
            (-1, 9, None),
        ] {
            let quota = Quota::new(limit, used);
            assert_eq!(quota.left(), left);
            assert_eq!(quota.left_or_unlimited(), left.unwrap_or(-1));
            assert_eq!(quota.is_used_up(), left == Some(0));
        }
    }

    #[test]
    fn a_limit_below_the_used_amount_is_exceeded() {
        let quota = Quota::new(5, 3);
        assert_eq!(
            [2, 3, -1].map(|limit| quota.exceeds(limit)),
            [true, false, false]
        );
    }
}
