//! Reads CSV as people save it: in UTF-8, UTF-16 or the Vietnamese Windows encoding, separated by comma, semicolon or
//! tab.

use std::borrow::Cow;
use std::collections::BTreeMap;

use csv::{ByteRecord, ReaderBuilder};
use encoding_rs::{Encoding, WINDOWS_1252, WINDOWS_1258};
use hoi_i18n::OldFont;
use unicode_normalization::UnicodeNormalization as _;

use crate::html;
use crate::table::{Builder, Kind, Limits, Problem, Table, Value};

const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
/// Excel names the separator in a first line with this prefix.
const NAMED: &str = "sep=";
/// The first rows, by which the separator is guessed.
const ROWS_LOOKED_AT: usize = 50;

pub fn read(bytes: &[u8], limits: Limits) -> Result<Table, Problem> {
    let text = decode(bytes)?;
    let begin = text.trim_start();
    // Many a bank names a web page XLS. Excel saves one as a mail with parts, too.
    if begin.starts_with('<') {
        return html::read(begin, limits);
    }
    if begin.starts_with("MIME-Version:") {
        return Err(Problem::WebPage);
    }
    let (separator, text, first_row) = match named_separator(&text) {
        Some((separator, rest)) => (separator, rest, 1),
        None => (likely_separator(&text), text.as_str(), 0),
    };
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut table = Builder::new(limits);
    let mut record = ByteRecord::new();
    let mut row = first_row;
    // The reader skips blank lines. They are counted here, because a spreadsheet program shows them.
    let mut counted_to = 0;
    while reader
        .read_byte_record(&mut record)
        .map_err(Problem::damaged)?
    {
        let starts = record
            .position()
            .and_then(|position| usize::try_from(position.byte()).ok())
            .unwrap_or(counted_to);
        row += blank_lines(text.as_bytes(), starts);
        for (column, field) in record.iter().enumerate() {
            // Separators are ASCII, so each field is as valid as the whole text.
            let field = String::from_utf8_lossy(field).into_owned();
            table.put(row, column, Value::Text(field))?;
        }
        row += 1;
        counted_to = usize::try_from(reader.position().byte()).unwrap_or(counted_to);
    }
    table.finish(Kind::Csv, None)
}

/// Counts the line ends at `from`, before the next record.
fn blank_lines(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.iter().take_while(|byte| **byte == b'\n').count()
}

/// Decodes the file, in composed form and with `\n` as line end. Refuses files that are not text.
fn decode(bytes: &[u8]) -> Result<String, Problem> {
    let (text, broken) = if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        encoding.decode_without_bom_handling(bytes.get(mark..).unwrap_or_default())
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        (Cow::Borrowed(text), false)
    } else {
        decode_narrow(bytes)
    };
    if broken || text.chars().any(is_foreign) {
        return Err(Problem::NotASpreadsheet);
    }
    // JSON and PDF also pass as text.
    let begin = text.trim_start();
    if begin.starts_with(['{', '[']) || begin.starts_with("%PDF-") {
        return Err(Problem::NotASpreadsheet);
    }
    if text.trim().is_empty() {
        return Err(Problem::Empty);
    }
    // Windows-1258 writes tone marks as separate characters.
    let text: String = text.nfc().collect();
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Decodes a text of one byte for a letter: from Vietnamese Windows, or typed for a font that draws Vietnamese letters in
/// the places of western ones.
fn decode_narrow(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let western = WINDOWS_1252.decode_without_bom_handling(bytes);
    if OldFont::of(western.0.lines()).is_some() {
        western
    } else {
        WINDOWS_1258.decode_without_bom_handling(bytes)
    }
}

fn is_foreign(char: char) -> bool {
    char.is_control() && !matches!(char, '\t' | '\n' | '\r')
}

fn named_separator(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once('\n')?;
    let named = line.strip_prefix(NAMED)?;
    let separator = SEPARATORS
        .into_iter()
        .find(|one| named.as_bytes() == [*one])?;
    Some((separator, rest))
}

