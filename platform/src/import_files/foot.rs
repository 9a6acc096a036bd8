//! Lines of a list that are not people: sums, place and date, signatures, repeated titles. Pure.
//!
//! A row with an address, a phone number or a name of its own is a person, whatever its other cells say.

use hoi_i18n::{compose, fold_for_search};

use super::cells::CellKind;

/// Lines of names that stand below a signature, in a list without anything else by which people are told from them.
const MAX_SIGNERS: usize = 10;
/// Bytes of the longest text that can be a line.
const MAX_LINE: usize = 400;
/// In a typical list at least this share of the rows, in percent, has a mark that tells a person from a line.
const TYPICAL: usize = 80;

/// The beginnings of signatures.
#[rustfmt::skip]
const SIGNATURES: [&str; 9] = [
    "nguoi lap bieu", "nguoi lap bang", "nguoi lap danh sach", "nguoi lap phieu", "ky ten", "ghi ro ho ten",
    "ky ghi ro", "ky dong dau", "ky va ghi ro",
];
/// Offices that sign. They are guests, too, so they are a signature only where one can stand.
#[rustfmt::skip]
const OFFICES: [&str; 34] = [
    "truong ban", "pho truong ban", "ban to chuc", "tm ban", "t m ban", "tl ban", "chu tich", "pho chu tich",
    "giam doc", "pho giam doc", "tong giam doc", "hieu truong", "thu truong", "thu ky", "ke toan", "thu quy",
    "truong phong", "phu trach", "xac nhan", "nguoi kiem tra", "nguoi duyet", "dai dien", "bi thu", "nguoi lap",
    "lop truong", "lop pho", "doi truong", "nhom truong", "chu nhiem", "giao vien chu nhiem", "pho hieu truong",
    "can bo phu trach", "nguoi tong hop", "nguoi bao cao",
];
/// Family names that are spelt like the beginning of an office: "Trương Phong" and "Chu Tịch" are names of guests.
const FAMILY_NAMES: [&str; 3] = ["trương", "truong", "chu"];
/// The words before an office for which another one signs. No guest is called so.
#[rustfmt::skip]
const DEPUTIES: [&str; 10] = [
    "tm", "t m", "kt", "k t", "tl", "t l", "tuq", "t u q", "thay mat", "thua lenh",
];
/// The beginnings of remarks, before a colon: without it they can be names.
const REMARKS: [&str; 5] = ["ghi chu", "luu y", "chu thich", "note", "notes"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Person,
    Sum,
    /// Place and date, or a signature.
    End,
    /// An office, or another text that ends the list only where a signature can stand.
    Office,
    /// Figures without a name.
    Figures,
    /// The heading of the people below it.
    Section,
}

/// The beginnings of section headings, after their number. Family names are not among them.
#[rustfmt::skip]
const SECTIONS: [&str; 16] = [
    "khach", "khach moi", "vip", "dai bieu", "nhom", "thanh vien", "ban to chuc", "dien gia", "tinh nguyen vien",
    "danh sach", "guests", "group", "table", "members", "speakers", "volunteers",
];

/// The meaning of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    Person,
    /// A text among the names and nothing else, below all rows that are surely people.
    Unclear,
    Line,
}

