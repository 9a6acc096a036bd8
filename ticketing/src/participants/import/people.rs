//! From the rows of a file to people who may be given seats. Pure.

use std::collections::{BTreeSet, HashMap, HashSet};

use hoi_community::accounts::email_key;
use hoi_i18n::{Lang, fold_for_search, format_money};
use hoi_platform::error::{Error, LocalizedText, RowFault};
use hoi_platform::ids::{EventId, FileId, TicketId};
use hoi_platform::import_files::cells::{self, quoted, text};
use hoi_platform::import_files::dates::{self, DateOrder, DateProof};
use hoi_platform::import_files::{Faults, MAX_FAULTS, Wishes, plain_words};
use hoi_platform::validation::{Check, Validate, is_email, is_phone};
use hoi_spreadsheet::{Row, Value};

use super::super::bodies::NewParticipant;
use super::super::columns::{Draft, Field, ImportedCell, Vocabulary, known};
use super::super::edit;
use super::names::{self, NameOrder, Parts};
use super::options::{Classes, PaymentChoice, PhoneChoice, RowChoice};
use super::price;
use super::status::{self, Standing};
use crate::attendances::{
    Answer, AnswerValue, MarkKey, PHONE_MAX, PaymentStatus, QuestionType, Source,
};
use crate::events::entity::ticket;
use crate::events::{GivenAnswer, Question, check_answers};
use crate::registration::NewRegistration;

/// The most words and classes of a file that are asked about, each.
pub const MAX_ASKED: usize = 50;
/// The most people left out who are listed.
pub const MAX_LISTED: usize = 200;
/// Characters of a word of a status that are shown.
const MAX_WORD: usize = 80;
/// Names that show the effect of an order.
const NAME_EXAMPLES: usize = 3;
/// Dates that show the effect of an order.
const DATE_EXAMPLES: usize = 3;

/// The event's settings by which rows are checked, and the organiser's decisions.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the preview"
)]
pub struct Rules {
    /// The event to import into.
    pub event: EventId,
    /// The organiser's own questions, with those that the import adds.
    pub scheme: Vec<Question>,
    /// The event's ticket classes.
    pub classes: Vec<ticket::Model>,
    /// The meanings of the classes that the event does not have.
    pub named: Classes,
    /// The class of rows that name none.
    pub default_class: Option<TicketId>,
    /// Whether the imported people get the event's mails.
    pub mails: bool,
    /// Whether several people may have one address; `None`: those of one order may.
    pub may_share_emails: Option<bool>,
    /// The order of names, if the organiser chose one.
    pub name_order: Option<NameOrder>,
    /// The order of day and month in dates of birth, if the organiser chose one.
    pub date_order: Option<DateOrder>,
    /// The treatment of people who paid another amount than is due, once it was decided.
    pub odd_payments: Option<PaymentChoice>,
    /// Whether people with a word take part, by word.
    pub words: HashMap<String, bool>,
    /// Whether a person with a known address and another name is the same person.
    pub renames: bool,
    /// Whether people are added again who are no longer on the list.
    pub add_removed: bool,
    /// Whether a person recognised by name and phone number gets the address of the file.
    pub replace_emails: bool,
    /// The treatment of invalid phone numbers, once it was decided.
    pub bad_phones: Option<PhoneChoice>,
    /// The treatment of phone numbers that are not in use, once it was decided.
    pub doubtful_phones: Option<PhoneChoice>,
    /// The treatment of rows with nothing but a name at the end of the list, once it was decided.
    pub last_rows: Option<RowChoice>,
    /// How the list is read.
    pub wishes: Wishes,
    /// The key by which changes since an import are recognised.
    pub marks: MarkKey,
    /// The language of those mails.
    pub lang: Lang,
}

/// A column of the file.
#[derive(Clone)]
pub struct Column {
    /// The column's title in the file, or its letter.
    pub title: String,
    /// Its subject; `None` is left out.
    pub field: Option<Field>,
    /// Whether nothing knows it and it could be a question.
    pub is_offered: bool,
    /// Whether it has values that are neither taken nor offered.
    pub is_lost: bool,
}

/// A person whose row has no fault.
pub struct Person {
    /// The number of the row in the file.
    pub row: usize,
    pub registration: NewRegistration,
    /// Whether the row says the participation type.
    pub gives_type: bool,
    /// Whether the row says the class.
    pub gives_class: bool,
    /// The amount paid, if it is not the amount due.
    pub odd_payment: Option<OddPayment>,
    /// Whether the person would count as paid only because a column about taking part says so.
    pub is_paid_by_status: bool,
    /// The payment method in the file, if events have no such method.
    pub unknown_method: Option<String>,
}

/// A paid amount that is not the amount due, or that contradicts the file's payment status "unpaid".
pub struct OddPayment {
    pub paid: i64,
    pub due: i64,
    /// The title of its column.
    pub column: Option<String>,
    /// The message that explains the difference.
    pub message: LocalizedText,
}

impl OddPayment {
    /// The payment status that results from the choice.
    pub fn status(&self, choice: PaymentChoice) -> PaymentStatus {
        if self.paid >= self.due || choice == PaymentChoice::IsEnough {
            PaymentStatus::Paid
        } else {
            PaymentStatus::Unpaid
        }
    }
}

