//! Recognises the subjects of a file's columns by their titles and values. Pure.
//!
//! A title that is exactly a field's name goes before one that contains it among other words, the attendee's column
//! before one that does not say whose it is, and the buyer's is taken only where nothing else is there.

use std::collections::{HashMap, HashSet};

use hoi_i18n::Lang;
use hoi_platform::import_files::cells::{is_error, is_too_narrow, text};
use hoi_platform::import_files::{plain_title, plain_words};
use hoi_platform::validation::{is_email, is_phone};
use hoi_spreadsheet::{Row, UNSAVED, Value};

use super::super::columns::{Field, KnownColumn, importable, is_textual, known};
use super::{price, status};
use crate::events::Question;

/// The fields that identify a person.
#[rustfmt::skip]
const PERSONAL: [&str; 6] = ["fullName", "familyName", "middleName", "givenName", "email", "phone"];
/// The fields that hold a name or a part of one.
const NAMES: [&str; 4] = ["fullName", "familyName", "middleName", "givenName"];
/// The most words, with the empty one, with which a list says the states of registrations.
const STATES: usize = 12;
/// Cells of a column whose values are looked at.
const LOOKED_AT: usize = 100;

/// Words that mark a column as being about the person who comes. The rest of the title names the field.
#[rustfmt::skip]
const ATTENDEE: &[&str] = &[
    "attendee", "participant", "ticket holder", "holder", "guest", "registrant", "delegate", "ticket", "runner",
    "athlete", "player", "your", "nguoi tham du", "nguoi tham gia", "nguoi so huu ve", "khach moi", "dai bieu",
    "van dong vien", "vdv", "cua ban", "cua anh chi", "cua anh", "cua quy khach", "cua quy vi", "cua quy anh chi",
    "hoc vien", "sinh vien",
];
/// Words that say that it is about the person who pays.
#[rustfmt::skip]
const BUYER: &[&str] = &[
    "buyer", "purchaser", "payer", "billing", "invoice", "order", "customer", "booker", "booking", "reservation",
    "nguoi mua", "nguoi dat", "nguoi dat ve", "nguoi thanh toan", "hoa don", "don hang", "khach hang",
];
/// Words that mark a column as being about another person.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "emergency", "khan cap", "nguoi lien he", "nguoi than", "phu huynh", "parent", "guardian", "referrer", "referred",
    "gioi thieu", "nguoi nhan", "spouse", "company s", "event host", "host", "organizer", "organiser",
];
/// Words of titles with which other systems keep their books; a form would not ask a visitor for them.
#[rustfmt::skip]
const BOOKKEEPING: &[&str] = &[
    "id", "ids", "uuid", "guid", "url", "link", "qr", "barcode", "token", "slug", "hash", "reference", "order",
    "invoice", "billing", "buyer", "purchaser", "booking", "reservation", "transaction", "payment", "currency",
    "amount", "price", "paid", "total", "fee", "fees", "tax", "vat", "discount", "coupon", "voucher", "promo",
    "refund", "locale", "channel", "utm", "source", "ip", "timezone", "latitude", "longitude", "wallet",
    "address eth", "solana", "eth", "created", "updated", "modified", "timestamp", "start time", "completion time",
    "creation", "event", "seat", "checked in", "check in", "check ins", "checkin", "rsvped", "joined", "rating",
    "optin", "confirm time", "thoi gian", "dau thoi gian", "ngay tao", "ngay dang ky", "ngay mua", "ngay dat",
    "ngay thanh toan", "so tien", "gia", "gia ve", "thanh tien", "tong tien", "don gia", "ma don", "ma don hang",
    "don hang", "ma giao dich", "ma ve", "ma qr", "so luong", "quantity", "su kien", "hoa don", "nguoi mua",
    "nguoi dat", "nguoi dat ve", "hinh thuc thanh toan", "ma giam gia", "zip", "zip code", "postcode",
    "pseudonymization", "position", "gmtoff", "dstoff", "leid", "euid", "sales", "attendee status", "rate",
    "verified", "user agent", "submitted", "submit date", "nguoi nhap",
    // As exports call the reference, and called it before.
    "noi dung chuyen khoan", "transfer text",
];
/// Titles that are bookkeeping if nothing else stands in them.
#[rustfmt::skip]
const BOOKKEEPING_ALONE: &[&str] = &[
    "stt", "no", "so thu tu", "tt", "number", "index", "state", "city", "cc", "region", "tags", "prefix", "suffix",
    "locked", "language", "confirmation",
];
/// Names too short or too common to be looked for among other words.
#[rustfmt::skip]
const ONLY_ALONE: &[&str] = &[
    "name", "guest", "participant", "attendee", "khach moi", "nguoi tham du", "dai bieu", "mail", "mobile",
    "ten khach moi", "doanh nghiep", "cell", "employer",
];