/// Returns for every row whether it is a line rather than a person. `rows` are the cells as text; `columns` holds their
/// kinds.
pub fn lines(rows: &[Vec<String>], columns: &[Option<CellKind>], titles: &[String]) -> Vec<Told> {
    let numbered = numbered_columns(rows, columns);
    let kind = |row: &Vec<String>| match line(row, columns) {
        Line::Person if is_section(row, columns, &numbered) => Line::Section,
        line => line,
    };
    let kinds: Vec<Line> = rows.iter().map(kind).collect();
    let solid: Vec<bool> = rows.iter().map(|row| is_solid(row, columns)).collect();
    let people = kinds.iter().zip(&solid);
    let people: Vec<bool> = people
        .filter(|(kind, _)| **kind == Line::Person)
        .map(|(_, solid)| *solid)
        .collect();
    let solid_people = people.iter().filter(|solid| **solid).count();
    let is_typical_without = |signers: usize| {
        let people = people.len().saturating_sub(signers);
        solid_people > 0 && solid_people * 100 >= people * TYPICAL
    };
    let is_typical = is_typical_without(0);
    // From this row on, no row is surely a person.
    let below = solid
        .iter()
        .rposition(|solid| *solid)
        .map_or(0, |at| at + 1);
    let ends = |(at, kind): (usize, &Line)| {
        let few = rows.len() - at <= MAX_SIGNERS + 1;
        let is_end = || match kind {
            Line::End => true,
            // The one name below an office makes no short list less typical.
            Line::Office => {
                let names = kinds.iter().skip(at);
                let names = names.filter(|kind| **kind == Line::Person).take(2);
                is_typical || (names.count() == 1 && is_typical_without(1))
            }
            _ => false,
        };
        at >= below && is_end() && (is_typical || few)
    };
    let found = kinds.iter().enumerate().position(ends);
    let mut end = found.unwrap_or(rows.len());
    while let Some(above) = end.checked_sub(1).filter(|above| *above >= below) {
        match kinds.get(above) {
            Some(Line::Sum | Line::End | Line::Figures | Line::Section) => {}
            Some(Line::Office) if found.is_some() => {}
            _ => break,
        }
        end = above;
    }
    let titles: Vec<String> = titles.iter().map(|title| plain(title)).collect();
    let above = kinds.iter().take(below);
    let above = above.filter(|kind| **kind == Line::Person).count();
    let few = rows.len() - below <= MAX_SIGNERS + 1;
    let asks_below = few && solid_people > 1 && solid_people * 100 >= above * TYPICAL;
    let is_line = |(at, row): (usize, &Vec<String>)| {
        let kind = kinds.get(at).copied().unwrap_or(Line::Person);
        at >= end
            || matches!(kind, Line::Sum | Line::End | Line::Section)
            // "BAN TỔ CHỨC" above its members signs nothing.
            || (kind == Line::Office && is_section(row, columns, &numbered))
            || is_titles(row, columns, &titles)
            || (at == 0 && is_numbering(row))
    };
    let told = |(at, row): (usize, &Vec<String>)| {
        if is_line((at, row)) {
            Told::Line
        } else if asks_below && at >= below && is_only_name(row, columns) {
            Told::Unclear
        } else {
            Told::Person
        }
    };
    rows.iter().enumerate().map(told).collect()
}

fn is_only_name(row: &[String], columns: &[Option<CellKind>]) -> bool {
    let mut filled = row.iter().enumerate().filter(|(_, text)| !text.is_empty());
    let first = filled
        .next()
        .and_then(|(at, _)| columns.get(at).copied().flatten());
    first == Some(CellKind::Name) && filled.next().is_none()
}

fn line(row: &[String], columns: &[Option<CellKind>]) -> Line {
    let kind = |at: usize| columns.get(at).copied().flatten();
    let mut cells = row.iter().enumerate();
    if cells.any(|(at, text)| is_contact(kind(at), text)) {
        return Line::Person;
    }
    let mut found = Line::Person;
    let (mut names, mut has_text) = (0, false);
    for (at, text) in row.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
        let line = match of_text(text) {
            Line::Office if kind(at) == Some(CellKind::Name) && can_be_name(text) => Line::Person,
            line => line,
        };
        has_text |= text.contains(char::is_alphabetic);
        match line {
            // "2" and "02 người" are the text of a sum.
            Line::Person => {
                let is_name = text.starts_with(|char: char| !char.is_ascii_digit())
                    && text.contains(char::is_alphabetic);
                names += usize::from(is_name && kind(at) == Some(CellKind::Name));
            }
            _ if found == Line::End => {}
            _ => found = line,
        }
    }
    let has_names = columns.contains(&Some(CellKind::Name));
    match found {
        _ if names > 0 => Line::Person,
        Line::Person if has_names && !has_text => Line::Figures,
        found => found,
    }
}

fn of_text(text: &str) -> Line {
    if text.len() > MAX_LINE {
        return Line::Person;
    }
    let plain = plain(text);
    let within = |words: &&str| {
        let mut places = plain.match_indices(*words);
        places.any(|(at, words)| {
            let end = at + words.len();
            let (before, after) = (plain.get(..at), plain.get(end..));
            before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
                && after.is_some_and(|after| after.is_empty() || after.starts_with(' '))
        })
    };
    if is_day(&plain)
        || is_short_day(&plain)
        || SIGNATURES.iter().any(within)
        || is_signed(text, &plain)
        || is_for_office(&plain)
        || is_before_colon(text, "noi nhan")
    {
        Line::End
    } else if is_sum(text)
        || is_page(&plain)
        || REMARKS.iter().any(|words| is_before_colon(text, words))
    {
        Line::Sum
    } else if is_office(&plain) || is_bare_day(&plain) {
        Line::Office
    } else {
        Line::Person
    }
}