/// A row that stands for several tickets and has one name.
pub struct SeveralTickets {
    pub row: usize,
    pub name: String,
    /// How many, as the file says it.
    pub number: String,
}

/// A date that can be read in both orders, as it stands in the file.
pub struct DateExample {
    pub text: String,
    pub day_first: Option<String>,
    pub month_first: Option<String>,
}

/// A person in the file who is not added.
pub struct LeftOut {
    pub row: usize,
    pub name: String,
    pub reason: String,
}

/// A word in a column about taking part.
#[expect(clippy::struct_field_names, reason = "as in the preview")]
pub struct Word {
    pub word: String,
    pub rows: usize,
    /// `None`: the organiser has to say.
    pub takes_part: Option<bool>,
}

/// A class that the file names and the event does not have.
pub struct NamedClass {
    pub name: String,
    pub rows: usize,
    /// The price in the file, if the file gives one price.
    pub price: Option<i64>,
}

/// A person with a phone number that is invalid or not in use, or with an amount that is not the amount due.
pub struct OddRow {
    pub row: usize,
    pub name: String,
    /// The message that explains the problem, with the number.
    pub message: LocalizedText,
}

/// People who paid another amount than is due.
#[derive(Default)]
pub struct OddPayments {
    /// The first of them, at most [`MAX_LISTED`].
    pub listed: Vec<OddRow>,
    pub count: usize,
}

/// The phone numbers of one kind that the organiser is asked about.
#[derive(Default)]
pub struct OddPhones {
    /// The first of them, at most [`MAX_LISTED`].
    pub listed: Vec<OddRow>,
    pub count: usize,
    /// How many of them are old numbers that have become others.
    pub old: usize,
}

/// A name in the three orders.
pub type NameExample = [String; 3];

/// The result of checking the rows.
#[derive(Default)]
pub struct Judged {
    /// The people whose rows have no fault.
    pub people: Vec<Person>,
    /// The first faults of the others, from top to bottom, at most [`MAX_FAULTS`]: a file of 5 MiB can hold a million.
    pub faults: Vec<RowFault>,
    /// The number of all faults; `faults` may contain fewer.
    pub fault_count: usize,
    /// The organiser's open decisions about rows, from top to bottom, at most [`MAX_FAULTS`].
    pub questions: Vec<RowFault>,
    /// The number of all of these.
    pub question_count: usize,
    /// Rows without a fault that wait for a decision.
    pub open: usize,
    /// Phone numbers that are none, and those that are not in use.
    pub bad_phones: OddPhones,
    pub doubtful_phones: OddPhones,
    /// The rows with nothing but a name at the end of the list, with these names.
    pub last_rows: Vec<(usize, String)>,
    /// The first people who are left out, at most [`MAX_LISTED`].
    pub left_out: Vec<LeftOut>,
    pub left_out_count: usize,
    /// The numbers of the rows of all of them.
    pub rows_left_out: HashSet<usize>,
    /// Those of them whose row says that they do not take part, as far as their rows can be read.
    pub not_taking_part: Vec<NewRegistration>,
    /// At most [`MAX_ASKED`] words, in the order found.
    pub words: Vec<Word>,
    /// At most [`MAX_ASKED`] classes, in the order found.
    pub classes: Vec<NamedClass>,
    /// Names that another order would change, when the file does not show the order.
    pub names: Vec<NameExample>,
    /// People without an address, who get no mails.
    pub without_email: usize,
    /// People who share an address with another person of their order.
    pub sharing: usize,
    /// Rows that stand for several tickets.
    pub several: Vec<SeveralTickets>,
    /// People whom the import would add and who have paid another amount than they owe, as the file says.
    pub odd_payments: OddPayments,
    /// Dates of birth in both orders, when the file does not show the order.
    pub dates: Vec<DateExample>,
}

impl Judged {
    pub fn leave_out(&mut self, left: LeftOut) {
        self.left_out_count += 1;
        self.rows_left_out.insert(left.row);
        if self.left_out.len() < MAX_LISTED {
            self.left_out.push(left);
        }
    }

    pub fn question(&mut self, questions: impl IntoIterator<Item = RowFault>) {
        for question in questions {
            self.question_count += 1;
            if self.questions.len() < MAX_FAULTS {
                self.questions.push(question);
            }
        }
    }

    pub fn fault(&mut self, faults: impl IntoIterator<Item = RowFault>) {
        for fault in faults {
            self.fault_count += 1;
            if self.faults.len() < MAX_FAULTS {
                self.faults.push(fault);
            }
        }
    }
}

