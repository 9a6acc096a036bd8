use std::io::Write;

use jiff::civil::date;
use proptest::prelude::*;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use crate::mutation::{check_within, mutated};
use crate::table::Table;

fn read(bytes: &[u8], limits: Limits) -> Result<Table, Problem> {
    crate::read(bytes, limits)
}

const LIMITS: Limits = Limits {
    rows: 10,
    columns: 10,
    inflated: 1_000_000,
};
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Builds a workbook with this list of texts and this sheet.
fn workbook(texts: &str, sheet: &str) -> Vec<u8> {
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let book = format!(
        r#"<workbook xmlns="{MAIN}" xmlns:r="{kind}"><sheets><sheet name="Hidden" sheetId="2" state="hidden" r:id="rId2"/><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>"#
    );
    let rels = format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{kind}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{kind}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>"#
    );
    let styles = format!(
        r#"<styleSheet xmlns="{MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>"#
    );
    let root = format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{kind}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
    );
    let hidden = sheet_of("<row><c><v>1</v></c></row>");
    zipped(&[
        ("_rels/.rels", root.as_bytes()),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", rels.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
        ("xl/sharedStrings.xml", texts.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
        ("xl/worksheets/sheet2.xml", hidden.as_bytes()),
    ])
}

fn sheet_of(rows: &str) -> String {
    format!(
        r#"<worksheet xmlns="{MAIN}"><dimension ref="A1:XFD1048576"/><sheetData>{rows}</sheetData></worksheet>"#
    )
}