/// A text in small letters without accents and signs.
fn plain(text: &str) -> String {
    let folded = fold_for_search(text);
    let words = folded.split(|char: char| !char.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

fn starts(plain: &str, words: &str) -> bool {
    let rest = plain.strip_prefix(words);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn is_signed(text: &str, plain: &str) -> bool {
    let is_said = ["prepared by", "approved by", "signed by", "signature"];
    let is_said = is_said.iter().any(|words| starts(plain, words));
    is_said
        && (text.trim_end().ends_with([':', '.', '…', '_', ')']) || plain.split(' ').count() < 3)
}

fn is_office(plain: &str) -> bool {
    OFFICES.iter().any(|office| starts(plain, office))
}

/// Whether a text that is spelt like an office can be the name of a person: two words with capitals, of which the first is a
/// family name as it is written. "Trưởng phòng" is none.
fn can_be_name(text: &str) -> bool {
    let text = compose(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let has_capital = |word: &&str| word.starts_with(char::is_uppercase);
    let begins = |family: &str| FAMILY_NAMES.contains(&family.to_lowercase().as_str());
    words.iter().all(has_capital) && matches!(words.as_slice(), [family, _] if begins(family))
}

/// "KT. GIÁM ĐỐC" or "T/M BAN TỔ CHỨC".
fn is_for_office(plain: &str) -> bool {
    let mut offices = DEPUTIES
        .iter()
        .filter_map(|words| plain.strip_prefix(*words)?.strip_prefix(' '));
    offices.any(is_office)
}

/// Whether a text begins with these words and a colon.
fn is_before_colon(text: &str, words: &str) -> bool {
    let folded = fold_for_search(text);
    let rest = folded.strip_prefix(words);
    rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
}

/// "Trang 1/2" or "Page 1 of 2".
fn is_page(plain: &str) -> bool {
    let is_figure = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = plain.split(' ').collect();
    match words.as_slice() {
        ["trang" | "page", page, pages] | ["trang" | "page", page, "of" | "tren", pages] => {
            is_figure(page) && is_figure(pages)
        }
        _ => false,
    }
}

/// "Hà Nội, ngày … tháng … năm …", with or without figures.
fn is_day(plain: &str) -> bool {
    let mut words = plain
        .split(' ')
        .filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()))
        .skip_while(|word| *word != "ngay");
    words.next().is_some() && words.next() == Some("thang") && words.next() == Some("nam")
}

/// "Ngày 20/11/2026" or "Hà Nội, ngày 20/11/2026", with nothing behind it.
fn is_short_day(plain: &str) -> bool {
    before_date(plain).is_some_and(|(before, _)| before == Some("ngay"))
}

/// "Đà Nẵng 20/11/2026" or "20/11/2026". The year of a birth, which can stand behind a name, is earlier.
fn is_bare_day(plain: &str) -> bool {
    before_date(plain).is_some_and(|(_, [day, month, year])| {
        (1..=31).contains(&day) && (1..=12).contains(&month) && (2020..2100).contains(&year)
    })
}

/// The figures of the date at the end of a text, and the word before it, if no word there has a figure.
fn before_date(plain: &str) -> Option<(Option<&str>, [u32; 3])> {
    let words: Vec<&str> = plain.split(' ').collect();
    let (front, [day, month, year]) = words.split_last_chunk::<3>()?;
    let figure = |text: &str, longest: usize| {
        let is_figure = text.len() <= longest && text.bytes().all(|byte| byte.is_ascii_digit());
        is_figure.then(|| text.parse::<u32>().ok()).flatten()
    };
    let is_word = |text: &&str| !text.bytes().any(|byte| byte.is_ascii_digit());
    let date = [figure(day, 2)?, figure(month, 2)?, figure(year, 4)?];
    let are_words = front.iter().all(is_word);
    are_words.then(|| (front.last().copied(), date))
}

/// Whether a text has the figures of a date and no others.
fn is_only_day(plain: &str) -> bool {
    let is_short = |word: &str| word.len() <= 4 || !word.bytes().any(|byte| byte.is_ascii_digit());
    is_short_day(plain) || is_bare_day(plain) || (is_day(plain) && plain.split(' ').all(is_short))
}

fn is_sum(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let any = [
        "tổng cộng",
        "tổng số",
        "số lượng",
        "ấn định danh sách",
        "danh sách này có",
        "danh sách này gồm",
        "danh sách có",
        "danh sách gồm",
    ];
    // Without accents and in English they are also names.
    let alone = [
        "tổng",
        "cộng",
        "total",
        "totals",
        "grand total",
        "sum",
        "tong cong",
        "tong so",
        "tong",
        "so luong",
    ];
    any.iter().any(|word| lower.starts_with(word))
        || alone.iter().any(|word| {
            let rest = lower.strip_prefix(word).map(str::trim_start);
            rest.is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with([':', '=', '(', '.', '…'])
                    || rest.starts_with(|char: char| char.is_ascii_digit())
            })
        })
}

