//! The key that stops mails without a login; only the mails themselves carry it.
//!
//! Like the key of a visitor's own page it is signed instead of stored, covers the address to which the mail went, and
//! lasts as long as the account. It stops one kind of mail and does nothing else.

use hoi_db::Tx;
use hoi_platform::config::Config;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::UserId;
use hoi_platform::secrets::{Secrets, hex, unhex};
use sea_orm::{ConnectionTrait, EntityTrait as _, Iterable as _};
use uuid::Uuid;

use super::{ByEmail, DigestFrequency, Kind, store};
use crate::accounts::entity::user;

const PURPOSE: &str = "unsubscribe";
const DIGEST: &str = "digest";

/// The mails that a key stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mails {
    Digests,
    /// Mails of their own about this kind.
    Of(Kind),
}

impl Mails {
    fn name(self) -> &'static str {
        match self {
            Self::Digests => DIGEST,
            Self::Of(kind) => kind.name(),
        }
    }

    fn named(name: &str) -> Option<Self> {
        if name == DIGEST {
            return Some(Self::Digests);
        }
        let kind = Kind::iter().find(|kind| kind.name() == name);
        kind.map(Self::Of)
    }
}

/// The addresses in a mail at which its reader stops such mails.
pub struct Unsubscribe {
    /// Takes a POST, and sends readers who follow it as a link to the page.
    pub one_click: String,
    /// The page that asks first.
    pub page: String,
}

/// Returns the addresses for a mail to this person.
#[must_use]
pub fn unsubscribe(
    config: &Config,
    secrets: &Secrets,
    user: &user::Model,
    mails: Mails,
) -> Unsubscribe {
    let signature = secrets.sign(PURPOSE, &claim(user, mails));
    let key = format!(
        "{}.{}.{}",
        user.id.0.simple(),
        mails.name(),
        hex(&signature)
    );
    Unsubscribe {
        one_click: format!(
            "{}/api/notification/mail/unsubscribe/{key}",
            config.public_url
        ),
        page: page(&config.public_url, &key),
    }
}

/// Returns the address of the page that asks before it stops mails.
pub fn page(public_url: &str, key: &str) -> String {
    format!("{public_url}/unsubscribe/{key}")
}

/// Returns the account whose mails `key` stops, and the kind of these mails.
///
/// # Errors
/// 5005 for a key that opens nothing.
pub async fn open(
    conn: &impl ConnectionTrait,
    secrets: &Secrets,
    key: &str,
) -> Result<(UserId, Mails)> {
    let outdated = || Error::NotFound(LocalizedText::new("notifications.linkOver"));
    let (id, mails, signature) = read(key).ok_or_else(outdated)?;
    let user = user::Entity::find_by_id(id).one(conn).await?;
    let user = user
        .filter(|user| secrets.verify(PURPOSE, &claim(user, mails), &signature))
        .ok_or_else(outdated)?;
    Ok((user.id, mails))
}

/// Stops the mails that `key` names, once more if it was done before.
///
/// # Errors
/// 5005 for a key that opens nothing.
pub async fn stop_mails(tx: &Tx, secrets: &Secrets, key: &str) -> Result<()> {
    let (user, mails) = open(tx, secrets, key).await?;
    match mails {
        Mails::Digests => store::set_frequency(tx, user, DigestFrequency::Off).await,
        Mails::Of(kind) => {
            let mut channels = store::channels_of(tx, &[user], kind)
                .await?
                .remove(&user)
                .unwrap_or_else(|| kind.default_channels());
            channels.email = ByEmail::Off;
            store::set_channels(tx, user, kind, channels).await
        }
    }
}

fn claim(user: &user::Model, mails: Mails) -> Vec<u8> {
    let parts = [user.id.0.as_bytes(), mails.name().as_bytes(), b" "];
    [parts.concat(), user.email_key.as_bytes().to_vec()].concat()
}

fn read(key: &str) -> Option<(UserId, Mails, Vec<u8>)> {
    let (id, rest) = key.split_once('.')?;
    let (mails, signature) = rest.rsplit_once('.')?;
    let id = UserId(Uuid::parse_str(id).ok()?);
    Some((id, Mails::named(mails)?, unhex(signature)?))
}
