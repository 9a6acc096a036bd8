//! The second factor: a code of an authenticator app (TOTP, RFC 6238), or one of ten recovery codes that work once
//! each.
//!
//! The secret shared with the app is stored encrypted, recovery codes as keyed hashes. A login with a second factor
//! takes two steps. Between them the client holds a signed [`Challenge`] that is valid for five minutes.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::{Context, anyhow};
use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::secrets::{self, Secrets};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter,
    QuerySelect, Set,
};
use totp_rs::{Builder, Totp};
use uuid::Uuid;

use super::UserId;
use super::entity::{recovery_code, second_factor, user};
use super::links::ALPHABET;

/// The number of recovery codes of an account.
const RECOVERY_CODES: usize = 10;
/// Characters of a recovery code, without the hyphens: 60 bits.
const RECOVERY_LENGTH: usize = 12;
/// The name that the app shows beside the account.
const ISSUER: &str = "Hội";
const PURPOSE: &str = "second-factor";

/// The secret to enter into an authenticator app.
pub struct Setup {
    /// The secret in base32.
    pub secret: String,
    /// The `otpauth:` address for a QR code.
    pub uri: String,
}

/// The kind of the accepted code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    /// A code of the app.
    App,
    /// A recovery code, which is used up now.
    Recovery,
}

/// Returns whether the account has a second factor.
pub async fn is_on(conn: &impl ConnectionTrait, user: UserId) -> Result<bool> {
    let confirmed = second_factor::Entity::find_by_id(user)
        .filter(second_factor::Column::ConfirmedAt.is_not_null());
    Ok(confirmed.count(conn).await? > 0)
}

/// Returns those of the accounts that have a second factor.
pub async fn among(
    conn: &impl ConnectionTrait,
    users: impl IntoIterator<Item = UserId>,
) -> Result<HashSet<UserId>> {
    let confirmed = second_factor::Entity::find()
        .select_only()
        .column(second_factor::Column::UserId)
        .filter(second_factor::Column::UserId.is_in(users))
        .filter(second_factor::Column::ConfirmedAt.is_not_null());
    let found: Vec<UserId> = confirmed.into_tuple().all(conn).await?;
    Ok(found.into_iter().collect())
}

/// Returns the number of unused recovery codes.
pub async fn codes_left(conn: &impl ConnectionTrait, user: UserId) -> Result<u64> {
    Ok(recovery_code::Entity::find()
        .filter(recovery_code::Column::UserId.eq(user))
        .filter(recovery_code::Column::UsedAt.is_null())
        .count(conn)
        .await?)
}

/// Creates a secret that [`confirm`] turns on, and replaces an earlier unconfirmed one. Refuses with 5008 if the second
/// factor is on.
pub async fn begin(
    tx: &Tx,
    secrets: &Secrets,
    user: &user::Model,
    now: Timestamp,
) -> Result<Setup> {
    // Locks the account, because the second factor has no row yet that two simultaneous requests could lock.
    super::store::lock(tx, user.id).await?;
    if lock(tx, user.id)
        .await?
        .is_some_and(|row| row.confirmed_at.is_some())
    {
        return Err(already_on());
    }
    remove(tx, user.id).await?;
    let secret = secrets::random::<20>()?;
    let row = second_factor::ActiveModel {
        user_id: Set(user.id),
        secret: Set(secrets.seal(PURPOSE, user.id.0.as_bytes(), &secret)?),
        confirmed_at: Set(None),
        last_step: Set(0),
        created_at: Set(now),
    };
    second_factor::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    let totp = totp(secret.to_vec(), &user.email)?;
    let uri = totp
        .to_url()
        .map_err(|error| anyhow!("no otpauth address: {error}"))?;
    Ok(Setup {
        secret: totp.secret().to_base32(),
        uri,
    })
}