fn is_contact(kind: Option<CellKind>, text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    match kind {
        Some(CellKind::Email) => text.contains('@'),
        // Where names end, a date stands in any column.
        Some(CellKind::Phone | CellKind::Identity | CellKind::Tax) => {
            digits >= 6 && (text.len() > MAX_LINE || !is_only_day(&plain(text)))
        }
        _ => false,
    }
}

/// Returns for every column before that of the names whether it numbers people.
fn numbered_columns(rows: &[Vec<String>], columns: &[Option<CellKind>]) -> Vec<bool> {
    let before_name = columns
        .iter()
        .take_while(|kind| **kind != Some(CellKind::Name));
    let is_numbered = |at: usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(at));
        cells.any(|text| is_running_number(text))
    };
    before_name
        .enumerate()
        .map(|(at, _)| is_numbered(at))
        .collect()
}

fn is_running_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a row is the heading of the people below it: one text where no name stands ("I. KHÁCH VIP" over all columns), a
/// numbered heading among the names, or a Roman number or letter where people have a running number.
fn is_section(row: &[String], columns: &[Option<CellKind>], numbered: &[bool]) -> bool {
    let kind = |at: usize| columns.get(at).copied().flatten();
    let filled = row.iter().enumerate().filter(|(_, text)| !text.is_empty());
    let filled: Vec<(usize, &String)> = filled.take(3).collect();
    let has_names = columns.contains(&Some(CellKind::Name));
    let is_name = |at: usize| kind(at) == Some(CellKind::Name);
    match filled.as_slice() {
        [(at, text)] if has_names && kind(*at).is_none() => text.contains(char::is_alphabetic),
        [(at, text)] if is_name(*at) => {
            let (number, rest) = text
                .split_once([' ', '\u{a0}'])
                .unwrap_or((text.as_str(), ""));
            let rest = plain(rest);
            is_letter_number(number)
                && number.ends_with(['.', ')', ':'])
                && SECTIONS.iter().any(|word| starts(&rest, word))
        }
        [(first, number), (at, _)] if is_name(*at) => {
            numbered.get(*first) == Some(&true) && is_letter_number(number)
        }
        _ => false,
    }
}

/// "I", "IV." or "A)".
fn is_letter_number(text: &str) -> bool {
    let bare = text.trim_end_matches(['.', ')', ':']);
    let is_roman = |char: char| matches!(char, 'I' | 'V' | 'X');
    let is_letter = bare.len() == 1 && bare.bytes().all(|byte| byte.is_ascii_uppercase());
    is_letter || ((1..=5).contains(&bare.len()) && bare.chars().all(is_roman))
}

/// Whether a row has a mark that no line below a list has: a way to reach a person, or the running number and a name.
fn is_solid(row: &[String], columns: &[Option<CellKind>]) -> bool {
    let kind = |at: usize| columns.get(at).copied().flatten();
    let mut cells = row.iter().enumerate();
    if cells.any(|(at, text)| is_contact(kind(at), text)) {
        return true;
    }
    let first_name = columns
        .iter()
        .position(|kind| *kind == Some(CellKind::Name));
    let Some(first_name) = first_name else {
        return false;
    };
    let mut before = row.iter().take(first_name);
    let is_numbered = before.any(|text| is_running_number(text));
    is_numbered && row.get(first_name).is_some_and(|name| !name.is_empty())
}

/// The titles once more, as on the next page of a printed list.
fn is_titles(row: &[String], columns: &[Option<CellKind>], titles: &[String]) -> bool {
    let mut same = 0;
    for (at, text) in row.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
        if columns.get(at).is_some_and(Option::is_some) {
            if titles.get(at).is_none_or(|title| *title != plain(text)) {
                return false;
            }
            same += 1;
        }
    }
    same > 1
}

