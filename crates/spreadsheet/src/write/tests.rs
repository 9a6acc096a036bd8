use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::{Limits, Value, read};

const LIMITS: Limits = Limits {
    rows: 100,
    columns: 100,
    inflated: 1_000_000,
};

fn columns(titles: &[&str]) -> Vec<Column> {
    let column = |title: &&str| Column {
        title: (*title).to_owned(),
        ..Column::default()
    };
    titles.iter().map(column).collect()
}

fn written(format: Format, titles: &[&str], rows: &[Vec<Cell>]) -> Vec<u8> {
    let mut writer = SheetWriter::new(Vec::new(), format, "Khách/mời", columns(titles)).unwrap();
    for row in rows {
        writer.row(row).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn csv_is_what_spreadsheets_and_programs_understand() {
    let rows = [
        vec![
            "Nguyễn Văn Đức".into(),
            "0912345678".into(),
            Cell::Number(-250_000),
            Cell::Date(date(1990, 5, 31)),
            Cell::Moment(date(2026, 12, 25).at(19, 5, 0, 0)),
        ],
        vec![
            "a,b \"c\"\nd".into(),
            Cell::Empty,
            "".into(),
            None::<String>.into(),
        ],
    ];
    assert_eq!(
        String::from_utf8(written(Format::Csv, &["Họ tên", "SĐT"], &rows)).unwrap(),
        "\u{feff}Họ tên,SĐT\r\n\
         Nguyễn Văn Đức,\"0912345678\",-250000,31/05/1990,25/12/2026 19:05\r\n\
         \"a,b \"\"c\"\"\nd\",,,\r\n"
    );
}

#[test]
fn nothing_becomes_a_formula() {
    for dangerous in [
        "=1+1",
        "=HYPERLINK(\"http://x\")",
        "@SUM(A1)",
        "+cmd|'/c calc'!A0",
        "-2+3",
        "\t=1",
        "\r=1",
        " =1+1",
        "\n=1+1",
        "\u{a0}-2+3",
        "\u{200b}=1+1",
        "\u{3164}\u{feff}@SUM(A1)",
        "＝1+1",
        "＋1+cmd",
        "－2+3",
        "＠SUM(A1)",
        "\u{200b}＝1+1",
    ] {
        let rows = [vec![dangerous.into()]];
        let csv = String::from_utf8(written(Format::Csv, &["x"], &rows)).unwrap();
        let cell = csv.split_once("x\r\n").unwrap().1;
        assert!(cell.trim_start_matches('"').starts_with('\''), "{cell:?}");
        let table = read(&written(Format::Xlsx, &["x"], &rows), LIMITS).unwrap();
        match &table.rows[1].cells[0] {
            Value::Text(text) => assert!(text.starts_with('\''), "{text:?}"),
            other => panic!("{other:?}"),
        }
    }
    // A phone number is no formula. In XLSX, where the cell is marked as text, it stays unchanged.
    let rows = [vec!["+84 912 345 678".into(), "-".into()]];
    let csv = String::from_utf8(written(Format::Csv, &["x", "y"], &rows)).unwrap();
    assert!(csv.ends_with("\r\n'+84 912 345 678,'-\r\n"));
    let table = read(&written(Format::Xlsx, &["x", "y"], &rows), LIMITS).unwrap();
    assert_eq!(
        table.rows[1].cells[0],
        Value::Text("+84 912 345 678".to_owned())
    );
}

#[test]
fn a_written_xlsx_is_read_the_same() {
    let text = |text: &str| Value::Text(text.to_owned());
    let rows = [
        vec![
            "Trần <Thị> & \"Ổi\" _x0041_".into(),
            "0912345678".into(),
            Cell::Number(1_250_000),
            Cell::Date(date(1990, 5, 31)),
            Cell::Moment(date(2026, 12, 25).at(19, 5, 0, 0)),
        ],
        vec![
            Cell::Empty,
            " a\r\nb\u{0}\u{b} ".into(),
            Cell::Empty,
            Cell::Date(date(1899, 1, 2)),
        ],
    ];
    let table = read(
        &written(Format::Xlsx, &["Một", "Hai", "Ba", "Bốn", "Năm"], &rows),
        LIMITS,
    )
    .unwrap();
    assert_eq!(table.sheet.as_deref(), Some("Kháchmời"));
    assert_eq!(table.rows[0].cells[4], text("Năm"));
    assert_eq!(
        table.rows[1].cells,
        [
            text("Trần <Thị> & \"Ổi\" _x0041_"),
            text("0912345678"),
            Value::Number(1_250_000.0),
            Value::Date(date(1990, 5, 31).at(0, 0, 0, 0)),
            Value::Date(date(2026, 12, 25).at(19, 5, 0, 0)),
        ]
    );
    assert_eq!(
        table.rows[2].cells,
        [
            Value::Empty,
            text(" a\nb "),
            Value::Empty,
            text("02/01/1899")
        ]
    );
}

#[test]
fn columns_have_the_names_of_spreadsheets() {
    for (at, name) in [
        (0, "A"),
        (25, "Z"),
        (26, "AA"),
        (51, "AZ"),
        (52, "BA"),
        (701, "ZZ"),
        (702, "AAA"),
    ] {
        assert_eq!(column_name(at), name);
    }
}

#[test]
fn choices_are_offered_where_the_format_has_room() {
    let column = |choices: &[&str]| Column {
        choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
        ..Column::default()
    };
    let list = choices(1, &column(&["VIP & bạn", "Thường"])).unwrap();
    assert!(list.contains(r#"sqref="B2:B1048576"><formula1>"VIP &amp; bạn,Thường"</formula1>"#));
    assert_eq!(choices(0, &column(&[])), None);
    assert_eq!(choices(0, &column(&["a,b"])), None);
    assert_eq!(choices(0, &column(&["x".repeat(256).as_str()])), None);
}

#[test]
fn a_file_has_several_sheets() {
    let mut writer = SheetWriter::new(Vec::new(), Format::Xlsx, "Một", columns(&["A"])).unwrap();
    writer.row(&["x".into()]).unwrap();
    writer.next_sheet("Hai & ba", columns(&["B", "C"])).unwrap();
    writer.row(&["y".into(), Cell::Number(7)]).unwrap();
    let file = writer.finish().unwrap();
    let mut book: calamine::Xlsx<_> =
        calamine::open_workbook_from_rs(std::io::Cursor::new(file)).unwrap();
    let sheets = calamine::Reader::worksheets(&mut book).into_iter();
    let sheets: Vec<(String, Vec<Vec<String>>)> = sheets
        .map(|(name, cells)| {
            let rows = cells.rows();
            let rows = rows.map(|row| row.iter().map(ToString::to_string).collect());
            (name, rows.collect())
        })
        .collect();
    let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
    let expected: [(String, Vec<Vec<String>>); 2] = [
        ("Một".to_owned(), vec![row(&["A"]), row(&["x"])]),
        (
            "Hai & ba".to_owned(),
            vec![row(&["B", "C"]), row(&["y", "7"])],
        ),
    ];
    assert_eq!(sheets, expected);

    let mut writer = SheetWriter::new(Vec::new(), Format::Csv, "Một", columns(&["A"])).unwrap();
    assert!(writer.next_sheet("Hai", columns(&["B"])).is_err());
}

/// Texts with characters that are special in the formats.
fn cell_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "\\PC{0,8}",
        "[=+@,;\"'<>&\\-\\t\\n\\r _x0-9]{0,8}",
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
}

/// The form in which a file keeps a text: control characters are dropped except line ends, all in one form, and tabs;
/// letters are composed in CSV.
fn kept(text: &str, format: Format) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_kept = |char: &char| {
        matches!(char, '\n' | '\t')
            || !char.is_control() && !matches!(char, '\u{fffe}' | '\u{ffff}')
    };
    match format {
        Format::Csv => lines.nfc().collect(),
        Format::Xlsx => lines.chars().filter(is_kept).collect(),
    }
}

proptest! {
    #[test]
    fn texts_come_back_as_they_were(
        rows in proptest::collection::vec(proptest::collection::vec(cell_text(), 3), 1..5),
        format in prop_oneof![Just(Format::Xlsx), Just(Format::Csv)],
    ) {
        // A CSV file with control characters would not be taken for text; no field of the application takes them.
        let is_text = |char: &char| format == Format::Xlsx || !char.is_control() || matches!(char, '\n' | '\t' | '\r');
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|row| row.iter().map(|text| text.chars().filter(is_text).collect()).collect())
            .collect();
        let cells: Vec<Vec<Cell>> = rows
            .iter()
            .map(|row| row.iter().map(|text| text.as_str().into()).collect())
            .collect();
        let table = read(&written(format, &["A", "B", "C"], &cells), LIMITS).unwrap();
        for (number, row) in (2..).zip(&rows) {
            let read = table.rows.iter().find(|read| read.number == number);
            for (column, text) in row.iter().enumerate() {
                let read = match read.and_then(|read| read.cells.get(column)) {
                    Some(Value::Text(text)) => text.as_str(),
                    Some(Value::Empty) | None => "",
                    other => panic!("{other:?}"),
                };
                let expected = kept(&neutral(text, format == Format::Xlsx), format);
                let expected = if expected.trim().is_empty() { "" } else { &expected };
                prop_assert_eq!(read, expected);
            }
        }
    }
}
