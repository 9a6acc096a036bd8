//! Compares the people of a file with those on the list: new people, changes of known people, and values that stay
//! because they were changed since. Pure.

use std::collections::{HashMap, HashSet};

use hoi_community::accounts::{Gender, email_key};
use hoi_i18n::{Lang, normalize_text};
use hoi_platform::error::{LocalizedText, RowFault};
use hoi_platform::ids::UserId;
use serde_json::json;

use super::super::columns::known;
use super::super::value_labels::ValueLabel;
use super::names::{can_be_one, name_key};
use super::options::PaymentChoice;
use super::people::{Judged, LeftOut, OddRow, Person, Rules};
use crate::attendances::{
    Answer, AnswerValue, AttendanceId, ImportMarks, MASK, ParticipationType, PaymentStatus,
    attendance, phone_key, values,
};
use crate::events::EventAction;
use crate::registration::{Change, NewRegistration, Update};

/// The most people whose changes are listed.
pub const MAX_LISTED: usize = 200;

/// The result of comparing the people of a file with the list.
#[derive(Default)]
pub struct Compared {
    /// People not on the list, each with the number of the row.
    pub added: Vec<(usize, NewRegistration)>,
    /// People on the list who change.
    pub updated: Vec<(usize, Update)>,
    /// The number of people on the list who stay as they are.
    pub unchanged: usize,
    /// The values that would change or stay, of the first [`MAX_LISTED`] people.
    pub listed: Vec<Difference>,
    /// The number of people of whom something changes, or stays although the file says otherwise.
    pub different: usize,
    /// The first [`MAX_LISTED`] people who are recognised by name and phone number and have another address.
    pub other_emails: Vec<OtherEmail>,
    /// The number of all of these.
    pub other_email_count: usize,
    /// Rows with the address of a person on the list and another name.
    pub renamed: usize,
    /// People who are no longer on the list.
    pub gone: usize,
    /// New people with the name of a person on the list.
    pub namesakes: usize,
    /// New people who count as paid because the file says so of their registration.
    pub paid: usize,
    /// The names of people on the list who stay there, although their rows say that they do not take part.
    pub staying: Vec<String>,
    /// The payment methods of new people that events do not have, one per person.
    pub unknown_methods: Vec<String>,
}

/// A person on the list with another address than in the file.
pub struct OtherEmail {
    pub row: usize,
    pub name: String,
    pub on_list: String,
    pub in_file: String,
}

/// How a person on the list differs from their row.
pub struct Difference {
    pub row: usize,
    pub id: AttendanceId,
    pub name: String,
    /// The values that the import changes.
    pub changed: Vec<Value>,
    /// The values that stay because they were changed since the last import, or were never the import's.
    pub kept: Vec<Value>,
}

/// A value on the list and in the file.
pub struct Value {
    /// The field's name as people read it.
    pub field: String,
    pub on_list: Option<String>,
    pub in_file: String,
}

/// Compares everyone, and adds faults and the people left out to `judged`. `title` is the title of the column with the
/// addresses.
pub fn compare(
    people: Vec<Person>,
    known: &[attendance::Model],
    rules: &Rules,
    by: UserId,
    title: Option<String>,
    judged: &mut Judged,
) -> Compared {
    let (live, gone): (Vec<_>, Vec<_>) = known.iter().partition(|row| row.deleted_at.is_none());
    // An unconfirmed registration was never on the list.
    let gone = gone.into_iter().filter(|row| row.confirm_by.is_none());
    let (live, gone) = (Index::of(live), Index::of(gone.collect()));
    let mut compared = Compared::default();
    let mut taken: HashMap<AttendanceId, usize> = HashMap::new();
    for person in people {
        let fault = |column: Option<String>, message: LocalizedText| RowFault {
            row: person.row,
            column,
            message,
        };
        let row = match live.find(&person.registration, rules) {
            Match::One(row) => row,
            Match::OtherName(row) => {
                compared.renamed += 1;
                if !rules.renames {
                    let message = LocalizedText::new("import.emailInUse");
                    judged.question([fault(title.clone(), message)]);
                    judged.open += 1;
                    continue;
                }
                row
            }
            Match::Several => {
                let message = LocalizedText::new("import.severalAlike");
                judged.fault([fault(
                    None,
                    message.with("name", &person.registration.full_name),
                )]);
                continue;
            }
            Match::Nobody { is_namesake } => {
                let was_there = matches!(gone.find(&person.registration, rules), Match::One(_));
                if was_there {
                    compared.gone += 1;
                }
                if was_there && !rules.add_removed {
                    let reason = LocalizedText::new("import.wasRemoved");
                    judged.leave_out(LeftOut {
                        row: person.row,
                        name: person.registration.full_name,
                        reason: reason.in_language(rules.lang),
                    });
                } else if let Some(person) = settle_payment(person, rules, judged) {
                    compared.namesakes += usize::from(is_namesake);
                    compared.paid += usize::from(person.is_paid_by_status);
                    compared.unknown_methods.extend(person.unknown_method);
                    compared.added.push((person.row, person.registration));
                }
                continue;
            }
        };
        if let Some(first) = taken.insert(row.id, person.row) {
            let message = LocalizedText::new("import.samePerson").with("row", first);
            judged.fault([fault(None, message)]);
            continue;
        }
        compared.update(&person, row, rules, by);
    }
    // Another row of the same person, if there is one, updates the person.
    let mut named: HashSet<AttendanceId> = taken.into_keys().collect();
    for person in &judged.not_taking_part {
        if let Match::One(row) = live.find(person, rules)
            && named.insert(row.id)
        {
            compared.staying.push(row.full_name.clone());
        }
    }
    compared
}