/// The numbers of the columns below their titles: "(1) (2) (3)", sometimes after "A B".
fn is_numbering(row: &[String]) -> bool {
    let cells: Vec<String> = row.iter().map(|text| plain(text)).collect();
    let cells = cells.iter().filter(|text| !text.is_empty());
    let figures: Vec<u32> = cells.clone().filter_map(|text| text.parse().ok()).collect();
    let is_letter = |text: &String| text.len() == 1 || text.parse::<u32>().is_ok();
    figures.len() >= 3
        && figures.first() == Some(&1)
        && figures
            .iter()
            .zip(figures.iter().skip(1))
            .all(|(one, next)| one + 1 == *next)
        && cells.clone().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Option<CellKind>; 4] = [
        None,
        Some(CellKind::Name),
        Some(CellKind::Phone),
        Some(CellKind::Text),
    ];

    fn left_out(rows: &[[&str; 4]]) -> Vec<usize> {
        told(rows, Told::Line)
    }

    fn told(rows: &[[&str; 4]], what: Told) -> Vec<usize> {
        let rows = rows.iter().map(|row| row.map(ToOwned::to_owned).to_vec());
        let rows: Vec<Vec<String>> = rows.collect();
        let titles = ["STT", "Họ và tên", "SĐT", "Đơn vị"].map(ToOwned::to_owned);
        let lines = lines(&rows, &COLUMNS, &titles);
        let lines = lines.iter().enumerate().filter(|(_, told)| **told == what);
        lines.map(|(at, _)| at).collect()
    }

    const AN: [&str; 4] = ["1", "Nguyễn Văn An", "0912345678", "Công ty A"];
    const BINH: [&str; 4] = ["2", "Trần Bình", "0912345679", "Total Energies"];

    #[test]
    fn sums_dates_and_signatures_are_no_people() {
        let foot: [[&str; 4]; 13] = [
            ["", "Tổng cộng", "", "2"],
            ["", "Tổng cộng: 02 người", "", ""],
            ["Cộng", "", "", "2"],
            ["", "Danh sách này có 02 người.", "", ""],
            ["", "", "", "Hà Nội, ngày 5 tháng 8 năm 2026"],
            ["", "TP.HCM, ngày … tháng … năm 20…", "", ""],
            ["", "", "Ngày 20/11/2026", ""],
            ["", "", "", "Hà Nội, ngày 20/11/2026"],
            ["", "", "Huế, ngày 5-8-26", ""],
            ["", "Người lập biểu", "", "Trưởng ban"],
            ["", "(Ký, ghi rõ họ tên)", "", "(Ký tên)"],
            ["", "TRƯỞNG BAN", "", ""],
            ["", "", "", "45"],
        ];
        for line in foot {
            assert_eq!(left_out(&[AN, BINH, line]), [2], "{line:?}");
        }
        let whole = [
            AN,
            BINH,
            ["", "Tổng cộng", "", "2"],
            ["", "", "", "Hà Nội, ngày 5 tháng 8 năm 2026"],
            ["", "NGƯỜI LẬP BIỂU", "", "TRƯỞNG BAN TỔ CHỨC"],
            ["", "(Ký tên)", "", "(Ký tên)"],
            ["", "Lê Thị Hoa", "", "Phạm Văn Minh"],
        ];
        assert_eq!(left_out(&whole), [2, 3, 4, 5, 6]);
        let under_phones = [
            AN,
            BINH,
            ["Tổng số: 2 người", "", "", ""],
            ["", "", "Ngày 20/11/2026", ""],
            ["", "", "NGƯỜI LẬP", ""],
            ["", "", "Nguyễn Thị Lan", ""],
        ];
        assert_eq!(left_out(&under_phones), [2, 3, 4, 5]);
        // Sums of groups stand between people.
        assert_eq!(left_out(&[AN, ["", "Cộng:", "", "1"], BINH]), [1]);
    }

    #[test]
    fn dates_under_phones_remarks_and_signatures_of_deputies_are_no_people() {
        for foot in [
            vec![["", "", "Hà Nội, ngày 5 tháng 8 năm 2026", ""]],
            vec![["", "", "Đà Nẵng 5/8/2026", ""]],
            vec![["", "Đà Nẵng 5/8/2026", "", ""]],
            vec![["", "TP.HCM 05/08/2026", "", ""]],
            vec![["", "Printed on 8/1/2026", "", ""]],
            vec![["", "Số lượng: 2", "", ""]],
            vec![["", "Trang 1/2", "", ""]],
            vec![["", "Page 1 of 2", "", ""]],
            vec![["", "Ghi chú: khách VIP ngồi hàng đầu", "", ""]],
            vec![
                ["", "Nơi nhận:", "", ""],
                ["", "- Như trên", "", ""],
                ["", "- Lưu VT", "", ""],
            ],
            vec![["", "Lớp trưởng", "", ""], ["", "Lê Thị Hoa", "", ""]],
            vec![
                ["", "T/M BAN TỔ CHỨC", "", ""],
                ["", "Trưởng ban", "", ""],
                ["", "Phạm Văn Minh", "", ""],
            ],
            vec![
                ["", "", "", "KT. GIÁM ĐỐC"],
                ["", "", "", "PHÓ GIÁM ĐỐC"],
                ["", "", "", "Phạm Văn Minh"],
            ],
        ] {
            let rows = [vec![AN, BINH], foot.clone()].concat();
            let below: Vec<usize> = (2..rows.len()).collect();
            assert_eq!(left_out(&rows), below, "{foot:?}");
        }
        for person in [
            ["", "Lê Hoa 5/8/1990", "", ""],
            ["", "Lưu Ý", "", ""],
            ["", "Lê Hoa", "", "5/8/2026"],
            ["", "", "0912345678 sau ngày 5 tháng 8 năm 2026", ""],
            ["", "Trang", "", "1/2"],
            ["", "Tm Ban Mai", "0912345678", ""],
        ] {
            assert_eq!(left_out(&[AN, BINH, person]), [0_usize; 0], "{person:?}");
        }
        // An office above several names is a guest.
        let guests = ["Đại diện Sở", "Lê Hoa", "Trần Minh"].map(|name| ["", name, "", ""]);
        let rows = [vec![AN, BINH], guests.to_vec()].concat();
        assert_eq!(left_out(&rows), [0_usize; 0]);
        // Nothing but the heading of people without a contact.
        let heading = ["Đà Nẵng 5/8/2026", "", "", ""];
        assert_eq!(left_out(&[heading, ["", "Lê Hoa", "", ""]]), [0]);
    }

    #[test]
    fn a_text_alone_below_the_list_is_unclear() {
        let rows = [
            AN,
            BINH,
            ["", "Kính mời", "", ""],
            ["", "- Như trên", "", ""],
        ];
        assert_eq!(told(&rows, Told::Unclear), [2, 3]);
        assert_eq!(left_out(&rows), [0_usize; 0]);
        let none = [0_usize; 0];
        let company = ["", "Lê Hoa", "", "Công ty B"];
        assert_eq!(told(&[AN, BINH, company], Told::Unclear), none);
        let between = ["", "Lê Hoa", "", ""];
        assert_eq!(told(&[AN, between, BINH], Told::Unclear), none);
        // Where fewer than two are sure, names alone are usual.
        assert_eq!(told(&[AN, between], Told::Unclear), none);
        assert_eq!(told(&[between, between], Told::Unclear), none);
        let many = [vec![AN, BINH], vec![between; MAX_SIGNERS + 2]].concat();
        assert_eq!(told(&many, Told::Unclear), none);
    }

    /// A guest whose name is spelt like an office is asked about, not left out, and neither is a name below it.
    #[test]
    fn a_name_that_is_spelt_like_an_office_is_no_signature() {
        let none = [0_usize; 0];
        for name in [
            "Trương Phong",
            "Truong Phong",
            "TRUONG PHONG",
            // The horns are signs of their own.
            "Tru\u{31b}o\u{31b}ng Phong",
            "Trương Ban",
            "Chu Tịch",
            "Chu Nhiệm",
        ] {
            let row = ["", name, "", ""];
            assert_eq!(left_out(&[AN, BINH, row]), none, "{name}");
            assert_eq!(told(&[AN, BINH, row], Told::Unclear), [2], "{name}");
            let below = [AN, BINH, row, ["", "Lê Hoa", "", ""]];
            assert_eq!(told(&below, Told::Unclear), [2, 3], "{name}");
            let company = ["", name, "", "Công ty B"];
            assert_eq!(told(&[AN, BINH, company], Told::Person), [0, 1, 2]);
        }
        for office in [
            "Trưởng phòng",
            "Trưởng Phòng",
            "TRƯỞNG PHÒNG",
            "truong phong",
            "Truong phong",
            "Truong Phong Nhan Su",
            "Chủ tịch",
            "CHỦ TỊCH",
            "Giam Doc",
        ] {
            assert_eq!(left_out(&[AN, BINH, ["", office, "", ""]]), [2], "{office}");
        }
        // Where no name stands, it signs.
        assert_eq!(left_out(&[AN, BINH, ["", "", "", "Truong Phong"]]), [2]);
    }

    #[test]
    fn sums_in_any_cell_and_headings_are_no_people() {
        for line in [
            ["Tổng cộng", "2", "", ""],
            ["Tổng số", "02 người", "", ""],
            ["", "Cộng", "2", ""],
            ["", "Tổng: 2 khách", "", ""],
            ["I. KHÁCH VIP", "", "", ""],
            ["BAN TỔ CHỨC", "", "", ""],
            ["Khách của nhà tài trợ", "", "", ""],
            ["", "II. KHÁCH THƯỜNG", "", ""],
            ["II", "Khách thường", "", ""],
        ] {
            assert_eq!(left_out(&[AN, line, BINH]), [1], "{line:?}");
            assert_eq!(left_out(&[AN, BINH, line]), [2], "{line:?}");
        }
        for person in [
            ["", "I. Nguyễn Văn An", "", ""],
            ["", "Khách Một", "", ""],
            ["3", "Đoàn Khách", "", ""],
            ["I. KHÁCH VIP", "Lê Hoa", "", ""],
            ["II", "Lê Hoa", "0912345670", ""],
            ["3", "2", "", ""],
        ] {
            assert_eq!(left_out(&[AN, person, BINH]), [0_usize; 0], "{person:?}");
        }
    }

    #[test]
    fn people_stay_whatever_their_cells_say() {
        for person in [
            ["3", "Tống Cộng Hoà", "", ""],
            ["3", "Cộng Hoà", "", ""],
            ["", "Tong So Lan", "", ""],
            ["", "Total Energies", "", "Total"],
            ["", "Lê Hoa", "", "Giám đốc"],
            ["", "Lê Hoa", "", "sinh ngày 5 tháng 8 năm 1990"],
            ["", "Lê Hoa", "", "Ngày 20/11/2026"],
            ["", "Lê Hoa", "Ngày 20/11/2026", ""],
            ["", "", "0912345678 gọi sau ngày 20/11/2026", ""],
            ["3", "Đại diện Sở Du lịch", "", ""],
            ["", "Giám đốc Sở", "0912345677", ""],
            ["", "Tổng cộng", "0912345677", ""],
        ] {
            assert_eq!(left_out(&[AN, BINH, person]), [0_usize; 0], "{person:?}");
            assert_eq!(left_out(&[AN, person, BINH]), [0_usize; 0], "{person:?}");
        }
        // A list of names alone.
        let names = ["Lê Hoa", "Ban tổ chức", "Đại diện Sở"].map(|name| ["", name, "", ""]);
        assert_eq!(left_out(&names), [0_usize; 0]);
        let signed = [
            ["", "Lê Hoa", "", ""],
            ["", "Người lập biểu", "", ""],
            ["", "Trần Bình", "", ""],
        ];
        assert_eq!(left_out(&signed), [1, 2]);
    }

    #[test]
    fn titles_and_numbers_of_columns_are_no_people() {
        let titles = ["STT", "Họ và tên", "SĐT", "Đơn vị"];
        assert_eq!(left_out(&[["A", "B", "1", "2"], AN]), [0_usize; 0]);
        assert_eq!(
            left_out(&[["(1)", "(2)", "(3)", "(4)"], AN, titles, BINH]),
            [0, 2]
        );
    }

    proptest::proptest! {
        #[test]
        fn any_rows_are_told(rows in proptest::collection::vec(
            proptest::array::uniform4("(Tổng|Cộng|Ký tên|ngày|tháng|năm|\\PC){0,4}"), 0..12,
        )) {
            let rows: Vec<[&str; 4]> = rows
                .iter()
                .map(|row| row.each_ref().map(String::as_str))
                .collect();
            let people: Vec<usize> = left_out(&rows);
            proptest::prop_assert!(people.len() <= rows.len());
        }
    }
}