/// Judges every row by itself, and against the others: an address may stand in one of them only. `broken` are the cells
/// that could not be mended.
pub fn judge(rows: Vec<Row>, columns: &[Column], rules: &Rules, broken: &Faults) -> Judged {
    let reader = Reader::new(columns, rules, &rows);
    let mut judged = Judged::default();
    let mut asked = Asked::default();
    // By address, the row and the order in which it stands first.
    let mut addresses: HashMap<String, (usize, String)> = HashMap::new();
    let mut full_names = FullNames::default();
    for mut row in rows {
        let number = row.number;
        let stands = reader.standing(&row, &mut judged, &mut asked);
        let is_paid = match stands {
            Stands::Out(reason) => {
                judged.not_taking_part.push(reader.read_alone(&row));
                judged.leave_out(LeftOut {
                    row: number,
                    name: reader.name_in(&row),
                    reason,
                });
                continue;
            }
            Stands::Asked { word, fault } => {
                judged.question(asked.told.insert(word).then_some(fault));
                judged.open += usize::from(!broken.has(number));
                continue;
            }
            Stands::In => false,
            Stands::Paid => true,
        };
        if broken.last_rows.contains(&number) && reader.sets_aside(&row, broken, &mut judged) {
            continue;
        }
        let phone = reader.phone(&mut row, broken, &mut judged);
        if let Phone::Out(reason) = phone {
            judged.leave_out(LeftOut {
                row: number,
                name: reader.name_in(&row),
                reason,
            });
            continue;
        }
        let unknown_method = reader.leave_unknown_method(&mut row);
        let mut read = reader.read(&row, &mut judged, &mut asked);
        let mut is_paid_by_status = false;
        if is_paid && read.person.payment_status.is_none() {
            read.person.payment_status = Some(PaymentStatus::Paid);
            let is_amount_said = read.person.received.is_some();
            let costs = reader.due(read.person.ticket_id) > 0;
            is_paid_by_status = costs && !is_amount_said;
        }
        let odd_payment = reader.compare_payment(&mut read, number);
        judged.several.extend(reader.several(&row));
        full_names.count(&read.name, &mut judged.names);
        let (key, order) = (email_key(&read.person.email), reader.order_of(&row));
        if key.is_empty() {
            judged.without_email += 1;
        } else if !is_email(&read.person.email) {
            // It is a fault by itself, and two such texts are not one address.
        } else if let Some((first, first_order)) = addresses.get(&key) {
            let is_one_order = !order.is_empty() && order == *first_order;
            match rules.may_share_emails {
                Some(true) => {}
                None if is_one_order => {
                    judged.sharing += 1;
                    read.person.may_share_email = true;
                }
                Some(false) | None => {
                    let message = LocalizedText::new("import.sameEmail").with("row", first);
                    read.faults.push(reader.fault(number, "email", message));
                }
            }
        } else {
            addresses.insert(key, (number, order));
        }
        // A class is asked about once for all its rows, so such a row may be without a fault.
        let is_open = read.is_asked || read.is_date_asked || matches!(phone, Phone::Asked);
        if read.faults.is_empty() && !is_open {
            judged.people.push(Person {
                row: number,
                registration: read.person,
                gives_type: read.gives_type,
                gives_class: read.gives_class,
                odd_payment,
                is_paid_by_status,
                unknown_method,
            });
        } else {
            judged.open += usize::from(read.faults.is_empty() && !broken.has(number));
            judged.question(read.questions);
            judged.fault(read.faults);
        }
    }
    if !(reader.asks_for_order || full_names.is_mixed()) {
        judged.names.clear();
    }
    judged.dates = reader.date_examples;
    judged
}

/// The statement of a row on taking part.
enum Stands {
    In,
    Paid,
    Out(String),
    /// The organiser has to say what the word means; here in its compared form.
    Asked {
        word: String,
        fault: RowFault,
    },
}

/// The effect of a row's phone number on the row.
enum Phone {
    In,
    Out(String),
    /// The organiser has to say.
    Asked,
}

/// The open questions, by their compared form, with their place in the list.
#[derive(Default)]
struct Asked {
    words: HashMap<String, usize>,
    /// Words of which the first row has a fault.
    told: HashSet<String>,
    classes: HashMap<String, usize>,
    prices: HashMap<usize, BTreeSet<Option<i64>>>,
    /// Whether the order of dates was asked for.
    has_told_dates: bool,
}

/// Whether the names in one column stand in both orders.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says whether one way of writing names was seen"
)]
struct FullNames {
    begin: bool,
    end: bool,
    has_comma: bool,
    has_none: bool,
}

impl FullNames {
    fn count(&mut self, row: &RowName, examples: &mut Vec<NameExample>) {
        let RowName { written, example } = row;
        let [name, ..] = example;
        let is_parted = names::is_parted_by_comma(written);
        self.has_comma |= is_parted;
        // A single word has no order.
        self.has_none |= !is_parted && written.split_whitespace().nth(1).is_some();
        self.begin |= names::begins_with_family_name(name);
        self.end |= names::ends_with_family_name(name);
        let differ = example.iter().any(|other| other != name);
        if differ && examples.len() < NAME_EXAMPLES {
            examples.push(example.clone());
        }
    }

    fn is_mixed(&self) -> bool {
        (self.begin && self.end) || (self.has_comma && self.has_none)
    }
}

/// The name of a row.
struct RowName {
    /// The name as it stands in one column; empty if it stands in parts.
    written: String,
    example: NameExample,
}

/// The context in which every row is read.
struct Reader<'a> {
    columns: &'a [Column],
    rules: &'a Rules,
    /// The form's questions, all of them optional, because the organiser may not know every answer.
    questions: Vec<Question>,
    /// By the question's identifier: its type, and its choices by how they are compared.
    choices: HashMap<&'a str, (QuestionType, HashMap<String, &'a str>)>,
    /// The columns' titles by the identifier of their subject.
    titles: HashMap<String, &'a str>,
    vocabulary: Vocabulary,
    /// The event's classes by folded name.
    classes: HashMap<String, TicketId>,
    /// Columns about taking part in which no row says yes: there, an empty cell does not leave a person out.
    silent: HashSet<usize>,
    /// The column with the orders of another system, that with prices, and that with the number of tickets.
    order: Option<usize>,
    price: Option<usize>,
    quantity: Option<usize>,
    /// The columns with the phone numbers and the payment methods.
    phone: Option<usize>,
    method: Option<usize>,
    /// The order of the parts of a name, unless the organiser chose one.
    usual_order: NameOrder,
    /// Whether names stand in parts whose order the file does not show.
    asks_for_order: bool,
    /// How dates of birth are read.
    dates: Dates,
    /// Dates that show the effect of an order, if it is asked for or was chosen.
    date_examples: Vec<DateExample>,
}