/// Lists a new person who paid another amount than is due, and applies the organiser's decision. Returns the person if
/// they are added.
fn settle_payment(mut person: Person, rules: &Rules, judged: &mut Judged) -> Option<Person> {
    let Some(odd) = person.odd_payment.take() else {
        return Some(person);
    };
    let payments = &mut judged.odd_payments;
    payments.count += 1;
    if payments.listed.len() < MAX_LISTED {
        payments.listed.push(OddRow {
            row: person.row,
            name: person.registration.full_name.clone(),
            message: odd.message.clone(),
        });
    }
    match rules.odd_payments {
        None => {
            judged.question([RowFault {
                row: person.row,
                column: odd.column,
                message: odd.message,
            }]);
            judged.open += 1;
            None
        }
        Some(PaymentChoice::LeaveOut) => {
            judged.leave_out(LeftOut {
                row: person.row,
                name: person.registration.full_name,
                reason: odd.message.in_language(rules.lang),
            });
            None
        }
        Some(choice) => {
            person.registration.payment_status = Some(odd.status(choice));
            Some(person)
        }
    }
}

fn known_title(field: &str, lang: Lang) -> Option<String> {
    Some(known(field)?.title(lang))
}

/// The match of a person in the file on the list.
enum Match<'a> {
    One(&'a attendance::Model),
    /// A person with the address and another name.
    OtherName(&'a attendance::Model),
    /// More than one could be meant.
    Several,
    Nobody {
        /// Whether a person on the list has the name.
        is_namesake: bool,
    },
}

/// People by address and by name.
struct Index<'a> {
    by_email: HashMap<String, Vec<&'a attendance::Model>>,
    by_name: HashMap<String, Vec<&'a attendance::Model>>,
}

impl<'a> Index<'a> {
    fn of(rows: Vec<&'a attendance::Model>) -> Self {
        let (mut by_email, mut by_name) = (HashMap::new(), HashMap::new());
        for row in rows {
            if !row.email.is_empty() {
                let key = email_key(&row.email);
                by_email.entry(key).or_insert_with(Vec::new).push(row);
            }
            let key = name_key(&row.full_name);
            by_name.entry(key).or_insert_with(Vec::new).push(row);
        }
        Self { by_email, by_name }
    }

    /// Finds by the address; without one, or if it is unknown, by name and phone number.
    fn find(&self, person: &NewRegistration, rules: &Rules) -> Match<'a> {
        let name = name_key(&person.full_name);
        let empty = Vec::new();
        let with_email = self
            .by_email
            .get(&email_key(&person.email))
            .unwrap_or(&empty);
        let with_name = self.by_name.get(&name).unwrap_or(&empty);
        let same_name = |row: &&&attendance::Model| name_key(&row.full_name) == name;
        let both: Vec<_> = with_email.iter().filter(same_name).copied().collect();
        let phone = phone_key(&person.phone);
        let is_shared = rules.may_share_emails == Some(true) || person.may_share_email;
        match (both.as_slice(), with_email.as_slice()) {
            ([one], _) => return Match::One(one),
            ([_, ..], _) => {
                let same: Vec<_> = both
                    .iter()
                    .filter(|row| phone_key(&row.phone) == phone)
                    .collect();
                return match same.as_slice() {
                    [one] => Match::One(one),
                    _ => Match::Several,
                };
            }
            ([], [one]) if !is_shared => {
                return if can_be_one(&one.full_name, &person.full_name) {
                    Match::One(one)
                } else {
                    Match::OtherName(one)
                };
            }
            ([], [_, ..]) if !is_shared => return Match::Several,
            ([], [_, ..]) => return Match::Nobody { is_namesake: false },
            ([], []) => {}
        }
        // A person with neither address nor phone number is recognised by the name alone if the list has no more about
        // them either.
        let is_same = |row: &&&attendance::Model| {
            let has_no_email = row.email.is_empty() && person.email.is_empty();
            // Without accents and order, two people of a list of names would be one.
            let is_exact = || exact(&row.full_name) == exact(&person.full_name);
            phone_key(&row.phone) == phone && (!phone.is_empty() || (has_no_email && is_exact()))
        };
        let same: Vec<_> = with_name.iter().filter(is_same).collect();
        match same.as_slice() {
            [] => Match::Nobody {
                is_namesake: !with_name.is_empty(),
            },
            [one] => Match::One(one),
            _ => Match::Several,
        }
    }
}

