//! Reads the tables of a web page, which many banks deliver under the name of an XLS file.
//!
//! Only the tags of tables are understood, in one pass over the text; nothing is styled, run or fetched. All tables of
//! the page follow each other as one sheet, as spreadsheet programs show them.

use crate::table::{Builder, Kind, Limits, Problem, Table, Value};

/// Tables within tables that are told apart.
const MAX_DEPTH: usize = 20;
/// Columns or rows over which one cell may reach.
const MAX_SPAN: usize = 1000;
/// Letters of an entity's name.
const MAX_ENTITY: usize = 10;
/// Parts of a page whose content may look like tags.
const HIDDEN: [&str; 2] = ["script", "style"];

/// A table that was opened.
struct Open {
    /// The row of the sheet, counted from 0; `None` before the first.
    row: Option<usize>,
    /// The column of the last cell, and the one after it.
    last: usize,
    column: usize,
    /// For each column, the first row into which no cell above reaches.
    reached: Vec<usize>,
    /// The text of the cell that is open.
    cell: Option<String>,
}

/// Reads a page that was decoded.
pub fn read(text: &str, limits: Limits) -> Result<Table, Problem> {
    let mut page = Page {
        sheet: Builder::new(limits),
        rows: 0,
        columns: limits.columns,
        tables: Vec::new(),
    };
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        page.add_text(before);
        if let Some(comment) = tag.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let begins_tag = |char: char| char.is_ascii_alphabetic() || matches!(char, '/' | '!' | '?');
        let inside = tag.get(1..).unwrap_or_default();
        let end = inside
            .find(['<', '>'])
            .filter(|_| inside.starts_with(begins_tag));
        let end = end.filter(|end| inside.get(*end..).is_some_and(|end| end.starts_with('>')));
        let Some((inside, after)) = end.and_then(|end| inside.split_at_checked(end)) else {
            page.add_text("<");
            rest = inside;
            continue;
        };
        rest = after.get(1..).unwrap_or_default();
        let name: String = inside
            .chars()
            .take_while(|char| !char.is_whitespace())
            .take(12)
            .collect::<String>()
            .to_ascii_lowercase();
        if HIDDEN.contains(&name.as_str()) {
            rest = after_hidden(rest, &name);
            continue;
        }
        page.take(name.trim_end_matches('/'), inside)?;
    }
    page.add_text(rest);
    while !page.tables.is_empty() {
        page.close_table()?;
    }
    if page.rows == 0 {
        // A page without a table, or a workbook in another language of tags.
        return Err(Problem::WebPage);
    }
    page.sheet.finish(Kind::Xls, None)
}

/// Returns the text after the end of a hidden part; nothing if the part does not end.
fn after_hidden<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, end)) = rest.split_once("</") {
        rest = end;
        let is_its = end.get(..name.len());
        if is_its.is_some_and(|end| end.eq_ignore_ascii_case(name)) {
            return end.split_once('>').map_or("", |(_, after)| after);
        }
    }
    ""
}

struct Page {
    sheet: Builder,
    /// Rows that were opened.
    rows: usize,
    columns: usize,
    tables: Vec<Open>,
}

impl Page {
    fn add_text(&mut self, text: &str) {
        let cell = self.tables.last_mut().and_then(|table| table.cell.as_mut());
        if let Some(cell) = cell {
            cell.push_str(text);
        }
    }

    fn take(&mut self, name: &str, tag: &str) -> Result<(), Problem> {
        match name {
            "table" if self.tables.len() == MAX_DEPTH => {
                return Err(Problem::damaged("tables within tables"));
            }
            "table" => self.tables.push(Open {
                row: None,
                last: 0,
                column: 0,
                reached: Vec::new(),
                cell: None,
            }),
            "/table" => self.close_table()?,
            "tr" => self.open_row()?,
            "/tr" | "/td" | "/th" => self.close_cell()?,
            "td" | "th" => self.open_cell(tag)?,
            "br" | "/p" | "/div" | "/li" => self.add_text("\n"),
            _ => {}
        }
        Ok(())
    }

    fn close_table(&mut self) -> Result<(), Problem> {
        self.close_cell()?;
        self.tables.pop();
        Ok(())
    }

    fn open_row(&mut self) -> Result<(), Problem> {
        self.close_cell()?;
        let Some(table) = self.tables.last_mut() else {
            return Ok(());
        };
        table.row = Some(self.rows);
        table.column = 0;
        self.rows += 1;
        Ok(())
    }

