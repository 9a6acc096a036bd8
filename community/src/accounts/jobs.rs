//! Mails about accounts. The jobs contain no secrets; see [`links`].

use hoi_jobs::{Attempt, Job, JobError, Lane, Retry};
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::mails::{self, OutgoingMail};
use hoi_platform::password_hashing::Requester;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::entity::user;
use super::{OneTimeTokenId, TokenKind, UserId, links, store};

/// Mails a link to an address if an account there can use it. The job and not the request looks for the account, so
/// that the requester cannot learn whether it exists.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendLink {
    /// The purpose of the link.
    pub kind: TokenKind,
    /// The address as it was typed.
    pub email: String,
    /// The identifier from which the link's token is derived.
    pub link: OneTimeTokenId,
}

impl Job for SendLink {
    const NAME: &'static str = "accounts.sendLink";
    const LANE: Lane = Lane::Urgent;
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some(user) = self.prepare(app).await.map_err(failed)? else {
            return Ok(());
        };
        let token = links::token(&app.secrets, self.link);
        let (template, path) = match self.kind {
            TokenKind::VerifyEmail => ("verify_email", "/verify-email"),
            TokenKind::ResetPassword => ("reset_password", "/auth/reset-password"),
        };
        let values = json!({ "link": format!("{}{path}/{token}", app.config.public_url) });
        send(app, attempt, &user, template, values, self.link.0).await
    }
}

impl SendLink {
    async fn prepare(&self, app: &App) -> Result<Option<user::Model>> {
        let now = app.clock.now();
        let tx = app.db.write().await?;
        let Some(user) = store::find_by_email(&tx, &self.email).await? else {
            return Ok(None);
        };
        let is_useful = match self.kind {
            TokenKind::VerifyEmail => user.email_verified_at.is_none(),
            TokenKind::ResetPassword => user.is_active,
        };
        if !is_useful
            || !links::issue(&tx, &app.secrets, user.id, self.kind, self.link, now).await?
        {
            return Ok(None);
        }
        tx.commit().await?;
        Ok(Some(user))
    }
}

/// The reason for a generated password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GeneratedFor {
    /// An administrator created the account.
    NewAccount,
    /// An administrator reset the password.
    Reset,
}

/// Mails a generated password.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendGeneratedPassword {
    /// The account's owner.
    pub user: UserId,
    /// The seed from which the password is derived.
    pub seed: Uuid,
    pub reason: GeneratedFor,
}

impl Job for SendGeneratedPassword {
    const NAME: &'static str = "accounts.sendGeneratedPassword";
    const LANE: Lane = Lane::Urgent;
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.user.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let user = store::find(app.db.read(), self.user)
            .await
            .map_err(failed)?;
        // A generated password that was replaced is useless.
        let Some(user) = user.filter(|user| user.must_change_password) else {
            return Ok(());
        };
        let password = links::generated_password(&app.secrets, self.seed);
        let place = app.passwords.place(Requester::PROGRAM).map_err(failed)?;
        let matches = place.verify(&password, Some(&user.password_hash));
        if !matches.await.map_err(failed)? {
            return Ok(());
        }
        let template = match self.reason {
            GeneratedFor::NewAccount => "account_created",
            GeneratedFor::Reset => "password_generated",
        };
        let values = json!({
            "email": user.email,
            "password": password,
            "link": format!("{}/auth/login", app.config.public_url),
        });
        send(app, attempt, &user, template, values, self.seed).await
    }
}

/// Mails the owner of an account that the password was changed, in case another person did it.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendPasswordChanged {
    /// The account's owner.
    pub user: UserId,
    /// A new identifier for every change, so that each one is mailed.
    pub change: Uuid,
}

impl Job for SendPasswordChanged {
    const NAME: &'static str = "accounts.sendPasswordChanged";
    const LANE: Lane = Lane::Urgent;
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.user.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let found = store::find(app.db.read(), self.user).await;
        let Some(user) = found.map_err(failed)? else {
            return Ok(());
        };
        let values = json!({ "link": format!("{}/auth/forgot-password", app.config.public_url) });
        send(app, attempt, &user, "password_changed", values, self.change).await
    }
}

/// Mails the owner of an account that an administrator suspended it or made it active again, unless that changed
/// meanwhile.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendStatusChanged {
    /// The account's owner.
    pub user: UserId,
    pub is_active: bool,
    /// A new identifier for every change, so that each one is mailed.
    pub change: Uuid,
}

impl Job for SendStatusChanged {
    const NAME: &'static str = "accounts.sendStatusChanged";
    const LANE: Lane = Lane::Urgent;
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.user.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let found = store::find(app.db.read(), self.user).await;
        let user = found.map_err(failed)?;
        let Some(user) = user.filter(|user| user.is_active == self.is_active) else {
            return Ok(());
        };
        let template = if self.is_active {
            "account_activated"
        } else {
            "account_suspended"
        };
        let values = json!({ "link": format!("{}/auth/login", app.config.public_url) });
        send(app, attempt, &user, template, values, self.change).await
    }
}

async fn send(
    app: &App,
    attempt: Attempt,
    user: &user::Model,
    template: &'static str,
    mut values: serde_json::Value,
    id: Uuid,
) -> Result<(), JobError> {
    if let Some(values) = values.as_object_mut() {
        values.insert("fullName".to_owned(), user.full_name.clone().into());
    }
    let mail = OutgoingMail {
        template,
        to: &user.email,
        name: &user.full_name,
        lang: user.lang,
        values,
        attachments: Vec::new(),
        dress: None,
        message_id: format!("{template}-{id}"),
        unsubscribe: None,
        about: Some(user.id.0),
    };
    mails::send(app, attempt, mail).await
}

fn failed(error: Error) -> JobError {
    JobError::Retry(match error {
        Error::Internal(error) => error,
        other => anyhow::anyhow!("code {}", other.code()),
    })
}