/// A name with its accents and in its order, as it is compared where nothing else tells people apart.
fn exact(name: &str) -> String {
    normalize_text(name).to_lowercase()
}

/// The values of a row of the file, by field, in the form in which [`values`] gives a participant's.
fn offered(person: &Person) -> Vec<(String, String)> {
    let new = &person.registration;
    let details = &new.details;
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let class = new.ticket_id.filter(|_| person.gives_class);
    let kind = Some(new.participation_type).filter(|_| person.gives_type);
    let known = [
        ("fullName", text(&new.full_name)),
        ("email", text(&new.email)),
        ("phone", text(&new.phone)),
        ("company", text(&new.company)),
        ("role", details.role.clone()),
        ("country", details.country.clone()),
        ("invitedBy", details.invited_by.clone()),
        ("dateOfBirth", details.date_of_birth.clone()),
        ("gender", details.gender.map(|gender| code(&gender))),
        ("note", details.note.clone()),
        (
            "identificationNumber",
            details.identification_number.clone(),
        ),
        ("taxNumber", details.tax_number.clone()),
        ("participationType", kind.map(|kind| code(&kind))),
        ("ticket", class.map(|id| id.to_string())),
    ];
    let known = known
        .into_iter()
        .filter_map(|(field, value)| Some((field.to_owned(), value?)));
    let answers = new.answers.iter();
    let answers = answers.map(as_value);
    known.chain(answers).collect()
}

/// An answer as [`values`] says it; dots if it is sealed.
pub fn as_value(answer: &Answer) -> (String, String) {
    let value = match &answer.answer {
        AnswerValue::Text(_) if answer.sensitive => MASK.to_owned(),
        AnswerValue::Text(text) => text.clone(),
        AnswerValue::Choices(choices) => choices.join("\n"),
    };
    (format!("question:{}", answer.question_id), value)
}

