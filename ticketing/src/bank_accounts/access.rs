//! The right to a bank account.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use hoi_community::accounts::Signed;
use hoi_community::accounts::entity::user;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText};
use hoi_platform::http::path_id;

use super::entity::bank_account;
use super::store;

/// The bank account `{id}`, which belongs to the caller; administrators may use any. 5016 for others.
#[derive(Debug, Clone)]
pub struct OwnAccount {
    pub account: bank_account::Model,
    pub user: user::Model,
}

impl<S: Send + Sync> FromRequestParts<S> for OwnAccount
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let signed = <Signed as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let missing = || Error::NotFound(LocalizedText::new("bankAccount.notFound"));
        let id = path_id(parts, state, "id").await.map_err(|_| missing())?;
        let app = App::from_ref(state);
        let account = store::find_account(app.db.read(), id)
            .await?
            .ok_or_else(missing)?;
        if account.owner_id != signed.user.id && !signed.is_admin() {
            return Err(Error::InsufficientPermission);
        }
        let Signed { user, .. } = signed;
        Ok(Self { account, user })
    }
}