/// The state of knowledge about the order of day and month.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dates {
    Known(DateOrder),
    /// Nothing proves it.
    Asked,
    /// Some dates prove the one order, some the other.
    Contradictory,
}

impl Dates {
    /// The organiser's choice goes before the order named in the title, and that before the order proved by the values.
    /// Where these prove nothing, a Vietnamese title decides.
    fn of(title: &str, proof: DateProof, chosen: Option<DateOrder>) -> Self {
        let is_vietnamese = dates::is_vietnamese(title);
        let known = chosen
            .or_else(|| dates::named_order(title))
            .or_else(|| proof.order())
            .or_else(|| is_vietnamese.then_some(DateOrder::DayFirst));
        match known {
            Some(order) => Self::Known(order),
            None if proof.is_contradictory() => Self::Contradictory,
            None if proof.is_open => Self::Asked,
            None => Self::Known(DateOrder::DayFirst),
        }
    }
}

/// How the dates of a column are read, with examples if the organiser has to say it or said it.
fn read_dates(columns: &[Column], rules: &Rules, rows: &[Row]) -> (Dates, Vec<DateExample>) {
    let is_it = |field: &Field| field.is("dateOfBirth");
    let at = columns
        .iter()
        .position(|column| column.field.as_ref().is_some_and(is_it));
    let Some((at, column)) = at.and_then(|at| Some((at, columns.get(at)?))) else {
        return (Dates::Known(DateOrder::DayFirst), Vec::new());
    };
    let cells = || rows.iter().filter_map(|row| row.cells.get(at));
    let proof = DateProof::of(cells());
    let found = Dates::of(&column.title, proof, None);
    let examples = cells().filter(|cell| dates::is_open(cell));
    let examples = examples.take(DATE_EXAMPLES).map(|cell| {
        let text = text(cell);
        let read = |order| {
            let date = cells::date(cell, &text, order);
            date.map(|date| date.to_string())
        };
        DateExample {
            day_first: read(DateOrder::DayFirst),
            month_first: read(DateOrder::MonthFirst),
            text,
        }
    });
    let examples = match found {
        Dates::Known(_) => Vec::new(),
        Dates::Asked | Dates::Contradictory => examples.collect(),
    };
    (Dates::of(&column.title, proof, rules.date_order), examples)
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each says of another cell what it gave or left open"
)]
struct Read {
    person: NewRegistration,
    name: RowName,
    faults: Vec<RowFault>,
    questions: Vec<RowFault>,
    gives_type: bool,
    gives_class: bool,
    /// Whether the organiser has to decide about the class.
    is_asked: bool,
    /// Whether the organiser has to say in which order the date stands.
    is_date_asked: bool,
}

/// Titles of columns with orders, prices and numbers of tickets, as titles are compared.
#[rustfmt::skip]
const ORDERS: &[&str] = &[
    "order", "order code", "order no", "order number", "order id", "order reference", "order ref", "reservation id",
    "booking reference", "booking code", "booking id", "ma don hang", "ma don", "so don hang", "ma dat ve",
    "ma dat cho", "don hang",
];
#[rustfmt::skip]
const PRICES: &[&str] = &[
    "price", "ticket price", "unit price", "face value", "original price", "gia ve", "gia", "don gia", "gia tien",
    "amount", "ticket amount",
];
#[rustfmt::skip]
const QUANTITIES: &[&str] = &[
    "quantity", "qty", "tickets", "number of tickets", "so luong", "so luong ve", "so ve", "sl",
];

/// Adds the faults in the values of a row to the faults of its cells.
fn check_body(body: &mut NewParticipant, faults: &mut Vec<(String, LocalizedText)>) {
    if !body.full_name.is_empty() && !body.full_name.contains(char::is_alphabetic) {
        let message = LocalizedText::new("import.notAName");
        let message = message.with("value", quoted(&body.full_name));
        faults.push(("fullName".to_owned(), message));
    }
    let mut check = Check::default();
    body.validate(&mut check);
    if let Err(Error::InvalidFields(errors)) = check.finish() {
        // A value that could not be understood is not reported as missing as well.
        let known: HashSet<String> = faults.iter().map(|(field, _)| field.clone()).collect();
        let new = errors
            .into_iter()
            .filter(|(field, _)| !known.contains(field));
        faults.extend(new);
    }
}

/// Whether a cell holds a date as a text that has one reading in an order, or two.
fn is_written_date(cell: &Value, text: &str) -> bool {
    let read = |order| cells::date(cell, text, order);
    read(DateOrder::DayFirst) != read(DateOrder::MonthFirst)
}

fn cell(row: &Row, column: Option<usize>) -> String {
    column
        .and_then(|at| row.cells.get(at))
        .map(text)
        .unwrap_or_default()
}

