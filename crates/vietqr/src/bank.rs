//! The banks and wallets that a VietQR transfer can be sent to.

use std::fmt;

use crate::QrError;

/// A bank's identification number at NAPAS: exactly six digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bin([u8; 6]);

impl Bin {
    /// Reads a BIN.
    ///
    /// # Errors
    /// [`QrError::Bin`] unless `digits` is six ASCII digits. A BIN that is not in [`banks`] is
    /// accepted: new banks appear before this list learns of them.
    pub fn new(digits: &str) -> Result<Self, QrError> {
        match <[u8; 6]>::try_from(digits.as_bytes()) {
            Ok(bytes) if bytes.iter().all(u8::is_ascii_digit) => Ok(Self(bytes)),
            _ => Err(QrError::Bin),
        }
    }
}

impl fmt::Display for Bin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|digit| write!(f, "{}", char::from(*digit)))
    }
}

/// A bank or wallet that takes VietQR transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bank {
    /// Six digits, always a valid [`Bin`].
    pub bin: &'static str,
    /// The everyday name, e.g. `Vietcombank`.
    pub short_name: &'static str,
    /// The registered name in Vietnamese; a newer brand stands in brackets.
    pub name: &'static str,
}

/// Returns all known banks, the most used first, in the order for a picker.
#[must_use]
pub fn banks() -> &'static [Bank] {
    BANKS
}

/// Returns the bank with this BIN; None if it is unknown.
#[must_use]
pub fn find_bank(bin: &str) -> Option<&'static Bank> {
    BANKS.iter().find(|bank| bank.bin == bin)
}

const fn bank(bin: &'static str, short_name: &'static str, name: &'static str) -> Bank {
    Bank {
        bin,
        short_name,
        name,
    }
}

#[rustfmt::skip]
const BANKS: &[Bank] = &[
    bank("970436", "Vietcombank", "Ngân hàng TMCP Ngoại thương Việt Nam"),
    bank("970415", "VietinBank", "Ngân hàng TMCP Công thương Việt Nam"),
    bank("970418", "BIDV", "Ngân hàng TMCP Đầu tư và Phát triển Việt Nam"),
    bank("970405", "Agribank", "Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam"),
    bank("970407", "Techcombank", "Ngân hàng TMCP Kỹ thương Việt Nam"),
    bank("970422", "MB", "Ngân hàng TMCP Quân đội"),
    bank("970432", "VPBank", "Ngân hàng TMCP Việt Nam Thịnh Vượng"),
    bank("970416", "ACB", "Ngân hàng TMCP Á Châu"),
    bank("970403", "Sacombank", "Ngân hàng TMCP Sài Gòn Thương Tín"),
    bank("970423", "TPBank", "Ngân hàng TMCP Tiên Phong"),
    bank("970437", "HDBank", "Ngân hàng TMCP Phát triển Thành phố Hồ Chí Minh"),
    bank("970441", "VIB", "Ngân hàng TMCP Quốc tế Việt Nam"),
    bank("970443", "SHB", "Ngân hàng TMCP Sài Gòn - Hà Nội"),
    bank("970448", "OCB", "Ngân hàng TMCP Phương Đông"),
    bank("970426", "MSB", "Ngân hàng TMCP Hàng hải Việt Nam"),
    bank("970449", "LPBank", "Ngân hàng TMCP Lộc Phát Việt Nam"),
    bank("970428", "Nam A", "Ngân hàng TMCP Nam Á"),
    bank("970419", "NCB", "Ngân hàng TMCP Quốc Dân"),
    bank("970412", "PVcomBank", "Ngân hàng TMCP Đại Chúng Việt Nam"),
    bank("970429", "SCB", "Ngân hàng TMCP Sài Gòn"),
    bank("970431", "Eximbank", "Ngân hàng TMCP Xuất Nhập khẩu Việt Nam"),
    bank("970430", "PGBank", "Ngân hàng TMCP Thịnh vượng và Phát triển"),
    bank("970425", "ABBANK", "Ngân hàng TMCP An Bình"),
    bank("970409", "Bac A", "Ngân hàng TMCP Bắc Á"),
    bank("970438", "BaoViet", "Ngân hàng TMCP Bảo Việt"),
    bank("970406", "Dong A", "Ngân hàng TNHH MTV Số Vikki (Vikki Bank, trước đây là Đông Á)"),
    bank("970452", "Kienlong", "Ngân hàng TMCP Kiên Long"),
    bank("970440", "SeABank", "Ngân hàng TMCP Đông Nam Á"),
    bank("970400", "Saigonbank", "Ngân hàng TMCP Sài Gòn Công Thương"),
    bank("970427", "VietA", "Ngân hàng TMCP Việt Á"),
    bank("970454", "BVBank", "Ngân hàng TMCP Bản Việt"),
    bank("970433", "VietBank", "Ngân hàng TMCP Việt Nam Thương Tín"),
    bank("970408", "GPBank", "Ngân hàng TNHH MTV Kỷ Nguyên Thịnh Vượng"),
    bank("970444", "CBBank", "Ngân hàng TNHH MTV Ngoại thương Công nghệ số (VCBNeo)"),
    bank("970414", "Oceanbank", "Ngân hàng TNHH MTV Việt Nam Hiện Đại (MBV)"),
    bank("970421", "VRB", "Ngân hàng Liên doanh Việt - Nga"),
    bank("970446", "Co-opBank", "Ngân hàng Hợp tác xã Việt Nam"),
    bank("970424", "Shinhan", "Ngân hàng TNHH MTV Shinhan Việt Nam"),
    bank("970457", "Woori", "Ngân hàng TNHH MTV Woori Việt Nam"),
    bank("970458", "UOB", "Ngân hàng TNHH MTV United Overseas Bank (Việt Nam)"),
    bank("970410", "StanChart", "Ngân hàng TNHH MTV Standard Chartered (Việt Nam)"),
    bank("458761", "HSBC", "Ngân hàng TNHH MTV HSBC (Việt Nam)"),
    bank("422589", "CIMB", "Ngân hàng TNHH MTV CIMB Việt Nam"),
    bank("970439", "Public", "Ngân hàng TNHH MTV Public Việt Nam"),
    bank("970434", "Indovina", "Ngân hàng TNHH Indovina"),
    bank("546034", "CAKE", "Ngân hàng số CAKE by VPBank"),
    bank("546035", "Ubank", "Ngân hàng số Ubank by VPBank"),
    bank("963388", "Timo", "Ngân hàng số Timo by BVBank"),
    bank("668888", "KBank", "Ngân hàng Đại chúng TNHH Kasikornbank - Chi nhánh Thành phố Hồ Chí Minh"),
    bank("971005", "ViettelMoney", "Ví điện tử Viettel Money"),
    bank("971011", "VNPTMoney", "Ví điện tử VNPT Money"),
];
