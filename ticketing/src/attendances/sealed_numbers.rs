//! Identification and tax numbers of participants. They are sealed in the database; lists and panels show dots instead.

use anyhow::Result;
use hoi_platform::ids::EventId;
use hoi_platform::secrets::Secrets;

use super::{MASK, ParticipantDetails, ParticipantDetailsChange, attendance};

/// The prefix of a sealed number. Numbers from earlier versions stay unsealed until a server has started.
pub const SEALED: &str = "sealed:";
const PURPOSE: &str = "identity-number";

/// Seals a number. Does nothing to a sealed one.
///
/// # Errors
/// Only when the system has no random numbers.
pub fn seal_number(secrets: &Secrets, event: EventId, number: &mut Option<String>) -> Result<()> {
    if let Some(text) = number
        && !text.starts_with(SEALED)
    {
        let sealed = secrets.seal(PURPOSE, event.0.as_bytes(), text.as_bytes())?;
        *text = format!("{SEALED}{sealed}");
    }
    Ok(())
}

/// Opens a number. Does nothing to one that is not sealed.
///
/// # Errors
/// When it was sealed for another event, or with a secret that is lost.
pub fn open_number(secrets: &Secrets, event: EventId, number: &mut Option<String>) -> Result<()> {
    if let Some(text) = number
        && let Some(sealed) = text.strip_prefix(SEALED)
    {
        let plain = secrets.unseal(PURPOSE, event.0.as_bytes(), sealed)?;
        *text = String::from_utf8(plain)?;
    }
    Ok(())
}

impl ParticipantDetails {
    /// Seals the numbers, for the database.
    ///
    /// # Errors
    /// Only when the system has no random numbers.
    pub fn seal(&mut self, secrets: &Secrets, event: EventId) -> Result<()> {
        seal_number(secrets, event, &mut self.identification_number)?;
        seal_number(secrets, event, &mut self.tax_number)
    }

    /// Puts dots in place of the numbers, except those that were opened for a file.
    pub fn mask_sealed(&mut self) {
        for number in [&mut self.identification_number, &mut self.tax_number] {
            if number.as_ref().is_some_and(|text| text.starts_with(SEALED)) {
                *number = Some(MASK.to_owned());
            }
        }
    }
}

impl ParticipantDetailsChange {
    /// Seals the numbers for the row that is changed. Dots, and a number that the row has already, change nothing.
    ///
    /// # Errors
    /// Only when the system has no random numbers.
    pub fn seal(&mut self, secrets: &Secrets, row: &attendance::Model) -> Result<()> {
        for (sent, kept) in [
            (&mut self.identification_number, &row.identification_number),
            (&mut self.tax_number, &row.tax_number),
        ] {
            let Some(number) = sent else { continue };
            let mut opened = kept.clone();
            let is_same =
                open_number(secrets, row.event_id, &mut opened).is_ok() && opened == *number;
            if is_same || number.as_deref() == Some(MASK) {
                *sent = None;
            } else {
                seal_number(secrets, row.event_id, number)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hoi_platform::clock;

    use super::*;

    #[test]
    fn a_number_opens_for_its_event_alone() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let event: EventId = clock::new_id();
        let plain = Some("079203004455".to_owned());
        let mut number = plain.clone();
        seal_number(&secrets, event, &mut number).unwrap();
        let sealed = number.clone();
        assert!(!sealed.clone().unwrap().contains("079203004455"));
        seal_number(&secrets, event, &mut number).unwrap();
        assert_eq!(number, sealed);
        assert!(open_number(&secrets, clock::new_id(), &mut number).is_err());
        assert_eq!(number, sealed);
        for _ in 0..2 {
            open_number(&secrets, event, &mut number).unwrap();
            assert_eq!(number, plain);
        }
        seal_number(&secrets, event, &mut None).unwrap();
    }
}