/// Turns the second factor on and returns the recovery codes, which cannot be read again. None if `code` is wrong.
/// Refuses with 5008 if the second factor is on, with 5005 if setting it up was not begun.
pub async fn confirm(
    tx: &Tx,
    secrets: &Secrets,
    user: UserId,
    code: &str,
    now: Timestamp,
) -> Result<Option<Vec<String>>> {
    let row = lock(tx, user).await?.ok_or_else(Error::not_found)?;
    if row.confirmed_at.is_some() {
        return Err(already_on());
    }
    let Some(step) = matching_step(secrets, &row, &plain(code), now)? else {
        return Ok(None);
    };
    let change = second_factor::ActiveModel {
        user_id: Set(user),
        confirmed_at: Set(Some(now)),
        last_step: Set(step),
        ..Default::default()
    };
    change.update(tx).await?;
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        codes.push(recovery_code()?);
    }
    let rows = codes.iter().map(|code| recovery_code::ActiveModel {
        user_id: Set(user),
        hash: Set(recovery_hash(secrets, user, &plain(code))),
        used_at: Set(None),
    });
    recovery_code::Entity::insert_many(rows)
        .exec_without_returning(tx)
        .await?;
    Ok(Some(codes))
}

/// Uses up `code`, a code of the app or a recovery code; None if it is wrong or was used before. The caller commits
/// only if it was accepted.
pub async fn accept(
    tx: &Tx,
    secrets: &Secrets,
    user: UserId,
    code: &str,
    now: Timestamp,
) -> Result<Option<Accepted>> {
    let code = plain(code);
    let Some(row) = lock(tx, user)
        .await?
        .filter(|row| row.confirmed_at.is_some())
    else {
        return Ok(None);
    };
    if let Some(step) = matching_step(secrets, &row, &code, now)? {
        let change = second_factor::ActiveModel {
            user_id: Set(user),
            last_step: Set(step),
            ..Default::default()
        };
        change.update(tx).await?;
        return Ok(Some(Accepted::App));
    }
    let redeemed = recovery_code::Entity::update_many()
        .col_expr(recovery_code::Column::UsedAt, Expr::value(now))
        .filter(recovery_code::Column::UserId.eq(user))
        .filter(recovery_code::Column::Hash.eq(recovery_hash(secrets, user, &code)))
        .filter(recovery_code::Column::UsedAt.is_null())
        .exec(tx)
        .await?;
    Ok((redeemed.rows_affected == 1).then_some(Accepted::Recovery))
}

/// Turns the second factor off, and deletes the secret and the recovery codes.
pub async fn remove(tx: &Tx, user: UserId) -> Result<()> {
    recovery_code::Entity::delete_many()
        .filter(recovery_code::Column::UserId.eq(user))
        .exec(tx)
        .await?;
    second_factor::Entity::delete_by_id(user).exec(tx).await?;
    Ok(())
}

fn already_on() -> Error {
    Error::Conflict(LocalizedText::new("secondFactor.alreadyOn"))
}

async fn lock(tx: &Tx, user: UserId) -> Result<Option<second_factor::Model>> {
    Ok(second_factor::Entity::find_by_id(user)
        .lock_exclusive()
        .one(tx)
        .await?)
}

/// Returns the 30-second step of this code: the current one or a neighbour, and later than the last accepted one, so
/// that an intercepted code is useless; None if the code is wrong.
fn matching_step(
    secrets: &Secrets,
    row: &second_factor::Model,
    code: &str,
    now: Timestamp,
) -> Result<Option<i64>> {
    let secret = secrets
        .unseal(PURPOSE, row.user_id.0.as_bytes(), &row.secret)
        .context(
            "the secret of a second factor cannot be read: the installation's secret was replaced",
        )?;
    let seconds = u64::try_from(now.0 / 1000).unwrap_or(0);
    let step = totp(secret, "")?.check(code, seconds);
    let step = step.and_then(|step| i64::try_from(step).ok());
    Ok(step.filter(|step| *step > row.last_step))
}

fn totp(secret: Vec<u8>, account: &str) -> Result<Totp> {
    // A colon separates issuer and account in the address.
    let account = account.replace(':', " ");
    let totp = Builder::new()
        .with_secret(secret)
        .with_issuer(Some(ISSUER))
        .with_account_name(account)
        .build();
    Ok(totp.map_err(|error| anyhow!("the second factor cannot be computed: {error}"))?)
}

/// Normalises a typed code: removes white space and hyphens, in lower case.
fn plain(code: &str) -> String {
    let kept = code
        .chars()
        .filter(|char| !char.is_whitespace() && *char != '-');
    kept.flat_map(char::to_lowercase).collect()
}

/// Creates a code such as `ab3d-ef7h-jk9m`.
fn recovery_code() -> Result<String> {
    let letters: Vec<u8> = secrets::random::<RECOVERY_LENGTH>()?
        .into_iter()
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)).copied())
        .collect();
    let groups: Vec<_> = letters.chunks(4).map(String::from_utf8_lossy).collect();
    Ok(groups.join("-"))
}

