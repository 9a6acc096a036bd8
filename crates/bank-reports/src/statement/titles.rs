//! The meaning of column titles in the words of Vietnamese banks: in both languages, with and without accents, several
//! in one cell.

use hoi_i18n::{fold_for_search, normalize_text};

/// The content of a column according to its title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    Date,
    /// The text that the payer and the banks wrote.
    Text,
    /// More of it.
    MoreText,
    /// Amounts that arrived.
    In,
    /// Amounts that left.
    Out,
    /// An amount whose direction the title does not say.
    Amount,
    /// Both directions: a word for one of them, or an amount with a sign.
    Both,
    /// Perhaps a word for the direction.
    Kind,
    Number,
    Balance,
    Currency,
    /// Whether the bank carried the transfer out.
    Status,
    /// The time of the day, beside it.
    Time,
}

/// The interpretation of a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning {
    pub role: Role,
    /// Of several columns with the same role, the one with the lowest rank is meant.
    pub rank: usize,
    /// Whether it is the bare word "No", which without its accents is both "owed" and "number".
    pub is_bare_no: bool,
}

/// Words for money that left, that arrived, and those beside them that say nothing more.
const OUT: &[&str] = &[
    "no",
    "debit",
    "debits",
    "dr",
    "rut",
    "ra",
    "chi",
    "withdrawal",
    "withdrawals",
    "withdraw",
    "withdrawn",
    "giam",
    "di",
    "moneyout",
    "paidout",
    "out",
];
const IN: &[&str] = &[
    "co",
    "credit",
    "credits",
    "cr",
    "gui",
    "goi",
    "vao",
    "thu",
    "nop",
    "deposit",
    "deposits",
    "deposited",
    "den",
    "nhan",
    "tang",
    "moneyin",
    "paidin",
    "in",
];
const BESIDE: &[&str] = &[
    "so",
    "tien",
    "st",
    "vnd",
    "dong",
    "d",
    "amount",
    "amt",
    "amounts",
    "ghi",
    "ps",
    "phat",
    "sinh",
    "gd",
    "giao",
    "dich",
    "transaction",
    "trans",
    "txn",
    "tnx",
    "trx",
    "tk",
    "tktt",
    "tai",
    "khoan",
    "account",
    "acct",
    "ben",
    "trong",
    "ky",
    "gia",
    "tri",
    "value",
    "chuyen",
    "local",
    "lcy",
];
/// Without one of these, words beside are no amount.
const MONEY: &[&str] = &[
    "tien", "amount", "amt", "amounts", "sinh", "ps", "tri", "value",
];

const DATES: &[&str] = &[
    "ngay giao dich",
    "ngay gd",
    "transaction date",
    "trans date",
    "tran date",
    "txn date",
    "tnx date",
    "ngay gio giao dich",
    "thoi gian giao dich",
    "thoi gian gd",
    "ngay hach toan",
    "posting date",
    "ngay hieu luc",
    "effective date",
    "value date",
    "booking date",
    "ngay",
    "date",
    "thoi gian",
    "time",
];
const TEXTS: &[&str] = &[
    "noi dung giao dich",
    "dien giai",
    "noi dung chi tiet",
    "noi dung chuyen",
    "noi dung",
    "mo ta giao dich",
    "mo ta",
    "chi tiet giao dich",
    "chi tiet",
    "transaction description",
    "transactions in detail",
    "transaction details",
    "description",
    "details",
    "detail",
    "narrative",
    "narration",
    "particulars",
    "content",
    "remark",
    "remarks",
];
const MORE_TEXTS: &[&str] = &[
    "ghi chu",
    "note",
    "notes",
    "memo",
    "thong tin them",
    "additional information",
];
const NUMBERS: &[&str] = &[
    "so giao dich",
    "ma giao dich",
    "so gd",
    "ma gd",
    "so tham chieu",
    "ma tham chieu",
    "so but toan",
    "ma but toan",
    "but toan",
    "so chung tu",
    "so ct",
    "ma chung tu",
    "reference",
    "ref",
    "transaction no",
    "transaction id",
    "transaction number",
    "transaction code",
    "trans id",
    "trans no",
    "doc no",
    "trace",
    "ma tra soat",
    "so lenh",
    "so hieu",
];
const BALANCES: &[&str] = &[
    "so du sau",
    "balance after",
    "running balance",
    "so du cuoi",
    "ending balance",
    "closing balance",
    "so du",
    "balance",
];
const CURRENCIES: &[&str] = &[
    "loai tien",
    "tien te",
    "currency",
    "ccy",
    "don vi tien",
    "nguyen te",
];
const KINDS: &[&str] = &[
    "loai giao dich",
    "loai gd",
    "transaction type",
    "trans type",
    "chieu giao dich",
    "chieu",
    "huong giao dich",
    "loai",
    "type",
    "dau",
    "direction",
];

