//! The columns of a list of participants in a file: their titles, the words that identify them, their values and how
//! they are read.

use std::collections::HashMap;

use hoi_community::accounts::Gender;
use hoi_i18n::{Lang, fold_for_search};
use hoi_platform::error::LocalizedText;
use hoi_platform::export_files::moment_cell;
use hoi_platform::files::FileUrl;
use hoi_platform::import_files::cells;
use hoi_platform::import_files::dates::DateOrder;
use hoi_spreadsheet::{Cell, Value};

use super::bodies::NewParticipant;
use super::dto::Participant;
use super::value_labels::ValueLabel;
use crate::attendances::{ParticipationType, PaymentMethod, PaymentStatus, QuestionType};
use crate::events::Question;

/// The subject of a column of an imported file.
#[derive(Clone, PartialEq)]
pub enum Field {
    /// A column of [`COLUMNS`].
    Known(&'static KnownColumn),
    /// The organiser's own question with this identifier.
    Question(String),
    /// Whether the person takes part; rows that say no are left out. Several columns may say so.
    Status,
    /// A question that the import adds to the event; its text is the column's title.
    NewQuestion,
}

/// The identifiers of the two fields that are no columns of a list.
pub const STATUS: &str = "status";
pub const NEW_QUESTION: &str = "newQuestion";

impl PartialEq for KnownColumn {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// Whether a participant has a value in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    Required,
    /// Visitors always give it, so it is recognised among other words of a title, too.
    Usual,
    Optional,
}

/// A column that every event has.
pub struct KnownColumn {
    /// The field's name in the API.
    pub name: &'static str,
    /// The key of its title.
    title: &'static str,
    /// The column's width in an export, in characters.
    pub width: u16,
    /// Other titles that people give it, folded.
    synonyms: &'static [&'static str],
    /// Writes the column in an export; `None` when an export has no such column.
    pub write: Option<Write>,
    /// Reads a cell that is not empty in an import; `None` when an import takes no such column.
    pub read: Option<Read>,
    /// The choices that a template offers.
    pub choices: Option<fn(Lang) -> Vec<String>>,
    pub need: Need,
    /// Identity documents and photographs: exported only on request, and left out of templates.
    pub is_sensitive: bool,
    /// The value admits its holder or opens a hidden class: left out of exports of many events.
    pub is_code: bool,
    /// Tells of a consent; written only on request.
    pub is_consent: bool,
}

/// Writes the cell of a participant.
pub type Write = fn(&Participant, &WriteContext) -> Cell;
/// Copies the value of a cell into the person read from the row.
pub type Read = fn(&mut Draft, ImportedCell) -> Result<(), LocalizedText>;

/// The context in which an export writes values.
pub struct WriteContext {
    pub lang: Lang,
    /// The address below which files are reached, without a slash at the end.
    pub public_url: String,
}

impl WriteContext {
    fn label<V: ValueLabel>(&self, value: Option<V>) -> Cell {
        value.map(|value| value.text(self.lang)).into()
    }

    fn file(&self, file: Option<FileUrl>) -> Cell {
        file.map(|file| self.link(&file.to_string())).into()
    }

    /// Returns the absolute address of the file at `path`.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }
}

/// A person read from a row.
#[derive(Default)]
pub struct Draft {
    /// The family name, from a file that has a column for it.
    pub family_name: String,
    /// The middle name, likewise.
    pub middle_name: String,
    /// The given name, likewise.
    pub given_name: String,
    /// The values of all other columns.
    pub person: NewParticipant,
}

/// The cell of an imported row that a column reads.
pub struct ImportedCell<'a> {
    /// The value with its type, as in the file.
    pub cell: &'a Value,
    /// The value as text, as a person would type it.
    pub text: String,
    pub vocabulary: &'a Vocabulary,
    /// The order in which dates are written.
    pub date_order: DateOrder,
}

/// The values that an import recognises, by folded text.
pub struct Vocabulary {
    lang: Lang,
    /// The names of the ticket classes as they are listed.
    pub class_names: String,
    types: HashMap<String, ParticipationType>,
    payments: HashMap<String, PaymentStatus>,
    methods: HashMap<String, PaymentMethod>,
    genders: HashMap<String, Gender>,
}