    fn open_cell(&mut self, tag: &str) -> Result<(), Problem> {
        self.close_cell()?;
        if self.tables.last().is_some_and(|table| table.row.is_none()) {
            self.open_row()?;
        }
        let most = self.columns;
        let Some(table) = self.tables.last_mut() else {
            return Ok(());
        };
        let row = table.row.unwrap_or_default();
        while table
            .reached
            .get(table.column)
            .is_some_and(|end| *end > row)
        {
            table.column += 1;
        }
        let (columns, rows) = (span(tag, "colspan"), span(tag, "rowspan"));
        // A cell beyond the last column is refused when its text is known.
        let end = (table.column + columns).min(most + 1);
        if rows > 1 {
            if table.reached.len() < end {
                table.reached.resize(end, 0);
            }
            let covered = table.reached.get_mut(table.column..end);
            for reached in covered.into_iter().flatten() {
                *reached = row + rows;
            }
        }
        table.cell = Some(String::new());
        table.last = table.column;
        table.column = end;
        Ok(())
    }

    fn close_cell(&mut self) -> Result<(), Problem> {
        let Some(table) = self.tables.last_mut() else {
            return Ok(());
        };
        if let (Some(text), Some(row)) = (table.cell.take(), table.row) {
            let text = plain(&text);
            self.sheet.put(row, table.last, Value::Text(text))?;
        }
        Ok(())
    }
}

/// The number of columns or rows over which a cell reaches.
fn span(tag: &str, name: &str) -> usize {
    let lower = tag.to_ascii_lowercase();
    let value = lower.split_once(name).map(|(_, after)| after.trim_start());
    let value = value.and_then(|value| value.strip_prefix('='));
    let value = value.unwrap_or_default().trim_start();
    let digits = value.trim_start_matches(['"', '\'']);
    let digits: String = digits
        .chars()
        .take_while(char::is_ascii_digit)
        .take(5)
        .collect();
    digits.parse().unwrap_or(1).clamp(1, MAX_SPAN)
}

