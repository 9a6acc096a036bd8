mod banks;

use hoi_spreadsheet::Limits;
use jiff::ToSpan as _;
use jiff::civil::{date, datetime};
use proptest::prelude::*;

use super::*;

const LIMITS: Limits = Limits {
    rows: 1000,
    columns: 50,
    inflated: 1 << 20,
};

fn rows(file: &str) -> Vec<Row> {
    hoi_spreadsheet::read(file.as_bytes(), LIMITS).unwrap().rows
}

/// The lines that a file gives without a question; `None` if the reader asks, or the balances contradict the columns.
fn taken(rows: &[Row]) -> Option<Vec<Line>> {
    let own = of_account(rows.to_vec(), "0123456789");
    let rows = own.rows.as_slice();
    let found = recognise(rows);
    let (above, below) = rows.split_at(found.below);
    let lines = read(above, below, &found.mapping?);
    prove(&lines, opening(above, below, &lines))
        .is_none_or(|proof| proof.misfits.is_empty())
        .then_some(lines)
}

/// Amounts and texts of arrived transfers.
fn arrived(file: &str) -> Vec<(i64, String)> {
    let lines = taken(&rows(file)).unwrap();
    let arrived = lines.into_iter().filter_map(|line| match line {
        Line::In(transfer) => Some((transfer.amount, transfer.text)),
        _ => None,
    });
    arrived.collect()
}

fn doubt(file: &str) -> Option<Doubt> {
    let found = recognise(&rows(file));
    assert_eq!(found.mapping.is_none(), found.doubt.is_some());
    found.doubt
}

fn day(year: i16, month: i8, day: i8) -> DateTime {
    datetime(year, month, day, 0, 0, 0, 0)
}

#[test]
fn banks_with_two_columns_are_read() {
    let csv = "SAO KÊ TÀI KHOẢN;;;;;\nSố tài khoản;0123456789;;;;\n\
        STT;Ngày giao dịch;Số tham chiếu;Số tiền ghi nợ;Số tiền ghi có;Số dư;Mô tả\n\
        1;03/10/2026;FT1;;1.250.000;5.250.000;EV7K2Q9XAR NGUYEN VAN A\n\
        2;25/10/2026;FT2;300.000;;4.950.000;Phi\n\
        ;;;300.000;1.250.000;;Tổng cộng\n";
    assert_eq!(
        arrived(csv),
        [(1_250_000, "EV7K2Q9XAR NGUYEN VAN A".to_owned())]
    );
    let found = recognise(&rows(csv)).mapping.unwrap();
    assert_eq!(
        (found.number, found.balance, found.debit),
        (Some(2), Some(5), Some(3))
    );
}

#[test]
fn titles_in_a_banks_own_words_are_read() {
    let techcombank = "SAO KÊ TÀI KHOẢN\nSố tài khoản: 0123456789\n\
        Ngày giao dịch,Đối tác,NH Đối tác,Diễn giải,Số bút toán,Nợ TKTT,Có TKTT,Số dư\n\
        04/08/2026,CONG TY A,TCB,tra tien hang,FT26216000001,\"2,000,000\",,\"8,000,000\"\n\
        04/08/2026,NGUYEN VAN B,TCB,EV7K2Q9XAR mua ve,FT26216000002,,\"500,000\",\"8,500,000\"\n\
        05/08/2026,CONG TY C,TCB,tra tien dien,FT26216000003,\"2,000,000\",,\"6,500,000\"\n";
    let lines = taken(&rows(techcombank)).unwrap();
    assert!(matches!(
        lines.as_slice(),
        [Line::Out(_), Line::In(transfer), Line::Out(_)]
            if transfer.amount == 500_000 && transfer.number.as_deref() == Some("FT26216000002") && transfer.at == day(2026, 8, 4)
    ));
    let vietcombank = "\"STT\nNo.\",\"Ngày/\nTNX Date / Số CT/\nDoc No\",\"Số tiền ghi nợ/\nDebit\",\"Số tiền ghi có/\nCredit\",\"Số dư/\nBalance\",\"Nội dung chi tiết/\nTransactions in detail\"\n\
        1,\"04/08/2026\n5389 - 82571\",\"2,000,000\",,\"8,000,000\",tra tien hang\n\
        2,\"04/08/2026\n5389 - 82572\",,\"500,000\",\"8,500,000\",EV7K2Q9XAR mua ve\n";
    let lines = taken(&rows(vietcombank)).unwrap();
    assert!(matches!(
        lines.as_slice(),
        [Line::Out(_), Line::In(transfer)]
            if transfer.amount == 500_000 && transfer.number.as_deref() == Some("5389 - 82572") && transfer.at == day(2026, 8, 4)
    ));
    let page = "<table><tr><th rowspan=2>Ngày GD</th><th rowspan=2>Nội dung</th><th colspan=2>Phát sinh</th><th rowspan=2>Số dư</th></tr>\
        <tr><th>Nợ</th><th>Có</th></tr><tr><td>(1)</td><td>(2)</td><td>(3)</td><td>(4)</td><td>(5)</td></tr>\
        <tr><td>04/08/2026</td><td>tra tien hang</td><td>2,000,000</td><td></td><td>8,000,000</td></tr>\
        <tr><td>04/08/2026</td><td>EV7K2Q9XAR mua ve</td><td></td><td>500,000</td><td>8,500,000</td></tr></table>";
    assert_eq!(arrived(page), [(500_000, "EV7K2Q9XAR mua ve".to_owned())]);
}

#[test]
fn banks_with_one_column_are_read() {
    let csv = "Transaction Date,Description,Amount,Currency\n\
        10/25/2026,EV7K2Q9XAR,\"+1,250,000.00\",VND\n\
        10/03/2026,Fee,\"-11,000.00\",VND\n\
        10/04/2026,Other,\"100.00\",USD\n";
    assert_eq!(arrived(csv), [(1_250_000, "EV7K2Q9XAR".to_owned())]);
    let rows = rows(csv);
    let mapping = recognise(&rows).mapping.unwrap();
    assert_eq!(mapping.date_order, DateOrder::MonthFirst);
    let lines = read(&[], &rows[1..], &mapping);
    assert!(matches!(&lines[0], Line::In(transfer) if transfer.at == day(2026, 10, 25)));
    assert!(matches!(
        &lines[1..],
        [Line::Out(_), Line::Fault(Fault::Currency, None)]
    ));
    let marked = "Ngày;Nội dung;Số tiền\n03/10/2026;a;1.000 CR\n03/10/2026;b;2.000DR\n";
    assert_eq!(arrived(marked), [(1000, "a".to_owned())]);
}

#[test]
fn an_unknown_word_for_the_direction_is_a_fault() {
    let csv = "Ngày;Nội dung;Số tiền;Loại\n\
        03/10/2026;một;1000;C\n03/10/2026;hai;2000;Nợ\n03/10/2026;ba;3000;Khác\n";
    let rows = rows(csv);
    let mapping = recognise(&rows).mapping.unwrap();
    assert_eq!(mapping.direction, Some(3));
    let lines = read(&[], &rows[1..], &mapping);
    assert!(matches!(&lines[0], Line::In(transfer) if transfer.amount == 1000));
    assert!(matches!(
        &lines[1..],
        [Line::Out(_), Line::Fault(Fault::Direction, None)]
    ));
    // A kind of transaction is no direction, and an amount without one says nothing of it.
    let csv = "Ngày;Nội dung;Số tiền;Loại giao dịch\n03/10/2026;một;1000;Chuyển khoản\n";
    assert_eq!(doubt(csv), Some(Doubt::Direction));
}

#[test]
fn the_letter_c_is_what_the_letter_beside_it_makes_it() {
    let csv = |title: &str, one: &str, other: &str| {
        format!(
            "Ngày;Nội dung;Số tiền;{title}\n03/10/2026;một;1000;{one}\n03/10/2026;hai;2000;{other}\n"
        )
    };
    assert_eq!(arrived(&csv("D/C", "C", "D")), [(1000, "một".to_owned())]);
    assert_eq!(arrived(&csv("Nợ/Có", "N", "C")), [(2000, "hai".to_owned())]);
    assert_eq!(
        arrived(&csv("Thu/Chi", "C", "T")),
        [(2000, "hai".to_owned())]
    );
    assert_eq!(arrived(&csv("+/-", "+", "−")), [(1000, "một".to_owned())]);
    assert_eq!(doubt(&csv("Thu/Chi", "C", "C")), Some(Doubt::Direction));
}