impl Vocabulary {
    /// Creates the vocabulary of an event whose ticket classes have these names.
    pub fn new<'a>(lang: Lang, classes: impl Iterator<Item = &'a str>) -> Self {
        Self {
            lang,
            class_names: classes.collect::<Vec<_>>().join(", "),
            types: ParticipationType::vocabulary(),
            payments: PaymentStatus::vocabulary(),
            methods: PaymentMethod::vocabulary(),
            genders: Gender::vocabulary(),
        }
    }

    /// Whether a text says whether something was paid.
    pub fn is_payment(&self, text: &str) -> bool {
        self.payments.contains_key(&fold_for_search(text))
    }

    /// Whether a text names a payment method that events have.
    pub fn is_method(&self, text: &str) -> bool {
        self.methods.contains_key(&fold_for_search(text))
    }
}

impl ImportedCell<'_> {
    fn value<V: ValueLabel>(&self, known: &HashMap<String, V>) -> Result<V, LocalizedText> {
        known
            .get(&fold_for_search(&self.text))
            .copied()
            .ok_or_else(|| {
                LocalizedText::new("import.unknownWord")
                    .with("value", cells::quoted(&self.text))
                    .with("known", V::texts(self.vocabulary.lang).join(", "))
            })
    }

    fn date(&self) -> Result<String, LocalizedText> {
        let date = cells::date(self.cell, &self.text, self.date_order);
        date.map(|date| date.to_string()).ok_or_else(|| {
            let key = match self.date_order {
                DateOrder::DayFirst => "import.date",
                DateOrder::MonthFirst => "import.dateMonthFirst",
            };
            LocalizedText::new(key).with("value", cells::quoted(&self.text))
        })
    }
}

const fn column(name: &'static str, title: &'static str, width: u16) -> KnownColumn {
    KnownColumn {
        name,
        title,
        width,
        synonyms: &[],
        write: None,
        read: None,
        choices: None,
        need: Need::Optional,
        is_sensitive: false,
        is_code: false,
        is_consent: false,
    }
}

impl KnownColumn {
    const fn known_as(mut self, synonyms: &'static [&'static str]) -> Self {
        self.synonyms = synonyms;
        self
    }

    const fn written(mut self, write: Write) -> Self {
        self.write = Some(write);
        self
    }

    const fn read(mut self, read: Read) -> Self {
        self.read = Some(read);
        self
    }

    const fn chosen_from(mut self, choices: fn(Lang) -> Vec<String>) -> Self {
        self.choices = Some(choices);
        self
    }

    /// Whether a participant must have a value in it.
    pub fn is_required(&self) -> bool {
        self.need == Need::Required
    }

    const fn required(mut self) -> Self {
        self.need = Need::Required;
        self
    }

    const fn usual(mut self) -> Self {
        self.need = Need::Usual;
        self
    }

    const fn code(mut self) -> Self {
        self.is_code = true;
        self
    }

    const fn consent(mut self) -> Self {
        self.is_consent = true;
        self
    }

    const fn sensitive(mut self) -> Self {
        self.is_sensitive = true;
        self
    }

    /// Whether it is looked for among other words of a title.
    pub fn is_looked_for(&self) -> bool {
        self.need != Need::Optional
    }

    /// Returns other titles that people give it, folded.
    pub fn synonyms(&self) -> &'static [&'static str] {
        self.synonyms
    }

    /// Returns the column's title in `lang`.
    pub fn title(&self, lang: Lang) -> String {
        LocalizedText::new(self.title).in_language(lang)
    }
}

/// Keeps a text as a field that may be empty.
macro_rules! text {
    ($field:ident) => {
        |draft, entry| {
            draft.person.details.$field = Some(Some(entry.text));
            Ok(())
        }
    };
}

