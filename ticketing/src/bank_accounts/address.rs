//! The address that a service calls. It names the account and carries a signature of it, so that it cannot be guessed
//! and no copy of the database contains it.

use hoi_platform::ids::BankAccountId;
use hoi_platform::secrets::{Secrets, hex};
use uuid::Uuid;

use super::entity::bank_account;

const PURPOSE: &str = "bank-webhook";
/// Characters of the signature in the address: 128 bits.
const SIGNED: usize = 32;
/// Characters of the identifier in the address.
const NAMED: usize = 32;

/// Returns the address for the account's service.
#[must_use]
pub fn webhook_address(
    public_url: &str,
    secrets: &Secrets,
    account: &bank_account::Model,
) -> String {
    let token = token(secrets, account);
    format!("{public_url}/api/bank-webhook/{token}")
}

/// Returns the account that the last part of an address names. [`is_address_of`] checks whether the address is the
/// account's own.
#[must_use]
pub fn account_called(token: &str) -> Option<BankAccountId> {
    let (id, _) = token.split_at_checked(NAMED)?;
    Uuid::try_parse(id).ok().map(BankAccountId)
}

/// Returns whether the address is that of the account, in the same time for every wrong one.
#[must_use]
pub fn is_address_of(secrets: &Secrets, account: &bank_account::Model, given: &str) -> bool {
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, PURPOSE.as_bytes());
    let expected = ring::hmac::sign(&key, token(secrets, account).as_bytes());
    ring::hmac::verify(&key, given.as_bytes(), expected.as_ref()).is_ok()
}

fn token(secrets: &Secrets, account: &bank_account::Model) -> String {
    let message = [
        account.id.0.as_bytes().as_slice(),
        &account.address_version.to_be_bytes(),
    ]
    .concat();
    let signature = hex(&secrets.sign(PURPOSE, &message));
    let signature = signature.get(..SIGNED).unwrap_or(&signature);
    format!("{}{signature}", account.id.0.simple())
}
