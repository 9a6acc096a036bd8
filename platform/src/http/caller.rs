use std::sync::{Arc, OnceLock};

use crate::ids::UserId;

/// The account behind a request, stored once it is known, for the layers around the route.
#[derive(Debug, Clone, Default)]
pub struct Caller(Arc<OnceLock<UserId>>);

impl Caller {
    /// Puts the account down; the first one stays.
    pub fn set(&self, account: UserId) {
        // Several arguments of one handler may ask; it is the same account each time.
        let _ = self.0.set(account);
    }

    /// The account, if a token has named one.
    #[must_use]
    pub fn account(&self) -> Option<UserId> {
        self.0.get().copied()
    }
}