/// All columns, in the order of an export, of a template and of the fields that an import offers.
#[rustfmt::skip]
pub static COLUMNS: [KnownColumn; 36] = [
    column("familyName", "sheet.familyName", 0)
        .known_as(&["ho", "ho dem", "ho lot", "ho va ten dem", "ho va ten lot", "ho va dem", "last name", "family name", "surname", "lastname"])
        .read(|draft, entry| { draft.family_name = entry.text; Ok(()) }),
    column("middleName", "sheet.middleName", 0)
        .known_as(&["dem", "ten lot", "chu lot", "middle name", "middle initial", "middlename"])
        .read(|draft, entry| { draft.middle_name = entry.text; Ok(()) }),
    column("givenName", "sheet.givenName", 0)
        .known_as(&["ten rieng", "ten goi", "first name", "given name", "forename", "firstname", "given names", "first names"])
        .read(|draft, entry| { draft.given_name = entry.text; Ok(()) }),
    column("fullName", "sheet.fullName", 28)
        .required()
        .known_as(&["ho ten", "ten", "ten khach", "ten khach moi", "ho ten khach", "nguoi tham du", "khach moi", "dai bieu", "name", "guest", "guest name", "participant", "attendee", "ten day du", "fullname", "participant name", "attendee name", "ten nguoi tham du", "ten nguoi tham gia", "ten vdv", "ten van dong vien"])
        .written(|person, _| person.full_name.clone().into())
        .read(|draft, entry| { draft.person.full_name = entry.text; Ok(()) }),
    column("email", "sheet.email", 30)
        .usual()
        .known_as(&["e mail", "mail", "thu dien tu", "dia chi email", "hop thu", "email address", "e mail address", "mail address", "gmail"])
        .written(|person, _| person.email.clone().into())
        .read(|draft, entry| { draft.person.email = entry.text; Ok(()) }),
    column("phone", "sheet.phone", 16)
        .usual()
        .known_as(&["sdt", "so dt", "dt", "dien thoai", "so dien thoai", "di dong", "so di dong", "dtdd", "zalo", "so zalo", "mobile", "tel", "phone number", "telephone", "mobile phone", "cell phone", "mobile number", "cell", "telephone number", "contact number", "phone mobile", "sdt zalo", "whatsapp"])
        .written(|person, _| person.phone.clone().into())
        .read(|draft, entry| { draft.person.phone = entry.text; Ok(()) }),
    column("company", "sheet.company", 28)
        .usual()
        .known_as(&["ten cong ty", "don vi", "don vi cong tac", "noi cong tac", "to chuc", "doanh nghiep", "co quan", "organization", "organisation", "company name", "organisation name", "organization name", "employer", "cong ty to chuc", "don vi cong ty"])
        .written(|person, _| person.company.clone().into())
        .read(|draft, entry| { draft.person.company = entry.text; Ok(()) }),
    column("role", "sheet.role", 18)
        .known_as(&["vi tri", "vai tro", "chuc danh", "position", "title", "job title"])
        .written(|person, _| person.details.role.clone().into())
        .read(text!(role)),
    column("country", "sheet.country", 14)
        .known_as(&["nuoc", "quoc tich", "nationality"])
        .written(|person, _| person.details.country.clone().into())
        .read(text!(country)),
    column("participationType", "sheet.participationType", 16)
        .known_as(&["loai", "loai hinh", "hinh thuc tham du", "doi tuong", "nhom khach", "type", "guest type", "participation"])
        .written(|person, context| context.label(Some(person.participation_type)))
        .read(|draft, entry| { draft.person.participation_type = Some(entry.value(&entry.vocabulary.types)?); Ok(()) })
        .chosen_from(ParticipationType::texts),
    column("ticket", "sheet.ticket", 18)
        .known_as(&["ve", "loai ve", "ten ve", "hang", "ticket", "ticket type", "ticket class", "ticket name", "ticket type name", "ticket title", "ticket tier", "ticket category", "pass type", "product", "product name", "item", "item name", "category", "admission", "cu ly", "cu li", "cu ly dang ky", "cu ly tham gia", "cu ly thi dau", "hang muc", "hang muc thi dau", "noi dung thi dau", "goi ve", "distance", "race", "race distance", "race category", "ten hang ve", "ten loai ve"])
        .written(|person, _| person.ticket.as_ref().map(|ticket| ticket.name.clone()).into())
        // The reader of a row looks the class up, because it asks about one that is missing.
        .read(|_, _| Ok(())),
    column("ticketCode", "sheet.ticketCode", 16)
        .written(|person, _| person.ticket_code.clone().into())
        .code(),
    column("paymentStatus", "sheet.paymentStatus", 18)
        .known_as(&["trang thai thanh toan", "tinh trang thanh toan", "da thanh toan", "thanh toan", "payment", "paid", "payment status"])
        .written(|person, context| context.label(Some(person.payment_status).filter(|_| is_due(person))))
        .read(|draft, entry| { draft.person.payment_status = Some(entry.value(&entry.vocabulary.payments)?); Ok(()) })
        .chosen_from(PaymentStatus::texts),
    column("paymentMethod", "sheet.paymentMethod", 20)
        .known_as(&["hinh thuc thanh toan", "phuong thuc thanh toan", "cach tra tien", "payment type"])
        .written(|person, context| context.label(person.payment_method))
        .read(|draft, entry| { draft.person.payment_method = Some(entry.value(&entry.vocabulary.methods)?); Ok(()) })
        .chosen_from(PaymentMethod::texts),
    column("amount", "sheet.amount", 16)
        .written(|person, _| Cell::Number(person.amount)),
    column("received", "sheet.received", 16)
        .known_as(&["so tien da tra", "da tra", "so tien da thanh toan", "da thanh toan", "so tien da dong", "da dong", "so tien da nop", "da nop", "so tien da chuyen", "so tien da chuyen khoan", "so tien da thu", "da thu", "thuc thu", "so tien da nhan", "tien da tra", "tien da dong", "tien da nop", "amount paid", "paid amount", "paid", "total paid", "amount received", "received amount", "amount collected"])
        .written(|person, _| Cell::Number(person.received))
        // The reader of a row compares it with the amount due.
        .read(|_, _| Ok(())),
    column("paymentRef", "sheet.paymentRef", 18)
        .written(|person, _| is_due(person).then(|| person.payment_ref.clone()).into()),
    column("paidAt", "sheet.paidAt", 18)
        .written(|person, _| moment_cell(person.paid_at)),
    column("invitedBy", "sheet.invitedBy", 22)
        .known_as(&["duoc moi boi", "nguoi gioi thieu", "gioi thieu boi", "referrer", "invited by"])
        .written(|person, _| person.details.invited_by.clone().into())
        .read(text!(invited_by)),
    column("invitationCode", "sheet.invitationCode", 16)
        .known_as(&["ma moi", "invite code"])
        .written(|person, _| person.invitation_code.clone().into())
        .read(|draft, entry| { draft.person.invitation_code = Some(entry.text); Ok(()) })
        .code(),
    column("checkedInTime", "sheet.checkedInTime", 18)
        .written(|person, _| moment_cell(person.checked_in_time)),
    column("checkedInBy", "sheet.checkedInBy", 18)
        .written(|person, _| person.checked_in_by.clone().into()),
    column("registrationTime", "sheet.registrationTime", 18)
        .written(|person, _| moment_cell(Some(person.registration_time))),
    column("source", "sheet.source", 18)
        .written(|person, context| context.label(Some(person.source))),
    column("dateOfBirth", "sheet.dateOfBirth", 14)
        .known_as(&["sinh ngay", "ngay thang nam sinh", "dob", "birthday", "birth date", "birthdate"])
        .written(|person, _| date(person.details.date_of_birth.as_deref()))
        .read(|draft, entry| { draft.person.details.date_of_birth = Some(Some(entry.date()?)); Ok(()) }),
    column("gender", "sheet.gender", 12)
        .known_as(&["phai", "sex"])
        .written(|person, context| context.label(person.details.gender))
        .read(|draft, entry| { draft.person.details.gender = Some(Some(entry.value(&entry.vocabulary.genders)?)); Ok(()) })
        .chosen_from(Gender::texts),
    column("note", "sheet.note", 30)
        .known_as(&["chu thich", "notes", "remark", "remarks", "comment"])
        .written(|person, _| person.details.note.clone().into())
        .read(text!(note)),
    column("identificationNumber", "sheet.identificationNumber", 22)
        .known_as(&["cccd", "cmnd", "so cccd", "so cmnd", "can cuoc", "so can cuoc", "ho chieu", "so ho chieu", "passport", "id number", "passport number", "id card", "identity number", "identity card", "national id", "ma dinh danh ca nhan"])
        .written(|person, _| person.details.identification_number.clone().into())
        .read(text!(identification_number))
        .sensitive(),
    column("taxNumber", "sheet.taxNumber", 18)
        .known_as(&["mst", "tax code", "tax id", "tax no", "tax identification number"])
        .written(|person, _| person.details.tax_number.clone().into())
        .read(text!(tax_number))
        .sensitive(),
    column("businessLicense", "sheet.businessLicense", 30)
        .written(|person, context| context.file(person.details.business_license))
        .sensitive(),
    column("avatar", "sheet.avatar", 30)
        .written(|person, context| context.file(person.details.avatar))
        .sensitive(),
    column("logo", "sheet.logo", 30)
        .written(|person, context| context.file(person.details.logo))
        .sensitive(),
    column("consentVersion", "sheet.consentVersion", 16)
        .written(|person, _| person.consent.as_ref().map(|given| given.version.clone()).into())
        .consent(),
    column("consentTime", "sheet.consentTime", 18)
        .written(|person, _| moment_cell(person.consent.as_ref().map(|given| given.at)))
        .consent(),
    column("consentAddress", "sheet.consentAddress", 24)
        .written(|person, _| person.consent.as_ref().and_then(|given| given.address.clone()).into())
        .consent(),
    column("consentWithdrawnTime", "sheet.consentWithdrawnTime", 18)
        .written(|person, _| moment_cell(person.consent_withdrawn_at))
        .consent(),
];