/// The text of a cell: entities are written out, and the blanks with which a page is laid out are one.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, entity) = rest.split_at(at);
        plain.push_str(before);
        let name = entity.get(1..).unwrap_or_default();
        // No further than a name can reach: a page of ampersands would be searched to its end for each.
        let end = name
            .bytes()
            .take(MAX_ENTITY + 1)
            .position(|byte| byte == b';');
        let known = end
            .filter(|end| *end > 0)
            .and_then(|end| Some((character(name.get(..end)?)?, end)));
        if let Some((char, end)) = known {
            plain.push(char);
            rest = name.get(end + 1..).unwrap_or_default();
        } else {
            plain.push('&');
            rest = name;
        }
    }
    plain.push_str(rest);
    let lines = plain
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// The character that an entity stands for.
fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        return char::from_u32(code.ok()?).filter(|char| !char.is_control());
    }
    // Letters with a mark, as Vietnamese and its neighbours use them.
    let mark = [
        ("grave", '\u{300}'),
        ("acute", '\u{301}'),
        ("circ", '\u{302}'),
        ("tilde", '\u{303}'),
    ];
    for (ending, mark) in mark {
        let mut letters = name.strip_suffix(ending).unwrap_or_default().chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return unicode_normalization::char::compose(letter, mark);
        }
    }
    Some(match name {
        "nbsp" => ' ',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "ndash" => '–',
        "mdash" => '—',
        "minus" => '−',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::mutation::{check_within, mutated};

    const LIMITS: Limits = Limits {
        rows: 10,
        columns: 5,
        inflated: 10_000,
    };

    fn rows(page: &str) -> Vec<Vec<String>> {
        let table = crate::read(page.as_bytes(), LIMITS).unwrap();
        let text = |value: Value| match value {
            Value::Text(text) => text,
            _ => String::new(),
        };
        let rows = table.rows.into_iter();
        rows.map(|row| row.cells.into_iter().map(text).collect())
            .collect()
    }

    #[test]
    fn many_signs_that_begin_no_entity_cost_no_more_than_others() {
        let page = format!("<table><tr><td>{}</td></tr></table>", "&".repeat(2_000_000));
        let start = time_on_processor();
        let _ = crate::read(
            page.as_bytes(),
            Limits {
                inflated: 10_000_000,
                ..LIMITS
            },
        );
        // A debug build takes a second; quadratic growth took hours.
        assert!(time_on_processor().saturating_sub(start) < std::time::Duration::from_secs(20));
    }

    /// Returns how long this thread has had a processor: other work on the machine does not count.
    fn time_on_processor() -> std::time::Duration {
        let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
        std::time::Duration::from_nanos(spent.split(' ').next().unwrap().parse().unwrap())
    }

    #[test]
    fn tables_of_a_page_are_read() {
        let page = "<html><head><title>x<td></title></head><style>td { a: '<td>' }</style><body><!-- <table> -->\n\
            <TABLE class=\"a\"><tr><th>Ng&agrave;y<br>Date<th> Ghi&nbsp;c&#243; </tr>\n\
            <tr><td>04/08/2026</td><td x:num>500,000</td></tr><tr><td>a &lt; b &amp; c &unknown; &</td><td/></table></body>";
        assert_eq!(
            rows(page),
            [
                vec!["Ngày\nDate", "Ghi có"],
                vec!["04/08/2026", "500,000"],
                vec!["a < b & c &unknown; &"],
            ]
        );
    }

    #[test]
    fn cells_stand_where_spans_put_them() {
        let page = "<table><tr><td rowspan=2>a</td><td colspan='2'>b</td><td rowspan=\"2\">c</td></tr>\
            <tr><td>d</td><td>e</td></tr><tr><td>f</td></tr></table>\
            <table><tr><td>g<table><tr><td>h</td></tr></table></td></tr></table>";
        assert_eq!(
            rows(page),
            [
                vec!["a", "b", "", "c"],
                vec!["", "d", "e"],
                vec!["f"],
                vec!["g"],
                vec!["h"],
            ]
        );
    }

    #[test]
    fn a_page_without_a_table_is_refused_with_words_that_help() {
        for page in [
            "<html><body>no table</body></html>",
            "<?xml version=\"1.0\"?><Workbook><Worksheet/></Workbook>",
            "MIME-Version: 1.0\nContent-Type: multipart/related\n\n<table><tr><td>1=3D</td></tr></table>",
            "<",
            "<table>",
        ] {
            assert_eq!(
                crate::read(page.as_bytes(), LIMITS),
                Err(Problem::WebPage),
                "{page}"
            );
        }
        let empty = "<table><tr><td> </td></tr></table>";
        assert_eq!(crate::read(empty.as_bytes(), LIMITS), Err(Problem::Empty));
    }

    #[test]
    fn a_page_is_bounded() {
        let page = |rows: usize, columns: usize| {
            let row = format!("<tr>{}</tr>", "<td>x</td>".repeat(columns));
            format!("<table>{}</table>", row.repeat(rows))
        };
        assert_eq!(rows(&page(10, 5)).len(), 10);
        let read = |page: String| crate::read(page.as_bytes(), LIMITS);
        assert_eq!(read(page(11, 5)), Err(Problem::TooManyRows));
        assert_eq!(read(page(10, 6)), Err(Problem::TooManyColumns));
        let long = format!("<table><tr><td>{}</td></tr></table>", "x".repeat(10_001));
        assert_eq!(read(long), Err(Problem::TooLarge));
        let deep = "<table><tr><td>".repeat(21);
        assert!(matches!(read(deep), Err(Problem::Damaged(_))));
        let wide = "<table><tr><td colspan=99999>a</td><td>b</td></tr></table>";
        assert_eq!(read(wide.to_owned()), Err(Problem::TooManyColumns));
    }

    proptest! {
        #[test]
        fn any_page_is_read_within_its_bounds(text in "(<|>|/|table|tr|td|th|\"| rowspan=9| colspan=3|&amp;|&|;|a|\\PC){0,60}") {
            if let Ok(table) = read(&format!("<{text}"), LIMITS) {
                check_within(&table, LIMITS);
            }
        }

        #[test]
        fn a_damaged_page_is_read_or_refused(bytes in mutated(b"<table><tr><td rowspan=2>04/08/2026</td><td>1,000</td></tr><tr><td>a&amp;b</td></tr></table>".to_vec())) {
            if let Ok(table) = crate::read(&bytes, LIMITS) {
                check_within(&table, LIMITS);
            }
        }
    }
}