fn read_rows(rows: &str) -> Result<Table, Problem> {
    let texts =
        format!(r#"<sst xmlns="{MAIN}" count="1" uniqueCount="1"><si><t>Nguyễn</t></si></sst>"#);
    read(&workbook(&texts, &sheet_of(rows)), LIMITS)
}

#[test]
fn a_formula_without_a_result_is_no_empty_cell() {
    let table = read_rows(
        r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="3"><c r="A3"><f>"x"&amp;A1</f><v/></c><c r="B3" t="str"><f>""</f><v></v></c><c r="C3"><f>1+1</f><v>2</v></c><c r="D3"><f/></c></row>"#,
    )
    .unwrap();
    let unsaved = Value::Text(UNSAVED.to_owned());
    let cells = [unsaved.clone(), Value::Empty, Value::Number(2.0), unsaved];
    assert_eq!(table.rows.len(), 2);
    assert_eq!(
        (table.rows[1].number, &table.rows[1].cells[..]),
        (3, &cells[..])
    );
    for (place, found) in [
        ("A1", Some((0, 0))),
        ("AA10", Some((9, 26))),
        ("XFD1048576", Some((1_048_575, 16_383))),
        ("A0", None),
        ("7", None),
        ("B", None),
        ("A9999999", None),
        ("ZZZZZZZZZZZZZZZZZZ1", None),
        ("Ô1", None),
    ] {
        assert_eq!(place_of(place), found, "{place}");
    }
}

#[test]
fn cells_of_the_first_sheet_that_is_shown() {
    let table = read_rows(
        r#"<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><f>1+1</f><v>2</v></c><c r="C2" s="1"><v>33024</v></c><c r="D2" t="str"><f>A1</f><v>=x</v></c><c r="E2" t="e"><v>#N/A</v></c></row><row r="9"><c r="A9" t="b"><v>1</v></c></row>"#,
    )
    .unwrap();
    assert_eq!(table.sheet.as_deref(), Some("People"));
    assert_eq!(
        table.rows.iter().map(|row| row.number).collect::<Vec<_>>(),
        [2, 9]
    );
    assert_eq!(
        table.rows[0].cells,
        [
            Value::Text("Nguyễn".to_owned()),
            Value::Number(2.0),
            Value::Date(date(1990, 5, 31).at(0, 0, 0, 0)),
            Value::Text("=x".to_owned()),
            Value::Text("#N/A".to_owned()),
        ]
    );
}

#[test]
fn hidden_rows_and_sheets_are_told() {
    let rows = [
        r#"<row r="2" hidden="1"><c r="A2"><v>1</v></c></row>"#,
        r#"<row hidden="true"><c><v>2</v></c></row>"#,
        r#"<row r="7" hidden="0"><c r="A7"><v>3</v></c></row>"#,
        r#"<row r="9" hidden="1"/><row r="1048576" hidden="1"><c r="A1048576"><v>4</v></c></row>"#,
    ];
    let book = workbook("<sst/>", &sheet_of(&rows.concat()));
    let mut seen = Vec::new();
    let chosen = super::read(&book, LIMITS, |heads| {
        seen = heads
            .iter()
            .map(|head| (head.name.clone().unwrap(), head.is_hidden, head.rows.len()))
            .collect();
        Some(1)
    });
    assert_eq!(
        seen,
        [
            ("Hidden".to_owned(), true, 1),
            ("People".to_owned(), false, 4)
        ]
    );
    let chosen = chosen.unwrap();
    assert_eq!(chosen.hidden_rows, [2, 3, 1_048_576].into());
    assert_eq!(chosen.table.sheet.as_deref(), Some("People"));
    let hidden = super::read(&book, LIMITS, |_| Some(0)).unwrap();
    assert_eq!(hidden.table.sheet.as_deref(), Some("Hidden"));
    assert!(hidden.hidden_rows.is_empty());
    assert_eq!(super::read(&book, LIMITS, |_| None), Err(Problem::Empty));
    assert_eq!(super::read(&book, LIMITS, |_| Some(2)), Err(Problem::Empty));
}

#[test]
fn a_cell_far_away_costs_nothing() {
    let far = read_rows(r#"<row r="1048576"><c r="A1048576"><v>1</v></c></row>"#).unwrap();
    assert_eq!(far.rows.len(), 1);
    let wide = r#"<row r="1"><c r="XFD1"><v>1</v></c></row>"#;
    assert_eq!(read_rows(wide), Err(Problem::TooManyColumns));
    let beyond = r#"<row r="1"><c r="AAAAAAA1"><v>1</v></c></row>"#;
    assert!(matches!(
        read_rows(beyond),
        Err(Problem::Damaged(_) | Problem::TooManyColumns)
    ));
    let many = "<row><c><v>1</v></c></row>".repeat(11);
    assert_eq!(read_rows(&many), Err(Problem::TooManyRows));
    // Any number of empty cells with a style is an empty sheet.
    assert_eq!(
        read_rows(&format!("<row>{}</row>", "<c/>".repeat(20_000))),
        Err(Problem::Empty)
    );
}

#[test]
fn a_file_that_unpacks_to_much_is_refused_while_it_is_unpacked() {
    let bomb = zipped(&[
        ("xl/workbook.xml", b"x"),
        ("xl/media/bomb.png", &vec![0; 5_000_000]),
    ]);
    assert!(bomb.len() < 20_000);
    assert_eq!(read(&bomb, LIMITS), Err(Problem::TooLarge));
    let parts: Vec<String> = (0..=MAX_PARTS).map(|at| at.to_string()).collect();
    let parts: Vec<(&str, &[u8])> = parts
        .iter()
        .map(|name| (name.as_str(), b"".as_slice()))
        .collect();
    assert_eq!(read(&zipped(&parts), LIMITS), Err(Problem::TooLarge));
}

#[test]
fn announcements_are_not_believed() {
    let texts = |announced: &str| {
        format!(r#"<sst xmlns="{MAIN}" uniqueCount = '{announced}'><si><t>a</t></si></sst>"#)
    };
    let row = r#"<row><c t="s"><v>0</v></c></row>"#;
    for announced in [
        "99999999999",
        "1000001",
        "99999999999999999999999999999999",
        "+99999999999",
    ] {
        let read = read(&workbook(&texts(announced), &sheet_of(row)), LIMITS);
        assert!(
            matches!(read, Err(Problem::Damaged(_))),
            "{announced}: {read:?}"
        );
    }
    assert!(read(&workbook(&texts("1"), &sheet_of(row)), LIMITS).is_ok());
    // In another encoding the declaration cannot be seen.
    let hidden = format!(
        "<?xml version=\"1.0\" encoding=\"ISO-2022-JP\"?>{}",
        texts("\u{1b}(B99999999999")
    );
    assert!(matches!(
        read(&workbook(&hidden, &sheet_of(row)), LIMITS),
        Err(Problem::Damaged(_))
    ));
}

#[test]
fn entities_are_not_expanded() {
    let laughs = r#"<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>"#;
    for entity in ["&b;", "&c;"] {
        let sheet = format!(
            "{laughs}{}",
            sheet_of(&format!(
                r#"<row><c t="inlineStr"><is><t>{entity}</t></is></c></row>"#
            ))
        );
        let read = read(&workbook("<sst/>", &sheet), LIMITS);
        assert!(matches!(read, Err(Problem::Damaged(_))), "{read:?}");
    }
}

#[test]
fn other_archives_and_broken_ones() {
    assert_eq!(
        read(&zipped(&[("word/document.xml", b"<x/>")]), LIMITS),
        Err(Problem::Document)
    );
    assert_eq!(
        read(&zipped(&[("ppt/presentation.xml", b"<x/>")]), LIMITS),
        Err(Problem::NotASpreadsheet)
    );
    assert_eq!(
        read(&zipped(&[("a.zip", &zipped(&[("b", b"")]))]), LIMITS),
        Err(Problem::NotASpreadsheet)
    );
    let whole = workbook("<sst/>", &sheet_of("<row><c><v>1</v></c></row>"));
    assert!(read(&whole, LIMITS).is_ok());
    for length in [4, 100, whole.len() / 2, whole.len() - 1] {
        assert!(
            matches!(read(&whole[..length], LIMITS), Err(Problem::Damaged(_))),
            "{length}"
        );
    }
    assert!(matches!(
        read(&zipped(&[("xl/workbook.xml", b"<")]), LIMITS),
        Err(Problem::Damaged(_))
    ));
    assert!(matches!(
        read(
            &workbook("<sst/>", "<worksheet><sheetData><row><c><v>1"),
            LIMITS
        ),
        Err(Problem::Damaged(_))
    ));
}

#[test]
fn a_long_text_that_many_cells_name_is_not_copied_for_ever() {
    let long = "x".repeat(30_000);
    let texts = format!(r#"<sst xmlns="{MAIN}"><si><t>{long}</t></si></sst>"#);
    let row = format!("<row>{}</row>", r#"<c t="s"><v>0</v></c>"#.repeat(10));
    let limits = Limits {
        inflated: 100_000,
        ..LIMITS
    };
    assert_eq!(
        read(&workbook(&texts, &sheet_of(&row)), limits),
        Err(Problem::TooLarge)
    );
    let row = r#"<row><c t="s"><v>0</v></c></row>"#;
    assert!(read(&workbook(&texts, &sheet_of(row)), limits).is_ok());
    let texts = texts.replace(&long, &"x".repeat(1_000_000));
    let limits = Limits {
        inflated: 10_000_000,
        ..LIMITS
    };
    assert_eq!(
        read(&workbook(&texts, &sheet_of(row)), limits),
        Err(Problem::CellTooLong { row: 1 })
    );
}

/// Workbooks whose texts and cells, or whose archive around them, are damaged.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let texts = format!(
        r#"<sst xmlns="{MAIN}" count="2" uniqueCount="2"><si><t>Nguyễn</t></si><si><r><t>An &amp; </t></r><r><t>Hà</t></r></si></sst>"#
    );
    let sheet = sheet_of(
        r#"<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><f>1+1</f><v>2.5E3</v></c><c r="C2" s="1"><v>33024</v></c><c r="D2" t="inlineStr"><is><t>x</t></is></c><c r="E2" t="b"><v>1</v></c></row>"#,
    );
    let whole = workbook(&texts, &sheet);
    let parts = (mutated(texts.into_bytes()), mutated(sheet.into_bytes()));
    let lossy = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    prop_oneof![
        3 => parts.prop_map(move |(texts, sheet)| workbook(&lossy(texts), &lossy(sheet))),
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