impl<'a> Reader<'a> {
    fn new(columns: &'a [Column], rules: &'a Rules, rows: &[Row]) -> Self {
        let questions = rules.scheme.iter().cloned().map(|question| Question {
            required: false,
            ..question
        });
        let choices = rules.scheme.iter().map(|question| {
            // The first of those that are compared alike.
            let choices = question.choices.iter().rev();
            let choices = choices.map(|choice| (fold_for_search(choice), choice.as_str()));
            (question.id.as_str(), (question.kind, choices.collect()))
        });
        let titles = columns.iter().rev().filter_map(|column| {
            let field = column.field.as_ref()?;
            Some((field.id(), column.title.as_str()))
        });
        let existing = rules.classes.iter().map(|class| class.name.as_str());
        let new = rules.named.new.iter().map(|(_, class)| class.name.as_str());
        let find_column = |names: &[&str]| {
            columns.iter().position(|column| {
                let is_free = matches!(column.field, None | Some(Field::NewQuestion));
                is_free && names.contains(&plain_words(&column.title).as_str())
            })
        };
        let place = |name: &str| {
            columns.iter().position(|column| {
                let field = column.field.as_ref();
                field.is_some_and(|field| field.is(name))
            })
        };
        let takes_part = |cell: &Value| {
            matches!(
                status::standing(&text(cell)),
                Some(Standing::In | Standing::Paid)
            )
        };
        let silent = columns.iter().enumerate().filter_map(|(at, column)| {
            let mut cells = rows.iter().filter_map(|row| row.cells.get(at));
            let is_silent = column.field == Some(Field::Status) && !cells.any(takes_part);
            is_silent.then_some(at)
        });
        let field = |name: &str| {
            let mut columns = columns.iter();
            let is_it = |field: &Field| field.is(name);
            columns.find(|column| column.field.as_ref().is_some_and(is_it))
        };
        // "Họ" and "Tên" say themselves that the family name comes first.
        let is_vietnamese = field("familyName").is_some_and(|column| {
            let title = plain_words(&column.title);
            title == "ho" || title.starts_with("ho ")
        });
        let usual = if is_vietnamese {
            NameOrder::FamilyFirst
        } else {
            NameOrder::ByName
        };
        let (dates, date_examples) = read_dates(columns, rules, rows);
        Self {
            choices: choices.collect(),
            titles: titles.collect(),
            classes: rules
                .classes
                .iter()
                .map(|class| (fold_for_search(&class.name), class.id))
                .collect(),
            vocabulary: Vocabulary::new(rules.lang, existing.chain(new)),
            questions: questions.collect(),
            silent: silent.collect(),
            order: find_column(ORDERS),
            price: find_column(PRICES),
            quantity: find_column(QUANTITIES),
            phone: place("phone"),
            method: place("paymentMethod"),
            usual_order: usual,
            dates,
            date_examples,
            asks_for_order: !is_vietnamese
                && field("givenName").is_some()
                && field("fullName").is_none(),
            columns,
            rules,
        }
    }

    /// A fault in the column that is about `field`, or in the one that would be.
    fn fault(&self, row: usize, field: &str, message: LocalizedText) -> RowFault {
        let id = field.strip_prefix("answers.").map_or_else(
            || field.to_owned(),
            |question| format!("question:{question}"),
        );
        let own = self.titles.get(&id).map(|title| (*title).to_owned());
        let column = own.or_else(|| Some(known(field)?.title(self.rules.lang)));
        RowFault {
            row,
            column,
            message,
        }
    }

    fn order_of(&self, row: &Row) -> String {
        cell(row, self.order)
    }

    fn is_several(&self, row: &Row) -> bool {
        let number = cell(row, self.quantity).parse::<f64>();
        number.is_ok_and(|number| number > 1.0)
    }

    fn several(&self, row: &Row) -> Option<SeveralTickets> {
        self.is_several(row).then(|| SeveralTickets {
            row: row.number,
            name: self.name_in(row),
            number: cell(row, self.quantity),
        })
    }

    /// The price of this class, in dong.
    fn due(&self, class: Option<TicketId>) -> i64 {
        let existing = self.rules.classes.iter();
        let mut existing = existing.filter(|row| Some(row.id) == class);
        let new = self.rules.named.new.iter();
        let mut new = new.filter(|(id, _)| Some(*id) == class);
        let price = existing.next().map(|row| row.price);
        let made = new.next().and_then(|(_, class)| class.price);
        price.or(made).unwrap_or(0)
    }

    /// Compares the amount that a row says was paid with the amount due. While the class is an open question, the
    /// amount due is not known.
    fn compare_payment(&self, read: &mut Read, row: usize) -> Option<OddPayment> {
        let paid = read.person.received?;
        if read.is_asked {
            return None;
        }
        let due = self.due(read.person.ticket_id);
        let status = read.person.payment_status;
        let lang = self.rules.lang;
        let told = |key| {
            LocalizedText::new(key)
                .with("paid", format_money(lang, paid))
                .with("due", format_money(lang, due))
        };
        let wrong = match (status, paid, due) {
            (Some(PaymentStatus::Paid), 0, 1..) => Some("import.paidNothing"),
            (_, 1.., ..=0) => Some("import.paidForFree"),
            _ => None,
        };
        if let Some(key) = wrong {
            read.faults.push(self.fault(row, "received", told(key)));
            return None;
        }
        if paid == 0 {
            return None;
        }
        let key = match status {
            Some(PaymentStatus::Unpaid) => "import.paidThoughUnpaid",
            _ if paid < due => "import.paidLess",
            _ if paid > due => "import.paidMore",
            _ => {
                read.person.payment_status = Some(PaymentStatus::Paid);
                return None;
            }
        };
        let fault = self.fault(row, "received", told(key));
        Some(OddPayment {
            paid,
            due,
            column: fault.column,
            message: fault.message,
        })
    }