/// Returns a keyed hash, so that a copy of the database alone does not reveal the short codes.
fn recovery_hash(secrets: &Secrets, user: UserId, code: &str) -> String {
    let message = [user.0.as_bytes(), code.as_bytes()].concat();
    secrets::hex(&secrets.sign("recovery-code", &message))
}

/// Proves that the client knew the password of an account a short while ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge {
    /// The account whose password was given.
    pub user: UserId,
    /// Whether the session shall last 30 days.
    pub remember: bool,
    pub expires_at: Timestamp,
}

impl Challenge {
    /// How long a challenge is valid.
    pub const LIFETIME: Duration = Duration::from_mins(5);

    /// Returns the challenge as text. The signature includes the password's hash, so changing the password invalidates
    /// it.
    pub fn sign(self, secrets: &Secrets, password_hash: &str) -> String {
        let claim = self.claim();
        let signature = secrets.sign("login-challenge", &message(&claim, password_hash));
        format!("{claim}.{}", secrets::hex(&signature))
    }

    /// Reads a text made by [`Self::sign`] and its signature without verifying it, because that needs the account.
    pub fn parse(text: &str) -> Option<(Self, Vec<u8>)> {
        let (claim, signature) = text.rsplit_once('.')?;
        let mut parts = claim.split('.');
        let challenge = Self {
            user: UserId(Uuid::parse_str(parts.next()?).ok()?),
            remember: parts.next()? == "1",
            expires_at: Timestamp(parts.next()?.parse().ok()?),
        };
        Some((challenge, secrets::unhex(signature)?))
    }

    /// Returns whether `signature` belongs to this challenge and password, and the challenge has not expired.
    pub fn is_good(
        self,
        secrets: &Secrets,
        password_hash: &str,
        signature: &[u8],
        now: Timestamp,
    ) -> bool {
        let message = message(&self.claim(), password_hash);
        now < self.expires_at && secrets.verify("login-challenge", &message, signature)
    }

    fn claim(self) -> String {
        let remember = u8::from(self.remember);
        format!("{}.{remember}.{}", self.user.0.simple(), self.expires_at.0)
    }
}

fn message(claim: &str, password_hash: &str) -> Vec<u8> {
    format!("{claim}\0{password_hash}").into_bytes()
}

#[cfg(test)]
mod tests {
    use hoi_testing::forged;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_codes_are_those_of_rfc_6238() {
        let totp = totp(b"12345678901234567890".to_vec(), "").unwrap();
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(totp.generate(seconds).to_string(), code);
        }
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        assert_eq!(plain(" 123 456"), "123456");
        assert_eq!(plain("AB3D-ef7h-JK9M"), "ab3def7hjk9m");
        assert_eq!(recovery_code().unwrap().len(), 14);
    }

    #[test]
    fn a_challenge_ends_with_its_time_and_with_the_password() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let challenge = Challenge {
            user: UserId(Uuid::from_u128(7)),
            remember: true,
            expires_at: Timestamp(1_000),
        };
        let text = challenge.sign(&secrets, "hash");
        let (read, signature) = Challenge::parse(&text).unwrap();
        assert_eq!(read, challenge);
        assert!(read.is_good(&secrets, "hash", &signature, Timestamp(999)));
        assert!(!read.is_good(&secrets, "hash", &signature, Timestamp(1_000)));
        assert!(!read.is_good(&secrets, "other", &signature, Timestamp(999)));
        let longer = Challenge {
            expires_at: Timestamp(2_000),
            ..read
        };
        assert!(!longer.is_good(&secrets, "hash", &signature, Timestamp(999)));
    }

    #[test]
    fn a_forged_challenge_is_of_no_other_account_and_lasts_no_longer() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let challenge = Challenge {
            user: UserId(Uuid::from_u128(7)),
            remember: false,
            expires_at: Timestamp(1_000),
        };
        proptest!(|(text in forged(challenge.sign(&secrets, "hash")))| {
            if let Some((read, signature)) = Challenge::parse(&text)
                && read.is_good(&secrets, "hash", &signature, Timestamp(999))
            {
                prop_assert_eq!(read.claim(), challenge.claim());
            }
        });
    }
}
