//! Sums and balances among the rows of a statement.

use hoi_spreadsheet::{Row, Value};

use super::titles::plain;

/// Whether a text marks its row as a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sum {
    /// It names a sum or a balance, and nothing else.
    Certain,
    /// It begins as one does; a payer may have written it.
    Possible,
    No,
}

/// Beginnings of the texts in rows of sums and balances.
const STARTS: [&str; 38] = [
    "tong cong",
    "tong so",
    "tong phat sinh",
    "tong ps",
    "tong tien",
    "tong ghi",
    "tong gia tri",
    "tong giao dich",
    "tong thu",
    "tong chi",
    "tong no",
    "tong co",
    "cong phat sinh",
    "cong ps",
    "cong so",
    "cong trang",
    "cong luy ke",
    "cong don",
    "so du",
    "du dau",
    "du cuoi",
    "sddk",
    "sdck",
    "phat sinh trong",
    "phat sinh ky",
    "luy ke",
    "doanh so",
    "mang sang",
    "chuyen sang trang",
    "total",
    "grand total",
    "sub total",
    "subtotal",
    "opening balance",
    "closing balance",
    "ending balance",
    "beginning balance",
    "balance",
];
/// The same, where nothing follows.
const WHOLE: [&str; 8] = [
    "sum",
    "phat sinh",
    "closing",
    "opening",
    "ending",
    "carried forward",
    "brought forward",
    "available balance",
];
/// The same, of which people have names, too.
const NAMES: [&str; 2] = ["tong", "cong"];
/// Words that may follow, which say nothing of a payer. Numbers do so, too.
const BESIDE: [&str; 64] = [
    "tong",
    "cong",
    "so",
    "du",
    "dau",
    "cuoi",
    "ky",
    "ngay",
    "thang",
    "nam",
    "trang",
    "phat",
    "sinh",
    "ps",
    "co",
    "no",
    "luy",
    "ke",
    "don",
    "thu",
    "chi",
    "ghi",
    "gia",
    "tri",
    "tien",
    "giao",
    "dich",
    "gd",
    "trong",
    "truoc",
    "sau",
    "sang",
    "mang",
    "chuyen",
    "kha",
    "dung",
    "hien",
    "tai",
    "vnd",
    "dong",
    "den",
    "tu",
    "total",
    "grand",
    "sub",
    "credit",
    "credits",
    "debit",
    "debits",
    "balance",
    "opening",
    "closing",
    "ending",
    "beginning",
    "brought",
    "carried",
    "forward",
    "available",
    "amount",
    "page",
    "c",
    "f",
    "b",
    "d",
];

/// Reads the text of a row.
pub(super) fn of_text(text: &str) -> Sum {
    let start: String = text.trim().chars().take(80).collect();
    let words = plain(&start);
    if WHOLE.contains(&words.as_str()) {
        return Sum::Certain;
    }
    if NAMES.contains(&words.as_str()) {
        return Sum::Possible;
    }
    let padded = format!("{words} ");
    let begins = STARTS
        .iter()
        .any(|known| padded.starts_with(&format!("{known} ")));
    if !begins || words.starts_with("tong cong ty") {
        return Sum::No;
    }
    let says_nothing_more = words.split(' ').all(|word| {
        STARTS.contains(&word)
            || BESIDE.contains(&word)
            || word.bytes().all(|byte| byte.is_ascii_digit())
    });
    if says_nothing_more {
        Sum::Certain
    } else {
        Sum::Possible
    }
}

/// Whether a cell names a sum or a balance, in a row without a day.
pub(super) fn names(row: &Row) -> bool {
    row.cells.iter().any(|cell| match cell {
        Value::Text(text) => of_text(text) != Sum::No,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_told_from_what_payers_write() {
        for (sum, texts) in [
            (
                Sum::Certain,
                vec![
                    "Lũy kế",
                    "Luỹ kế phát sinh có",
                    "Tổng phát sinh có",
                    "Cộng trang 1",
                    "Cộng phát sinh trong kỳ:",
                    "Total credit",
                    "Ending balance",
                    "Số dư khả dụng",
                    "Số dư đầu kỳ",
                    "Số dư cuối ngày 25/11/2026",
                    "Dư đầu",
                    "SDDK",
                    "Closing",
                    "Balance c/f",
                    "Balance b/d",
                    "Balance brought forward",
                    "Tong cong phat sinh",
                    "Chuyển sang trang sau",
                    "Mang sang",
                    "TỔNG CỘNG",
                ],
            ),
            (
                Sum::Possible,
                vec![
                    "Tong cong 2 ve EV7K2Q9XAR",
                    "Total Energies mua ve",
                    "So du con lai cua Lan",
                    "Balance bike",
                    "Cộng",
                    "Tong",
                ],
            ),
            (
                Sum::No,
                vec![
                    "Tổng công ty Điện lực",
                    "Công ty A chuyển tiền",
                    "Cộng tác viên Lan",
                    "Chuyển sang tài khoản",
                    "Sodu",
                    "EV7K2Q9XAR",
                    "Totally",
                    "",
                ],
            ),
        ] {
            for text in texts {
                assert_eq!(of_text(text), sum, "{text}");
            }
        }
    }
}