/// Of a free ticket nothing was ever due, so nothing was paid or transferred either.
fn is_due(person: &Participant) -> bool {
    person.amount > 0
}

/// A date of birth; a text that is no date stays as it was written.
fn date(text: Option<&str>) -> Cell {
    text.map_or(Cell::Empty, |text| match text.parse() {
        Ok(date) => Cell::Date(date),
        Err(_) => text.into(),
    })
}

/// Returns the columns that an import recognises for every event; the event's own questions are not among them.
pub fn importable() -> impl Iterator<Item = &'static KnownColumn> {
    COLUMNS.iter().filter(|column| column.read.is_some())
}

/// Returns the importable column with this API name.
pub fn known(name: &str) -> Option<&'static KnownColumn> {
    importable().find(|column| column.name == name)
}

/// Questions that can be answered with text.
pub fn is_textual(question: &Question) -> bool {
    !matches!(question.kind, QuestionType::Image | QuestionType::ReadOnly)
}

impl Field {
    /// The field with this identifier, if the event has it.
    pub fn from_id(id: &str, scheme: &[Question]) -> Option<Self> {
        match id.strip_prefix("question:") {
            Some(question) => scheme
                .iter()
                .any(|one| one.id == question && is_textual(one))
                .then(|| Self::Question(question.to_owned())),
            None if id == STATUS => Some(Self::Status),
            None if id == NEW_QUESTION => Some(Self::NewQuestion),
            None => known(id).map(Self::Known),
        }
    }

    /// Whether it is the column of this name.
    pub fn is(&self, name: &str) -> bool {
        matches!(self, Self::Known(column) if column.name == name)
    }

    /// Returns the field's name in the API.
    pub fn id(&self) -> String {
        match self {
            Self::Known(column) => column.name.to_owned(),
            Self::Question(id) => format!("question:{id}"),
            Self::Status => STATUS.to_owned(),
            Self::NewQuestion => NEW_QUESTION.to_owned(),
        }
    }

    /// Whether several columns can be about it.
    pub fn repeats(&self) -> bool {
        matches!(self, Self::Status | Self::NewQuestion)
    }
}