/// Titles of columns that only number the rows.
const RUNNING: &[&str] = &["stt", "tt", "no", "so thu tu", "number", "index"];
/// Words of titles with tax numbers, whosever they are: a number of a company is no name of one.
#[rustfmt::skip]
const TAX_NUMBERS: &[&str] = &[
    "mst", "ma so thue", "tax code", "tax id", "tax no", "tax number", "tax identification number",
];
/// Documents with an identity number, of which titles name one or several: "Số CMND/CCCD".
#[rustfmt::skip]
const DOCUMENTS: &[&str] = &[
    "cccd", "cmnd", "cmtnd", "cmt", "can cuoc cong dan", "can cuoc", "chung minh nhan dan", "chung minh thu",
    "dinh danh ca nhan", "dinh danh", "ho chieu", "passport",
];
/// Words that stand beside them in such titles.
const BESIDE_DOCUMENTS: &[&str] = &["so", "the", "id", "number", "no", "hoac", "or"];
/// Words of titles that say that a column is about a company and not its name.
#[rustfmt::skip]
const ABOUT_COMPANIES: &[&str] = &[
    "mst", "ma", "so", "thue", "tax", "vat", "dia chi", "address", "email", "e mail", "mail", "sdt", "dien thoai", "dt",
    "hotline", "phone", "tel", "fax", "website", "web", "url", "link", "linh vuc", "nganh", "nganh nghe", "industry",
    "sector", "field", "quy mo", "size", "loai hinh", "loai", "type", "code", "id", "number", "chuc vu", "vi tri",
    "role", "position", "giay phep", "license", "licence", "logo", "city", "thanh pho", "tinh", "quoc gia", "country",
    "nguoi dai dien", "dai dien", "representative", "so luong", "doanh thu", "revenue",
];

/// Facts about the values of a column.
#[expect(clippy::struct_excessive_bools, reason = "each fact stands for itself")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether any cell is filled.
    pub is_filled: bool,
    /// Whether most values are addresses.
    pub has_emails: bool,
    /// Whether a cell may hold an address: whether one has an @ or lost its value.
    pub may_have_email: bool,
    /// Whether most values are phone numbers.
    pub has_phones: bool,
    /// Whether most values have no letter, so that they are no names.
    pub has_no_letters: bool,
    /// Whether all values are amounts of dong.
    pub has_amounts: bool,
    /// Whether most values are addresses of pages, moments or random characters.
    pub is_technical: bool,
    /// Whether a value says that a person takes part, or not.
    pub has_states: bool,
}

impl Facts {
    /// Looks at the cells of each of `width` columns.
    pub fn of(rows: &[Row], width: usize) -> Vec<Self> {
        (0..width).map(|at| Self::of_column(rows, at)).collect()
    }

    fn of_column(rows: &[Row], at: usize) -> Self {
        let cells = rows.iter().filter_map(|row| row.cells.get(at));
        let filled = cells.filter(|cell| !matches!(cell, Value::Empty));
        let values = filled
            .map(|cell| (cell, text(cell)))
            .filter(|(_, text)| !text.is_empty() && !is_error(text))
            .take(LOOKED_AT);
        let values: Vec<(&Value, String)> = values.collect();
        let most = |is_so: &dyn Fn(&Value, &str) -> bool| {
            let so = values
                .iter()
                .filter(|(cell, text)| is_so(cell, text))
                .count();
            so * 2 > values.len()
        };
        let looks_like_phone = |text: &str| {
            let digits = text.chars().filter(char::is_ascii_digit).count();
            is_phone(text) && (8..=15).contains(&digits)
        };
        Self {
            is_filled: !values.is_empty(),
            has_emails: most(&|_, text| is_email(text)),
            may_have_email: rows
                .iter()
                .any(|row| row.cells.get(at).is_some_and(is_email_or_lost)),
            has_phones: most(&|_, text| looks_like_phone(text)),
            has_no_letters: most(&|_, text| !text.contains(char::is_alphabetic)),
            has_amounts: values.iter().all(|(cell, _)| price::read(cell).is_some()),
            is_technical: most(&|cell, text| is_technical_value(cell, text)),
            has_states: values.iter().any(|(_, text)| status::is_known_word(text)),
        }
    }
}

fn is_email_or_lost(cell: &Value) -> bool {
    matches!(cell, Value::Text(text) if text.contains(['@', '＠']) || text == UNSAVED || is_too_narrow(text))
}