const STATUSES: &[&str] = &["trang thai", "tinh trang", "ket qua", "status", "result"];
/// Titles of times, where nothing else stands beside them.
const TIMES: &[&str] = &[
    "gio",
    "gio gd",
    "gio giao dich",
    "gio hach toan",
    "transaction time",
    "trans time",
];

/// Words for the two sides of an account, which the bank's books and those of its customer use the other way round.
const SIDES: &[&str] = &["no", "co", "debit", "credit", "dr", "cr"];
/// Titles of a customer's books that no bank statement has.
const BOOKS: &[&str] = &[
    "ghi so",
    "ngay chung tu",
    "so hieu chung tu",
    "so phieu",
    "nhat ky",
];
/// Headings above the titles of a customer's books.
const HEADS_OF_BOOKS: &[&str] = &[
    "so chi tiet",
    "so quy",
    "so cai",
    "so tien gui",
    "so nhat ky",
    "so ke toan",
    "nhat ky chung",
    "tk 111",
    "tk 112",
    "tai khoan 111",
    "tai khoan 112",
    "tk 1111",
    "tk 1121",
    "tai khoan 1111",
    "tai khoan 1121",
    "general ledger",
    "cash book",
];

/// Words of titles about accounts, banks and their branches.
const ACCOUNTS: &[&str] = &[
    "tai khoan",
    "tk",
    "stk",
    "account",
    "accounts",
    "acct",
    "acc",
    "ngan hang",
    "nh",
    "bank",
    "banks",
    "chi nhanh",
    "cn",
    "branch",
];

/// Whether words hold one of the known ones.
pub fn holds(words: &str, known: &[&str]) -> bool {
    let padded = format!(" {words} ");
    known
        .iter()
        .any(|known| padded.contains(&format!(" {known} ")))
}

/// Whether a title is one of the customer's own books.
pub fn is_of_books(title: &str) -> bool {
    let words = plain(title);
    words == "chung tu" || holds(&words, BOOKS)
}

/// Whether a title is of accounts on the other side of a booking: of people in a statement, of the plan of accounts in
/// books.
pub fn is_other_side(title: &str) -> bool {
    holds(&plain(title), &["doi ung", "tkdu"])
}

/// Whether a title is about accounts, banks or branches, whose names no payer wrote.
pub fn is_of_accounts(title: &str) -> bool {
    holds(&plain(title), ACCOUNTS)
}

/// Whether a text above the titles names the customer's own books.
pub fn heads_books(text: &str) -> bool {
    // "Số tiền gửi" is an amount, "sổ tiền gửi" a book.
    let named = normalize_text(text)
        .to_lowercase()
        .replace("số tiền gửi", "");
    // Of a number, the first digits may not be shown.
    !text.contains(['*', '•', '●', '#']) && holds(&plain(&named), HEADS_OF_BOOKS)
}

