//! What the columns and values of a list of participants are called in a file: written in the reader's language and in
//! the words of the screens, understood in both languages, with or without accents.

use std::collections::HashMap;

use hoi_i18n::{Lang, fold_for_search};

use crate::accounts::Gender;
use crate::attendances::{ParticipationType, PaymentMethod, PaymentStatus, Source};
use crate::error::LocalizedText;
use crate::events::{Question, QuestionType};

/// What a column of an imported file may be about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Field {
    /// One of [`COLUMNS`], by its name.
    Known(&'static str),
    /// The organiser's own question with this identifier.
    Question(String),
}

/// A column that every event has.
pub struct KnownColumn {
    /// The field's name in the API.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Other titles that people give it, folded.
    synonyms: &'static [&'static str],
}

impl KnownColumn {
    /// The title in a language.
    pub fn title(&self, lang: Lang) -> String {
        LocalizedText::new(self.title).in_language(lang)
    }
}

/// Without these nobody can be added.
pub const REQUIRED: [&str; 4] = ["fullName", "email", "phone", "company"];

const fn column(
    name: &'static str,
    title: &'static str,
    synonyms: &'static [&'static str],
) -> KnownColumn {
    KnownColumn {
        name,
        title,
        synonyms,
    }
}

/// In the order in which they are offered.
#[rustfmt::skip]
pub const COLUMNS: [KnownColumn; 18] = [
    column("familyName", "sheet.familyName", &["ho", "ho dem", "ho lot", "ho va ten dem", "ho va ten lot", "last name", "family name", "surname"]),
    column("fullName", "sheet.fullName", &["ho ten", "ten", "ten khach", "ten khach moi", "ho ten khach", "nguoi tham du", "khach moi", "dai bieu", "name", "guest", "guest name", "participant", "attendee", "ten day du"]),
    column("email", "sheet.email", &["e mail", "mail", "thu dien tu", "dia chi email", "hop thu", "email address"]),
    column("phone", "sheet.phone", &["sdt", "so dt", "dt", "dien thoai", "so dien thoai", "di dong", "so di dong", "dtdd", "zalo", "so zalo", "mobile", "tel", "phone number", "telephone", "mobile phone", "cell phone"]),
    column("company", "sheet.company", &["ten cong ty", "don vi", "don vi cong tac", "noi cong tac", "to chuc", "doanh nghiep", "co quan", "organization", "organisation", "company name", "organisation name"]),
    column("ticket", "sheet.ticket", &["ve", "loai ve", "ten ve", "hang", "ticket", "ticket type", "ticket class", "ticket name"]),
    column("participationType", "sheet.participationType", &["loai", "loai hinh", "hinh thuc tham du", "doi tuong", "nhom khach", "type", "guest type", "participation"]),
    column("role", "sheet.role", &["vi tri", "vai tro", "chuc danh", "position", "title", "job title"]),
    column("country", "sheet.country", &["nuoc", "quoc tich", "nationality"]),
    column("note", "sheet.note", &["chu thich", "notes", "remark", "remarks", "comment"]),
    column("invitedBy", "sheet.invitedBy", &["duoc moi boi", "nguoi gioi thieu", "gioi thieu boi", "referrer", "invited by"]),
    column("invitationCode", "sheet.invitationCode", &["ma moi", "invite code"]),
    column("paymentStatus", "sheet.paymentStatus", &["trang thai thanh toan", "tinh trang thanh toan", "da thanh toan", "thanh toan", "payment", "paid"]),
    column("paymentMethod", "sheet.paymentMethod", &["hinh thuc thanh toan", "phuong thuc thanh toan", "cach tra tien", "payment type"]),
    column("dateOfBirth", "sheet.dateOfBirth", &["sinh ngay", "ngay thang nam sinh", "dob", "birthday", "birth date", "birthdate"]),
    column("gender", "sheet.gender", &["phai", "sex"]),
    column("identificationNumber", "sheet.identificationNumber", &["cccd", "cmnd", "so cccd", "so cmnd", "can cuoc", "so can cuoc", "ho chieu", "so ho chieu", "passport", "id number", "passport number", "id card"]),
    column("taxNumber", "sheet.taxNumber", &["mst", "tax code", "tax id"]),
];

/// The column that every event has under this name.
pub fn known(name: &str) -> Option<&'static KnownColumn> {
    COLUMNS.iter().find(|column| column.name == name)
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
            None => known(id).map(|column| Self::Known(column.name)),
        }
    }

    /// How the API names it.
    pub fn id(&self) -> String {
        match self {
            Self::Known(name) => (*name).to_owned(),
            Self::Question(id) => format!("question:{id}"),
        }
    }
}

