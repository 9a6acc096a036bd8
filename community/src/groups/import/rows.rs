//! Reads people to invite from the rows of a file. Pure.

use std::collections::HashMap;

use hoi_i18n::{Lang, fold_for_search};
use hoi_platform::error::{LocalizedText, Result, RowFault};
use hoi_platform::import_files::cells::{self, CellKind};
use hoi_platform::import_files::dates::{DateOrder, DateProof};
use hoi_platform::import_files::{List, Wishes, plain_title};
use hoi_platform::validation::{Check, email_fault, is_phone};
use hoi_spreadsheet::{Row, Value};

use crate::accounts::email_key;
use crate::groups::GroupRole;
use crate::groups::dto::MAX_SHORT;
use crate::groups::invitations::Invitee;

/// The detail of a person that a column of the file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    Email,
    FullName,
    Phone,
    Role,
    BusinessField,
    Position,
    AttendDate,
}

impl Detail {
    pub const ALL: [Self; 7] = [
        Self::Email,
        Self::FullName,
        Self::Phone,
        Self::Role,
        Self::BusinessField,
        Self::Position,
        Self::AttendDate,
    ];

    fn title_key(self) -> &'static str {
        match self {
            Self::Email => "sheet.email",
            Self::FullName => "sheet.fullName",
            Self::Phone => "sheet.phone",
            Self::Role => "group.role",
            Self::BusinessField => "group.businessField",
            Self::Position => "group.position",
            Self::AttendDate => "group.attendDate",
        }
    }

    /// Returns further titles by which the column is recognised, folded: the detail's name in the API, and words that
    /// people write.
    fn other_titles(self) -> &'static [&'static str] {
        match self {
            Self::Email => &[
                "email",
                "e mail",
                "mail",
                "thu dien tu",
                "dia chi email",
                "email address",
            ],
            Self::FullName => &["fullname", "full name", "name", "ten", "ho ten"],
            Self::Phone => &[
                "phone",
                "sdt",
                "dien thoai",
                "mobile",
                "phone number",
                "tel",
            ],
            Self::Role => &["role", "vai tro", "quyen", "group role"],
            Self::BusinessField => &[
                "businessfield",
                "linh vuc",
                "linh vuc kinh doanh",
                "field",
                "industry",
            ],
            Self::Position => &["position", "chuc danh", "vi tri", "title", "job title"],
            Self::AttendDate => &[
                "attenddate",
                "ngay vao",
                "ngay gia nhap",
                "joined on",
                "member since",
            ],
        }
    }

    /// Returns the title of the detail's column in a template.
    pub fn title(self, lang: Lang) -> String {
        LocalizedText::new(self.title_key()).in_language(lang)
    }

    /// How the cells of its column are mended.
    fn kind(self) -> CellKind {
        match self {
            Self::Email => CellKind::Email,
            Self::FullName => CellKind::Name,
            Self::Phone => CellKind::Phone,
            Self::Role | Self::BusinessField | Self::Position | Self::AttendDate => CellKind::Text,
        }
    }

    fn of_title(title: &str) -> Option<Self> {
        let title = plain_title(title);
        let is_title = |detail: &Self| {
            let own = || Lang::ALL.into_iter().map(|lang| detail.title(lang));
            detail.other_titles().contains(&title.as_str())
                || own().any(|own| plain_title(&own) == title)
        };
        Self::ALL.into_iter().find(is_title)
    }
}

/// Returns the words for the roles that a file can give, as a template offers them.
pub fn role_words(lang: Lang) -> [String; 2] {
    [GroupRole::Member, GroupRole::Manager].map(|role| role_word(role, lang))
}

fn role_word(role: GroupRole, lang: Lang) -> String {
    let key = match role {
        GroupRole::Manager | GroupRole::Owner => "group.manager",
        GroupRole::Member => "group.member",
    };
    LocalizedText::new(key).in_language(lang)
}

fn read_role(text: &str) -> Option<GroupRole> {
    let text = fold_for_search(text);
    let is_word = |role: &GroupRole| {
        let words = Lang::ALL.into_iter().map(|lang| role_word(*role, lang));
        let others: &[&str] = match role {
            GroupRole::Manager | GroupRole::Owner => &["manager", "admin"],
            GroupRole::Member => &["member"],
        };
        others.contains(&text.as_str())
            || words.into_iter().any(|word| fold_for_search(&word) == text)
    };
    [GroupRole::Member, GroupRole::Manager]
        .into_iter()
        .find(is_word)
}

/// A person named in a row of the file.
#[derive(Debug)]
pub struct Person {
    /// The number of the row in the file.
    pub row: usize,
    /// The address is empty if the row has none.
    pub invitee: Invitee,
}

/// The content of a file.
#[derive(Debug)]
pub struct Read {
    pub people: Vec<Person>,
    /// The faults of single rows, from top to bottom.
    pub faults: Vec<RowFault>,
    /// The number of further faults.
    pub unlisted: usize,
    columns: Vec<Column>,
    lang: Lang,
    /// The order of the dates: the one that their values prove, otherwise day first.
    date_order: DateOrder,
    /// Messages about the file: cells that were mended, rows that were left out.
    pub said: Vec<LocalizedText>,
}

#[derive(Debug)]
struct Column {
    title: String,
    detail: Option<Detail>,
}

