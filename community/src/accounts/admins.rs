//! Creates administrators, who cannot register themselves.

use anyhow::{Result, anyhow, bail};
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::clock;
use hoi_platform::error::Error;
use hoi_platform::password_hashing::{PASSWORD_MAX, Requester};
use hoi_platform::validation::is_email;

use super::rules::PASSWORD_MIN;
use super::store::{self, NewAccount};
use super::{Role, links, weak_passwords};

/// Creates the administrator of the configuration (`HOI_ADMIN_EMAIL`, `HOI_ADMIN_PASSWORD`), unless the platform has
/// one already. Changing the configuration later does not change a password.
pub async fn ensure_first_admin(app: &App) -> Result<()> {
    let (Some(email), Some(password)) = (&app.config.admin_email, &app.config.admin_password)
    else {
        return Ok(());
    };
    let has_admin = store::has_admin(app.db.read()).await;
    if has_admin.map_err(in_words)? {
        return Ok(());
    }
    if let Err(error) = create_admin(app, email, None, Some(password)).await {
        // Another server that starts at the same moment may have created one.
        let has_admin = store::has_admin(app.db.read()).await;
        return has_admin.map_err(in_words)?.then_some(()).ok_or(error);
    }
    tracing::info!("the first administrator was made");
    Ok(())
}

/// Creates an administrator. Without a password one is generated and returned; it must be changed at the first login.
pub async fn create_admin(
    app: &App,
    email: &str,
    full_name: Option<&str>,
    password: Option<&str>,
) -> Result<Option<String>> {
    if !is_email(email) {
        bail!("`{email}` is not an e-mail address");
    }
    let generated = match password {
        Some(_) => None,
        None => Some(links::generated_password(&app.secrets, clock::new_id())),
    };
    let chosen = password.or(generated.as_deref()).unwrap_or_default();
    if !(PASSWORD_MIN..=PASSWORD_MAX).contains(&chosen.chars().count()) {
        bail!("the administrator's password needs {PASSWORD_MIN} to {PASSWORD_MAX} characters");
    }
    let name = full_name.unwrap_or("Quản trị viên");
    let weak =
        weak_passwords::common(chosen).or_else(|| weak_passwords::personal(chosen, email, name));
    if weak.is_some() {
        bail!(
            "the administrator's password is easily guessed: it is a common one, or their name or address"
        );
    }
    let place = app.passwords.place(Requester::PROGRAM).map_err(in_words)?;
    let new = NewAccount {
        email: email.to_owned(),
        password_hash: place.hash(chosen).await.map_err(in_words)?,
        role: Role::Admin,
        full_name: name.to_owned(),
        phone: String::new(),
        country: None,
        company: String::new(),
        event_limit: -1,
        is_verified: true,
        must_change_password: generated.is_some(),
        lang: Lang::default(),
    };
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let user = store::insert(&tx, new, now).await.map_err(in_words)?;
    audit::record(&tx, None, AuditAction::AccountCreated, user.id, None, now)
        .await
        .map_err(in_words)?;
    tx.commit().await?;
    Ok(generated)
}

/// Converts an error for the console, which has no envelope.
pub fn in_words(error: Error) -> anyhow::Error {
    match error {
        Error::Internal(error) => error,
        Error::EmailBeingUsed(_) => anyhow!("this e-mail address has an account already"),
        other => anyhow!("{}", other.name()),
    }
}
