//! Bank transfers in Vietnam as QR codes: the payload of VietQR (NAPAS247), the banks that take it, and the
//! [`mod@reference`] that tells one transfer from another.
//!
//! Pure functions. The crate does not draw the code, does not check whether an account exists, and does not know
//! whether money arrived.
//!
//! The format is `EMVCo`'s merchant-presented mode as NAPAS profiles it in "`QR_Format_T&C` v1.0 VN 09/2021".
//!
//! ```
//! use hoi_vietqr::{Beneficiary, Bin, TransferQr, TransferText};
//!
//! let payload = TransferQr::new(Bin::new("970422")?, Beneficiary::account("0123456789")?)
//!     .with_amount(250_000)?
//!     .with_purpose(TransferText::new("EV7K2Q9XAB")?)
//!     .payload();
//! assert!(payload.ends_with("6304F3A8"));
//! # Ok::<(), hoi_vietqr::QrError>(())
//! ```

mod bank;
mod payload;
pub mod reference;

pub use bank::{Bank, Bin, banks, find_bank};
pub use payload::{Beneficiary, TransferQr, TransferText};

/// The reason why a part of a transfer was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QrError {
    #[error("a bank's BIN is six digits")]
    Bin,
    #[error("an account number is 1 to 19 letters or digits")]
    Account,
    #[error("a card number is 16 to 19 digits")]
    Card,
    #[error("an amount is 1 to 9999999999999 dong")]
    Amount,
    /// The text is empty, too long, or not ASCII after folding.
    #[error("a transfer's text is 1 to 25 ASCII characters")]
    Text,
}