/// What each column is about, as far as its title tells; nothing is found twice.
pub fn recognise(titles: &[String], scheme: &[Question]) -> Vec<Option<Field>> {
    let mut names: Vec<(String, Field)> = Vec::new();
    for column in &COLUMNS {
        let titles = Lang::ALL.into_iter().map(|lang| plain(&column.title(lang)));
        let synonyms = column.synonyms.iter().map(|synonym| (*synonym).to_owned());
        let all = titles.chain(synonyms).chain([plain(column.name)]);
        names.extend(all.map(|name| (name, Field::Known(column.name))));
    }
    for question in scheme.iter().filter(|question| is_textual(question)) {
        let field = Field::Question(question.id.clone());
        names.push((plain(&question.question), field));
    }
    let mut found: Vec<Option<Field>> = vec![None; titles.len()];
    let titles: Vec<String> = titles.iter().map(|title| plain(title)).collect();
    // First those that say exactly what they are; then, for what cannot be missing, those that say it among other words
    // ("Số điện thoại liên hệ").
    for within in [false, true] {
        for at in 0..titles.len() {
            let Some(title) = titles.get(at).filter(|title| !title.is_empty()) else {
                continue;
            };
            if found.get(at).is_none_or(Option::is_some) {
                continue;
            }
            let fits = |name: &str, field: &Field| {
                let asked = matches!(field, Field::Known(name) if REQUIRED.contains(name));
                if within {
                    asked && name.len() > 3 && format!(" {title} ").contains(&format!(" {name} "))
                } else {
                    name == title
                }
            };
            let free = |field: &Field| !found.contains(&Some(field.clone()));
            let field = names
                .iter()
                .find(|(name, field)| fits(name, field) && free(field))
                .map(|(_, field)| field.clone());
            if let Some(place) = found.get_mut(at) {
                *place = field;
            }
        }
    }
    // Where a family name has a column of its own, "Tên" is the rest of the name; alone it is no name at all.
    if !found.contains(&Some(Field::Known("fullName"))) {
        for field in &mut found {
            if *field == Some(Field::Known("familyName")) {
                *field = Some(Field::Known("fullName"));
            }
        }
    }
    found
}

/// A title without accents, marks and what stands in brackets.
fn plain(title: &str) -> String {
    let mut depth = 0_usize;
    let mut plain = String::new();
    for char in fold_for_search(title).chars() {
        match char {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            char if char.is_alphanumeric() => plain.push(char),
            _ => plain.push(' '),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value that is one of a few words.
pub trait Word: Copy + PartialEq + 'static {
    /// Each with its text and with other words for it, folded.
    const ALL: &'static [(Self, &'static str, &'static [&'static str])];

    /// Its text in a language.
    fn text(self, lang: Lang) -> String {
        let own = Self::ALL.iter().find(|(word, ..)| *word == self);
        own.map_or_else(String::new, |(_, key, _)| {
            LocalizedText::new(key).in_language(lang)
        })
    }

    /// Everything that is understood, folded.
    fn vocabulary() -> HashMap<String, Self> {
        let mut all = HashMap::new();
        for (word, key, others) in Self::ALL {
            for lang in Lang::ALL {
                all.insert(
                    fold_for_search(&LocalizedText::new(key).in_language(lang)),
                    *word,
                );
            }
            all.extend(others.iter().map(|other| ((*other).to_owned(), *word)));
        }
        all
    }

    /// The texts of all, to be offered.
    fn texts(lang: Lang) -> Vec<String> {
        Self::ALL.iter().map(|(word, ..)| word.text(lang)).collect()
    }
}

impl Word for ParticipationType {
    const ALL: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (
            Self::Ordinary,
            "sheet.ordinary",
            &["ordinary", "thuong", "khach", "normal", "regular"],
        ),
        (
            Self::Vip,
            "sheet.vip",
            &["vip", "khach vip", "very important"],
        ),
        (Self::Sponsor, "sheet.sponsor", &["tai tro", "sponsor"]),
        (
            Self::Invited,
            "sheet.invited",
            &[
                "moi",
                "duoc moi",
                "khach duoc moi",
                "guest",
                "invited",
                "invitee",
            ],
        ),
        (
            Self::Committee,
            "sheet.committee",
            &[
                "btc",
                "thanh vien ban to chuc",
                "thanh vien btc",
                "committee",
                "member",
                "member or organizer",
                "staff",
                "organiser",
                "organizer",
            ],
        ),
        (
            Self::TicketOwner,
            "sheet.ticketOwner",
            &[
                "ticket_owner",
                "ticket owner",
                "group ticket owner",
                "chu ve",
                "truong nhom",
            ],
        ),
    ];
}

impl Word for PaymentStatus {
    const ALL: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (
            Self::Paid,
            "sheet.paid",
            &[
                "paid",
                "da tra",
                "da tra tien",
                "da chuyen khoan",
                "da dong",
                "roi",
                "yes",
                "co",
                "x",
                "1",
                "true",
            ],
        ),
        (
            Self::Unpaid,
            "sheet.unpaid",
            &[
                "unpaid",
                "not paid",
                "chua",
                "chua tra",
                "chua tra tien",
                "chua dong",
                "no",
                "khong",
                "0",
                "false",
            ],
        ),
    ];
}