/// Returns the separator that divides the most of the first rows into the same number of parts, at least two; of such
/// separators the one that makes more parts. A text may contain the others, above all in the first row.
fn likely_separator(text: &str) -> u8 {
    let rows_and_parts = |separator: u8| {
        let mut reader = ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let mut record = ByteRecord::new();
        let mut rows_by_parts = BTreeMap::<usize, usize>::new();
        for _ in 0..ROWS_LOOKED_AT {
            match reader.read_byte_record(&mut record) {
                Ok(true) if record.len() > 1 => {
                    *rows_by_parts.entry(record.len()).or_default() += 1;
                }
                Ok(true) => {}
                _ => break,
            }
        }
        let most = rows_by_parts.into_iter().map(|(parts, rows)| (rows, parts));
        most.max().unwrap_or_default()
    };
    // `max_by_key` returns the last of equals, and a comma is the most likely.
    SEPARATORS
        .into_iter()
        .rev()
        .max_by_key(|separator| rows_and_parts(*separator))
        .unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::mutation::{check_within, mutated};

    const LIMITS: Limits = Limits {
        rows: 10,
        columns: 5,
        inflated: 1_000_000,
    };

    fn rows(bytes: &[u8]) -> Vec<(usize, Vec<String>)> {
        let table = read(bytes, LIMITS).unwrap();
        let text = |value: Value| match value {
            Value::Text(text) => text,
            _ => String::new(),
        };
        let rows = table.rows.into_iter();
        rows.map(|row| (row.number, row.cells.into_iter().map(text).collect()))
            .collect()
    }

    fn row(number: usize, cells: &[&str]) -> (usize, Vec<String>) {
        (
            number,
            cells.iter().map(|cell| (*cell).to_owned()).collect(),
        )
    }

    #[test]
    fn every_encoding_gives_the_same_names() {
        let text = "Họ tên,Tỉnh\r\nNguyễn Văn Đức,Đắk Lắk\r\n";
        let expected = [
            row(1, &["Họ tên", "Tỉnh"]),
            row(2, &["Nguyễn Văn Đức", "Đắk Lắk"]),
        ];
        let utf16 = |little: bool| -> Vec<u8> {
            let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
            units
                .flat_map(|unit| {
                    if little {
                        unit.to_le_bytes()
                    } else {
                        unit.to_be_bytes()
                    }
                })
                .collect()
        };
        // Windows-1258 writes ấ as a letter followed by a tone mark.
        let windows = b"H\x6F\xF2 t\xEAn,Ti\xD2nh\r\nNguy\xEA\xDEn V\xE3n \xD0\xFD\xECc,\xD0\xE3\xECk L\xE3\xECk\r\n";
        for bytes in [
            text.as_bytes().to_vec(),
            [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
            utf16(true),
            utf16(false),
        ] {
            assert_eq!(rows(&bytes), expected);
        }
        let read = rows(windows);
        assert_eq!(read[1].1, ["Nguyễn Văn Đức", "Đắk Lắk"]);
    }

    #[test]
    fn names_of_vietnamese_windows_are_not_of_an_old_font() {
        let names = "Nguyễn Thị Tú,Lê Thị Chị\nTrần Văn Lý,Phạm Thị Bình\nHoàng Hồ Mỹ,Bùi Đỗ Huệ\n";
        // Each tone is a character of its own behind its vowel.
        let apart = |letter: char| -> String {
            let mut marks: Vec<char> = std::iter::once(letter).nfd().collect();
            let tone = marks
                .iter()
                .position(|mark| "\u{300}\u{301}\u{303}\u{309}\u{323}".contains(*mark));
            let tone = tone.map(|at| marks.remove(at));
            marks.into_iter().nfc().chain(tone).collect()
        };
        let typed: String = names.chars().map(apart).collect();
        let (bytes, _, is_lossy) = WINDOWS_1258.encode(&typed);
        assert!(!is_lossy);
        assert_eq!(rows(&bytes), rows(names.as_bytes()));
    }

    #[test]
    fn lists_typed_for_old_fonts_keep_their_places() {
        let text = "Họ tên,Tỉnh\nNguyÔn V¨n §øc,Hµ Néi\nTrÇn ThÞ B×nh,H¶i D\u{ad}¬ng\n";
        let (bytes, _, _) = WINDOWS_1252
            .encode("Ho ten,Tinh\nNguyÔn V¨n §øc,Hµ Néi\nTrÇn ThÞ B×nh,H¶i D\u{ad}¬ng\n");
        let narrow = rows(&bytes);
        assert_eq!(narrow[1..], rows(text.as_bytes())[1..]);
        assert_eq!(narrow[2].1, ["TrÇn ThÞ B×nh", "H¶i D\u{ad}¬ng"]);
    }

    #[test]
    fn separators_are_found() {
        let expected = [row(1, &["a", "b"]), row(2, &["1,5", "x"])];
        assert_eq!(rows(b"a;b\n1,5;x\n"), expected);
        assert_eq!(rows(b"a\tb\n1,5\tx\n"), expected);
        assert_eq!(rows(b"a,b\n\"1,5\",x\n"), expected);
        assert_eq!(
            rows(b"sep=;\r\na;b\r\n1,5;x"),
            [row(2, &["a", "b"]), row(3, &["1,5", "x"])]
        );
        // A text of the first row has more semicolons than there are columns.
        assert_eq!(
            rows(b"a; x; y,b\n1,2\n"),
            [row(1, &["a; x; y", "b"]), row(2, &["1", "2"])]
        );
        assert_eq!(rows(b"a;b,c\n"), [row(1, &["a;b", "c"])]);
    }

    #[test]
    fn rows_keep_the_numbers_that_a_spreadsheet_shows() {
        let text = "\n\na,b\n\n1,\"2\n3\"\n,,\n\n4,5\n";
        assert_eq!(
            rows(text.as_bytes()),
            [
                row(3, &["a", "b"]),
                row(5, &["1", "2\n3"]),
                row(8, &["4", "5"])
            ]
        );
    }

    #[test]
    fn texts_that_are_no_table_are_refused() {
        for bytes in [
            b"%PDF-1.7\n".as_slice(),
            b"\x89PNG\r\n\x1a\n",
            b"\x7FELF\x02\x01",
            b"{\"a\": 1}",
            b"a,b\0\n",
            b"\xFF\xFEa",
        ] {
            assert_eq!(
                read(bytes, LIMITS),
                Err(Problem::NotASpreadsheet),
                "{bytes:?}"
            );
        }
        for bytes in [b"".as_slice(), b" \r\n\n", b"\xEF\xBB\xBF"] {
            assert_eq!(read(bytes, LIMITS), Err(Problem::Empty), "{bytes:?}");
        }
        // A row of separators only is empty.
        assert_eq!(read(b",,,,,,,,\n,,,\n", LIMITS), Err(Problem::Empty));
    }

    #[test]
    fn limits_hold() {
        assert_eq!(
            read(&b"a,b\n".repeat(11), LIMITS),
            Err(Problem::TooManyRows)
        );
        assert_eq!(
            read("a,".repeat(1_000_000).as_bytes(), LIMITS),
            Err(Problem::TooManyColumns)
        );
        let open_quote = format!("a,b\n\"{}", "x,y\n".repeat(20_000));
        assert_eq!(
            read(open_quote.as_bytes(), LIMITS),
            Err(Problem::CellTooLong { row: 2 })
        );
    }

    /// A list as people save it, in UTF-8 with a mark, in UTF-16 and in the encoding of Vietnamese Windows.
    fn lists() -> impl Strategy<Value = Vec<u8>> {
        let text = "sep=;\nHọ tên;\"Ghi \"\"chú\"\"\"\n\nĐức;\"a\nb\"\n";
        let wide = "\u{feff}Họ tên\tSĐT\nĐức\t0912\n".encode_utf16();
        let wide: Vec<u8> = wide.flat_map(u16::to_le_bytes).collect();
        let (narrow, _, _) = WINDOWS_1258.encode("Ho tên,x\nÐuc,1\n");
        prop_oneof![
            mutated(format!("\u{feff}{text}").into_bytes()),
            mutated(wide),
            mutated(narrow.into_owned()),
            proptest::collection::vec(any::<u8>(), 0..200),
            "[a\"';,\t\n\r=]{0,60}".prop_map(String::into_bytes),
        ]
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_within_the_limits_or_refused(bytes in lists()) {
            if let Ok(table) = read(&bytes, LIMITS) {
                check_within(&table, LIMITS);
            }
        }
    }
}