/// Whether it is an address of a page, a moment to the minute, or a long random name.
fn is_technical_value(cell: &Value, text: &str) -> bool {
    if let Value::Date(moment) = cell {
        return moment.time() != jiff::civil::Time::midnight();
    }
    let starts = |prefix: &str| {
        text.get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    if starts("http://") || starts("https://") || starts("0x") {
        return true;
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_moment =
        text.contains(':') && digits >= 9 && text.split(':').count() >= 2 && text.len() < 40;
    let is_random = text.len() >= 20
        && digits >= 3
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    is_moment || is_random
}

/// Whose a column is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    Attendee,
    Unsaid,
    Buyer,
    Other,
}

/// A title, taken apart.
struct Title {
    /// The whole title as titles are compared.
    plain: String,
    /// The same, where words that are written together stay so: `WhatsApp` is one name.
    unparted: String,
    whose: Whose,
    /// The title without the words that say whose it is, and the text behind a colon ("Attendee name: Given name").
    cores: Vec<String>,
    /// Whether it names documents with an identity number, and nothing else; and whether one of its cores does.
    names_documents: bool,
    core_names_documents: bool,
    is_question: bool,
}

impl Title {
    fn of(title: &str) -> Self {
        let plain = plain_words(title);
        let is_one_of = |words: &[&str]| words.iter().any(|word| has_words(&plain, word));
        let whose = if is_one_of(OTHERS) {
            Whose::Other
        } else if is_one_of(BUYER) {
            Whose::Buyer
        } else if is_one_of(ATTENDEE) {
            Whose::Attendee
        } else {
            Whose::Unsaid
        };
        let mut cores = Vec::new();
        if let Some((_, last)) = title.rsplit_once(':') {
            cores.push(plain_words(last));
        }
        let words = match whose {
            Whose::Attendee => ATTENDEE,
            Whose::Buyer => BUYER,
            Whose::Unsaid | Whose::Other => &[],
        };
        for word in words {
            if has_words(&plain, word) {
                cores.push(without_words(&plain, word));
            }
        }
        cores.retain(|core| !core.is_empty());
        Self {
            whose,
            names_documents: names_documents(&plain),
            core_names_documents: cores.iter().any(|core| names_documents(core)),
            cores,
            is_question: title.trim_end().ends_with(['?', '？']),
            unparted: plain_title(title),
            plain,
        }
    }

    fn is(&self, name: &str) -> bool {
        self.plain == name || self.unparted == name
    }

    /// How well the title says that the column is about the field of this name; less is better.
    fn fit(&self, name: &str, field: &Field, facts: Option<&Facts>) -> Option<u8> {
        if self.is(name) {
            return Some(0);
        }
        let Field::Known(column) = field else {
            return None;
        };
        if self.whose == Whose::Other {
            return None;
        }
        let is_document = column.name == "identificationNumber";
        if is_document && self.names_documents {
            return Some(0);
        }
        if self.cores.iter().any(|core| core == name) || (is_document && self.core_names_documents)
        {
            return Some(1);
        }
        let is_one_of = |words: &[&str], text: &str| words.iter().any(|word| has_words(text, word));
        if column.name == "taxNumber"
            && self.whose != Whose::Buyer
            && !self.is_question
            && is_one_of(TAX_NUMBERS, &self.plain)
        {
            return Some(2);
        }
        let within = column.is_looked_for() && has_words(&self.plain, name);
        if !within || ONLY_ALONE.contains(&name) || self.whose == Whose::Buyer {
            return None;
        }
        let rest = without_words(&self.plain, name);
        if column.name == "company" && is_one_of(ABOUT_COMPANIES, &rest) {
            return None;
        }
        let proven = match column.name {
            "email" => facts.is_some_and(|facts| facts.has_emails),
            "phone" => facts.is_some_and(|facts| facts.has_phones),
            _ => false,
        };
        if column.name == "email" && facts.is_some() && !proven {
            return None;
        }
        if name.len() <= 3 && !proven {
            return None;
        }
        // "What company do you work for?" is a question of its own; "Họ và tên của bạn là gì?" is not.
        let is_asked_for = proven || (column.name == "fullName" && self.plain.starts_with(name));
        (!self.is_question || is_asked_for).then_some(2)
    }

    /// Whether it belongs to another system's books, so that it is no question for a visitor.
    fn is_bookkeeping(&self) -> bool {
        let has = |words: &[&str]| words.iter().any(|word| has_words(&self.plain, word));
        !self.is_question
            && self.whose != Whose::Other
            && (has(BOOKKEEPING) || BOOKKEEPING_ALONE.contains(&self.plain.as_str()))
    }
}

/// Whether `text` has these words one after the other.
fn has_words(text: &str, words: &str) -> bool {
    format!(" {text} ").contains(&format!(" {words} "))
}

/// Whether a title names documents with an identity number, and nothing else.
fn names_documents(title: &str) -> bool {
    let rest = DOCUMENTS.iter().fold(title.to_owned(), |rest, document| {
        without_words(&rest, document)
    });
    let mut others = rest.split_whitespace();
    rest != title && others.all(|word| BESIDE_DOCUMENTS.contains(&word))
}

fn without_words(text: &str, words: &str) -> String {
    let rest = format!(" {text} ").replacen(&format!(" {words} "), " ", 1);
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The subject of a column of a file, as far as it can be recognised.
#[derive(Clone, PartialEq)]
pub struct Recognised {
    pub field: Option<Field>,
    /// Nothing knows the column, and it has values that a visitor might have been asked for.
    pub is_offered: bool,
    /// Nothing knows the column, and it has values, which are neither offered nor a running number.
    pub is_lost: bool,
}

/// Gives each column that would be lost, and is another name or address by its title, a title of its own: "Họ tên 2". `None`
/// if there is none.
pub fn numbered(titles: &[String], found: &[Recognised]) -> Option<Vec<String>> {
    // By title, how often it stood, and whether it is about the person.
    let mut before: HashMap<String, (usize, bool)> = HashMap::new();
    let mut is_new = false;
    let new = titles.iter().zip(found).map(|(title, column)| {
        let (times, is_personal) = before.entry(plain_title(title)).or_default();
        *times += 1;
        *is_personal |= PERSONAL.iter().any(|name| {
            let field = column.field.as_ref();
            field.is_some_and(|field| field.is(name))
        });
        if !(column.is_lost && *is_personal) {
            return title.clone();
        }
        is_new = true;
        format!("{title} {times}")
    });
    let new: Vec<String> = new.collect();
    is_new.then_some(new)
}

/// Recognises the subject of each column; nothing is found twice. `rows` are those below the titles; without them the
/// titles alone decide.
pub fn recognise(titles: &[String], rows: Option<&[Row]>, scheme: &[Question]) -> Vec<Recognised> {
    let facts = rows.map(|rows| Facts::of(rows, titles.len()));
    let fact = |at: usize| facts.as_ref().and_then(|facts| facts.get(at));
    let parsed: Vec<Title> = titles.iter().map(|title| Title::of(title)).collect();
    let mut found: Vec<Option<Field>> = vec![None; titles.len()];
    // Questions are asked in their own words, so they go before a name among the words of a title.
    let questions = scheme.iter().filter(|question| is_textual(question));
    let questions = questions.map(|question| {
        let names = vec![plain_title(&question.question)];
        (Field::Question(question.id.clone()), names)
    });
    let columns = importable().map(|column| (Field::Known(column), names_of(column)));
    let all: Vec<(Field, Vec<String>)> = columns.chain(questions).collect();
    let names_exactly = |title: &Title| {
        let mut names = all.iter().flat_map(|(_, names)| names);
        names.any(|name| title.is(name))
    };
    let is_whole: Vec<bool> = parsed.iter().map(names_exactly).collect();
    let is_whole = |at: usize| is_whole.get(at).copied().unwrap_or_default();
    // A person has one class, and other systems divide people by more than that: "Ticket type" and "Category".
    let names_a_class = |title: &Title| {
        let mut classes = all.iter().filter(|(field, _)| field.is("ticket"));
        classes.any(|(_, names)| names.iter().any(|name| title.is(name)))
    };
    let is_found = |found: &[Option<Field>], name: &str| {
        let mut fields = found.iter().flatten();
        fields.any(|field| field.is(name))
    };
    // Titles that name a field among other words, the buyer's columns, and columns with unlikely or no values come
    // last.
    for is_last in [false, true] {
        let has_name = ["fullName", "familyName", "givenName"].map(|name| is_found(&found, name));
        for (field, names) in &all {
            let is_name = NAMES.iter().any(|name| field.is(name));
            let is_personal = is_name || field.is("email") || field.is("phone");
            if found.contains(&Some(field.clone()))
                || (is_last && is_name && has_name.contains(&true))
            {
                continue;
            }
            let fits = parsed.iter().enumerate().filter_map(|(at, title)| {
                if title.plain.is_empty() || !found.get(at).is_some_and(Option::is_none) {
                    return None;
                }
                let fit = names
                    .iter()
                    .filter_map(|name| title.fit(name, field, fact(at)))
                    // A title that is exactly another field's name does not count as a partial match for this one.
                    .filter(|fit| *fit == 0 || !is_whole(at))
                    .min()?;
                let is_buyers = title.whose == Whose::Buyer && fit > 0;
                let is_likely = is_likely(field, fact(at));
                let is_meant = is_last || (fit < 2 && !is_buyers && is_likely);
                // Both can have one title, and only one of them the values.
                let is_shared = title.plain == "paid" || title.plain == "da thanh toan";
                let is_taken = field.is("paymentStatus") && is_found(&found, "received");
                let is_other = (is_taken || (is_shared && field.is("received"))) && !is_likely;
                // "anonymous" in every row is no address of one.
                let is_empty = field.is("email")
                    && fact(at).is_some_and(|facts| facts.is_filled && !facts.may_have_email);
                let is_it = is_meant && !is_other && !is_empty;
                (is_it && (is_personal || !is_buyers)).then_some((!is_likely, title.whose, fit, at))
            });
            let best = fits.min().map(|(.., at)| at);
            if let Some(place) = best.and_then(|at| found.get_mut(at)) {
                *place = Some(field.clone());
            }
        }
    }
    settle_names(&mut found, &parsed, rows);
    find_states(&mut found, &parsed, facts.as_deref(), rows);
    find_questions_about_coming(&mut found, &parsed, rows);
    let has_class = is_found(&found, "ticket");
    let mut seen = HashSet::new();
    let offered = found.into_iter().enumerate().map(|(at, field)| {
        let title = parsed.get(at);
        let is_new = title.is_some_and(|title| seen.insert(title.plain.clone()));
        let is_asked = title.is_some_and(|title| {
            let is_second_class = has_class && names_a_class(title);
            let is_known = is_whole(at) && !is_second_class;
            !title.is_bookkeeping() && !title.plain.is_empty() && !is_known
        });
        let has_answers = fact(at).is_some_and(|facts| facts.is_filled && !facts.is_technical);
        let is_offered = field.is_none() && is_new && is_asked && has_answers;
        let is_filled = fact(at).is_some_and(|facts| facts.is_filled);
        let is_running = title.is_some_and(|title| RUNNING.contains(&title.plain.as_str()));
        Recognised {
            is_lost: field.is_none() && !is_offered && is_filled && !is_running,
            is_offered,
            field,
        }
    });
    offered.collect()
}

/// Whether the values of a column can be those of the field. Without values everything can.
fn is_likely(field: &Field, facts: Option<&Facts>) -> bool {
    facts.is_none_or(|facts| {
        facts.is_filled
            && match field {
                Field::Known(column) if column.name == "email" => facts.has_emails,
                // "Attendee #" beside the parts of the name.
                Field::Known(column) if NAMES.contains(&column.name) => !facts.has_no_letters,
                // "Đã thanh toán" can be a word about payment, and an amount.
                Field::Known(column) if column.name == "paymentStatus" => !facts.has_amounts,
                Field::Known(column) if column.name == "received" => facts.has_amounts,
                _ => true,
            }
    })
}

fn names_of(column: &KnownColumn) -> Vec<String> {
    let titles = Lang::ALL
        .into_iter()
        .map(|lang| plain_title(&column.title(lang)));
    let synonyms = column
        .synonyms()
        .iter()
        .map(|synonym| (*synonym).to_owned());
    titles
        .chain(synonyms)
        .chain([plain_title(column.name), plain_words(column.name)])
        .collect()
}

/// Where a family name has a column of its own, "Name" may be the rest of the name; alone, a family or given name is the
/// only name there is.
fn settle_names(found: &mut [Option<Field>], titles: &[Title], rows: Option<&[Row]>) {
    let place = |found: &[Option<Field>], name: &str| {
        let is_it = |field: &Option<Field>| field.as_ref().is_some_and(|field| field.is(name));
        found.iter().position(is_it)
    };
    let (full, family) = (place(found, "fullName"), place(found, "familyName"));
    let given = place(found, "givenName");
    let mut name_as = |at: usize, name: &str| {
        if let Some(field) = found.get_mut(at) {
            *field = known(name).map(Field::Known);
        }
    };
    match (full, family, given) {
        (Some(full), Some(family), None) => {
            let title = titles.get(full).map(|title| title.plain.as_str());
            if title == Some("name") && rows.is_some_and(|rows| !is_contained(rows, family, full)) {
                name_as(full, "givenName");
            }
        }
        (None, Some(only), None) | (None, None, Some(only)) => name_as(only, "fullName"),
        _ => {}
    }
}

/// Whether most of the texts in one column are a part of those in the other.
fn is_contained(rows: &[Row], part: usize, whole: usize) -> bool {
    let pairs = rows.iter().take(LOOKED_AT).filter_map(|row| {
        let part = text(row.cells.get(part)?);
        (!part.is_empty()).then_some((part, text(row.cells.get(whole)?)))
    });
    let (mut inside, mut all) = (0, 0);
    for (part, whole) in pairs {
        all += 1;
        inside += usize::from(has_words(&plain_title(&whole), &plain_title(&part)));
    }
    inside * 2 > all
}

/// Columns that say who takes part: by their titles, if one of their values is understood, or if the title can mean
/// nothing else and the values are few words.
fn find_states(
    found: &mut [Option<Field>],
    titles: &[Title],
    facts: Option<&[Facts]>,
    rows: Option<&[Row]>,
) {
    let Some(facts) = facts else { return };
    let columns = found.iter_mut().zip(titles).zip(facts).enumerate();
    for (at, ((field, title), facts)) in columns {
        let is_state = || {
            status::is_state(&title.plain)
                && !facts.is_technical
                && rows.is_some_and(|rows| has_few_words(rows, at))
        };
        let says_so = status::is_title(&title.plain) && (facts.has_states || is_state());
        let is_mark = status::is_mark(&title.plain);
        if field.is_none() && facts.is_filled && (says_so || is_mark) {
            *field = Some(Field::Status);
        }
    }
}

/// Whether the cells of a column say one of a few words each, so that the organiser can be asked about every word.
fn has_few_words(rows: &[Row], at: usize) -> bool {
    let mut words = HashSet::new();
    let cells = rows.iter().filter_map(|row| row.cells.get(at));
    for cell in cells {
        let word = text(cell);
        if !is_error(&word) {
            words.insert(status::plain(&word));
        }
        if words.len() > STATES {
            return false;
        }
    }
    true
}

/// Columns that may ask whether people come: most of the values are answers, and one of them is not yes. The organiser
/// gives the meaning of each answer.
fn find_questions_about_coming(
    found: &mut [Option<Field>],
    titles: &[Title],
    rows: Option<&[Row]>,
) {
    let Some(rows) = rows else { return };
    let places = found.iter_mut().zip(titles).enumerate();
    for (at, (field, title)) in places {
        if field.is_some() || !status::asks_about_coming(&title.plain) {
            continue;
        }
        let (mut all, mut answers, mut others) = (0, 0, 0);
        for cell in rows.iter().filter_map(|row| row.cells.get(at)) {
            let word = text(cell);
            if !word.is_empty() && !is_error(&word) {
                all += 1;
                answers += usize::from(status::is_answer(&word));
                others += usize::from(status::is_not_yes(&word));
            }
        }
        if answers * 2 > all && others > 0 {
            *field = Some(Field::Status);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::value_labels::tests::screens;
    use super::*;
    use crate::attendances::QuestionType;

    fn question(id: &str, text: &str) -> Question {
        Question {
            id: id.to_owned(),
            question: text.to_owned(),
            required: true,
            kind: QuestionType::Text,
            choices: Vec::new(),
            image: None,
            sensitive: false,
        }
    }

    fn owned(titles: &[&str]) -> Vec<String> {
        titles.iter().map(|title| (*title).to_owned()).collect()
    }

    fn recognised(titles: &[&str], scheme: &[Question]) -> Vec<String> {
        let found = recognise(&owned(titles), None, scheme).into_iter();
        found
            .map(|column| column.field.map_or("-".to_owned(), |field| field.id()))
            .collect()
    }

    /// As [`recognised`] with the values below the titles; `?` is offered as a question.
    fn with_values(titles: &[&str], rows: &[&[&str]]) -> Vec<String> {
        let rows = rows.iter().enumerate().map(|(at, cells)| Row {
            number: at + 2,
            cells: cells
                .iter()
                .map(|cell| match *cell {
                    "" => Value::Empty,
                    text => Value::Text(text.to_owned()),
                })
                .collect(),
        });
        let rows: Vec<Row> = rows.collect();
        let found = recognise(&owned(titles), Some(&rows), &[]).into_iter();
        found
            .map(|column| match column.field {
                Some(field) => field.id(),
                None if column.is_offered => "?".to_owned(),
                None => "-".to_owned(),
            })
            .collect()
    }

    #[test]
    fn titles_in_both_languages() {
        for (titles, fields) in [
            (
                ["Họ và tên", "SĐT", "Email", "Công ty"],
                ["fullName", "phone", "email", "company"],
            ),
            (
                ["HO TEN *", "Điện thoại:", "E-mail", "Đơn vị"],
                ["fullName", "phone", "email", "company"],
            ),
            (
                ["Full name", "Mobile", "Email address", "Organisation"],
                ["fullName", "phone", "email", "company"],
            ),
            (
                ["Hạng vé", "Loại", "Ghi chú", "Ngày sinh (dd/MM/yyyy)"],
                ["ticket", "participationType", "note", "dateOfBirth"],
            ),
            (
                ["Ticket class", "Type", "Note", "Date of birth"],
                ["ticket", "participationType", "note", "dateOfBirth"],
            ),
            (
                ["SĐT liên hệ", "Số điện thoại liên hệ", "STT", ""],
                ["-", "phone", "-", "-"],
            ),
            (
                ["Họ", "Tên", "Giới tính", "MST"],
                ["familyName", "givenName", "gender", "taxNumber"],
            ),
            (
                ["Họ", "Email", "Phone", "Company"],
                ["fullName", "email", "phone", "company"],
            ),
            (
                ["Tên", "Họ và tên của anh/chị", "Product Name", "Cự ly"],
                ["givenName", "fullName", "ticket", "-"],
            ),
            (
                [
                    "Attendee name: Given name",
                    "Attendee name: Family name",
                    "Attendee email",
                    "Email",
                ],
                ["givenName", "familyName", "email", "-"],
            ),
            (
                [
                    "Buyer First Name",
                    "Buyer Last Name",
                    "Buyer Email",
                    "Ticket Type",
                ],
                ["givenName", "familyName", "email", "ticket"],
            ),
            (
                [
                    "Ticket Full Name",
                    "Ticket Email",
                    "Order Name",
                    "Order Email",
                ],
                ["fullName", "email", "-", "-"],
            ),
            (
                [
                    "Người liên hệ khẩn cấp",
                    "SĐT khẩn cấp",
                    "Tên",
                    "Event Name",
                ],
                ["-", "-", "fullName", "-"],
            ),
        ] {
            assert_eq!(recognised(&titles, &[]), fields, "{titles:?}");
        }
    }

    #[test]
    fn questions_are_recognised_by_their_text_and_nothing_is_found_twice() {
        let scheme = [question("q1", "Cỡ áo của bạn?"), question("q2", "Ghi chú")];
        assert_eq!(
            recognised(
                &["Ghi chú", "cỡ áo của bạn", "Ghi chú", "Email", "Email"],
                &scheme
            ),
            ["note", "question:q1", "question:q2", "email", "-"]
        );
    }

    #[test]
    fn titles_of_the_screens_are_recognised() {
        for lang in Lang::ALL {
            let labels = screens(lang);
            for column in importable() {
                let place = format!("/participants/field/{}", column.name);
                let Some(label) = labels.pointer(&place) else {
                    continue;
                };
                let label = label.as_str().unwrap();
                assert_eq!(recognised(&[label], &[]), [column.name], "{label}");
            }
        }
    }

    #[test]
    fn an_identity_number_is_known_by_every_document_that_has_one() {
        for title in [
            "CCCD",
            "Số CMND",
            "CMND/CCCD",
            "CCCD/CMND",
            "Số CMND/CCCD",
            "SO CMND / CCCD",
            "Số CCCD hoặc hộ chiếu",
            "Số CMND/CCCD/Hộ chiếu",
            "Căn cước công dân",
            "Số căn cước công dân (12 số)",
            "CCCD/Hộ chiếu",
            "Số định danh cá nhân",
            "Số định danh",
            "CMT",
            "Chứng minh nhân dân",
            "ID/Passport",
            "ID number",
            "Passport No.",
            "National ID",
            "Số CMND/CCCD của anh/chị",
        ] {
            let found = recognised(&["Họ tên", title], &[]);
            assert_eq!(found, ["fullName", "identificationNumber"], "{title}");
        }
        for title in [
            "ID",
            "Số",
            "Ngày cấp CCCD",
            "Nơi cấp CMND/CCCD",
            "Ảnh CCCD",
            "Passport expiry",
            "CMND/CCCD người mua",
            "CCCD phụ huynh",
        ] {
            let found = recognised(&["Họ tên", title], &[]);
            assert_eq!(found, ["fullName", "-"], "{title}");
        }
    }

    #[test]
    fn numbers_of_companies_are_no_names_of_companies() {
        for (titles, fields) in [
            (
                ["Họ và tên", "MST công ty", "Địa chỉ công ty", "Email"],
                ["fullName", "taxNumber", "-", "email"],
            ),
            (
                [
                    "Họ và tên",
                    "MST công ty",
                    "Tên công ty của bạn",
                    "Email công ty",
                ],
                ["fullName", "taxNumber", "company", "email"],
            ),
            (
                [
                    "Full name",
                    "Company tax ID",
                    "Company website",
                    "Company size",
                ],
                ["fullName", "taxNumber", "-", "-"],
            ),
            (
                [
                    "Họ và tên",
                    "Mã số thuế đơn vị",
                    "Đơn vị công tác/Công ty",
                    "Mã đơn vị",
                ],
                ["fullName", "taxNumber", "company", "-"],
            ),
        ] {
            assert_eq!(recognised(&titles, &[]), fields, "{titles:?}");
        }
    }

    #[test]
    fn an_amount_that_was_paid_is_no_word_about_payment() {
        for title in [
            "Số tiền đã trả",
            "Amount Paid",
            "Total Paid",
            "Đã thanh toán",
        ] {
            let found = with_values(&["Họ tên", title], &[&["An", "100000"], &["Bình", "0"]]);
            assert_eq!(found, ["fullName", "received"], "{title}");
        }
        let found = with_values(
            &["Họ tên", "Đã thanh toán", "Số tiền đã trả"],
            &[&["An", "Có", "100.000 đ"]],
        );
        assert_eq!(found, ["fullName", "paymentStatus", "received"]);
        let found = with_values(
            &["Họ tên", "Payment status", "Paid"],
            &[&["An", "Paid", "Yes"]],
        );
        assert_eq!(found, ["fullName", "paymentStatus", "-"]);
    }

    #[test]
    fn a_title_that_stands_twice_gets_a_number() {
        let titles = owned(&["Họ tên", "Họ tên", "Email", "Email", "STT", "STT"]);
        let cells = ["A Một", "B Hai", "x1@x.vn", "x2@x.vn", "1", "1"];
        let rows = [Row {
            number: 2,
            cells: cells.map(|cell| Value::Text(cell.to_owned())).to_vec(),
        }];
        let found = recognise(&titles, Some(&rows), &[]);
        let new = numbered(&titles, &found).unwrap();
        assert_eq!(
            new,
            owned(&["Họ tên", "Họ tên 2", "Email", "Email 2", "STT", "STT"])
        );
        let found = recognise(&new, Some(&rows), &[]);
        let offered: Vec<bool> = found.iter().map(|column| column.is_offered).collect();
        assert_eq!(offered, [false, true, false, true, false, false]);
        assert_eq!(numbered(&new, &found), None);
        // Columns that other systems keep for themselves are not offered, and not lost without a word.
        let titles = owned(&["Name", "Coupon code", "Mã vé"]);
        let cells = ["An", "SALE50", "AB12"].map(|cell| Value::Text(cell.to_owned()));
        let rows = [Row {
            number: 2,
            cells: cells.to_vec(),
        }];
        let found = recognise(&titles, Some(&rows), &[]);
        let lost: Vec<bool> = found.iter().map(|column| column.is_lost).collect();
        assert_eq!(lost, [false, true, true]);
    }

    #[test]
    fn values_decide_where_titles_leave_it_open() {
        assert_eq!(
            with_values(
                &[
                    "ID",
                    "Email",
                    "Name",
                    "Họ và tên",
                    "Email của bạn là gì?",
                    "Bạn làm ở công ty nào?"
                ],
                &[&[
                    "1",
                    "anonymous",
                    "",
                    "Nguyễn Thị Lan",
                    "lan@example.com",
                    "Sao"
                ]],
            ),
            ["-", "-", "-", "fullName", "email", "?"]
        );
        assert_eq!(
            with_values(
                &[
                    "Name",
                    "Surname",
                    "Status",
                    "Marital status",
                    "Cancelled at"
                ],
                &[&["Alex", "Rivera", "approved", "single", ""]],
            ),
            ["givenName", "familyName", "status", "?", "-"]
        );
        // A value that a spreadsheet could not calculate is no answer.
        assert_eq!(
            with_values(&["Name", "Lớp", "Đội"], &[&["An", "#N/A", "Đỏ"]]),
            ["fullName", "-", "?"]
        );
        assert_eq!(
            with_values(&["Name", "Surname"], &[&["Alex Rivera", "Rivera"]]),
            ["fullName", "familyName"]
        );
        assert_eq!(
            with_values(
                &[
                    "Full name",
                    "RSVP",
                    "Voided",
                    "Lớp",
                    "Lớp",
                    "Trang cá nhân",
                    "Đăng ký lúc"
                ],
                &[&[
                    "An",
                    "Yes",
                    "no",
                    "K65",
                    "K66",
                    "https://example.com/an",
                    "01/11/2026 09:15:23"
                ]],
            ),
            ["fullName", "status", "status", "?", "-", "-", "-"]
        );
    }

    #[test]
    fn columns_that_only_an_export_writes_are_no_questions() {
        for title in [
            "Nội dung chuyển khoản",
            "Transfer reference",
            "Transfer text",
        ] {
            let found = with_values(&["Họ tên", title, "Cỡ áo"], &[&["An", "EVABCD", "M"]]);
            assert_eq!(found, ["fullName", "-", "?"], "{title}");
        }
        for title in [
            "Giấy phép kinh doanh",
            "Business license",
            "Business licence",
        ] {
            let link = "https://hoi.example/api/upload/1";
            let found = with_values(&["Họ tên", title], &[&["An", link]]);
            assert_eq!(found, ["fullName", "-"], "{title}");
        }
    }

    #[test]
    fn a_second_column_titled_like_a_class_is_offered() {
        for (titles, values) in [
            (
                ["Họ tên", "Ticket Type", "Category"],
                ["An", "Full marathon", "Nam 30-39"],
            ),
            (
                ["Họ tên", "Nội dung thi đấu", "Category"],
                ["An", "21 km", "Nữ 18-29"],
            ),
            (
                ["Họ tên", "Product", "Variation"],
                ["An", "Workshop", "Early"],
            ),
        ] {
            let found = with_values(&titles, &[&values]);
            assert_eq!(found, ["fullName", "ticket", "?"], "{titles:?}");
        }
        let empty = with_values(
            &["Họ tên", "Ticket Type", "Category"],
            &[&["An", "21 km", ""]],
        );
        assert_eq!(empty, ["fullName", "ticket", "-"]);
        let alone = with_values(&["Họ tên", "Category"], &[&["An", "Nam 30-39"]]);
        assert_eq!(alone, ["fullName", "ticket"]);
        // A second column of addresses is still no question.
        let titles = ["Họ tên", "Email", "E-mail"];
        let found = with_values(&titles, &[&["An", "an@example.vn", "an@example.com"]]);
        assert_eq!(found, ["fullName", "email", "-"]);
    }

    #[test]
    fn words_of_titles_may_be_written_together() {
        assert_eq!(
            recognised(
                &[
                    "FullName",
                    "BuyerEmail",
                    "WhatsApp",
                    "identificationNumber",
                    "TicketType"
                ],
                &[]
            ),
            [
                "fullName",
                "email",
                "phone",
                "identificationNumber",
                "ticket"
            ]
        );
        let titles = [
            "Full Name",
            "Status",
            "OriginalPrice",
            "PaidPrice",
            "ReservationID",
            "Locked",
            "Language",
            "Confirmation",
            "CreatedAt",
            "orderId",
            "ticketUUID",
            "TicketIDs",
            "ShirtSize",
        ];
        let row = [
            "Alex Rivera",
            "INVALIDATED",
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "M",
        ];
        let found = with_values(&titles, &[&row]);
        assert_eq!(found.first().unwrap(), "fullName");
        assert_eq!(found.get(1).unwrap(), "status");
        assert!(found[2..12].iter().all(|column| column == "-"), "{found:?}");
        assert_eq!(found.last().unwrap(), "?");
    }

    #[test]
    fn a_column_without_any_address_is_no_column_of_addresses() {
        let titles = ["Họ tên của bạn", "Email"];
        for (one, other, expected) in [
            ("anonymous", "anonymous", "-"),
            ("anonymous", "binh@", "email"),
            (UNSAVED, UNSAVED, "email"),
            ("", "", "email"),
        ] {
            let found = with_values(&titles, &[&["An", one], &["Bình", other]]);
            assert_eq!(found, ["fullName", expected], "{one}, {other}");
        }
    }

    #[test]
    fn a_column_of_states_may_have_unknown_words_only() {
        for title in [
            "Trạng thái",
            "Tình trạng vé",
            "Status",
            "Registration Status",
        ] {
            let rows: [&[&str]; 3] = [&["An", "Chính thức"], &["Bình", "Dự bị"], &["Cúc", ""]];
            let found = with_values(&["Họ tên", title], &rows);
            assert_eq!(found, ["fullName", "status"], "{title}");
        }
        for title in ["Tình trạng sức khỏe", "Marital status"] {
            let found = with_values(&["Họ tên", title], &[&["An", "Tốt"]]);
            assert_eq!(found, ["fullName", "?"], "{title}");
        }
        // Texts of which each is another are no states.
        let texts: Vec<String> = (0..20).map(|at| format!("Gọi lại ngày {at}")).collect();
        let rows: Vec<[&str; 2]> = texts.iter().map(|text| ["An", text.as_str()]).collect();
        let rows: Vec<&[&str]> = rows.iter().map(<[&str; 2]>::as_slice).collect();
        let found = with_values(&["Họ tên", "Tình trạng"], &rows);
        assert_eq!(found, ["fullName", "?"]);
    }

    #[test]
    fn numbers_of_attendees_are_no_names() {
        for title in ["Attendee #", "Guest #", "Participant"] {
            let titles = ["First Name", "Last Name", title];
            let rows: [&[&str]; 2] = [&["Alex", "Rivera", "1"], &["Bo", "Li", "2"]];
            let found = with_values(&titles, &rows);
            assert_eq!(found, ["givenName", "familyName", "-"], "{title}");
            let found = with_values(&[title, "Full name"], &[&["1", "Alex Rivera"]]);
            assert_eq!(found, ["-", "fullName"], "{title}");
        }
        let found = with_values(&["Participant", "Email"], &[&["Alex 2", "a@example.com"]]);
        assert_eq!(found, ["fullName", "email"]);
    }

    #[test]
    fn a_question_about_coming_is_asked_about_where_an_answer_is_no() {
        for (title, yes, no) in [
            ("Bạn có tham dự không?", "Có", "Không"),
            ("Will you attend?", "Yes", "No"),
            ("Can you attend?", "Yes, I can", "No, sorry"),
            ("Are you coming?", "TRUE", "FALSE"),
            ("Anh/chị có tham gia được không?", "Có", "Không"),
            ("Tham gia sự kiện?", "Tham gia", "Không tham gia"),
            ("Trả lời", "Nhận lời", "Từ chối"),
            ("Bạn có tham dự tiệc tối không?", "Có", "Không"),
        ] {
            let titles = ["Họ và tên", title];
            let found = with_values(&titles, &[&["An", yes], &["Bình", no]]);
            assert_eq!(found, ["fullName", "status"], "{title}");
        }
        for (title, one, other) in [
            ("Bạn có tham dự không?", "Có", "Có"),
            ("Anh/chị tham dự buổi nào?", "Sáng", "Chiều"),
            ("Bạn ăn chay không?", "Có", "Không"),
        ] {
            let titles = ["Họ và tên", title];
            let found = with_values(&titles, &[&["An", one], &["Bình", other]]);
            assert_eq!(found, ["fullName", "?"], "{title}");
        }
    }
}