impl Word for PaymentMethod {
    const ALL: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (
            Self::BankTransfer,
            "sheet.bankTransfer",
            &[
                "bank_transfer",
                "bank",
                "transfer",
                "wire transfer",
                "chuyen khoan ngan hang",
                "ngan hang",
                "ck",
            ],
        ),
        (
            Self::CashAtVenue,
            "sheet.cashAtVenue",
            &[
                "cash_at_venue",
                "cash at the venue",
                "cash",
                "tien mat",
                "tien mat tai quay",
                "tm",
            ],
        ),
    ];
}

impl Word for Gender {
    const ALL: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Male, "sheet.male", &["male", "m", "ong", "mr"]),
        (
            Self::Female,
            "sheet.female",
            &["female", "f", "ba", "co", "ms", "mrs"],
        ),
        (Self::Others, "sheet.others", &["others", "other"]),
    ];
}

impl Word for Source {
    const ALL: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Form, "sheet.sourceForm", &[]),
        (Self::Manual, "sheet.sourceManual", &[]),
        (Self::Import, "sheet.sourceImport", &[]),
        (Self::Invitation, "sheet.sourceInvitation", &[]),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(id: &str, text: &str) -> Question {
        Question {
            id: id.to_owned(),
            question: text.to_owned(),
            required: true,
            kind: QuestionType::Text,
            choices: Vec::new(),
            image: None,
        }
    }

    fn recognised(titles: &[&str], scheme: &[Question]) -> Vec<String> {
        let titles: Vec<String> = titles.iter().map(|title| (*title).to_owned()).collect();
        let found = recognise(&titles, scheme).into_iter();
        found
            .map(|field| field.map_or("-".to_owned(), |field| field.id()))
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
                ["familyName", "fullName", "gender", "taxNumber"],
            ),
            (
                ["Họ", "Email", "Phone", "Company"],
                ["fullName", "email", "phone", "company"],
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
    fn every_word_is_understood_as_it_is_written() {
        fn check<W: Word + std::fmt::Debug>() {
            let vocabulary = W::vocabulary();
            for (word, ..) in W::ALL {
                for lang in Lang::ALL {
                    assert_eq!(
                        vocabulary.get(&fold_for_search(&word.text(lang))),
                        Some(word)
                    );
                }
            }
        }
        check::<ParticipationType>();
        check::<PaymentStatus>();
        check::<PaymentMethod>();
        check::<Gender>();
    }

    /// What the screens say in a language.
    fn screens(lang: Lang) -> serde_json::Value {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/src/locales");
        let texts = std::fs::read_to_string(format!("{folder}/{lang}.json")).unwrap();
        serde_json::from_str(&texts).unwrap()
    }

    #[test]
    fn a_value_is_called_in_files_as_on_the_screens() {
        fn check<W: Word + serde::Serialize>(place: &str) {
            for lang in Lang::ALL {
                let labels = screens(lang);
                for (word, ..) in W::ALL {
                    let code = serde_json::to_value(word).unwrap();
                    let label = labels.pointer(&format!("{place}/{}", code.as_str().unwrap()));
                    let label = label.and_then(|label| label.as_str());
                    assert_eq!(label, Some(word.text(lang).as_str()), "{place} {code}");
                }
            }
        }
        check::<ParticipationType>("/common/participationType");
        check::<PaymentStatus>("/participants/payment");
        check::<PaymentMethod>("/participants/method");
        check::<Gender>("/common/gender");
        check::<Source>("/participants/source");
    }

    #[test]
    fn codes_and_the_words_of_the_public_page_are_understood() {
        fn check<W: Word + serde::Serialize + std::fmt::Debug>() {
            for (word, ..) in W::ALL {
                let code = serde_json::to_value(word).unwrap();
                let code = fold_for_search(code.as_str().unwrap());
                assert_eq!(W::vocabulary().get(&code), Some(word), "{code}");
            }
        }
        check::<ParticipationType>();
        check::<PaymentStatus>();
        check::<PaymentMethod>();
        check::<Gender>();
        for lang in Lang::ALL {
            for (method, ..) in PaymentMethod::ALL {
                let code = serde_json::to_value(method).unwrap();
                let place = format!("/publicPage/payment/{}/name", code.as_str().unwrap());
                let labels = screens(lang);
                let label = labels.pointer(&place).unwrap().as_str().unwrap();
                let understood = PaymentMethod::vocabulary();
                assert_eq!(
                    understood.get(&fold_for_search(label)),
                    Some(method),
                    "{label}"
                );
            }
        }
    }

    #[test]
    fn titles_of_the_screens_are_recognised() {
        for lang in Lang::ALL {
            let labels = screens(lang);
            for column in &COLUMNS {
                let place = format!("/participants/field/{}", column.name);
                let Some(label) = labels.pointer(&place) else {
                    continue;
                };
                let label = label.as_str().unwrap();
                assert_eq!(recognised(&[label], &[]), [column.name], "{label}");
            }
        }
    }
}