fn code(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Whether two values of a field say the same.
fn is_same(field: &str, one: &str, other: &str) -> bool {
    match field {
        "email" => email_key(one) == email_key(other),
        "phone" => {
            one == other || (!phone_key(one).is_empty() && phone_key(one) == phone_key(other))
        }
        _ => one == other,
    }
}

impl Compared {
    fn update(&mut self, person: &Person, row: &attendance::Model, rules: &Rules, by: UserId) {
        let mut marks = ImportMarks::known(row, &rules.marks);
        let before = values(row);
        let (mut changed, mut kept, mut fields) = (Vec::new(), Vec::new(), Vec::new());
        for (field, in_file) in offered(person) {
            let on_list = before.get(&field).map(String::as_str);
            if on_list.is_some_and(|value| is_same(&field, value, &in_file)) {
                continue;
            }
            let is_fixed = match field.as_str() {
                // Money was paid for the class, or the participant is inside with it.
                "ticket" => row.received > 0 || row.checked_in_time.is_some(),
                "invitedBy" => row.invited_by_attendance_id.is_some(),
                "participationType" => row.invitation_code_id.is_some(),
                _ => false,
            };
            let value = Value {
                field: title_of(&field, rules),
                on_list: on_list.map(|value| shown(&field, value, rules)),
                in_file: shown(&field, &in_file, rules),
            };
            let may_replace = !is_fixed && marks.may_replace(&rules.marks, row.id, &field, on_list);
            // Mails and the own page of a person follow the address, so it is not replaced unasked.
            if let (true, "email", Some(on_list)) = (may_replace, field.as_str(), on_list) {
                self.other_email_count += 1;
                if self.other_emails.len() < MAX_LISTED {
                    self.other_emails.push(OtherEmail {
                        row: person.row,
                        name: row.full_name.clone(),
                        on_list: on_list.to_owned(),
                        in_file: in_file.clone(),
                    });
                }
                if !rules.replace_emails {
                    continue;
                }
            }
            if may_replace {
                marks.note(&rules.marks, row.id, field.clone(), &in_file);
                changed.push(value);
                fields.push(field);
            } else {
                kept.push(value);
            }
        }
        if let Some(status) = person.registration.payment_status
            && row.amount > 0
            && status != row.payment_status
        {
            kept.push(Value {
                field: title_of("paymentStatus", rules),
                on_list: Some(PaymentStatus::text(row.payment_status, rules.lang)),
                in_file: PaymentStatus::text(status, rules.lang),
            });
        }
        if !(changed.is_empty() && kept.is_empty()) {
            self.different += 1;
            if self.listed.len() < MAX_LISTED {
                self.listed.push(Difference {
                    row: person.row,
                    id: row.id,
                    name: row.full_name.clone(),
                    changed,
                    kept,
                });
            }
        }
        if fields.is_empty() {
            self.unchanged += 1;
            return;
        }
        let mut change = change_of(person, row, &fields, by);
        change.imported = Some(marks);
        let update = Update {
            id: row.id,
            seen: row.updated_at,
            change,
        };
        self.updated.push((person.row, update));
    }
}

/// The change of a row in these fields.
fn change_of(person: &Person, row: &attendance::Model, fields: &[String], by: UserId) -> Change {
    let new = &person.registration;
    let mut change = Change::default();
    let details = &mut change.details;
    let mut logged: Vec<&str> = Vec::new();
    for field in fields {
        match field.as_str() {
            "fullName" => change.full_name = Some(new.full_name.clone()),
            "phone" => change.phone = Some(new.phone.clone()),
            "company" => change.company = Some(new.company.clone()),
            "role" => details.role = Some(new.details.role.clone()),
            "country" => details.country = Some(new.details.country.clone()),
            "invitedBy" => details.invited_by = Some(new.details.invited_by.clone()),
            "dateOfBirth" => details.date_of_birth = Some(new.details.date_of_birth.clone()),
            "gender" => details.gender = Some(new.details.gender),
            "note" => details.note = Some(new.details.note.clone()),
            "identificationNumber" => {
                details.identification_number = Some(new.details.identification_number.clone());
            }
            "taxNumber" => details.tax_number = Some(new.details.tax_number.clone()),
            "participationType" => change.participation_type = Some(new.participation_type),
            "email" => {
                change.email = Some(new.email.clone());
                change.may_share_email = new.may_share_email;
            }
            "ticket" => change.ticket = Some(new.ticket_id),
            _ => {
                let id = field.strip_prefix("question:").unwrap_or_default();
                let given = new.answers.iter().find(|answer| answer.question_id == id);
                let changed = change.answers.get_or_insert_with(|| row.answers.clone());
                changed.answers.retain(|answer| answer.question_id != id);
                changed.answers.extend(given.cloned());
            }
        }
        let name = if field.starts_with("question:") {
            "answers"
        } else {
            field.as_str()
        };
        if !logged.contains(&name) {
            logged.push(name);
        }
    }
    let name = &new.full_name;
    let data = json!({ "name": name, "fields": logged });
    change.log = vec![(by, EventAction::ParticipantChanged, data)];
    change
}

fn title_of(field: &str, rules: &Rules) -> String {
    let question = field.strip_prefix("question:").and_then(|id| {
        let mut questions = rules.scheme.iter();
        questions.find(|question| question.id == id)
    });
    match question {
        Some(question) => question.question.clone(),
        None => known_title(field, rules.lang).unwrap_or_default(),
    }
}

/// A value as people read it.
fn shown(field: &str, value: &str, rules: &Rules) -> String {
    fn label<V: ValueLabel + serde::Serialize>(value: &str, lang: Lang) -> Option<String> {
        let mut all = V::ALL.iter();
        let own = all.find(|(one, ..)| code(one) == value)?;
        Some(own.0.text(lang))
    }
    let is_sensitive = field.strip_prefix("question:").is_some_and(|id| {
        let mut questions = rules.scheme.iter();
        questions.any(|question| question.id == id && question.sensitive)
    });
    if is_sensitive || matches!(field, "identificationNumber" | "taxNumber") {
        return MASK.to_owned();
    }
    let text = match field {
        "gender" => label::<Gender>(value, rules.lang),
        "participationType" => label::<ParticipationType>(value, rules.lang),
        "ticket" => {
            let existing = rules.classes.iter();
            let mut existing = existing.filter(|class| class.id.to_string() == value);
            let new = rules.named.new.iter();
            let mut new = new.filter(|(id, _)| id.to_string() == value);
            existing
                .next()
                .map(|class| class.name.clone())
                .or_else(|| new.next().map(|(_, class)| class.name.clone()))
        }
        _ => None,
    };
    text.unwrap_or_else(|| value.replace('\n', ", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_however_it_is_written() {
        for phone in [
            "0912345678",
            "0912 345 678",
            "+84912345678",
            "84 912.345.678",
            "0084912345678",
            "+84 (0) 912 345 678",
        ] {
            assert_eq!(phone_key(phone), "0912345678", "{phone}");
        }
        assert_eq!(phone_key("113"), "");
        assert_ne!(phone_key("+85212345678"), phone_key("012345678"));
    }
}