#[test]
fn columns_without_known_titles_are_never_guessed() {
    let bare = "03/10/2026 15:06:37;EV7K2Q9XAR chuyen tien mua ve;250000\n25/10/2026;khac;50000\n";
    let found = recognise(&rows(bare));
    assert_eq!((found.doubt, found.below), (Some(Doubt::Direction), 0));
    let choice = &found.choices[0];
    assert_eq!((choice.date, choice.text, choice.credit), (0, 1, 2));
    assert_eq!(doubt("a;b\nc;d\n"), Some(Doubt::Columns));

    // Two columns, either of which may be the arrived amounts: both are offered.
    let two = "Ngày;Nội dung;A;B\n03/10/2026;a;5000;\n04/10/2026;b;;7000\n25/10/2026;c;;8000\n";
    let found = recognise(&rows(two));
    assert_eq!(
        (found.titles[2].as_str(), found.doubt),
        ("A", Some(Doubt::Direction))
    );
    let choices: Vec<_> = found
        .choices
        .iter()
        .map(|choice| (choice.credit, choice.debit))
        .collect();
    assert_eq!(choices, [(2, Some(3)), (3, Some(2))]);

    // The balance proves it.
    let proved = "Ngày;Nội dung;A;B;C\n03/10/2026;a;5000;;95000\n04/10/2026;b;;7000;102000\n05/10/2026;c;2000;;100000\n25/10/2026;d;;8000;108000\n";
    assert_eq!(
        arrived(proved),
        [(7000, "b".to_owned()), (8000, "d".to_owned())]
    );
    // Rows that read the same from below prove nothing.
    let same = "Ngày;Nội dung;A;C\n03/10/2026;a;5000;95000\n03/10/2026;b;5000;100000\n03/10/2026;c;5000;105000\n";
    assert_eq!(doubt(same), Some(Doubt::Direction));
    // Days that follow each other say from where it is read.
    let followed = same
        .replacen("03/10", "02/10", 1)
        .replace("03/10/2026;c", "25/10/2026;c");
    // No balance tells of the first of them.
    assert_eq!(arrived(&followed).len(), 2);
}

#[test]
fn a_balance_that_contradicts_the_titles_stops_the_file() {
    let right = "Ngày;Nội dung;Ghi nợ;Ghi có;Số dư\n\
        03/10/2026;a;5.000;;95.000\n04/10/2026;b;;7.000;102.000\n05/10/2026;c;2.000;;100.000\n25/10/2026;d;;8.000;108.000\n";
    assert_eq!(arrived(right).len(), 2);
    let found = recognise(&rows(right));
    let proof = prove(&read(&[], &rows(right)[1..], &found.mapping.unwrap()), None).unwrap();
    assert_eq!(
        (proof.rows, proof.opening, proof.closing),
        (4, 100_000, 108_000)
    );
    assert!(proof.misfits.is_empty());

    // Titles that are exchanged.
    let exchanged = right
        .replace("nợ", "x")
        .replace("có", "nợ")
        .replace('x', "có");
    let found = recognise(&rows(&exchanged));
    assert_eq!((found.mapping, found.doubt), (None, Some(Doubt::Balance)));
    assert_eq!(
        (found.choices[0].credit, found.choices[0].debit),
        (3, Some(2))
    );

    // One amount, one balance, one row: a misfit is named.
    for (damaged, misfits) in [
        (right.replace(";7.000;", ";70.000;"), vec![1]),
        (right.replace("102.000", "120.000"), vec![1, 2]),
        (right.replace("04/10/2026;b;;7.000;102.000\n", ""), vec![1]),
    ] {
        let rows = rows(&damaged);
        assert_eq!(taken(&rows), None, "{damaged}");
        let mapping = recognise(&rows).mapping.unwrap();
        assert_eq!(
            prove(&read(&[], &rows[1..], &mapping), None)
                .unwrap()
                .misfits,
            misfits
        );
    }

    // A choice without the balance is measured by it all the same.
    let rows = rows(&exchanged);
    let found = recognise(&rows);
    let wrong = Mapping {
        credit: 2,
        debit: Some(3),
        balance: None,
        ..found.choices[0].clone()
    };
    assert!(is_disproved(&found, &rows, &wrong));
    assert!(!is_disproved(&found, &rows, &found.choices[0]));
}

#[test]
fn rows_without_a_day_are_no_transfers() {
    let csv = "Ngày;Nội dung;Ghi nợ;Ghi có;Số dư\n;Số dư đầu kỳ;;;100.000\n03/10/2026;một;;1000;101.000\n;hai;;2000;\nhôm qua;ba;;3000;\n\
        04/10/2026;bốn;;=1+1;\n04/10/2026;năm;;99999999999999999;\n04/10/2026;sáu;;-;\n\
        Ngày;Nội dung;Ghi nợ;Ghi có;Số dư\n;Phát sinh trong kỳ;0;1.000;\nTổng cộng;;0;1.000;\n;;0;1.000;\n04/10/2026;Số dư cuối kỳ;;101.000;\n";
    let lines = taken(&rows(csv)).unwrap();
    assert_eq!(lines[0], Line::Nothing);
    assert!(matches!(&lines[1], Line::In(transfer) if transfer.text == "một"));
    let faults = [Fault::Date, Fault::Date, Fault::Amount, Fault::Amount]
        .map(|fault| Line::Fault(fault, None));
    assert_eq!(lines[2..6], faults);
    assert!(lines[6..].iter().all(|line| *line == Line::Nothing));
}

#[test]
fn a_text_goes_on_in_the_next_row_and_column() {
    let csv = "Ngày;Nội dung;;Ghi có;Ghi chú\n03/10/2026;MBVCB EV7K2;NGUYEN;1000;mua ve\n;Q9XAR mua ve;;;\n;lan 2;;;\n04/10/2026;khac;;2000;\n;Cộng phát sinh;;;\n\n;Người lập;;;\n05/10/2026;x;;3000;\n;CONG TY A;;;\n";
    let texts: Vec<_> = arrived(csv).into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        texts,
        [
            "MBVCB EV7K2 NGUYEN mua ve Q9XAR mua ve lan 2",
            "khac",
            "x CONG TY A"
        ]
    );
}

#[test]
fn words_under_a_title_that_is_not_known_are_text() {
    for (title, cell, is_text) in [
        ("K", "EV7K2Q9XAR mua ve", true),
        ("Người gửi", "NGUYEN VAN AN", true),
        // A payment reference counts wherever it stands.
        ("K", "EV7K2Q9XAR", true),
        ("Ngân hàng gửi", "EV7K2Q9XAR", true),
        ("K", "FT26216000001", false),
        ("K", "71", false),
        ("K", "05/10/2026", false),
        ("K", "Nhận tiền", false),
        ("NH Đối tác", "NGAN HANG A", false),
        ("Chi nhánh", "HA NOI", false),
        ("Tên tài khoản", "NGUYEN VAN AN", false),
        ("Ngày hiệu lực", "EV7K2Q9XAR", false),
    ] {
        let csv = format!(
            "Ngày giao dịch;{title};Nội dung;Ghi có\n03/10/2026;{cell};chuyen tien;1000\n04/10/2026;;khac;2000\n"
        );
        let text = if is_text {
            format!("chuyen tien {cell}")
        } else {
            "chuyen tien".to_owned()
        };
        let expected = [(1000, text), (2000, "khac".to_owned())];
        assert_eq!(arrived(&csv), expected, "{title}: {cell}");
    }
    // Columns whose titles say that they are text come first.
    let csv = "Ngày;A;B;C;D;E;F;Nội dung;Ghi chú;Ghi có\n03/10/2026;a a;b b;c c;d d;e e;f f;chuyen tien;mua ve;1000\n";
    let found = recognise(&rows(csv)).mapping.unwrap();
    assert_eq!(found.more_text, [1, 2, 3, 4, 8]);
}

#[test]
fn amounts_that_cannot_be_read_are_named_even_if_none_can() {
    let csv = |more: &str, cells: [&str; 3]| {
        let [one, two, three] = cells;
        format!(
            "Ngày;Nội dung;Số tiền;{more}\n03/10/2026;một;-5E+05x;{one}\n04/10/2026;hai;500k;{two}\n05/10/2026;ba;-500.000,50;{three}\n"
        )
    };
    let none = ["", "", ""];
    for (file, balances) in [
        (csv("", none), [None; 3]),
        (csv("Loại", ["C", "D", "C"]), [None; 3]),
        (csv("Chiều", ["Ngược", "Xuôi", "Xuôi"]), [None; 3]),
        (csv("Số CIF", ["4711", "4711", "4711"]), [None; 3]),
        (
            csv("Số dư", ["5.000", "6.000", "7.000"]),
            [Some(5000), Some(6000), Some(7000)],
        ),
    ] {
        let faults = balances.map(|balance| Line::Fault(Fault::Amount, balance));
        assert_eq!(taken(&rows(&file)).unwrap(), faults, "{file}");
    }
    // Of one that can be read, nothing says whether it arrived.
    let one = csv("", none).replace("500k", "500.000");
    assert_eq!(recognise(&rows(&one)).mapping, None);
    // A column of unknown amounts that the balances prove is meant.
    let proved = "Ngày;Nội dung;Số tiền;A;B;C\n03/10/2026;a;x;5000;;95000\n04/10/2026;b;x;;7000;102000\n05/10/2026;c;x;2000;;100000\n25/10/2026;d;x;;8000;108000\n";
    assert_eq!(
        arrived(proved),
        [(7000, "b".to_owned()), (8000, "d".to_owned())]
    );
}