    /// The statement of a row's columns on taking part and payment: one that says no is enough.
    fn standing(&self, row: &Row, judged: &mut Judged, asked: &mut Asked) -> Stands {
        let mut result = Stands::In;
        for (at, column) in self.columns.iter().enumerate() {
            let value = cell(row, Some(at));
            let (word, stands) = match &column.field {
                Some(Field::Status) if status::is_mark(&plain_words(&column.title)) => {
                    let stands = status::marked(&value);
                    if stands == Standing::In {
                        continue;
                    }
                    (column.title.clone(), Some(stands))
                }
                Some(Field::Status) if status::asks_about_coming(&plain_words(&column.title)) => {
                    (value, None)
                }
                Some(Field::Status) if value.is_empty() && self.silent.contains(&at) => continue,
                Some(Field::Status) => {
                    let stands = status::standing(&value);
                    (value, stands)
                }
                // "Refunded" among payments is no payment and no fault.
                Some(field) if field.is("paymentStatus") && !self.vocabulary.is_payment(&value) => {
                    match status::standing(&value) {
                        Some(Standing::Out) => (value, Some(Standing::Out)),
                        _ => continue,
                    }
                }
                _ => continue,
            };
            let word: String = word.chars().take(MAX_WORD).collect();
            let key = status::plain(&word);
            let takes_part = self.rules.words.get(&key).copied().or(match stands {
                Some(Standing::In | Standing::Paid) => Some(true),
                Some(Standing::Out) => Some(false),
                Some(Standing::Unclear) | None => None,
            });
            let at = *asked.words.entry(key.clone()).or_insert(judged.words.len());
            if at == judged.words.len() && at < MAX_ASKED {
                judged.words.push(Word {
                    word: word.clone(),
                    rows: 0,
                    takes_part,
                });
            }
            if let Some(known) = judged.words.get_mut(at) {
                known.rows += 1;
                // The word may be clear in one column and open in another.
                known.takes_part = known.takes_part.and(takes_part);
            }
            match takes_part {
                Some(false) => return Stands::Out(word),
                None => {
                    let message = LocalizedText::new(if word.is_empty() {
                        "import.noStatus"
                    } else {
                        "import.unclearStatus"
                    });
                    let fault = RowFault {
                        row: row.number,
                        column: Some(column.title.clone()),
                        message: message.with("value", &word),
                    };
                    result = Stands::Asked { word: key, fault };
                }
                Some(true) if stands == Some(Standing::Paid) => {
                    if matches!(result, Stands::In) {
                        result = Stands::Paid;
                    }
                }
                Some(true) => {}
            }
        }
        result
    }

    /// Lists a row that may be no person, and returns whether it is left out or waits for the organiser's decision.
    fn sets_aside(&self, row: &Row, broken: &Faults, judged: &mut Judged) -> bool {
        let (number, name) = (row.number, self.name_in(row));
        judged.last_rows.push((number, name.clone()));
        match self.rules.last_rows {
            Some(RowChoice::Keep) => return false,
            Some(RowChoice::LeaveOut) => judged.leave_out(LeftOut {
                row: number,
                name,
                reason: LocalizedText::new("import.belowList").in_language(self.rules.lang),
            }),
            None => {
                let message = LocalizedText::new("import.lastRow").with("value", quoted(&name));
                judged.question([self.fault(number, "fullName", message)]);
                judged.open += usize::from(!broken.has(number));
            }
        }
        true
    }

    /// Lists a phone number that is invalid or not in use, and applies the organiser's decision about it.
    fn phone(&self, row: &mut Row, broken: &Faults, judged: &mut Judged) -> Phone {
        let number = row.number;
        let value = cell(row, self.phone);
        let is_none = !value.is_empty() && (!is_phone(&value) || value.chars().count() > PHONE_MAX);
        let doubt = broken.doubts.get(&number);
        let told = |key| LocalizedText::new(key).with("value", quoted(&value));
        let (message, today, choice, is_bad) = match (broken.phones.get(&number), doubt) {
            (Some(fault), _) => (fault.message.clone(), None, self.rules.bad_phones, true),
            (None, _) if is_none => (told("import.notAPhone"), None, self.rules.bad_phones, true),
            (None, Some(today)) => {
                let message = match today {
                    Some(today) => told("import.oldPhone").with("today", today),
                    None => told("import.doubtfulPhone"),
                };
                let choice = self.rules.doubtful_phones;
                (message, today.clone(), choice, false)
            }
            (None, None) => return Phone::In,
        };
        let name = self.name_in(row);
        let odd = if is_bad {
            &mut judged.bad_phones
        } else {
            &mut judged.doubtful_phones
        };
        odd.count += 1;
        odd.old += usize::from(today.is_some());
        if odd.listed.len() < MAX_LISTED {
            odd.listed.push(OddRow {
                row: number,
                name,
                message: message.clone(),
            });
        }
        if choice == Some(PhoneChoice::LeaveOut) {
            return Phone::Out(message.in_language(self.rules.lang));
        }
        let taken = match (choice, today) {
            (Some(PhoneChoice::Keep), _) | (Some(PhoneChoice::Convert), None) => return Phone::In,
            (Some(PhoneChoice::Convert), Some(today)) => Value::Text(today),
            _ => Value::Empty,
        };
        if let Some(cell) = self.phone.and_then(|at| row.cells.get_mut(at)) {
            *cell = taken;
        }
        match choice {
            None => Phone::Asked,
            Some(_) => Phone::In,
        }
    }

