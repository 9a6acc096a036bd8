//! Keys of the API, written directly into the database, because making one asks for a password.

use hoi_server::api_keys::{ApiRight, NewKey, issue};
use hoi_ticketing::events::EventId;
use sea_orm::Iterable as _;

use super::{TestApp, TestUser};

impl TestApp {
    /// Makes a key of `user` with these rights in these events, or in all of the account's.
    pub async fn key_of(
        &self,
        user: &TestUser,
        rights: impl IntoIterator<Item = ApiRight>,
        events: Option<Vec<EventId>>,
    ) -> String {
        let now = self.app.clock.now();
        let new = NewKey {
            user: user.id,
            name: "Máy in thẻ".to_owned(),
            rights: rights.into_iter().collect(),
            events,
            expires_at: None,
        };
        let tx = self.app.db.write().await.unwrap();
        let (_, key) = issue(&tx, new, now).await.unwrap();
        tx.commit().await.unwrap();
        key
    }

    /// Makes a key of `user` that may do everything that keys may.
    pub async fn full_key(&self, user: &TestUser) -> String {
        self.key_of(user, ApiRight::iter(), None).await
    }
}
