use std::io::Write;

use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::mutation::{check_within, mutated};
use crate::table::Table;

fn read(bytes: &[u8], limits: Limits) -> Result<Table, Problem> {
    crate::read(bytes, limits)
}

const LIMITS: Limits = Limits {
    rows: 10,
    columns: 10,
    inflated: 10_000,
};

fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap();
    [&kind.to_le_bytes()[..], &length.to_le_bytes(), data].concat()
}

fn cell(row: u16, column: u16, style: u16) -> Vec<u8> {
    [row, column, style]
        .iter()
        .flat_map(|n| n.to_le_bytes())
        .collect()
}

fn file(stream: &str, content: &[u8]) -> Vec<u8> {
    let mut file = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    file.create_stream(stream)
        .unwrap()
        .write_all(content)
        .unwrap();
    file.flush().unwrap();
    file.into_inner().into_inner()
}

fn bof() -> Vec<u8> {
    record(record::BOF, &[0, 6, 5, 0])
}

/// Builds a workbook with one sheet of `cells`, preceded by `globals`.
fn workbook(globals: &[u8], cells: &[u8]) -> Vec<u8> {
    let name = [&[4, 0][..], b"Khac"].concat();
    let sheet_length = 4 + 6 + name.len();
    let at = bof().len() + globals.len() + sheet_length + 4;
    let place = [
        &u32::try_from(at).unwrap().to_le_bytes()[..],
        &[0, 0],
        &name,
    ]
    .concat();
    let content = [
        bof(),
        globals.to_vec(),
        record(record::BOUND_SHEET, &place),
        record(record::EOF, &[]),
        bof(),
        cells.to_vec(),
        record(record::EOF, &[]),
    ];
    file("/Workbook", &content.concat())
}

fn row(bytes: &[u8]) -> Vec<Value> {
    read(bytes, LIMITS).unwrap().rows.remove(0).cells
}