    /// Reads a row without judging it.
    fn read_alone(&self, row: &Row) -> NewRegistration {
        let mut judged = Judged::default();
        self.read(row, &mut judged, &mut Asked::default()).person
    }

    /// Empties the cell of a payment method that events do not have, and returns its text.
    fn leave_unknown_method(&self, row: &mut Row) -> Option<String> {
        let cell = self.method.and_then(|at| row.cells.get_mut(at))?;
        let method = text(cell);
        if method.is_empty() || self.vocabulary.is_method(&method) {
            return None;
        }
        *cell = Value::Empty;
        Some(method)
    }

    fn read(&self, row: &Row, judged: &mut Judged, asked: &mut Asked) -> Read {
        let mut faults: Vec<(String, LocalizedText)> = Vec::new();
        let mut questions: Vec<(&str, LocalizedText)> = Vec::new();
        let mut answers = Vec::new();
        let mut draft = Draft::default();
        let (mut gives_class, mut is_asked, mut is_date_asked) = (false, false, false);
        let mut received = None;
        for (cell, column) in row.cells.iter().zip(self.columns) {
            let known = match &column.field {
                None | Some(Field::Status | Field::NewQuestion) => continue,
                Some(Field::Question(id)) => {
                    answers.extend(self.answer(id, cell));
                    continue;
                }
                Some(Field::Known(known)) => known,
            };
            let (text, vocabulary) = (text(cell), &self.vocabulary);
            if known.name == "ticket" && !text.is_empty() {
                match self.class_of(row, &text, judged, asked) {
                    Ok(class) => {
                        draft.person.ticket_id = class;
                        gives_class = true;
                    }
                    Err(message) => {
                        is_asked = true;
                        questions.extend(message.map(|message| ("ticket", message)));
                    }
                }
                continue;
            }
            if known.name == "received" && !text.is_empty() {
                received = price::read(cell);
                if received.is_none() {
                    let message = LocalizedText::new("import.paidAmount");
                    let message = message.with("value", quoted(&text));
                    faults.push((known.name.to_owned(), message));
                }
                continue;
            }
            let date_order = match self.date_order(cell, &text) {
                Err(key) if known.name == "dateOfBirth" => {
                    let message = LocalizedText::new(key).with("value", quoted(&text));
                    if self.dates == Dates::Contradictory {
                        faults.push((known.name.to_owned(), message));
                    } else {
                        is_date_asked = true;
                        let is_told = std::mem::replace(&mut asked.has_told_dates, true);
                        questions.extend((!is_told).then_some((known.name, message)));
                    }
                    continue;
                }
                order => order.unwrap_or(DateOrder::DayFirst),
            };
            let entry = ImportedCell {
                cell,
                text,
                vocabulary,
                date_order,
            };
            if let (false, Some(read)) = (entry.text.is_empty(), known.read)
                && let Err(message) = read(&mut draft, entry)
            {
                faults.push((known.name.to_owned(), message));
            }
        }
        let name = self.row_name(&draft);
        let full_name = self.name(&draft, self.rules.name_order);
        let mut body = draft.person;
        body.full_name = full_name;
        body.send_mail = Some(self.rules.mails);
        body.shares_email = self.rules.may_share_emails == Some(true);
        let gives_type = body.participation_type.is_some();
        if !is_asked && !gives_class {
            let class = self.choose_class(&mut body);
            is_asked = class.is_some();
            questions.extend(class.map(|message| ("ticket", message)));
        }

        check_body(&mut body, &mut faults);
        let answers = self.check_answers(&answers, &mut faults);
        let person = NewRegistration {
            source: Source::Import,
            answers,
            received,
            ..edit::new_registration(self.rules.event, body, self.rules.lang)
        };
        let faults = faults.into_iter();
        Read {
            person,
            name,
            faults: faults
                .map(|(field, message)| self.fault(row.number, &field, message))
                .collect(),
            questions: questions
                .into_iter()
                .map(|(field, message)| self.fault(row.number, field, message))
                .collect(),
            gives_type,
            gives_class,
            is_asked,
            is_date_asked,
        }
    }