/// Whether a title names a side of an account.
pub fn names_side(title: &str) -> bool {
    holds(&plain(title), SIDES)
}

/// A title without accents, marks and line ends.
pub fn plain(title: &str) -> String {
    let folded = fold_for_search(title);
    let words = folded.split(|char: char| !char.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(20).collect();
    words.join(" ")
}

/// Returns the meaning of a title; `None` if it is not known.
pub fn meaning(title: &str) -> Option<Meaning> {
    let words = plain(title);
    if words.is_empty() {
        let has = |mark: char| title.contains(mark);
        return (has('+') && (has('-') || has('−') || has('–'))).then_some(Meaning {
            role: Role::Both,
            rank: 0,
            is_bare_no: false,
        });
    }
    let padded = format!(" {words} ");
    let rank = |known: &[&str]| {
        known
            .iter()
            .position(|known| padded.contains(&format!(" {known} ")))
    };
    let says = |known: &[&str]| rank(known).is_some();
    let known = |role| {
        move |rank| {
            Some(Meaning {
                role,
                rank,
                is_bare_no: false,
            })
        }
    };
    // "Dư" beside other words is an owed amount.
    let is_rest = matches!(words.as_str(), "du" | "du cuoi" | "du sau");
    if let Some(rank) = rank(BALANCES).or_else(|| is_rest.then_some(0)) {
        // The available balance may differ from the booked one.
        let rank = if says(&["kha dung", "available"]) {
            BALANCES.len()
        } else {
            rank
        };
        let is_before = says(&["dau", "truoc", "before", "opening", "beginning", "previous"]);
        return if is_before {
            None
        } else {
            known(Role::Balance)(rank)
        };
    }
    if let Some(role) = money(&words, title) {
        let is_bare_no =
            role == Role::Out && matches!(words.as_str(), "no" | "no no") && !has_accent(title);
        return Some(Meaning {
            role,
            rank: 0,
            is_bare_no,
        });
    }
    if TIMES.contains(&words.as_str()) {
        return known(Role::Time)(0);
    }
    if let Some(rank) = rank(DATES) {
        return known(Role::Date)(rank);
    }
    if let Some(rank) = rank(STATUSES) {
        return known(Role::Status)(rank);
    }
    if let Some(rank) = rank(CURRENCIES) {
        return if says(MONEY_OF_OTHERS) {
            None
        } else {
            known(Role::Currency)(rank)
        };
    }
    // "Tham chiếu" (reference) has the word for a direction in it.
    if let Some(rank) = rank(KINDS).filter(|_| !says(TEXTS) && !says(&["tham chieu"])) {
        return known(Role::Kind)(rank);
    }
    if let Some(rank) = rank(NUMBERS) {
        return known(Role::Number)(rank);
    }
    if let Some(rank) = rank(TEXTS) {
        return known(Role::Text)(rank);
    }
    rank(MORE_TEXTS).and_then(known(Role::MoreText))
}

/// Amounts in another currency.
const MONEY_OF_OTHERS: &[&str] = &["so tien", "amount"];

fn has_accent(title: &str) -> bool {
    !title.is_ascii()
}

/// Returns the meaning of a title that consists of words for money alone; `None` for any other.
fn money(words: &str, title: &str) -> Option<Role> {
    let joined = words
        .replace("money in", "moneyin")
        .replace("money out", "moneyout")
        .replace("paid in", "paidin")
        .replace("paid out", "paidout")
        .replace(" in vnd", "");
    // `D/C`, `C/D`, `N/C`; the change of the balance, as a sign beside the amount or before it.
    if matches!(
        joined.as_str(),
        "d c" | "c d" | "n c" | "c n" | "t c" | "c t" | "thay doi" | "bien dong"
    ) {
        return Some(Role::Both);
    }
    let words: Vec<&str> = joined.split(' ').collect();
    let is = |known: &[&str]| words.iter().any(|word| known.contains(word));
    // Other columns are about accounts: "Tài khoản Có" holds numbers of them.
    if is(&["khoan", "account", "tk"]) && !is(MONEY) {
        return None;
    }
    if joined.contains("so tai khoan") || joined.contains("so tk") {
        return None;
    }
    // Beside English words, "no" without its accent is a number.
    let english = [
        "transaction",
        "trans",
        "txn",
        "tnx",
        "trx",
        "acct",
        "account",
        "value",
    ];
    let is_owed = || normalize_text(title).contains(['ợ', 'Ợ']);
    if is(&["no"]) && is(&english) && !is_owed() {
        return None;
    }
    // "In" alone is a title; among other words it is a preposition.
    let is_alone = words.len() == 1;
    let is_word = |word: &&str, known: &[&str]| known.contains(word) && (is_alone || *word != "in");
    let unknown = words
        .iter()
        .any(|word| !is_word(word, IN) && !OUT.contains(word) && !BESIDE.contains(word));
    if unknown {
        return None;
    }
    let arrived = words.iter().any(|word| is_word(word, IN));
    match (arrived, is(OUT)) {
        (true, true) => Some(Role::Both),
        (true, false) => Some(Role::In),
        (false, true) => Some(Role::Out),
        (false, false) => is(MONEY).then_some(Role::Amount),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Titles of statements of the twenty largest banks of Vietnam, of their applications and of their branches.
    #[test]
    #[expect(clippy::too_many_lines, reason = "a list")]
    fn the_titles_of_banks_are_known() {
        for (role, titles) in [
            (
                Some(Role::In),
                vec![
                    "Có TKTT",
                    "Co TKTT",
                    "Số tiền ghi có/\nCredit",
                    "Số tiền ghi có",
                    "Ghi có",
                    "PS có",
                    "PS CO",
                    "Phát sinh có",
                    "Phát sinh\ncó",
                    "Số tiền gửi vào",
                    "Gửi vào",
                    "Gởi vào (Credit)",
                    "Thu",
                    "Số tiền thu",
                    "Tiền vào",
                    "Số tiền vào",
                    "Credit",
                    "CREDIT AMOUNT",
                    "Credit Amount (VND)",
                    "Deposit",
                    "Deposits",
                    "Có",
                    "Bên có",
                    "Ghi Có (VND)",
                    "Phát sinh Có / Credit Amount",
                    "Money in",
                    "Paid in",
                    "Nhận vào",
                    "Phát sinh tăng",
                    "Số tiền ghi có/Credit amount in VND",
                    "Nộp vào",
                    "Số tiền GD ghi có",
                    "CR",
                ],
            ),
            (
                Some(Role::Out),
                vec![
                    "Nợ TKTT",
                    "No TKTT",
                    "Số tiền ghi nợ/\nDebit",
                    "Số tiền ghi nợ",
                    "Ghi nợ",
                    "PS nợ",
                    "PS NO",
                    "Phát sinh nợ",
                    "Số tiền rút ra",
                    "Rút ra",
                    "Chi",
                    "Số tiền chi",
                    "Tiền ra",
                    "Số tiền ra",
                    "Debit",
                    "DEBIT AMOUNT",
                    "Withdrawal",
                    "Withdrawals",
                    "Nợ",
                    "Bên nợ",
                    "Ghi Nợ (VNĐ)",
                    "Money out",
                    "Paid out",
                    "Phát sinh giảm",
                    "DR",
                    "No",
                ],
            ),
            (
                Some(Role::Amount),
                vec![
                    "Số tiền",
                    "Amount",
                    "Số tiền giao dịch",
                    "Transaction amount",
                    "Phát sinh",
                    "Số tiền (VND)",
                    "Giá trị giao dịch",
                    "Số tiền/Amount",
                ],
            ),
            (
                Some(Role::Both),
                vec![
                    "Nợ/Có",
                    "D/C",
                    "DR/CR",
                    "Debit/Credit",
                    "Ghi nợ/Ghi có",
                    "+/-",
                    "+/−",
                    "Thu/Chi",
                    "Phát sinh nợ/có",
                    "Tiền vào/ra",
                    "Vào/Ra",
                    "Đến/Đi",
                    "Thay đổi",
                    "Biến động",
                ],
            ),
            (
                Some(Role::Kind),
                vec![
                    "Loại giao dịch",
                    "Transaction type",
                    "Loại",
                    "Chiều giao dịch",
                    "Chiều",
                ],
            ),
            (
                Some(Role::Date),
                vec![
                    "Ngày giao dịch",
                    "Ngày GD",
                    "Ngày",
                    "Ngày/\nTNX Date / Số CT/\nDoc No",
                    "Transaction Date",
                    "Ngày hiệu lực",
                    "Value Date",
                    "Thời gian",
                    "Thời gian giao dịch",
                    "Ngày hạch toán/Posting date",
                    "NGAY GIAO DICH",
                    "Date",
                    "Ngày giờ giao dịch",
                ],
            ),
            (
                Some(Role::Text),
                vec![
                    "Diễn giải",
                    "Nội dung",
                    "Nội dung chi tiết/\nTransactions in detail",
                    "Mô tả",
                    "Description",
                    "Remark",
                    "Chi tiết giao dịch",
                    "Nội dung chuyển tiền",
                    "DIEN GIAI",
                    "Narrative",
                    "Transaction details",
                ],
            ),
            (Some(Role::MoreText), vec!["Ghi chú", "Note"]),
            (
                Some(Role::Number),
                vec![
                    "Số bút toán",
                    "Số tham chiếu",
                    "Mã giao dịch",
                    "Số CT",
                    "Reference number",
                    "Ref No",
                    "Doc No",
                    "Transaction ID",
                    "Số giao dịch",
                    "Số chứng từ",
                    "Transaction No",
                    "Mã GD/Trans. No.",
                ],
            ),
            (
                Some(Role::Balance),
                vec![
                    "Số dư",
                    "Số dư/\nBalance",
                    "Balance",
                    "Số dư sau giao dịch",
                    "Running balance",
                    "SO DU",
                    "Số dư cuối",
                    "Số dư khả dụng",
                    "Dư",
                    "Dư cuối",
                ],
            ),
            (
                Some(Role::Currency),
                vec!["Loại tiền", "Currency", "Tiền tệ"],
            ),
            (
                Some(Role::Status),
                vec![
                    "Trạng thái",
                    "Trạng thái giao dịch",
                    "Status",
                    "Transaction status",
                    "Kết quả",
                    "Tình trạng",
                ],
            ),
            (Some(Role::Time), vec!["Giờ", "Giờ giao dịch"]),
            (
                None,
                vec![
                    "STT\nNo.",
                    "STT",
                    "Đối tác",
                    "NH Đối tác",
                    "Tài khoản có",
                    "Tài khoản nợ",
                    "Số tài khoản ghi có",
                    "Debit account",
                    "Số dư đầu kỳ",
                    "Số tiền nguyên tệ",
                    "Số tiền ghi có quy đổi USD",
                    "Phí",
                    "Chi nhánh",
                    "Thứ tự",
                    "Số thứ tự",
                    "Người gửi",
                    "Ngân hàng gửi",
                    "A",
                    "",
                    "Địa chỉ",
                    "Opening balance",
                    "Giao dịch/Txn No",
                    "Account No",
                    "Cộng",
                    "Dư nợ",
                    "Đơn vị thụ hưởng",
                ],
            ),
        ] {
            for title in titles {
                assert_eq!(
                    meaning(title).map(|meaning| meaning.role),
                    role,
                    "{title:?}"
                );
            }
        }
        assert!(meaning("No.").unwrap().is_bare_no && !meaning("Nợ").unwrap().is_bare_no);
    }
}
