//! The password of the session's owner, asked for again before calls that another person at an open session must not
//! make.

use std::net::IpAddr;

use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::limits::throttle::{self, Counter};
use hoi_platform::password_hashing::Requester;
use hoi_platform::validation::{Check, Validate};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::Signed;
use crate::accounts::login_limits::{PASSWORD_OF_ORIGIN, of_session};

/// The password, which proves that the session's owner is present.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OwnPassword {
    pub password: String,
}

impl Validate for OwnPassword {
    fn validate(&mut self, check: &mut Check) {
        let is_there = !self.password.is_empty();
        check.ensure(is_there, "password", LocalizedText::new("field.required"));
    }
}

/// Verifies the password of the session's owner, and returns the counter of wrong ones. Refuses with 5019 if it is
/// wrong.
pub async fn check_password(
    app: &App,
    signed: &Signed,
    ip: IpAddr,
    password: &str,
) -> Result<Counter> {
    let place = app.passwords.place(Requester::Known(ip))?;
    let of_session = of_session(&PASSWORD_OF_ORIGIN, signed.session.id);
    let counters = std::slice::from_ref(&of_session);
    throttle::attempt(&app.db, counters, app.clock.now()).await?;
    if !place
        .verify(password, Some(&signed.user.password_hash))
        .await?
    {
        audit::record_refusal(app, AuditAction::PasswordRefused, Some(signed.user.id), ip).await;
        let wrong = LocalizedText::new("auth.wrongOldPassword");
        return Err(Error::InvalidCredential(wrong).at("password"));
    }
    let tx = app.db.write().await?;
    throttle::forgive(&tx, &of_session).await?;
    tx.commit().await?;
    Ok(of_session)
}