/// Global records and cells of every kind.
fn one_of_each() -> (Vec<u8>, Vec<u8>) {
    let globals = [
        record(
            record::FORMAT,
            &[&[200, 0, 10, 0, 0][..], b"dd/mm/yyyy"].concat(),
        ),
        record(record::XF, &[0, 0, 0, 0]),
        record(record::XF, &[0, 0, 200, 0]),
        // "Đức" in wide characters, then "an" and, in the next part, which declares itself narrow, "h".
        [
            record(
                record::SST,
                b"\x02\0\0\0\x02\0\0\0\x03\0\x01\x10\x01\xE9\x1Ec\0\x03\0\0an",
            ),
            record(record::CONTINUE, b"\0h"),
        ]
        .concat(),
    ]
    .concat();
    let cells = [
        record(
            record::LABEL_SST,
            &[cell(0, 0, 0), vec![0, 0, 0, 0]].concat(),
        ),
        record(
            record::LABEL_SST,
            &[cell(0, 1, 0), vec![1, 0, 0, 0]].concat(),
        ),
        record(
            record::NUMBER,
            &[cell(0, 2, 0), 912_345_678_f64.to_le_bytes().to_vec()].concat(),
        ),
        record(
            record::NUMBER,
            &[cell(0, 3, 1), 33_024_f64.to_le_bytes().to_vec()].concat(),
        ),
        record(
            record::RK,
            &[cell(0, 4, 0), ((1234_u32 << 2) | 3).to_le_bytes().to_vec()].concat(),
        ),
        record(
            record::FORMULA,
            &[
                cell(0, 5, 0),
                vec![0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
                vec![0; 8],
            ]
            .concat(),
        ),
        record(record::STRING, b"\x02\0\0ok"),
        record(record::BOOL_ERR, &[cell(0, 6, 0), vec![1, 0]].concat()),
        record(
            record::LABEL_SST,
            &[cell(0, 7, 0), vec![9, 0, 0, 0]].concat(),
        ),
    ]
    .concat();
    (globals, cells)
}

#[test]
fn every_kind_of_cell() {
    let (globals, cells) = one_of_each();
    assert_eq!(
        row(&workbook(&globals, &cells)),
        [
            Value::Text("Đức".to_owned()),
            Value::Text("anh".to_owned()),
            Value::Number(912_345_678.0),
            Value::Date(date(1990, 5, 31).at(0, 0, 0, 0)),
            Value::Number(12.34),
            Value::Text("ok".to_owned()),
            Value::Bool(true),
        ]
    );
}

#[test]
fn errors_say_which_they_are_and_hidden_rows_are_told() {
    let error =
        |at: u16, code: u8| record(record::BOOL_ERR, &[cell(at, 0, 0), vec![code, 1]].concat());
    let shape = |row: u16, flags: u16| {
        let [row, flags] = [row, flags].map(u16::to_le_bytes);
        record(record::ROW, &[&row[..], &[0; 10], &flags, &[0; 2]].concat())
    };
    let formula = [cell(8, 0, 0), vec![2, 0, 0x17, 0, 0, 0, 0xFF, 0xFF]].concat();
    let codes = [0x00, 0x07, 0x0F, 0x17, 0x1D, 0x24, 0x2A, 0x99];
    let errors = codes.iter().zip(0..).map(|(code, at)| error(at, *code));
    let cells = [
        shape(1, 0x20),
        shape(2, 0x0100),
        shape(30, 0x20),
        errors.collect::<Vec<_>>().concat(),
        record(record::FORMULA, &formula),
    ];
    let chosen = super::read(&workbook(&[], &cells.concat()), LIMITS, |_| Some(0)).unwrap();
    assert_eq!(chosen.hidden_rows, [2].into());
    let shown = chosen.table.rows.iter();
    let shown = shown.flat_map(|row| row.cells.clone());
    let texts = "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #N/A #REF!".split(' ');
    assert_eq!(
        shown.collect::<Vec<_>>(),
        texts
            .map(|text| Value::Text(text.to_owned()))
            .collect::<Vec<_>>()
    );
}

#[test]
fn files_of_others_are_told_apart() {
    assert_eq!(
        read(&file("/WordDocument", b"x"), LIMITS),
        Err(Problem::Document)
    );
    assert_eq!(
        read(&file("/PowerPoint Document", b"x"), LIMITS),
        Err(Problem::NotASpreadsheet)
    );
    assert_eq!(read(&file("/Book", b"x"), LIMITS), Err(Problem::TooOld));
    assert_eq!(
        read(&file("/EncryptedPackage", b"x"), LIMITS),
        Err(Problem::Encrypted)
    );
    let locked = workbook(&record(record::FILE_PASS, &[1, 0]), &[]);
    assert_eq!(read(&locked, LIMITS), Err(Problem::Encrypted));
    assert_eq!(read(&workbook(&[], &[]), LIMITS), Err(Problem::Empty));
    assert!(matches!(
        read(&file("/Workbook", b"12345"), LIMITS),
        Err(Problem::Empty | Problem::Damaged(_))
    ));
    let whole = workbook(
        &[],
        &record(record::NUMBER, &[cell(0, 0, 0), vec![0; 8]].concat()),
    );
    assert!(matches!(
        read(&whole[..600], LIMITS),
        Err(Problem::Damaged(_))
    ));
}

#[test]
fn a_long_text_that_many_cells_name_is_not_copied_for_ever() {
    let long = [&[1, 0, 0, 0, 1, 0, 0, 0, 0, 16, 0][..], &[b'x'; 4096]].concat();
    let cells: Vec<u8> = (0..5)
        .flat_map(|row| record(record::LABEL_SST, &[cell(row, 0, 0), vec![0; 4]].concat()))
        .collect();
    assert_eq!(
        read(&workbook(&record(record::SST, &long), &cells), LIMITS),
        Err(Problem::TooLarge)
    );
}

#[test]
fn cells_far_away_cost_nothing() {
    let far = record(record::NUMBER, &[cell(65_535, 9, 0), vec![0; 8]].concat());
    let table = read(&workbook(&[], &far), LIMITS).unwrap();
    assert_eq!((table.rows.len(), table.rows[0].number), (1, 65_536));
    let wide = record(record::NUMBER, &[cell(0, 65_535, 0), vec![0; 8]].concat());
    assert_eq!(
        read(&workbook(&[], &wide), LIMITS),
        Err(Problem::TooManyColumns)
    );
}

#[test]
fn formats_that_show_dates() {
    for (format, is_date) in [
        ("dd/mm/yyyy", true),
        ("[$-42A]h:mm", true),
        ("0.00", false),
        ("General", false),
        ("#,##0\" đồng\"", false),
        ("[Red]0", false),
        ("0\\d", false),
    ] {
        assert_eq!(is_date_format(format), is_date, "{format}");
    }
}

/// Workbooks whose records, or whose container around them, are damaged.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let (globals, cells) = one_of_each();
    let whole = workbook(&globals, &cells);
    let records = (mutated(globals), mutated(cells));
    prop_oneof![
        3 => records.prop_map(|(globals, cells)| workbook(&globals, &cells)),
        1 => mutated(whole),
    ]
}

proptest! {
    #[test]
    fn a_damaged_file_is_read_within_the_limits_or_refused(bytes in damaged()) {
        if let Ok(table) = read(&bytes, LIMITS) {
            check_within(&table, LIMITS);
        }
        if let Ok(chosen) = super::read(&bytes, LIMITS, |heads| heads.len().checked_sub(1)) {
            check_within(&chosen.table, LIMITS);
            assert!(chosen.hidden_rows.len() <= chosen.table.rows.len());
        }
    }
}
