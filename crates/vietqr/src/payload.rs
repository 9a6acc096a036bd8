//! The payload itself: nested "2-digit id, 2-digit length, value" fields, closed by a checksum.

use std::fmt;

use crc::{CRC_16_IBM_3740, Crc};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use crate::{Bin, QrError};

/// The checksum `EMVCo` calls CRC-16/CCITT-FALSE (the CRC catalogue's name is IBM-3740).
const CRC: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);

/// NAPAS's application identifier inside tag 38.
const NAPAS: &str = "A000000727";

/// The receiver at the bank: an account or a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beneficiary {
    number: String,
    service: &'static str,
}

impl Beneficiary {
    /// Reads an account number of 1 to 19 ASCII letters or digits. Drops spaces, which copied numbers often contain.
    ///
    /// # Errors
    /// [`QrError::Account`] when the number is empty, longer, or contains other characters.
    pub fn account(number: &str) -> Result<Self, QrError> {
        let number = without_spaces(number);
        let fits = (1..=19).contains(&number.len());
        if fits && number.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            Ok(Self {
                number,
                service: "QRIBFTTA",
            })
        } else {
            Err(QrError::Account)
        }
    }

    /// Reads a card number of 16 to 19 digits. Drops spaces.
    ///
    /// # Errors
    /// [`QrError::Card`] when it is shorter, longer, or contains other characters.
    pub fn card(number: &str) -> Result<Self, QrError> {
        let number = without_spaces(number);
        let fits = (16..=19).contains(&number.len());
        if fits && number.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self {
                number,
                service: "QRIBFTTC",
            })
        } else {
            Err(QrError::Card)
        }
    }
}

fn without_spaces(number: &str) -> String {
    number.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Text that travels with the transfer (tag 62): 1 to 25 printable ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferText(String);

impl TransferText {
    /// The longest text, in characters.
    pub const MAX: usize = 25;

    /// Trims the text and folds Vietnamese letters to ASCII (`Đặng` becomes `Dang`).
    ///
    /// Never shortens: the organiser could not match a truncated payment reference.
    ///
    /// # Errors
    /// [`QrError::Text`] when the folded text is empty, longer than [`Self::MAX`], or still contains a character that
    /// is not printable ASCII.
    pub fn new(text: &str) -> Result<Self, QrError> {
        let folded: String = text
            .trim()
            .nfd()
            .filter(|c| !is_combining_mark(*c))
            .map(ascii_d)
            .collect();
        let fits = (1..=Self::MAX).contains(&folded.len());
        if fits && folded.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            Ok(Self(folded))
        } else {
            Err(QrError::Text)
        }
    }
}

/// Unlike the other Vietnamese letters, đ does not decompose into a base letter and a mark.
fn ascii_d(c: char) -> char {
    match c {
        'đ' => 'd',
        'Đ' => 'D',
        other => other,
    }
}

impl fmt::Display for TransferText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A transfer to draw as a QR code. All parts are checked, so building the payload cannot fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferQr {
    bin: Bin,
    to: Beneficiary,
    amount: Option<u64>,
    bill_number: Option<TransferText>,
    purpose: Option<TransferText>,
}

impl TransferQr {
    /// The largest amount, in dong.
    pub const MAX_AMOUNT: u64 = 9_999_999_999_999;

    /// Creates a transfer whose amount and purpose the payer types.
    #[must_use]
    pub fn new(bin: Bin, to: Beneficiary) -> Self {
        Self {
            bin,
            to,
            amount: None,
            bill_number: None,
            purpose: None,
        }
    }

    /// Sets the amount in whole dong, which also makes the code a dynamic one.
    ///
    /// # Errors
    /// [`QrError::Amount`] for zero and above [`Self::MAX_AMOUNT`].
    pub fn with_amount(mut self, dong: u64) -> Result<Self, QrError> {
        if !(1..=Self::MAX_AMOUNT).contains(&dong) {
            return Err(QrError::Amount);
        }
        self.amount = Some(dong);
        Ok(self)
    }

    /// Sets the number of the bill (tag 62, 01), which most banks do not show to the payee.
    #[must_use]
    pub fn with_bill_number(mut self, number: TransferText) -> Self {
        self.bill_number = Some(number);
        self
    }

    /// Sets the purpose (tag 62, 08): the text both sides see on their statements.
    #[must_use]
    pub fn with_purpose(mut self, purpose: TransferText) -> Self {
        self.purpose = Some(purpose);
        self
    }

    /// Returns the text to draw as a QR code: printable ASCII, at most 180 characters.
    #[must_use]
    pub fn payload(&self) -> String {
        let bank_and_number = field("00", self.bin) + &field("01", &self.to.number);
        let account =
            field("00", NAPAS) + &field("01", bank_and_number) + &field("02", self.to.service);
        let additional =
            optional("01", self.bill_number.as_ref()) + &optional("08", self.purpose.as_ref());

        let mut payload = field("00", "01");
        payload += &field("01", if self.amount.is_some() { "12" } else { "11" });
        payload += &field("38", account);
        payload += &field("53", "704"); // ISO 4217: Vietnamese dong
        payload += &optional("54", self.amount.as_ref());
        payload += &field("58", "VN");
        payload += &optional("62", Some(&additional).filter(|fields| !fields.is_empty()));
        payload += "6304"; // the checksum covers its own id and length
        let checksum = CRC.checksum(payload.as_bytes());
        payload + &format!("{checksum:04X}")
    }
}

/// Returns one field. Values are ASCII and far below 99 bytes, the limit of a two-digit length.
fn field(id: &str, value: impl fmt::Display) -> String {
    let value = value.to_string();
    format!("{id}{:02}{value}", value.len())
}

fn optional(id: &str, value: Option<&impl fmt::Display>) -> String {
    value.map(|value| field(id, value)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_of_the_standard() {
        assert_eq!(CRC.checksum(b"123456789"), 0x29B1);
    }
}
