//! Addresses that open a file without a login, for a person who got it among their own data.
//!
//! Signed instead of stored. An address names one file and ends after a week, because it stands in logs and files.

use std::time::Duration;

use hoi_db::Timestamp;
use uuid::Uuid;

use crate::ids::FileId;
use crate::secrets::{Secrets, hex, unhex};

const PURPOSE: &str = "file-link";
/// How long an address opens its file.
const LASTS: Duration = Duration::from_hours(7 * 24);

/// Returns the path of an address that opens the file for a week.
#[must_use]
pub fn signed_link(secrets: &Secrets, id: FileId, now: Timestamp) -> String {
    let end = now.plus(LASTS);
    let signature = hex(&secrets.sign(PURPOSE, &claim(id, end)));
    format!("/api/files/{}.{}.{signature}", id.0.simple(), end.0)
}

/// Returns the file that the last part of an address opens now.
#[must_use]
pub fn opened_by_link(secrets: &Secrets, token: &str, now: Timestamp) -> Option<FileId> {
    let mut parts = token.split('.');
    let (id, end, signature) = (parts.next()?, parts.next()?, parts.next()?);
    let (id, end) = (
        FileId(Uuid::parse_str(id).ok()?),
        Timestamp(end.parse().ok()?),
    );
    let is_genuine = secrets.verify(PURPOSE, &claim(id, end), &unhex(signature)?);
    (is_genuine && parts.next().is_none() && now < end).then_some(id)
}

fn claim(id: FileId, end: Timestamp) -> Vec<u8> {
    [id.0.as_bytes().as_slice(), end.0.to_be_bytes().as_slice()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    #[test]
    fn a_link_opens_its_file_for_a_week_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let (id, now): (FileId, _) = (clock::new_id(), Timestamp(1_700_000_000_000));
        let link = signed_link(&secrets, id, now);
        let token = link.strip_prefix("/api/files/").unwrap();
        assert_eq!(opened_by_link(&secrets, token, now), Some(id));
        let last = now.plus(LASTS).minus(Duration::from_millis(1));
        assert_eq!(opened_by_link(&secrets, token, last), Some(id));
        assert_eq!(opened_by_link(&secrets, token, now.plus(LASTS)), None);
        let parts: Vec<&str> = token.split('.').collect();
        let [file, end, signature] = parts.as_slice() else {
            panic!("{token}")
        };
        let later = end.parse::<i64>().unwrap() + 1;
        let other: FileId = clock::new_id();
        for forged in [
            format!("{file}.{later}.{signature}"),
            format!("{}.{end}.{signature}", other.0.simple()),
            format!("{token}.x"),
            format!("{file}.{end}."),
            format!("{file}.{end}"),
            String::new(),
        ] {
            assert_eq!(opened_by_link(&secrets, &forged, now), None, "{forged}");
        }
    }
}
