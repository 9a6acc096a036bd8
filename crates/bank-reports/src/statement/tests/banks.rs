//! Statements in the layouts of the twenty largest banks of Vietnam, read from the file to the transfers: by their
//! titles in Vietnamese with and without accents, in English and in both, from the oldest row and from the newest.

use std::collections::BTreeSet;

use super::*;

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Cell {
    /// The number of the row.
    Place,
    Day,
    DayTime,
    DashedTime,
    Iso,
    IsoTime,
    /// A day, and the number of the transaction below it.
    Numbered,
    Out,
    In,
    /// Amounts of one direction; those of the other one are zero.
    OutOrZero,
    InOrZero,
    NegativeOut,
    /// Amounts of both directions without a sign.
    Amount,
    Signed,
    /// A sign beside the amount.
    Sign,
    Letter,
    Balance,
    Text,
    Number,
    /// A number whose column is not meant.
    Serial,
    /// A name under a title that says nothing of accounts: it belongs to the text.
    Payer,
    /// The name of an account.
    Holder,
    Account,
    Fixed(&'static str),
}

/// The titles of a column in both languages.
type Column = (&'static str, &'static str, Cell);

struct Deal {
    day: i8,
    /// Below zero if it left.
    amount: i64,
    balance: i64,
    text: &'static str,
    payer: &'static str,
}

const DEALS: [Deal; 4] = [
    Deal {
        day: 4,
        amount: -2_000_000,
        balance: 8_000_000,
        text: "tra tien hang",
        payer: "CONG TY A",
    },
    Deal {
        day: 4,
        amount: 500_000,
        balance: 8_500_000,
        text: "EV7K2Q9XAR mua ve",
        payer: "NGUYEN VAN B",
    },
    Deal {
        day: 24,
        amount: 500_000,
        balance: 9_000_000,
        text: "EV8M3R2YBS ve gala",
        payer: "TRAN THI LAN",
    },
    Deal {
        day: 25,
        amount: -1_100_000,
        balance: 7_900_000,
        text: "tra tien dien",
        payer: "DIEN LUC",
    },
];

const HEAD: &str = "SAO KÊ TÀI KHOẢN - ACCOUNT STATEMENT\n\
    \"Số tài khoản/ Account No:\",0123456789\n\
    \"Loại tiền/ Currency:\",VND\n\
    \"Từ ngày/ From:\",01/11/2026,\"Đến ngày/ To:\",30/11/2026\n\
    \"Số dư đầu kỳ/ Opening balance:\",\"10,000,000\"\n";

const LAYOUTS: &[(&str, &[Column])] = &[
    (
        "Vietcombank",
        &[
            ("STT", "No.", Cell::Place),
            ("Ngày / Số CT", "TNX Date / Doc No", Cell::Numbered),
            ("Số tiền ghi nợ", "Debit", Cell::Out),
            ("Số tiền ghi có", "Credit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
            ("Nội dung chi tiết", "Transactions in detail", Cell::Text),
        ],
    ),
    (
        "Vietcombank",
        &[
            ("Ngày giao dịch", "Transaction date", Cell::Day),
            ("Số tham chiếu", "Reference", Cell::Number),
            ("Thay đổi", "+/-", Cell::Sign),
            ("Số tiền", "Amount", Cell::Amount),
            ("Mô tả", "Description", Cell::Text),
        ],
    ),
    (
        "VietinBank",
        &[
            ("STT", "No.", Cell::Place),
            ("Ngày hạch toán", "Accounting date", Cell::DashedTime),
            ("Mô tả giao dịch", "Transaction description", Cell::Text),
            ("Nợ", "Debit", Cell::OutOrZero),
            ("Có", "Credit", Cell::InOrZero),
            ("Số dư TK", "Account balance", Cell::Balance),
            ("Số giao dịch", "Transaction number", Cell::Number),
            (
                "Số tài khoản đối ứng",
                "Corresponsive account",
                Cell::Account,
            ),
            ("Tên tài khoản đối ứng", "Corresponsive name", Cell::Holder),
            ("MTID", "CITAD", Cell::Fixed("")),
            (
                "Mã định danh TK thụ hưởng",
                "To virtual account",
                Cell::Fixed(""),
            ),
            (
                "Ngày phát sinh giao dịch",
                "Transaction date",
                Cell::DashedTime,
            ),
        ],
    ),
    (
        "BIDV",
        &[
            ("STT", "No", Cell::Place),
            ("Ngày giao dịch", "Transaction date", Cell::DayTime),
            ("Ngày hiệu lực", "Effective date", Cell::Day),
            ("Mã giao dịch", "Transaction code", Cell::Fixed("7211")),
            ("Phát sinh nợ", "Debit amount", Cell::Out),
            ("Phát sinh có", "Credit amount", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
            ("Số chứng từ", "Seq. No", Cell::Serial),
            ("Mã GDV", "Teller ID", Cell::Fixed("TEL01")),
            ("Mã CN", "Branch", Cell::Fixed("0011")),
            ("Diễn giải", "Description", Cell::Text),
            ("Tài khoản đối ứng", "Corresponding account", Cell::Account),
            ("Tên đối ứng", "Corresponding name", Cell::Payer),
            (
                "Ngân hàng đối ứng",
                "Corresponding bank",
                Cell::Fixed("NGAN HANG A"),
            ),
            ("Số tham chiếu", "Ref. No", Cell::Number),
        ],
    ),
    (
        "BIDV",
        &[
            ("STT", "No.", Cell::Place),
            ("Ngày hiệu lực", "Effective date", Cell::Day),
            ("Ghi nợ", "Debit", Cell::Out),
            ("Ghi có", "Credit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
            ("Mô tả", "Description", Cell::Text),
        ],
    ),
    (
        "Agribank",
        &[
            ("Ngày GD", "Trans date", Cell::DayTime),
            ("Mã GD", "Trans ID", Cell::Number),
            ("Diễn giải", "Remarks", Cell::Text),
            ("Số tiền ghi nợ", "Debit amount", Cell::Out),
            ("Số tiền ghi có", "Credit amount", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "Techcombank",
        &[
            ("Ngày giao dịch", "Transaction Date", Cell::Day),
            ("Đối tác", "Remitter", Cell::Payer),
            ("NH Đối tác", "Remitter Bank", Cell::Fixed("NGAN HANG A")),
            ("Diễn giải", "Details", Cell::Text),
            ("Số bút toán", "Transaction No", Cell::Number),
            ("Nợ TKTT", "Debit", Cell::Out),
            ("Có TKTT", "Credit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "Techcombank",
        &[
            ("Ngày KH thực hiện", "Requesting date", Cell::IsoTime),
            ("Ngày giao dịch", "Transaction date", Cell::Iso),
            ("Số bút toán", "Reference number", Cell::Number),
            (
                "Ngân hàng đối tác",
                "Remitter's bank",
                Cell::Fixed("NGAN HANG A"),
            ),
            ("Tài khoản đích", "Remitter's account number", Cell::Account),
            (
                "Tên tài khoản đối ứng",
                "Remitter's account name",
                Cell::Holder,
            ),
            ("Diễn giải", "Description", Cell::Text),
            ("Nợ", "Debit", Cell::NegativeOut),
            ("Có", "Credit", Cell::In),
            ("Phí/Lãi", "Fee/Interest", Cell::Fixed("")),
            ("Thuế", "Transaction VAT", Cell::Fixed("")),
            ("Số dư", "Running balance", Cell::Balance),
        ],
    ),
    (
        "MB",
        &[
            ("STT", "No.", Cell::Place),
            ("Ngày giờ giao dịch", "Transaction Date Time", Cell::DayTime),
            ("Số bút toán", "Transaction Number", Cell::Number),
            ("Phát sinh nợ", "Debit Amount", Cell::Out),
            ("Phát sinh có", "Credit Amount", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
            ("Diễn giải", "Description", Cell::Text),
            (
                "Đơn vị thụ hưởng/Đơn vị chuyển",
                "Beneficiary/Remitter",
                Cell::Payer,
            ),
            (
                "Ngân hàng đối tác",
                "Partner bank",
                Cell::Fixed("NGAN HANG A"),
            ),
        ],
    ),
    (
        "VPBank",
        &[
            ("STT", "No.", Cell::Place),
            ("Ngày GD", "Txn date", Cell::Day),
            ("Ngày hiệu lực", "Value date", Cell::Day),
            ("Số bút toán", "Ref no", Cell::Number),
            ("Nội dung", "Description", Cell::Text),
            ("Ghi nợ", "Debit", Cell::Out),
            ("Ghi có", "Credit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "ACB",
        &[
            ("Ngày hiệu lực", "Effective date", Cell::Day),
            ("Ngày giao dịch", "Transaction date", Cell::DayTime),
            ("Số GD", "Trans. No.", Cell::Number),
            ("Nội dung giao dịch", "Description", Cell::Text),
            ("Số tiền rút ra", "Withdrawal", Cell::Out),
            ("Số tiền gửi vào", "Deposit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
            ("Tên người chuyển/nhận", "Remitter/Beneficiary", Cell::Payer),
        ],
    ),
    (
        "Sacombank",
        &[
            ("STT", "No.", Cell::Place),
            ("Ngày phát sinh", "Trans date", Cell::Day),
            ("Mã GD", "Trans ref", Cell::Number),
            ("Diễn giải", "Description", Cell::Text),
            ("Phát sinh nợ", "Debit", Cell::Out),
            ("Phát sinh có", "Credit", Cell::In),
            ("Số dư cuối", "Closing balance", Cell::Balance),
        ],
    ),
    (
        "SHB",
        &[
            ("STT", "No", Cell::Place),
            ("Ngày GD", "Trans. Date", Cell::Day),
            ("Số CT", "Doc No.", Cell::Number),
            ("Nội dung giao dịch", "Remark", Cell::Text),
            ("PS Nợ", "DR Amount", Cell::Out),
            ("PS Có", "CR Amount", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "HDBank",
        &[
            ("Ngày GD", "Trans Date", Cell::DayTime),
            ("Ngày HT", "Posting Date", Cell::Day),
            ("Số CT", "Doc No.", Cell::Number),
            ("Diễn giải", "Description", Cell::Text),
            ("PS Nợ", "Debit", Cell::Out),
            ("PS Có", "Credit", Cell::In),
            ("Số dư cuối", "Ending balance", Cell::Balance),
        ],
    ),
    (
        "TPBank",
        &[
            ("Ngày giao dịch", "Transaction date", Cell::DayTime),
            ("Mã giao dịch", "Transaction ID", Cell::Number),
            ("Nội dung", "Description", Cell::Text),
            ("Số tiền", "Amount", Cell::Signed),
            ("Số dư sau giao dịch", "Balance after", Cell::Balance),
            ("Trạng thái", "Status", Cell::Fixed("Thành công")),
        ],
    ),
    (
        "VIB",
        &[
            ("Ngày giao dịch", "Transaction date", Cell::Day),
            ("Số chứng từ", "Doc no", Cell::Number),
            ("Mô tả", "Description", Cell::Text),
            ("Ghi nợ", "Debit", Cell::Out),
            ("Ghi có", "Credit", Cell::In),
            ("Loại tiền", "Currency", Cell::Fixed("VND")),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "MSB",
        &[
            ("Ngày giao dịch", "Transaction date", Cell::Day),
            ("Số bút toán", "Reference No", Cell::Number),
            ("Người hưởng/Người chuyển", "Payee/Payer", Cell::Payer),
            ("Diễn giải", "Transaction description", Cell::Text),
            ("Nợ", "Debit", Cell::Out),
            ("Có", "Credit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "LPBank",
        &[
            ("STT", "No.", Cell::Place),
            ("Ngày giao dịch", "Transaction date", Cell::Day),
            ("Mô tả giao dịch", "Transaction details", Cell::Text),
            ("Số tiền giao dịch", "Transaction amount", Cell::Amount),
            ("Nợ/Có", "D/C", Cell::Letter),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "SeABank",
        &[
            ("Ngày giao dịch", "Transaction date", Cell::Day),
            ("Mã tham chiếu", "Reference", Cell::Number),
            ("Diễn giải", "Narrative", Cell::Text),
            ("Rút ra", "Withdrawal", Cell::Out),
            ("Gửi vào", "Deposit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "OCB",
        &[
            ("STT", "No", Cell::Place),
            ("Ngày tạo", "Transaction date", Cell::DayTime),
            ("Ngày thực hiện", "Bank date", Cell::Day),
            ("Số GD", "Transaction number", Cell::Number),
            ("Nội dung giao dịch", "Content", Cell::Text),
            ("PS giảm (Nợ)", "Debit", Cell::NegativeOut),
            ("PS tăng (Có)", "Credit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
            ("Tên người thụ hưởng", "Recipient", Cell::Payer),
            (
                "Số tài khoản thụ hưởng",
                "Counterparty account",
                Cell::Account,
            ),
            (
                "Ngân hàng thụ hưởng",
                "Counterparty bank",
                Cell::Fixed("NGAN HANG A"),
            ),
        ],
    ),
    (
        "Eximbank",
        &[
            ("Ngày GD", "Txn date", Cell::Day),
            ("Số REF", "Ref No", Cell::Number),
            ("Chi tiết GD", "Details", Cell::Text),
            ("Số tiền rút", "Withdrawal", Cell::Out),
            ("Số tiền gửi", "Deposit", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
    (
        "Nam A Bank",
        &[
            ("Ngày giá trị", "Value date", Cell::Day),
            ("Số giao dịch", "Transaction ID", Cell::Number),
            ("Diễn giải", "Particulars", Cell::Text),
            ("Ghi nợ (VND)", "Debit (VND)", Cell::Out),
            ("Ghi có (VND)", "Credit (VND)", Cell::In),
            ("Số dư (VND)", "Balance (VND)", Cell::Balance),
        ],
    ),
    (
        "ABBANK",
        &[
            ("Ngày", "Date", Cell::Day),
            ("Số tham chiếu", "Ref", Cell::Number),
            ("Nội dung chuyển tiền", "Narration", Cell::Text),
            ("Phát sinh giảm", "Paid out", Cell::Out),
            ("Phát sinh tăng", "Paid in", Cell::In),
            ("Số dư", "Balance", Cell::Balance),
        ],
    ),
];

/// The ways to write a title: Vietnamese, the same without accents, English, both.
const LANGUAGES: usize = 4;

fn title(column: &Column, language: usize) -> String {
    let (vietnamese, english, _) = column;
    match language {
        0 => (*vietnamese).to_owned(),
        1 => fold_for_search(vietnamese),
        2 => (*english).to_owned(),
        _ => format!("{vietnamese}/\n{english}"),
    }
}

fn time_of(place: usize) -> DateTime {
    let hour = 8 + i8::try_from(place).unwrap();
    datetime(2026, 11, DEALS[place].day, hour, 3, 11, 0)
}

impl Cell {
    fn of(self, place: usize) -> String {
        let deal = &DEALS[place];
        let at = |format: &str| time_of(place).strftime(format).to_string();
        let amount = written(deal.amount.abs(), 3);
        let has_arrived = deal.amount > 0;
        let sign = |arrived: &str, left: &str| {
            let sign = if has_arrived { arrived } else { left };
            sign.to_owned()
        };
        match self {
            Self::Place => (place + 1).to_string(),
            Self::Day => at("%d/%m/%Y"),
            Self::DayTime => at("%d/%m/%Y %H:%M:%S"),
            Self::DashedTime => at("%d-%m-%Y %H:%M:%S"),
            Self::Iso => at("%Y-%m-%d"),
            Self::IsoTime => at("%Y-%m-%d %H:%M:%S"),
            Self::Numbered => format!("{}\n5389 - 8257{place}", at("%d/%m/%Y")),
            Self::Out | Self::OutOrZero if !has_arrived => amount,
            Self::NegativeOut if !has_arrived => format!("-{amount}"),
            Self::In | Self::InOrZero if has_arrived => amount,
            Self::OutOrZero | Self::InOrZero => "0".to_owned(),
            Self::Out | Self::NegativeOut | Self::In => String::new(),
            Self::Amount => amount,
            Self::Signed => sign("+", "-") + &amount,
            Self::Sign => sign("+", "-"),
            Self::Letter => sign("C", "D"),
            Self::Balance => written(deal.balance, 3),
            Self::Text => deal.text.to_owned(),
            Self::Number => format!("FT2630800000{place}"),
            Self::Serial => (1_042 + 3 * place).to_string(),
            Self::Payer | Self::Holder => deal.payer.to_owned(),
            Self::Account => format!("190201234567{place}"),
            Self::Fixed(text) => text.to_owned(),
        }
    }

    /// The content in the row of sums below.
    fn sum(self) -> String {
        let sum = |has_arrived: bool| -> i64 {
            let amounts = DEALS.iter().map(|deal| deal.amount);
            amounts.filter(|amount| (*amount > 0) == has_arrived).sum()
        };
        match self {
            Self::Out | Self::OutOrZero => written(sum(false).abs(), 3),
            Self::In | Self::InOrZero => written(sum(true), 3),
            Self::NegativeOut => sum(false).to_string(),
            _ => String::new(),
        }
    }
}

fn places(is_newest_first: bool) -> Vec<usize> {
    let mut places: Vec<usize> = (0..DEALS.len()).collect();
    if is_newest_first {
        places.reverse();
    }
    places
}

fn file(columns: &[Column], language: usize, is_newest_first: bool) -> String {
    let titles: Vec<String> = columns.iter().map(|it| title(it, language)).collect();
    let mut lines = vec![titles];
    for place in places(is_newest_first) {
        lines.push(columns.iter().map(|(.., cell)| cell.of(place)).collect());
    }
    let mut foot: Vec<String> = columns.iter().map(|(.., cell)| cell.sum()).collect();
    "Tổng cộng".clone_into(&mut foot[0]);
    lines.push(foot);
    let mut file = HEAD.to_owned();
    for cells in lines {
        let quoted: Vec<String> = cells.iter().map(|cell| format!("\"{cell}\"")).collect();
        file.push_str(&quoted.join(","));
        file.push('\n');
    }
    file
}

fn check(bank: &str, columns: &[Column], language: usize, is_newest_first: bool) {
    let written = file(columns, language, is_newest_first);
    let context = format!("{bank}\n{written}");
    let rows = rows(&written);
    let own = of_account(rows.clone(), "0123456789");
    assert!(
        !own.is_unclear && own.other_titles.is_none() && own.left_out == 0,
        "{context}"
    );
    let found = recognise(&own.rows);
    let unit = foreign_unit(&own.rows, &found, found.mapping.iter());
    assert!(unit.is_none(), "{unit:?} {context}");
    let Some(lines) = taken(&rows) else {
        panic!("{:?} {context}", found.doubt)
    };
    let (foot, lines) = lines.split_last().unwrap();
    assert_eq!(*foot, Line::Nothing, "{context}");
    let places = places(is_newest_first);
    assert_eq!(lines.len(), places.len(), "{context}");
    let has = |wanted: Cell| columns.iter().any(|(.., cell)| *cell == wanted);
    for (line, place) in lines.iter().zip(places) {
        let deal = &DEALS[place];
        let transfer = match line {
            Line::In(transfer) if deal.amount > 0 => transfer,
            Line::Out(transfer) if deal.amount < 0 => transfer,
            line => panic!("{line:?} {context}"),
        };
        let day = time_of(place).date();
        assert_eq!(
            (transfer.at.date(), transfer.amount),
            (day, deal.amount.abs()),
            "{context}"
        );
        let number = if has(Cell::Number) {
            Some(Cell::Number.of(place))
        } else {
            has(Cell::Numbered).then(|| format!("5389 - 8257{place}"))
        };
        assert_eq!(transfer.number, number, "{context}");
        let named = format!("{} {}", deal.text, deal.payer);
        let is_bare = transfer.text == deal.text && !has(Cell::Payer);
        assert!(transfer.text == named || is_bare, "{line:?} {context}");
    }
}

#[test]
fn the_statements_of_the_largest_banks_are_read() {
    for (bank, columns) in LAYOUTS {
        for language in 0..LANGUAGES {
            for is_newest_first in [false, true] {
                check(bank, columns, language, is_newest_first);
            }
        }
    }
    let banks: BTreeSet<&str> = LAYOUTS.iter().map(|(bank, _)| *bank).collect();
    assert_eq!(banks.len(), 20);
}

#[test]
fn without_its_sign_or_balance_a_list_of_amounts_is_asked_about() {
    for (bank, columns) in LAYOUTS {
        // One column of amounts is left, whose title says no direction.
        let kept = columns.iter().filter(|(.., cell)| {
            let directions = [Cell::In, Cell::InOrZero, Cell::Sign, Cell::Letter];
            *cell != Cell::Balance && !directions.contains(cell)
        });
        let columns: Vec<Column> = kept
            .map(|(vietnamese, english, cell)| match cell {
                Cell::Out | Cell::NegativeOut | Cell::OutOrZero | Cell::Signed => {
                    ("Số tiền", "Amount", Cell::Amount)
                }
                _ => (*vietnamese, *english, *cell),
            })
            .collect();
        for language in 0..LANGUAGES {
            let file = file(&columns, language, false);
            assert_eq!(taken(&rows(&file)), None, "{bank}\n{file}");
        }
    }
}

#[test]
fn the_number_of_a_row_is_no_debit() {
    let csv = "No,Transaction date,Description,Debit,Credit\n1,24/11/2026,a,,500000\n2,25/11/2026,b,200000,\n3,25/11/2026,c,,300000\n";
    assert_eq!(
        arrived(csv),
        [(500_000, "a".to_owned()), (300_000, "c".to_owned())]
    );
    // Where no other title says it, it is.
    let owed = "Ngay,Noi dung,No,Co\n24/11/2026,a,,500000\n25/11/2026,b,200000,\n";
    assert_eq!(arrived(owed), [(500_000, "a".to_owned())]);
}

#[test]
fn a_table_of_sums_above_the_titles_is_no_statement() {
    let csv = "BẢNG SAO KÊ GIAO DỊCH - Tài khoản số: 0123456789\n\
        Số dư đầu,Tiền rút ra,Tiền gửi vào,Số dư cuối\n\"1,000,000\",\"200,000\",\"500,000\",\"1,300,000\"\n\
        Ngày hiệu lực,Ngày giao dịch,Số GD,Nội dung giao dịch,Số tiền rút ra,Số tiền gửi vào,Số dư\n\
        24/11/2026,24/11/2026,1042,mua ve,,\"500,000\",\"1,500,000\"\n25/11/2026,25/11/2026,1043,phi,\"200,000\",,\"1,300,000\"\n";
    assert_eq!(arrived(csv), [(500_000, "mua ve".to_owned())]);
}

#[test]
fn an_amount_that_was_paid_in_is_no_book() {
    let csv = "Ngày;Nội dung;Số tiền rút (Debit);Số tiền gửi (Credit)\n24/11/2026;a;;500000\n25/11/2026;b;200000;\n";
    assert_eq!(arrived(csv), [(500_000, "a".to_owned())]);
    assert_eq!(
        doubt(&format!("SỔ TIỀN GỬI NGÂN HÀNG\n{csv}")),
        Some(Doubt::Direction)
    );
}