#[test]
fn days_are_read_as_banks_and_spreadsheets_write_them() {
    let of = |cells: &[Value]| -> Option<Vec<Line>> {
        let title = |title: &str| Value::Text(title.to_owned());
        let head = ["Ngày", "Nội dung", "Ghi có"].map(title).to_vec();
        let cells = cells
            .iter()
            .map(|cell| vec![cell.clone(), title("x"), Value::Number(1000.0)]);
        let cells = std::iter::once(head).chain(cells);
        let rows: Vec<Row> = cells
            .zip(1..)
            .map(|(cells, number)| Row { number, cells })
            .collect();
        taken(&rows)
    };
    for cell in [
        Value::Number(46_238.0),
        Value::Number(20_260_804.0),
        Value::Date(day(2026, 8, 4)),
        Value::Text("46238".to_owned()),
        Value::Text("20260804".to_owned()),
        Value::Text("4 Aug 2026".to_owned()),
        Value::Text("04 thg 8, 2026".to_owned()),
    ] {
        let lines = of(std::slice::from_ref(&cell)).unwrap();
        assert!(
            matches!(&lines[..], [Line::In(transfer)] if transfer.at == day(2026, 8, 4)),
            "{cell:?}"
        );
    }
    // A program took the days for months where it could: those rows are named.
    let mixed = [
        Value::Date(day(2026, 4, 8)),
        Value::Text("13/08/2026".to_owned()),
    ];
    let lines = of(&mixed).unwrap();
    assert!(matches!(
        &lines[..],
        [Line::Fault(Fault::Date, None), Line::In(_)]
    ));
}

#[test]
fn the_order_of_day_and_month_is_decided_or_asked() {
    let order = |csv: &str| {
        recognise(&rows(csv))
            .mapping
            .map(|mapping| mapping.date_order)
    };
    let open = "Date;Description;Credit\n04/08/2026;a;1000\n05/08/2026;b;1000\n";
    assert_eq!(doubt(open), Some(Doubt::DateOrder));
    let orders: Vec<_> = recognise(&rows(open))
        .choices
        .iter()
        .map(|choice| choice.date_order)
        .collect();
    assert_eq!(orders, [DateOrder::DayFirst, DateOrder::MonthFirst]);
    // The whole column, the period above, the sequence of the rows, the language.
    assert_eq!(
        order(&open.replace("05/08", "08/25")),
        Some(DateOrder::MonthFirst)
    );
    assert_eq!(
        order(&format!("From 01/08/2026 to 31/08/2026\n{open}")),
        Some(DateOrder::DayFirst)
    );
    let sorted =
        "Date;Description;Credit\n04/08/2026;a;1000\n05/08/2026;b;1000\n02/09/2026;c;1000\n";
    assert_eq!(order(sorted), Some(DateOrder::DayFirst));
    assert_eq!(
        order(&open.replace("Date", "Ngày/Date")),
        Some(DateOrder::DayFirst)
    );
    // The language and the sequence contradict each other.
    assert_eq!(
        order("Ngày;Nội dung;Ghi có\n08/04/2026;a;1000\n08/05/2026;b;1000\n09/02/2026;c;1000\n"),
        None
    );
    assert_eq!(
        order(&open.replace("05/08", "08/25").replace("04/08", "25/08")),
        None
    );
}

#[test]
fn amounts_without_a_sign_have_their_direction_from_the_balances() {
    let csv = "Ngày giao dịch;Nội dung;Số tiền;Số dư\n\
        27/11/2026;một;500.000;1.500.000\n27/11/2026;hai;500.000;1.000.000\n27/11/2026;ba;200.000;1.200.000\n";
    let rows_of = |csv: &str| taken(&rows(csv)).unwrap();
    // No balance tells of the first row: it is not guessed.
    assert!(matches!(
        rows_of(csv).as_slice(),
        [Line::Open(open), Line::Out(left), Line::In(arrived)]
            if open.text == "một" && left.amount == 500_000 && arrived.amount == 200_000
    ));
    // The same, the newest first.
    let newest = "Ngày giao dịch;Nội dung;Số tiền;Dư\n\
        27/11/2026;ba;200.000;1.200.000\n26/11/2026;hai;500.000;1.000.000\n25/11/2026;một;500.000;1.500.000\n";
    assert!(matches!(
        rows_of(newest).as_slice(),
        [Line::In(_), Line::Out(_), Line::Open(_)]
    ));
    // The file names the balance before it, or a person says it.
    for (opening, has_arrived) in [("1.000.000", true), ("2.000.000", false)] {
        for file in [
            format!("Số dư đầu kỳ: {opening}\n{csv}"),
            format!("{csv};Số dư đầu kỳ;;{opening}\n"),
        ] {
            let lines = rows_of(&file);
            assert_eq!(matches!(&lines[0], Line::In(_)), has_arrived, "{file}");
            assert_eq!(matches!(&lines[0], Line::Out(_)), !has_arrived, "{file}");
        }
        let rows = rows(csv);
        let mapping = Mapping {
            open_arrived: Some(has_arrived),
            ..recognise(&rows).mapping.unwrap()
        };
        let lines = read(&[], &rows[1..], &mapping);
        assert_eq!(matches!(&lines[0], Line::In(_)), has_arrived);
        let proof = prove(&lines, None).unwrap();
        assert!(proof.misfits.is_empty() && proof.closing == 1_200_000);
    }
    // An opening balance that does not lead to the first row says nothing.
    assert!(matches!(
        rows_of(&format!("Số dư đầu kỳ: 7\n{csv}"))[0],
        Line::Open(_)
    ));
    // A row is missing, or an amount is wrong.
    for damaged in [
        csv.replace(";200.000", ";20.000"),
        csv.replace("27/11/2026;hai;500.000;1.000.000\n", ""),
    ] {
        assert_eq!(taken(&rows(&damaged)), None, "{damaged}");
    }
    // Equal amounts of one day can be read from above and from below.
    let equal = "Ngày;Nội dung;Số tiền;Số dư\n\
        27/11/2026;a;5.000;15.000\n27/11/2026;b;5.000;20.000\n27/11/2026;c;5.000;25.000\n";
    assert!(
        rows_of(equal)
            .iter()
            .all(|line| matches!(line, Line::Open(_)))
    );
    let opened = format!("Số dư đầu kỳ: 10.000\n{equal}");
    assert!(
        rows_of(&opened)
            .iter()
            .all(|line| matches!(line, Line::In(_)))
    );
}

#[test]
fn the_order_of_the_days_is_known_without_a_choice() {
    let csv = "Date;Description;Debit\n08/04/2026;a;500.000\n08/25/2026;b;200.000\n";
    let found = recognise(&rows(csv));
    assert_eq!(
        (found.doubt, found.choices.len()),
        (Some(Doubt::OnlyLeft), 0)
    );
    let known = found.known.unwrap();
    assert_eq!(
        (known.date, known.text, known.date_order),
        (0, 1, DateOrder::MonthFirst)
    );
}

#[test]
fn money_that_left_is_never_offered_as_money_that_arrived() {
    for title in ["Ghi nợ", "Số tiền chi", "Tiền ra"] {
        let csv =
            format!("Ngày;Nội dung;{title}\n27/11/2026;hoan tien;500.000\n27/11/2026;b;200.000\n");
        let found = recognise(&rows(&csv));
        assert_eq!(
            (found.doubt, found.choices.len()),
            (Some(Doubt::OnlyLeft), 0)
        );
        let balanced = "Ngày;Nội dung;Ghi nợ;Số dư\n27/11/2026;a;500.000;1.000.000\n27/11/2026;b;200.000;800.000\n";
        let found = recognise(&rows(&balanced.replace("Ghi nợ", title)));
        assert!(found.choices.is_empty() && found.mapping.is_none());
    }
    let beside = "Ngày;Nội dung;Ghi nợ;X\n27/11/2026;a;5.000;\n27/11/2026;b;;7.000\n";
    let found = recognise(&rows(beside));
    let choices: Vec<_> = found
        .choices
        .iter()
        .map(|it| (it.credit, it.debit))
        .collect();
    assert_eq!(choices, [(3, Some(2))]);
}

#[test]
fn columns_of_words_tell_the_direction() {
    let csv = |title: &str, into: &str, out: &str| {
        format!(
            "Ngày;Nội dung;Số tiền;{title}\n27/11/2026;một;1000;{into}\n27/11/2026;hai;2000;{out}\n"
        )
    };
    for (title, into, out) in [
        ("Loại", "Nhận", "Chuyển"),
        ("Loại", "Nhận", "Gửi"),
        ("Chiều", "Đến", "Đi"),
        ("Vào/Ra", "Vào", "Ra"),
        ("Loại giao dịch", "Tiền vào", "Chuyển tiền đi"),
    ] {
        assert_eq!(
            arrived(&csv(title, into, out)),
            [(1000, "một".to_owned())],
            "{title}"
        );
    }
    // Words that are not known are asked about, and nothing is offered that takes all of it.
    for (title, into, out) in [
        ("Chiều", "Ngược", "Xuôi"),
        ("Loại", "Chuyển", "Chuyển"),
        ("Loại", "A", "B"),
        ("Nợ/Có", "?", "?"),
    ] {
        let found = recognise(&rows(&csv(title, into, out)));
        assert_eq!(
            (found.doubt, found.choices.len()),
            (Some(Doubt::Direction), 0),
            "{title}"
        );
    }
    // Without a title, the words are a choice, and all of it is not.
    let found = recognise(&rows(&csv("X", "Nhận", "Chuyển")));
    let directions: Vec<_> = found
        .choices
        .iter()
        .map(|choice| choice.direction)
        .collect();
    assert_eq!(directions, [Some(3)]);
}

#[test]
fn a_day_that_has_not_come_is_named() {
    let csv = "Ngày;Nội dung;Ghi có\n27/11/2026;a;1000\n28/11/2026;b;1000\n27/11/2027;c;1000\n";
    let mut lines = taken(&rows(csv)).unwrap();
    refuse_after(&mut lines, date(2026, 11, 27));
    assert!(matches!(
        lines.as_slice(),
        [
            Line::In(_),
            Line::Fault(Fault::Future, None),
            Line::Fault(Fault::Future, None)
        ]
    ));
}

