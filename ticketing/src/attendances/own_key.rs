//! The key of a visitor's own page, which only their mails and their confirmation carry.
//!
//! It differs from the ticket code, which is shown at the door, printed on badges and photographed: seeing a ticket
//! must not be enough to cancel the seat. It is derived with the server's own secret instead of being stored, so that a
//! copy of the database opens no visitor's page, and it covers the address: when the organiser corrects a mistyped one,
//! the link that a stranger received becomes invalid. It lasts as long as the registration; for access to the data
//! alone, until that is erased.
//!
//! In links it follows the `#`, which browsers do not send: it reaches neither the logs of this server, nor those of a
//! proxy, nor another site's `Referer`. The page sends it in the header [`HEADER`], which is not logged.

use hoi_db::Only as _;
use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::secrets::{Secrets, hex, unhex};
use sea_orm::{ConnectionTrait, EntityTrait as _};
use uuid::Uuid;

use super::attendance;

/// The header with a visitor's registration key.
pub const HEADER: &str = "x-registration-key";
const PURPOSE: &str = "own-registration";

/// The key of a registration: its identifier and a signature, separated by a dot.
#[must_use]
pub fn own_key(secrets: &Secrets, row: &attendance::Model) -> String {
    let signature = secrets.sign(PURPOSE, &claim(row.id, &row.email_key));
    format!("{}.{}", row.id.0.simple(), hex(&signature))
}

/// The address of the visitor's own page.
#[must_use]
pub fn own_page(public_url: &str, secrets: &Secrets, row: &attendance::Model) -> String {
    let key = own_key(secrets, row);
    format!("{public_url}/form/{}/ticket#{key}", row.event_id)
}

/// The live registration of `event` that `key` opens.
pub async fn find_by_own_key(
    conn: &impl ConnectionTrait,
    secrets: &Secrets,
    event: EventId,
    key: &str,
) -> Result<Option<attendance::Model>> {
    let found = find_also_removed(conn, secrets, event, key).await?;
    Ok(found.filter(|row| row.deleted_at.is_none()))
}

/// Returns the registration of `event` that `key` opens, removed or not: its data is kept until it is erased.
pub async fn find_also_removed(
    conn: &impl ConnectionTrait,
    secrets: &Secrets,
    event: EventId,
    key: &str,
) -> Result<Option<attendance::Model>> {
    let Some((id, signature)) = read(key) else {
        return Ok(None);
    };
    let row = attendance::Entity::find_by_id(id).only(conn).await?;
    let opens = |row: &attendance::Model| {
        let keys = [Some(row.email_key.clone()), former_key(&row.email_key)];
        let mut claims = keys.into_iter().flatten().map(|key| claim(row.id, &key));
        claims.any(|claim| secrets.verify(PURPOSE, &claim, &signature))
    };
    Ok(row.filter(|row| row.event_id == event && opens(row)))
}

/// Returns the registration that `key` names, whether or not the key is its own.
pub fn registration_called(key: &str) -> Option<AttendanceId> {
    read(key).map(|(id, _)| id)
}

fn claim(id: AttendanceId, email_key: &str) -> Vec<u8> {
    [id.0.as_bytes(), email_key.as_bytes()].concat()
}

/// Returns the key that an address may have had before both forms of a domain were one, so that links in earlier mails
/// still open their page.
fn former_key(email_key: &str) -> Option<String> {
    let (local, domain) = email_key.rsplit_once('@')?;
    let encoded = hoi_mail::encoded_domain(domain)?;
    (encoded != domain).then(|| format!("{local}@{encoded}"))
}

fn read(key: &str) -> Option<(AttendanceId, Vec<u8>)> {
    let (id, signature) = key.split_once('.')?;
    Some((AttendanceId(Uuid::parse_str(id).ok()?), unhex(signature)?))
}