/// Reads the rows of a file.
///
/// # Errors
/// 5006 when it cannot be read.
pub fn read(file: &[u8], name: &str, lang: Lang) -> Result<Read> {
    let understood = |titles: &[String]| {
        let found = titles.iter().filter_map(|title| Detail::of_title(title));
        found.count()
    };
    let mut list = List::find(file, name, &Wishes::default(), understood)?;
    let mut columns: Vec<Column> = Vec::new();
    for title in list.titles.clone() {
        let detail = Detail::of_title(&title);
        let is_known = columns.iter().any(|column| column.detail == detail);
        columns.push(Column {
            detail: detail.filter(|_| !is_known),
            title,
        });
    }
    let kind = |column: &Column| column.detail.map(Detail::kind);
    let kinds: Vec<Option<CellKind>> = columns.iter().map(kind).collect();
    let title = |at: usize| columns.get(at).map(|column| column.title.clone());
    let broken = list.mend(&kinds, title)?.with_phones();
    let dates = columns
        .iter()
        .position(|column| column.detail == Some(Detail::AttendDate));
    let dates = list.rows.iter().filter_map(|row| row.cells.get(dates?));
    let date_order = DateProof::of(dates).order().unwrap_or(DateOrder::DayFirst);
    let mut read = Read {
        people: Vec::new(),
        faults: Vec::new(),
        unlisted: 0,
        columns,
        lang,
        date_order,
        said: list.report.summary(),
    };
    let is_email = |column: &Column| column.detail == Some(Detail::Email);
    if !read.columns.iter().any(is_email) {
        let missing = LocalizedText::new("import.missingColumn");
        read.fault(list.header, Detail::Email, missing);
        return Ok(read);
    }
    let mut addresses: HashMap<String, usize> = HashMap::new();
    for row in list.rows {
        let person = read.person(&row);
        let first = *addresses
            .entry(email_key(&person.invitee.email))
            .or_insert(person.row);
        if first != person.row && !person.invitee.email.is_empty() {
            let message = LocalizedText::new("import.sameEmail").with("row", first);
            read.fault(person.row, Detail::Email, message);
        }
        read.people.push(person);
    }
    let count = read.faults.len();
    let (faults, count) = broken.before(std::mem::take(&mut read.faults), count);
    read.unlisted = count - faults.len();
    read.faults = faults;
    Ok(read)
}

impl Read {
    /// Adds a fault in the column of this detail; if the file has no such column, under the title that a template gives
    /// it.
    pub fn fault(&mut self, row: usize, detail: Detail, message: LocalizedText) {
        let own = self
            .columns
            .iter()
            .find(|column| column.detail == Some(detail));
        let title = own.map(|column| column.title.clone());
        self.faults.push(RowFault {
            row,
            column: Some(title.unwrap_or_else(|| detail.title(self.lang))),
            message,
        });
    }

    fn person(&mut self, row: &Row) -> Person {
        let number = row.number;
        let cells: Vec<(Detail, Value)> = row
            .cells
            .iter()
            .zip(&self.columns)
            .filter_map(|(cell, column)| Some((column.detail?, cell.clone())))
            .collect();
        let mut person = Invitee {
            email: String::new(),
            full_name: None,
            phone: None,
            role: GroupRole::Member,
            business_field: None,
            position: None,
            attend_date: None,
        };
        for (detail, cell) in cells {
            let text = cells::text(&cell);
            if text.is_empty() {
                continue;
            }
            match detail {
                Detail::Email => {
                    if let Some(fault) = email_fault(&text) {
                        self.fault(number, detail, fault);
                    }
                    // Kept also if it is invalid, so that the row is not reported as one without an address, too.
                    person.email = text;
                }
                Detail::FullName => {
                    let mut check = Check::default();
                    check.no_web_address("", &text);
                    if let Some(message) = check.into_first() {
                        self.fault(number, detail, message);
                    }
                    person.full_name = self.short(number, detail, text);
                }
                Detail::Phone => {
                    if !is_phone(&text) {
                        let message = LocalizedText::new("import.notAPhone")
                            .with("value", cells::quoted(&text));
                        self.fault(number, detail, message);
                    }
                    person.phone = self.short(number, detail, text);
                }
                Detail::Role => {
                    if let Some(role) = read_role(&text) {
                        person.role = role;
                    } else {
                        let message = LocalizedText::new("import.unknownWord")
                            .with("value", cells::quoted(&text))
                            .with("known", role_words(self.lang).join(", "));
                        self.fault(number, detail, message);
                    }
                }
                Detail::BusinessField => person.business_field = self.short(number, detail, text),
                Detail::Position => person.position = self.short(number, detail, text),
                Detail::AttendDate => {
                    person.attend_date =
                        cells::date(&cell, &text, self.date_order).map(|date| date.to_string());
                    if person.attend_date.is_none() {
                        let message =
                            LocalizedText::new("import.date").with("value", cells::quoted(&text));
                        self.fault(number, detail, message);
                    }
                }
            }
        }
        if person.email.is_empty() {
            self.fault(number, Detail::Email, LocalizedText::new("field.required"));
        }
        Person {
            row: number,
            invitee: person,
        }
    }

    fn short(&mut self, row: usize, detail: Detail, mut text: String) -> Option<String> {
        let mut check = Check::default();
        check.line("", &mut text, MAX_SHORT);
        if let Some(message) = check.into_first() {
            self.fault(row, detail, message);
        }
        Some(text).filter(|text| !text.is_empty())
    }
}