fn cell() -> impl Strategy<Value = Value> {
    let day = (-9999_i16..=9999, 1_i8..=12, 1_i8..=28);
    prop_oneof![
        "\\PC{0,20}".prop_map(Value::Text),
        "[-+0-9., /:()]{0,20}".prop_map(Value::Text),
        "(Ngày|Nội dung|Ghi nợ|Ghi có|Số dư|04/08/2026|1.000|D|C)".prop_map(Value::Text),
        any::<f64>().prop_map(Value::Number),
        day.prop_map(|(year, month, day)| Value::Date(datetime(year, month, day, 23, 59, 59, 0))),
        any::<bool>().prop_map(Value::Bool),
        Just(Value::Empty),
    ]
}

proptest! {
    #[test]
    fn any_table_is_read(cells in prop::collection::vec(prop::collection::vec(cell(), 0..6), 0..12), columns in prop::collection::vec(0_usize..8, 9), by_balance in any::<bool>(), open_arrived in any::<Option<bool>>()) {
        let rows: Vec<Row> = cells
            .into_iter()
            .zip(1..)
            .map(|(cells, number)| Row { number, cells })
            .collect();
        taken(&rows);
        let mapping = Mapping {
            date: columns[0],
            text: columns[1],
            more_text: vec![columns[8]],
            credit: columns[2],
            debit: Some(columns[3]).filter(|_| !by_balance),
            direction: Some(columns[4]).filter(|_| !by_balance),
            number: Some(columns[5]),
            balance: Some(columns[6]),
            by_balance,
            open_arrived,
            currency: Some(columns[7]),
            status: Some(columns[0]),
            time: Some(columns[1]),
            settled: vec![String::new()],
            unsettled: Vec::new(),
            date_order: DateOrder::DayFirst,
        };
        let lines = read(&[], &rows, &mapping);
        prop_assert_eq!(lines.len(), rows.len());
        let _ = prove(&lines, opening(&[], &rows, &lines));
        let without = Mapping { balance: None, ..mapping };
        let balance = with_balance(&recognise(&rows), &rows, without.clone()).balance;
        prop_assert!(balance.is_none_or(|column| !without.names(column)));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>()) {
        let file = "Ngày;Nội dung;Ghi nợ;Ghi có;Số dư\n03/10/2026;a;5.000;;95.000\n04/10/2026;b;;7.000;102.000\n".as_bytes();
        let (start, end) = file.split_at(at.index(file.len()));
        for file in [bytes.clone(), [start, bytes.as_slice(), end].concat()] {
            if let Ok(table) = hoi_spreadsheet::read(&file, LIMITS) {
                taken(&table.rows);
            }
        }
    }
}