    /// The order in which a date of birth stands; otherwise the key of the message about it.
    fn date_order(&self, cell: &Value, text: &str) -> Result<DateOrder, &'static str> {
        match self.dates {
            Dates::Known(order) => Ok(order),
            Dates::Contradictory if is_written_date(cell, text) => Err("import.bothDateOrders"),
            Dates::Asked if dates::is_open(cell) => Err("import.whichDateOrder"),
            Dates::Contradictory | Dates::Asked => Ok(DateOrder::DayFirst),
        }
    }

    /// The name of a row that is not read.
    fn name_in(&self, row: &Row) -> String {
        let mut draft = Draft::default();
        for (cell, column) in row.cells.iter().zip(self.columns) {
            let part = match &column.field {
                Some(Field::Known(known)) => match known.name {
                    "fullName" => &mut draft.person.full_name,
                    "familyName" => &mut draft.family_name,
                    "middleName" => &mut draft.middle_name,
                    "givenName" => &mut draft.given_name,
                    _ => continue,
                },
                _ => continue,
            };
            *part = text(cell);
        }
        self.name(&draft, self.rules.name_order)
    }

    /// The name of a row. The whole name goes before its parts.
    fn name(&self, draft: &Draft, order: Option<NameOrder>) -> String {
        let whole = &draft.person.full_name;
        if !whole.is_empty() {
            return names::turned(whole, order.unwrap_or(NameOrder::ByName));
        }
        let parts = Parts {
            family: &draft.family_name,
            middle: &draft.middle_name,
            given: &draft.given_name,
        };
        parts.join(order.unwrap_or(self.usual_order))
    }

    /// The name of a row in each order.
    fn row_name(&self, draft: &Draft) -> RowName {
        RowName {
            written: draft.person.full_name.clone(),
            example: NameOrder::ALL.map(|order| self.name(draft, Some(order))),
        }
    }

    /// The class that a row names. One that the event does not have is asked about; the fault stands at the first row
    /// with it.
    fn class_of(
        &self,
        row: &Row,
        name: &str,
        judged: &mut Judged,
        asked: &mut Asked,
    ) -> Result<Option<TicketId>, Option<LocalizedText>> {
        let key = fold_for_search(name);
        if let Some(id) = self.classes.get(&key) {
            return Ok(Some(*id));
        }
        let at = *asked
            .classes
            .entry(key.clone())
            .or_insert(judged.classes.len());
        let is_first = at == judged.classes.len();
        if is_first && at < MAX_ASKED {
            judged.classes.push(NamedClass {
                name: name.to_owned(),
                rows: 0,
                price: None,
            });
        }
        if let Some(class) = judged.classes.get_mut(at) {
            class.rows += 1;
            let prices = asked.prices.entry(at).or_default();
            // The total price of several tickets is not the price of one.
            let cell = self.price.filter(|_| !self.is_several(row));
            let cell = cell.and_then(|at| row.cells.get(at));
            prices.insert(cell.and_then(price::read));
            class.price = match prices.iter().collect::<Vec<_>>().as_slice() {
                [Some(price)] => Some(*price),
                _ => None,
            };
        }
        if let Some(class) = self.rules.named.chosen.get(&key) {
            return Ok(*class);
        }
        let message = LocalizedText::new(if self.rules.classes.is_empty() {
            "import.noClassYet"
        } else {
            "import.noSuchClass"
        });
        let message = message
            .with("value", quoted(name))
            .with("known", &self.vocabulary.class_names);
        Err(is_first.then_some(message))
    }

    /// Gives a person without a class the one chosen for such rows, or the only one there is. Returns the question if
    /// there are several.
    fn choose_class(&self, body: &mut NewParticipant) -> Option<LocalizedText> {
        body.ticket_id = match self.rules.classes.as_slice() {
            [only] => Some(only.id),
            _ => self.rules.default_class,
        };
        let has_classes = !(self.rules.classes.is_empty() && self.rules.named.new.is_empty());
        (body.ticket_id.is_none() && has_classes).then(|| {
            LocalizedText::new("import.chooseClass").with("known", &self.vocabulary.class_names)
        })
    }

    fn check_answers(
        &self,
        given: &[GivenAnswer],
        faults: &mut Vec<(String, LocalizedText)>,
    ) -> Vec<Answer> {
        let answers = check_answers(&self.questions, given, &HashSet::<FileId>::new());
        answers.unwrap_or_else(|errors| {
            faults.extend(errors);
            Vec::new()
        })
    }

    /// Choices are recognised whatever their case and accents; several are separated by semicolons or lines, or by
    /// commas when no choice has one.
    fn answer(&self, id: &str, cell: &Value) -> Option<GivenAnswer> {
        let (kind, choices) = self.choices.get(id)?;
        let value = text(cell);
        let choice = |text: &str| {
            let known = choices.get(&fold_for_search(text));
            known.map(|choice| (*choice).to_owned())
        };
        let answer = match kind {
            QuestionType::OneChoice => AnswerValue::Text(choice(&value).unwrap_or(value)),
            QuestionType::MultipleChoice => {
                let parts = |separators: &[char]| {
                    let parts = value.split(separators).map(str::trim);
                    let parts = parts.filter(|part| !part.is_empty());
                    parts.map(ToOwned::to_owned).collect::<Vec<String>>()
                };
                let known = |parts: &[String]| parts.iter().map(|part| choice(part)).collect();
                let lines = parts(&[';', '\n']);
                let commas = parts(&[';', '\n', ',']);
                let chosen: Option<Vec<String>> = known(&lines);
                AnswerValue::Choices(chosen.or_else(|| known(&commas)).unwrap_or(commas))
            }
            _ => AnswerValue::Text(value),
        };
        Some(GivenAnswer {
            question_id: id.to_owned(),
            answer: Some(answer),
        })
    }
}