/// How a statement writes its amounts.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Amounts {
    TwoColumns,
    /// The second with a sign of its own.
    NegativeDebits,
    Signed,
    /// In one column without a sign.
    Unsigned,
    /// The same, with a plus at some of those that arrived.
    SomePlus,
    Words,
    /// Words that a title announces, and that are not known.
    UnknownWords,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Titles {
    Known(usize),
    Unknown,
    /// The titles of arrived and left amounts are exchanged.
    Exchanged(usize),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Balances {
    Titled,
    Untitled,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Damage {
    None,
    RowLost,
    AmountChanged,
    BalanceChanged,
    AmountUnreadable,
    DayUnreadable,
}

/// Other rows among those of the transfers.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Extra {
    None,
    /// The balance at the beginning, in a row without a day.
    Opening,
    /// A second column of text, whose title is not known where no other one is.
    Note,
    /// Each text goes on in the next row.
    Continued,
    /// The number of the transaction is below the day, in one cell.
    NumberInDay,
}

#[derive(Debug, Clone)]
struct Layout {
    amounts: Amounts,
    titles: Titles,
    balances: Balances,
    damage: Damage,
    at: prop::sample::Index,
    is_newest_first: bool,
    has_foot: bool,
    days: usize,
    numbers: usize,
    words: usize,
    /// A column says which transfers the bank carried out.
    has_states: bool,
    /// The rows of another account stand below, with or without titles of their own.
    other_account: Option<bool>,
    extra: Extra,
    /// In which order the columns stand.
    columns: Vec<usize>,
}

/// Kinds in which days and amounts are written. The first of them need no question.
const DAYS: (usize, usize) = (6, 10);
const NUMBERS: (usize, usize) = (5, 7);

/// Titles of left amounts, arrived amounts, the balance, the amount, the day, the text.
const TITLES: [[&str; 6]; 5] = [
    [
        "Nợ TKTT",
        "Có TKTT",
        "Số dư",
        "Số tiền",
        "Ngày giao dịch",
        "Diễn giải",
    ],
    [
        "Số tiền ghi nợ/\nDebit",
        "Số tiền ghi có/\nCredit",
        "Số dư/\nBalance",
        "Số tiền/\nAmount",
        "Ngày/\nDate",
        "Nội dung chi tiết",
    ],
    ["PS NO", "PS CO", "SO DU", "SO TIEN", "NGAY GD", "NOI DUNG"],
    [
        "Rút ra",
        "Gửi vào",
        "Số dư cuối",
        "Số tiền giao dịch",
        "Thời gian",
        "Mô tả",
    ],
    [
        "Withdrawal",
        "Deposit",
        "Running balance",
        "Amount",
        "Transaction Date",
        "Description",
    ],
];
/// Titles of the direction, with the words for left and arrived amounts.
const WORDS: [(&str, &str, &str); 10] = [
    ("Nợ/Có", "Nợ", "Có"),
    ("D/C", "D", "C"),
    ("NO/CO", "N", "C"),
    ("+/-", "-", "+"),
    ("DR/CR", "DR", "CR"),
    ("Loại", "Chuyển", "Nhận"),
    ("Chiều", "Đi", "Đến"),
    ("Vào/Ra", "Ra", "Vào"),
    ("Loại giao dịch", "Chuyển tiền đi", "Nhận tiền"),
    ("Thu/Chi", "C", "T"),
];

fn written_day(at: DateTime, kind: usize) -> String {
    let format = match kind {
        0 => "%d/%m/%Y",
        1 => "%Y-%m-%d",
        2 => "%Y%m%d",
        3 => "%d %b %Y",
        4 => "%d thg %m, %Y",
        5 => "%d/%m/%Y 03:04 CH",
        6 => "%d/%m/%Y 03:04:05 SA",
        7 => "%d/%m/%Y 03:04 PM",
        8 => "%d/%m/%Y 11:04 AM",
        // As spreadsheets count days.
        _ => {
            let days = date(1899, 12, 30).until(at.date()).unwrap().get_days();
            return days.to_string();
        }
    };
    at.strftime(format).to_string()
}

fn written(amount: i64, kind: usize) -> String {
    let digits = amount.abs().to_string();
    let grouped = |mark: &str| {
        let mut groups: Vec<&str> = digits
            .as_bytes()
            .rchunks(3)
            .map(|group| std::str::from_utf8(group).unwrap())
            .collect();
        groups.reverse();
        groups.join(mark)
    };
    let sign = if amount < 0 { "-" } else { "" };
    match kind {
        0 => format!("{sign}{}", grouped(".")),
        1 => format!("{sign}{}.00", grouped(",")),
        2 => format!("{}{digits}", if amount < 0 { "−" } else { "" }),
        3 if amount < 0 => format!("({})", grouped(",")),
        3 => grouped(","),
        4 => format!("{sign}{} VND", grouped(" ")),
        5 => format!("{}{digits}", if amount < 0 { "–" } else { "" }),
        // As spreadsheets write large numbers, with all digits.
        _ => {
            let (first, rest) = digits.split_at(1);
            format!("{sign}{first}.{rest}E+{:02}", rest.len())
        }
    }
}

fn layouts() -> impl Strategy<Value = Layout> {
    let amounts = prop_oneof![
        3 => Just(Amounts::TwoColumns),
        1 => Just(Amounts::NegativeDebits),
        1 => Just(Amounts::Signed),
        2 => Just(Amounts::Unsigned),
        1 => Just(Amounts::SomePlus),
        2 => Just(Amounts::Words),
        1 => Just(Amounts::UnknownWords),
    ];
    let titles = prop_oneof![
        (0..5_usize).prop_map(Titles::Known),
        Just(Titles::Unknown),
        (0..5_usize).prop_map(Titles::Exchanged),
    ];
    let balances = prop_oneof![
        Just(Balances::Titled),
        Just(Balances::Untitled),
        Just(Balances::None)
    ];
    let damage = prop_oneof![
        5 => Just(Damage::None),
        1 => Just(Damage::RowLost),
        1 => Just(Damage::AmountChanged),
        1 => Just(Damage::BalanceChanged),
        1 => Just(Damage::AmountUnreadable),
        1 => Just(Damage::DayUnreadable),
    ];
    let columns = Just((0..9).collect::<Vec<usize>>()).prop_shuffle();
    let rest = (
        any::<prop::sample::Index>(),
        any::<bool>(),
        any::<bool>(),
        0..DAYS.1,
        0..NUMBERS.1,
        0..WORDS.len(),
        any::<bool>(),
        any::<Option<bool>>(),
        prop_oneof![
            4 => Just(Extra::None),
            1 => Just(Extra::Opening),
            1 => Just(Extra::Note),
            1 => Just(Extra::Continued),
            1 => Just(Extra::NumberInDay),
        ],
    );
    (amounts, titles, balances, damage, columns, rest).prop_map(
        |(amounts, titles, balances, damage, columns, rest)| {
            let (
                at,
                is_newest_first,
                has_foot,
                days,
                numbers,
                words,
                has_states,
                other_account,
                extra,
            ) = rest;
            Layout {
                amounts,
                titles,
                balances,
                damage,
                at,
                is_newest_first,
                has_foot,
                days,
                numbers,
                words,
                has_states,
                other_account,
                extra,
                columns,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    /// The sum that arrived is right, or the reader asks; it is never wrong.
    #[test]
    fn a_statement_is_read_right_or_asked_about(
        moves in prop::collection::vec((1_000_i64..90_000_000, any::<bool>(), 0_i64..4), 1..12),
        layout in layouts(),
    ) {
        // Titles that lie are found out by balances alone, and only if there is something to compare.
        let is_exchanged = matches!(layout.titles, Titles::Exchanged(_));
        let amounts: std::collections::BTreeSet<i64> = moves.iter().map(|(amount, ..)| *amount).collect();
        let two = matches!(layout.amounts, Amounts::TwoColumns | Amounts::NegativeDebits);
        let is_changed = matches!(layout.damage, Damage::RowLost | Damage::AmountChanged | Damage::BalanceChanged);
        prop_assume!(!is_exchanged || two && amounts.len() == moves.len() && moves.len() > 2);
        // A column without a title counts as the balance only if its sums fit.
        prop_assume!(!is_exchanged || layout.balances == Balances::Titled || layout.balances == Balances::Untitled && !is_changed);
        let (file, expected, is_noticed) = statement(&moves, &layout);
        let Some(lines) = taken(&file) else { return Ok(()) };
        prop_assert!(!is_noticed, "the damage was not noticed");
        let is_open = |at: usize| matches!(lines.get(at), Some(Line::Open(_)));
        let arrived: Vec<(usize, i64)> = lines.iter().enumerate().filter_map(|(at, line)| match line {
            Line::In(transfer) => Some((at, transfer.amount)),
            _ => None,
        }).collect();
        // Without a sign, a row that has no balance before it may be named instead.
        let expected: Vec<(usize, i64)> = expected.into_iter().filter(|(at, _)| !is_open(*at)).collect();
        prop_assert_eq!(arrived, expected);
        let open = (0..lines.len()).filter(|at| is_open(*at)).count();
        let own = of_account(file, "0123456789").rows;
        let by_balance = recognise(&own).mapping.is_some_and(|mapping| mapping.by_balance);
        prop_assert!(open == 0 || by_balance);
        let faults = lines.iter().filter(|line| matches!(line, Line::Fault(..))).count();
        let is_named = matches!(layout.damage, Damage::AmountUnreadable | Damage::DayUnreadable);
        let has_note = layout.extra == Extra::Note && (!layout.has_states || layout.titles == Titles::Unknown);
        let lacks_note = |line: &Line| matches!(line, Line::In(transfer) if !transfer.text.contains("mua ve"));
        prop_assert!(!has_note || !lines.iter().any(lacks_note), "the note was lost");
        // Without titles, a column that only the unreadable row fills is not known to hold amounts.
        prop_assert!(faults == usize::from(is_named) || faults == 0 && layout.titles == Titles::Unknown);
    }

    /// The balances have a title, too.
    #[test]
    fn a_whole_statement_with_known_titles_needs_no_question(
        moves in prop::collection::vec((1_000_i64..90_000_000, any::<bool>(), 0_i64..4), 2..12),
        layout in layouts(),
        titles in 0..4_usize,
    ) {
        prop_assume!(matches!(layout.amounts, Amounts::TwoColumns | Amounts::NegativeDebits));
        let layout = Layout {
            titles: Titles::Known(titles),
            balances: Balances::Titled,
            damage: Damage::None,
            days: layout.days % DAYS.0,
            numbers: layout.numbers % NUMBERS.0,
            extra: Extra::None,
            ..layout
        };
        let (file, expected, _) = statement(&moves, &layout);
        let lines = taken(&file);
        prop_assert!(lines.is_some(), "{:?}", recognise(&file));
        let arrived = lines.unwrap().iter().filter(|line| matches!(line, Line::In(_))).count();
        prop_assert_eq!(arrived, expected.len());
    }
}

/// Writes a statement; returns its rows, which of those below the titles arrived, and whether its balances do not fit its
/// amounts.
#[expect(
    clippy::too_many_lines,
    reason = "one statement, from its head to its foot"
)]
fn statement(moves: &[(i64, bool, i64)], layout: &Layout) -> (Vec<Row>, Vec<(usize, i64)>, bool) {
    let Layout {
        amounts,
        titles,
        balances,
        damage,
        ..
    } = *layout;
    let mut day = date(2026, 8, 3).at(0, 0, 0, 0);
    let mut balance = 1_000_000_000;
    let mut deals: Vec<(DateTime, i64, i64)> = moves
        .iter()
        .map(|(amount, has_arrived, days)| {
            day = day.checked_add((*days).days()).unwrap();
            let amount = if *has_arrived { *amount } else { -amount };
            balance += amount;
            (day, amount, balance)
        })
        .collect();
    let at = layout.at.index(deals.len());
    // The earliest row has no balance before it.
    let is_inner = at > 0;
    let mut is_noticed = false;
    match damage {
        Damage::RowLost if is_inner && at + 1 < deals.len() => {
            deals.remove(at);
            is_noticed = true;
        }
        Damage::AmountChanged => {
            deals[at].1 *= 10;
            is_noticed = is_inner;
        }
        Damage::BalanceChanged if deals.len() > 1 => {
            deals[at].2 += 1_000;
            is_noticed = true;
        }
        _ => {}
    }
    is_noticed &= balances == Balances::Titled && deals.len() > 1;
    let mut places: Vec<usize> = (0..deals.len()).collect();
    if layout.is_newest_first {
        places.reverse();
    }
    let (known, is_known) = match titles {
        Titles::Known(known) | Titles::Exchanged(known) => (TITLES[known], true),
        Titles::Unknown => (["X1", "X2", "X3", "X4", "X6", "X7"], false),
    };
    let (out, into) = if matches!(titles, Titles::Exchanged(_)) {
        (1, 0)
    } else {
        (0, 1)
    };
    let (title, left, into_words) = match titles {
        Titles::Unknown => ("X5", "D", "C"),
        _ => WORDS[layout.words],
    };
    let has_states = layout.has_states && is_known;
    let is_note_unknown = layout.extra == Extra::Note && !is_known;
    // The columns: day, text, two of amounts, balance, number of the row, number of the transaction, code, note.
    let line = |cells: [String; 9]| -> Vec<Value> {
        let order = layout.columns.iter().map(|at| cells[*at].clone());
        order
            .map(|text| {
                if text.is_empty() {
                    Value::Empty
                } else {
                    Value::Text(text)
                }
            })
            .collect()
    };
    let two = matches!(amounts, Amounts::TwoColumns | Amounts::NegativeDebits);
    let head = line([
        known[4].to_owned(),
        known[5].to_owned(),
        known[if two { out } else { 3 }].to_owned(),
        match amounts {
            Amounts::Words => title.to_owned(),
            Amounts::UnknownWords => "Chiều".to_owned(),
            Amounts::Signed | Amounts::Unsigned | Amounts::SomePlus => "Y".to_owned(),
            _ => known[into].to_owned(),
        },
        match balances {
            Balances::Titled if is_known => known[2].to_owned(),
            Balances::None => String::new(),
            _ => "Z".to_owned(),
        },
        "STT".to_owned(),
        "Số bút toán".to_owned(),
        // Two titles that are known are enough to find all of them.
        if is_note_unknown {
            "Ghi chú"
        } else {
            "Chi nhánh"
        }
        .to_owned(),
        if has_states {
            "Trạng thái"
        } else if is_note_unknown {
            "K"
        } else {
            "Ghi chú"
        }
        .to_owned(),
    ]);
    let mut expected = Vec::new();
    let mut lines = vec![vec![Value::Text("SAO KÊ".to_owned())], head.clone()];
    let alone = |column: usize, text: &str| {
        let mut cells: [String; 9] = std::array::from_fn(|_| String::new());
        text.clone_into(&mut cells[column]);
        cells
    };
    if layout.extra == Extra::Opening && !layout.is_newest_first {
        let mut opening = alone(1, "Số dư đầu kỳ");
        if balances != Balances::None {
            opening[4] = written(1_000_000_000, layout.numbers);
        }
        lines.push(line(opening));
    }
    for place in &places {
        let number = lines.len() - 2;
        let (day, amount, balance) = deals[*place];
        let is_damaged = *place == at;
        let mut cells: [String; 9] = std::array::from_fn(|_| String::new());
        cells[0] = written_day(day, layout.days);
        cells[1] = format!("chuyen tien {number}");
        let write = |amount| written(amount, layout.numbers);
        let is_unreadable = is_damaged && damage == Damage::AmountUnreadable;
        let text = |amount| {
            if is_unreadable {
                "1x3".to_owned()
            } else {
                write(amount)
            }
        };
        match amounts {
            Amounts::TwoColumns if amount < 0 => cells[2] = text(-amount),
            Amounts::NegativeDebits if amount < 0 => cells[2] = text(amount),
            Amounts::TwoColumns | Amounts::NegativeDebits => cells[3] = text(amount),
            Amounts::Signed => cells[2] = text(amount),
            Amounts::Unsigned => cells[2] = text(amount.abs()),
            Amounts::SomePlus => {
                let sign = if amount > 0 && (amount % 2 == 0 || is_damaged) {
                    "+"
                } else {
                    ""
                };
                cells[2] = format!("{sign}{}", text(amount.abs()));
            }
            Amounts::Words => {
                cells[2] = text(amount.abs());
                cells[3] = if amount < 0 { left } else { into_words }.to_owned();
            }
            Amounts::UnknownWords => {
                cells[2] = text(amount.abs());
                cells[3] = if amount < 0 { "Xuôi" } else { "Ngược" }.to_owned();
            }
        }
        if balances != Balances::None {
            cells[4] = write(balance);
        }
        cells[5] = (number + 1).to_string();
        cells[6] = format!("{}", 82_571 + number * 7);
        cells[7] = "0001".to_owned();
        let is_dayless = is_damaged && damage == Damage::DayUnreadable;
        if is_dayless {
            cells[0] = "32/13/2026".to_owned();
        }
        if layout.extra == Extra::NumberInDay {
            cells[0] = format!("{}\n5389 - {}", cells[0], 82_571 + number);
        }
        if layout.extra == Extra::Note {
            cells[8] = "mua ve".to_owned();
        }
        if amount > 0 && !is_unreadable && !is_dayless {
            expected.push((number, amount));
        }
        if has_states {
            cells[8] = "Thành công".to_owned();
        }
        let mut failed = cells.clone();
        lines.push(line(cells));
        if has_states && is_damaged && !is_unreadable && !is_dayless {
            failed[8] = "Thất bại".to_owned();
            lines.push(line(failed));
        } else if layout.extra == Extra::Continued {
            lines.push(line(alone(1, "cua NGUYEN VAN AN")));
        }
    }
    if let Some(with_titles) = layout.other_account {
        lines.push(vec![Value::Text("Số tài khoản: 9876543210".to_owned())]);
        if with_titles {
            lines.push(head);
        }
        let rows = lines[2..].iter().filter(|cells| cells.len() > 1).take(2);
        let rows: Vec<_> = rows.cloned().collect();
        lines.extend(rows);
    }
    if layout.has_foot {
        let mut sums: [String; 9] = std::array::from_fn(|_| String::new());
        sums[1] = "Phát sinh trong kỳ".to_owned();
        sums[2] = "1.000".to_owned();
        sums[3] = "2.000".to_owned();
        lines.push(line(sums));
    }
    let rows = lines
        .into_iter()
        .zip(1..)
        .map(|(cells, number)| Row { number, cells });
    (rows.collect(), expected, is_noticed)
}

#[test]
fn an_unreadable_first_row_does_not_hide_what_the_balances_say() {
    let csv = "Ngày;Diễn giải;Có TKTT;Nợ TKTT;Z\n\
        32/13/2026;mot;1.000;;999.999.000\n\
        03/08/2026;hai;1.001;;999.997.999\n\
        03/08/2026;ba;1.002;;999.996.997\n";
    assert_eq!(doubt(csv), Some(Doubt::Balance));
}

/// Reads a file as the account 0123456789 gets it; returns the question or the refusal instead.
fn outcome(file: &str) -> Result<Vec<(i64, String)>, String> {
    let own = of_account(rows(file), "0123456789");
    if own.is_unclear || own.other_titles.is_some() {
        return Err("several".to_owned());
    }
    let found = recognise(&own.rows);
    let mappings = found.mapping.iter().chain(&found.choices);
    if let Some(unit) = foreign_unit(&own.rows, &found, mappings) {
        return Err(format!("{unit:?}"));
    }
    let Some(mapping) = found.mapping.clone() else {
        return Err(format!("{:?}", found.doubt.unwrap()));
    };
    let (above, below) = own.rows.split_at(found.below);
    let lines = read(above, below, &mapping);
    if prove(&lines, opening(above, below, &lines)).is_some_and(|proof| !proof.misfits.is_empty()) {
        return Err("misfits".to_owned());
    }
    let arrived = lines.into_iter().filter_map(|line| match line {
        Line::In(transfer) => Some((transfer.amount, transfer.text)),
        _ => None,
    });
    Ok(arrived.collect())
}

#[expect(clippy::unnecessary_wraps, reason = "compared with an outcome")]
fn took(amounts: &[(i64, &str)]) -> Result<Vec<(i64, String)>, String> {
    let amounts = amounts.iter();
    Ok(amounts
        .map(|(amount, text)| (*amount, (*text).to_owned()))
        .collect())
}

#[test]
fn a_sign_on_some_amounts_proves_nothing_of_the_others() {
    let csv = |amounts: [&str; 2]| {
        let [one, other] = amounts;
        format!("Ngày;Nội dung;Số tiền\n24/11/2026;a;{one}\n25/11/2026;b;{other}\n")
    };
    let asked = || Err("Direction".to_owned());
    for (amounts, expected) in [
        (["+500000", "300000"], asked()),
        (["500000", "300000"], asked()),
        (["500000 CR", "300000"], asked()),
        (
            ["+500000", "+300000"],
            took(&[(500_000, "a"), (300_000, "b")]),
        ),
        (["+500000", "-300000"], took(&[(500_000, "a")])),
        (["500000", "-300000"], took(&[(500_000, "a")])),
        (["500000 CR", "300000 DR"], took(&[(500_000, "a")])),
    ] {
        assert_eq!(outcome(&csv(amounts)), expected, "{amounts:?}");
    }
    let mixed = format!("{}26/11/2026;c;700000\n", csv(["+500000", "-300000"]));
    assert_eq!(outcome(&mixed), asked());
}

#[test]
fn the_choice_for_one_file_does_not_give_the_direction_in_another() {
    let first = "Ngày GD,Nội dung GD,Số tiền GD\n24/11/2026,a,510000\n24/11/2026,b,520000\n";
    let second = "Ngày GD,Nội dung GD,Số tiền GD\n28/11/2026,Hoan tien,600000\n28/11/2026,Rut tien,2000000\n";
    let chosen = recognise(&rows(first)).choices[0].clone();
    let again = |file: &str, former: &Mapping| {
        let rows = rows(file);
        recall(recognise(&rows), &rows, former)
    };
    let found = again(second, &chosen);
    assert_eq!(
        (found.mapping.is_none(), found.doubt),
        (true, Some(Doubt::Direction))
    );
    assert_eq!(found.choices[0].credit, 2);
    // A sign in the file itself says it.
    let signed = second.replace(",2000000", ",-2000000");
    assert_eq!(again(&signed, &chosen).mapping.unwrap().credit, 2);
    // Columns stay as they were chosen; the order of the days is the file's.
    let file = |day: &str| {
        format!("Date,Description,Memo,Credit\n{day},x,EV7K,1000\n01/02/2026,y,z,2000\n")
    };
    let former = Mapping {
        text: 2,
        more_text: Vec::new(),
        date_order: DateOrder::MonthFirst,
        ..recognise(&rows(&file("13/02/2026"))).mapping.unwrap()
    };
    assert_eq!(
        again(&file("03/04/2026"), &former).doubt,
        Some(Doubt::DateOrder)
    );
    let known = again(&file("31/04/2026").replace("31/04", "31/03"), &former);
    let mapping = known.mapping.unwrap();
    assert_eq!((mapping.text, mapping.date_order), (2, DateOrder::DayFirst));
}

#[test]
fn checks_that_were_left_out_of_one_file_are_made_in_the_next() {
    let titles = "Ngày;Nội dung;Ghi nợ;Ghi có;Số dư;Loại tiền\n";
    let first = format!("{titles}03/08/2026;a;;500,000;1,500,000;VND\n");
    let chosen = Mapping {
        balance: None,
        currency: None,
        ..recognise(&rows(&first)).mapping.unwrap()
    };
    let again = |file: &str, chosen: &Mapping| {
        let rows = rows(file);
        let mapping = recall(recognise(&rows), &rows, chosen).mapping.unwrap();
        let lines = read(&[], &rows[1..], &mapping);
        (mapping, lines)
    };
    // One amount is ten times too large.
    let foreign = "15/09/2026;u;;400;2,900,000;USD\n";
    let second = format!(
        "{titles}11/09/2026;y;;300,000;2,500,000;VND\n13/09/2026;x;;5,000,000;3,000,000;VND\n\
        14/09/2026;z;100,000;;2,900,000;VND\n{foreign}"
    );
    let (mapping, lines) = again(&second, &chosen);
    assert_eq!((mapping.balance, mapping.currency), (Some(4), Some(5)));
    assert_eq!(prove(&lines, None).unwrap().misfits, [1]);
    assert!(matches!(lines[3], Line::Fault(Fault::Currency, _)));
    // Of two columns of balances, the one that follows is read; without a title, the one that proves the amounts.
    let sound = second.replace("5,000,000", "500,000").replace(foreign, "");
    let blocked = sound
        .replace("Loại tiền", "Số dư sau giao dịch")
        .replace("VND", "900,000");
    assert_eq!(again(&blocked, &chosen).0.balance, Some(4));
    let untitled = sound.replace("Số dư", "Z");
    assert_eq!(again(&untitled, &chosen).0.balance, Some(4));
    // A column that a person named as the amounts holds no balances, whatever its title.
    let odd = "Ngày;Nội dung;Dư;Loại\n03/08/2026;a;500,000;C\n04/08/2026;b;300,000;D\n";
    let chosen = Mapping {
        credit: 2,
        debit: None,
        direction: Some(3),
        ..chosen
    };
    assert_eq!(again(odd, &chosen).0.balance, None);
}

/// Without the column of what left, the balances of the other rows would fit.
#[test]
fn a_balance_that_contradicts_an_amount_that_left_is_named() {
    let file = "Ngày giao dịch;Diễn giải;Nợ TKTT;Có TKTT;Số dư\n03/08/2026;a;1.000;;1.000.000.000\n\
        03/08/2026;b;;1.000;1.000.000.000\n03/08/2026;c;;1.000;1.000.001.000\n03/08/2026;d;;1.001;1.000.002.001\n";
    assert_eq!(taken(&rows(file)), None);
    assert_eq!(
        arrived(&file.replacen("1.000.000.000", "999.999.000", 1)).len(),
        3
    );
}

#[test]
fn a_day_of_another_century_is_named_and_no_arrival() {
    let file = |day: &str| {
        format!(
            "Ngày;Nội dung;Ghi nợ;Ghi có\n26/11/2026;a;;1.000\n{day};b;;2.000\n28/11/2026;c;;3.000\n"
        )
    };
    assert_eq!(arrived(&file("01/01/2000")).len(), 3);
    for wrong in ["31/12/1999", "27/11/1926"] {
        let lines = taken(&rows(&file(wrong))).unwrap();
        assert_eq!(lines[1], Line::Fault(Fault::Date, None), "{wrong}");
    }
}

/// A customer's own books list under "ghi có" what left the bank account, with the balance that the bank named.
#[test]
fn the_first_row_is_held_against_the_opening_balance_that_the_file_names() {
    let books = "Ngày,Nội dung,Ghi có,Ghi nợ,Số dư\n,Số dư đầu kỳ,,,1000000\n\
        29/11/2026,hoan tien ve HOI12345,600000,,400000\n,Số dư cuối kỳ,,,400000\n";
    assert_eq!(taken(&rows(books)), None);
    let bank = books.replace(",400000", ",1600000");
    assert_eq!(
        arrived(&bank),
        [(600_000, "hoan tien ve HOI12345".to_owned())]
    );
    // Only the first direction is wrong, as after a lost minus.
    let signed = "Ngày,Nội dung,Số tiền,Số dư\n,Số dư đầu kỳ,,1000000\n\
        27/11/2026,hoan tien,600000,400000\n28/11/2026,ve,200000,600000\n29/11/2026,phi,-50000,550000\n";
    assert_eq!(taken(&rows(signed)), None);
    assert_eq!(
        arrived(&signed.replace(",600000,400000", ",-600000,400000")).len(),
        1
    );
    // The balance of another period proves nothing, and contradicts nothing.
    let elsewhere = bank.replace("1000000", "7000000");
    assert_eq!(arrived(&elsewhere).len(), 1);
    // Above the titles, and of the newest row first.
    let above = "Số dư đầu kỳ: 1.000.000\nNgày,Nội dung,Ghi có,Ghi nợ,Số dư\n\
        29/11/2026,b,100000,,500000\n28/11/2026,a,600000,,400000\n";
    assert_eq!(taken(&rows(above)), None);
}

#[test]
fn a_balance_that_the_file_is_known_to_have_is_compared_without_being_chosen() {
    let titles = "Ngày;Nội dung;Ghi nợ;Ghi có;Số dư";
    let sound = format!(
        "{titles}\n03/08/2026;a;5,000;;95,000\n04/08/2026;b;;7,000;102,000\n05/08/2026;c;2,000;;100,000\n\
         06/08/2026;d;;8,000;108,000\n"
    );
    let damaged = sound.replace(";7,000;", ";9,000;");
    let chosen = Mapping {
        balance: None,
        ..recognise(&rows(&sound)).mapping.unwrap()
    };
    // The column of balances, and the rows that it contradicts.
    let read_with = |file: &str, chosen: &Mapping| {
        let rows = rows(file);
        let found = recognise(&rows);
        let mapping = with_balance(&found, &rows, chosen.clone());
        let (above, below) = rows.split_at(found.below);
        let proof = prove(&read(above, below, &mapping), None);
        (mapping.balance, proof.map(|proof| proof.misfits))
    };
    assert_eq!(read_with(&sound, &chosen), (Some(4), Some(vec![])));
    assert_eq!(read_with(&damaged, &chosen), (Some(4), Some(vec![1])));
    // With no title that is known, what the balances prove is compared with other columns, too.
    let untitled = |file: &str| file.replace("Số dư", "Z");
    let exchanged = Mapping {
        credit: 2,
        debit: Some(3),
        ..chosen.clone()
    };
    assert_eq!(
        read_with(&untitled(&sound), &exchanged),
        (Some(4), Some(vec![1, 2, 3]))
    );
    assert_eq!(read_with(&untitled(&damaged), &chosen), (None, None));
    // Of two titles, the one that follows is meant.
    let blocked = sound
        .replace("Ngày;", "Số dư khả dụng;Ngày;")
        .replace("\n0", "\n50,000;0");
    let moved = Mapping {
        date: 1,
        text: 2,
        debit: Some(3),
        credit: 4,
        ..chosen.clone()
    };
    assert_eq!(read_with(&blocked, &moved), (Some(5), Some(vec![])));
    // A column with another meaning is no balance, whatever its title; one that is chosen stays.
    for named in [
        Mapping {
            credit: 4,
            debit: None,
            ..chosen.clone()
        },
        Mapping {
            number: Some(4),
            ..chosen.clone()
        },
    ] {
        assert_eq!(read_with(&damaged, &named).0, None);
    }
    let other = Mapping {
        balance: Some(3),
        ..chosen
    };
    assert_eq!(read_with(&sound, &other).0, Some(3));
}

#[test]
fn transfers_that_the_bank_did_not_carry_out_are_no_money() {
    let csv = "Ngày,Nội dung,Ghi nợ,Ghi có,Trạng thái\n28/11/2026,a,,124000,Thành công\n\
        28/11/2026,b,,600000,Thất bại\n28/11/2026,c,,700000,Đang xử lý\n28/11/2026,d,,800000,Khớp\n\
        28/11/2026,x,1000,,Thành công\n";
    assert_eq!(outcome(csv), took(&[(124_000, "a")]));
    let rows = rows(csv);
    let mapping = recognise(&rows).mapping.unwrap();
    let lines = read(&[], &rows[1..], &mapping);
    assert!(matches!(
        lines.as_slice(),
        [Line::In(_), Line::Unsettled(b), Line::Unsettled(_), Line::Unstated(d), Line::Out(_)]
            if b.amount == 600_000 && d.amount == 800_000
    ));
    // A person gives the meaning of a word; known words are never asked about.
    for (settled, unsettled, expected) in [
        (vec!["KHỚP"], vec![], 2),
        (vec![], vec!["khop"], 1),
        (vec!["Thất bại"], vec![], 1),
    ] {
        let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
        let mapping = Mapping {
            settled: words(settled),
            unsettled: words(unsettled),
            ..mapping.clone()
        };
        let lines = read(&[], &rows[1..], &mapping);
        let arrived = lines
            .iter()
            .filter(|line| matches!(line, Line::In(_)))
            .count();
        assert_eq!(arrived, expected);
    }
    let momo = "Thời gian,Loại giao dịch,Nội dung,Số tiền,Trạng thái\n24/11/2026 10:00,Nhận tiền,A,500000,Thành công\n\
        25/11/2026 10:00,Chuyển tiền,B,300000,Thành công\n25/11/2026 11:00,Nhận tiền,C,300000,Thất bại\n";
    assert_eq!(outcome(momo), took(&[(500_000, "A")]));
    // A failed transfer does not change the balance.
    let balanced = "Ngày,Nội dung,Ghi nợ,Ghi có,Số dư,Trạng thái\n28/11/2026,a,,100,1100,Thành công\n28/11/2026,b,,600,1100,Failed\n28/11/2026,c,,10,1110,Thành công\n";
    assert_eq!(outcome(balanced), took(&[(100, "a"), (10, "c")]));
}

#[test]
fn rows_of_another_account_are_left_out() {
    let head = "Ngày,Nội dung,Ghi nợ,Ghi có\n";
    let own = format!("{head}28/11/2026,a,,125000\n28/11/2026,x,200000,\n");
    let other = "28/11/2026,z,,600000\n";
    for line in [
        "Số tài khoản: 9876543210",
        "Account No: 9876543210 - USD",
        "STK,,9876543210",
    ] {
        for again in [head, ""] {
            let file = format!("Số tài khoản: 0123456789\n{own}{line}\n{again}{other}");
            assert_eq!(outcome(&file), took(&[(125_000, "a")]), "{file}");
            let left = of_account(rows(&file), "0123456789");
            assert_eq!(
                (left.left_out, left.others),
                (1, vec!["9876543210".to_owned()])
            );
            let unnamed = format!("{own}{line}\n{again}{other}");
            assert_eq!(outcome(&unnamed), took(&[(125_000, "a")]), "{unnamed}");
            // The same with this account below the other one.
            let turned = format!(
                "{line}\n{head}{other}Số tài khoản: 0123456789\n{again}28/11/2026,a,,125000\n"
            );
            if !line.contains(",,") {
                assert_eq!(outcome(&turned), took(&[(125_000, "a")]), "{turned}");
            }
            let foreign = file.replace("0123456789", "1111111111");
            assert_eq!(outcome(&foreign), Err("several".to_owned()));
        }
    }
    let column = "Tài khoản,Ngày,Nội dung,Ghi nợ,Ghi có\n0123456789,24/11/2026,a,,500000\n9876543210,24/11/2026,z,,700000\n0123456789,25/11/2026,x,100000,\n";
    assert_eq!(outcome(column), took(&[(500_000, "a")]));
    // An account number in a payer's text is not the file's account.
    let payer = format!(
        "{own}28/11/2026,STK 9876543210 mua ve,,1000\n,So tai khoan: 9876543210\n29/11/2026,b,,2000\n"
    );
    let arrived = outcome(&payer).unwrap();
    assert_eq!(arrived.len(), 3, "{arrived:?}");
    // Titles that say something else further below.
    let exchanged = format!("{own}Ngày,Nội dung,Ghi có,Ghi nợ\n{other}");
    assert_eq!(outcome(&exchanged), Err("several".to_owned()));
    assert!(outcome(&format!("{own}Trang 1/2,,,\n{head}{other}")).is_ok());
}

#[test]
fn amounts_not_counted_in_single_dong_are_refused() {
    let rows =
        "Ngày,Nội dung,Ghi nợ,Ghi có,Số dư\n24/11/2026,a,,500,1500\n25/11/2026,b,100,,1400\n";
    for head in [
        "Loại tiền: USD",
        "Loại tiền,,USD",
        "Currency,EUR",
        "Số tài khoản: 0123456789 - USD",
        "Account: 0123456789,Currency: USD",
        "SAO KÊ TÀI KHOẢN USD",
        "Đơn vị tiền tệ: Đô la Mỹ",
        "Đơn vị tính: USD",
        "Đơn vị tính: 1.000 đồng",
        "ĐVT: nghìn đồng",
        "Đơn vị tính,triệu đồng",
        "Unit: thousand VND",
        "Đơn vị: nghìn đồng",
        "(Đơn vị: Nghìn đồng)",
        "Kỳ 11/2026 - Đơn vị: Triệu VNĐ",
        "Đơn vị,1.000 đồng",
        "Đơn vị: USD",
        "ĐVT: 1000đ",
        "ĐVT: 1.000.000đ",
        "Đvt: ng.đ",
        "ĐVT: ngđ",
        "ĐVT: tr.đ",
        "Đơn vị tính: tỉ đồng",
    ] {
        let refused = outcome(&format!("{head}\n{rows}"));
        assert!(refused.is_err(), "{head}: {refused:?}");
    }
    for head in [
        "Loại tiền: VND",
        "Loại tiền: VND,Tỷ giá USD: 26.000",
        "Số tài khoản: 0123456789 - VND",
        "Đơn vị tính: đồng",
        "Đơn vị: Ngân hàng TMCP Ngoại thương",
        "Đơn vị: Công ty Ngàn Hương",
        "Đơn vị: CONG TY CAD VIET NAM",
        "Đơn vị: Triệu Phong,VND",
        "Đơn vị: 1000",
        "Đơn vị: đồng",
        "Đơn vị,,VNĐ",
        "Chủ tài khoản: CONG TY CAD VIET NAM",
        "SAO KÊ TÀI KHOẢN",
    ] {
        assert_eq!(
            outcome(&format!("{head}\n{rows}")),
            took(&[(500, "a")]),
            "{head}"
        );
    }
    for unit in ["USD", "nghìn đồng"] {
        let titled = rows
            .replace("Ghi nợ", &format!("Ghi nợ ({unit})"))
            .replace("Ghi có", &format!("Ghi có ({unit})"));
        assert!(outcome(&titled).is_err(), "{titled}");
    }
}

#[test]
fn debits_of_a_customers_own_books_prove_nothing() {
    let titles = "Ngày ghi sổ,Chứng từ,Diễn giải,TK đối ứng,Phát sinh Nợ,Phát sinh Có";
    let rows_of = "24/11/2026,BC01,Thu tiền,131,500000,\n25/11/2026,BN01,Trả tiền,331,,200000\n";
    let found = recognise(&rows(&format!("{titles}\n{rows_of}")));
    assert_eq!(found.doubt, Some(Doubt::Direction));
    let choices: Vec<_> = found
        .choices
        .iter()
        .map(|it| (it.credit, it.debit))
        .collect();
    assert_eq!(choices, [(4, Some(5)), (5, Some(4))]);
    let plain = "Ngày,Nội dung,Nợ,Có\n24/11/2026,a,500000,\n25/11/2026,b,,200000\n";
    for head in [
        "SỔ CHI TIẾT TIỀN GỬI NGÂN HÀNG",
        "SỔ CHI TIẾT TIỀN GỬI NGÂN HÀNG (đơn vị số tiền: đồng)",
        "SỔ TIỀN GỬI (số tiền gửi và rút)",
        "SỔ QUỸ TIỀN MẶT",
        "Tài khoản: TK 112",
    ] {
        assert_eq!(
            doubt(&format!("{head}\n{plain}")),
            Some(Doubt::Direction),
            "{head}"
        );
    }
    for head in [
        "",
        "Tài khoản: ******1111\n",
        "Số TK: 1121******6789\n",
        "Số tiền gửi vào và rút ra\n",
    ] {
        assert_eq!(
            outcome(&format!("{head}{plain}")),
            took(&[(200_000, "b")]),
            "{head}"
        );
    }
    // The partner's account of a bank is no plan of accounts.
    let partner = "Ngày,TK đối ứng,Nội dung,Nợ,Có\n24/11/2026,111222333,a,500000,\n25/11/2026,444555666,b,,200000\n";
    assert_eq!(outcome(partner), took(&[(200_000, "b")]));
    // The balance proves it, or the fitting mappings are offered.
    let balanced =
        "24/11/2026,BC01,Thu,131,500000,,1500000\n25/11/2026,BN01,Trả,331,,200000,1300000\n";
    let two = format!("{titles},Số dư\n{balanced}");
    let found = recognise(&rows(&two));
    assert_eq!(
        (found.doubt, found.choices[0].credit),
        (Some(Doubt::Direction), 4)
    );
    let three = format!("{two}26/11/2026,BC02,Thu,131,300000,,1600000\n");
    assert_eq!(outcome(&three), took(&[(500_000, "Thu"), (300_000, "Thu")]));
    let swapped = "Ngày,Nội dung,Ghi nợ,Ghi có,Số dư\n24/11/2026,a,500000,,1500000\n25/11/2026,b,,200000,1300000\n";
    let found = recognise(&rows(swapped));
    assert_eq!(
        (found.doubt, found.choices[0].credit),
        (Some(Doubt::Balance), 2)
    );
}

#[test]
fn sums_and_rows_without_an_amount_are_named() {
    let csv = "Ngày,Nội dung,Ghi nợ,Ghi có\n24/11/2026,a,,500000\n25/11/2026,b,,\n25/11/2026,c,100000,\n\
        25/11/2026,Lũy kế phát sinh có,,500000\n25/11/2026,Mang sang,,400000\n25/11/2026,Total Energies,,300000\n\
        25/11/2026,Tong cong 2 ve EV6TD7ECE6,,200000\n";
    let rows = rows(csv);
    let lines = read(&[], &rows[1..], &recognise(&rows).mapping.unwrap());
    let has_reference = !references("Tong cong 2 ve EV6TD7ECE6").exact.is_empty();
    assert_eq!(matches!(lines[6], Line::In(_)), has_reference);
    assert!(matches!(
        &lines[..6],
        [
            Line::In(_),
            Line::Fault(Fault::Empty, None),
            Line::Out(_),
            Line::Nothing,
            Line::Nothing,
            Line::Fault(Fault::Sum, None),
        ]
    ));
}

#[test]
fn a_time_beside_the_day_belongs_to_it() {
    let csv = "Ngày,Giờ,Nội dung,Ghi nợ,Ghi có\n24/11/2026,09:15:00 CH,a,,500000\n25/11/2026,00:30,b,,100000\n";
    let lines = taken(&rows(csv)).unwrap();
    let at: Vec<_> = lines
        .iter()
        .map(|line| line.movement().unwrap().at)
        .collect();
    assert_eq!(
        at,
        [
            datetime(2026, 11, 24, 21, 15, 0, 0),
            datetime(2026, 11, 25, 0, 30, 0, 0)
        ]
    );
    assert_eq!(
        doubt("Ngày,Nội dung,Ghi có\n24/11,a,1000\n25/11,b,2000\n"),
        Some(Doubt::Year)
    );
    assert_eq!(money::of_float(499_999.999_999_999_94), Some(500_000));
    assert_eq!(money::of_float(499_999.5), None);
}

#[test]
fn days_are_read_as_programs_for_tables_and_texts_write_them() {
    for written in [
        "04-thg 8-26",
        "04–08–2026",
        "Thứ 3, 04/08/2026",
        "4 Tháng Tám 2026",
    ] {
        let csv = format!("Ngày;Nội dung;Ghi nợ;Ghi có\n{written};a;;500000\n");
        let lines = taken(&rows(&csv)).unwrap();
        assert!(
            matches!(lines.as_slice(), [Line::In(transfer)] if transfer.at == day(2026, 8, 4)),
            "{written}: {lines:?}"
        );
    }
}
