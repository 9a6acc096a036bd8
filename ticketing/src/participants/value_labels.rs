//! The labels of a list's values in a file: written in the words of the screens, understood in both languages, with or
//! without accents.

use std::collections::HashMap;

use hoi_community::accounts::Gender;
use hoi_i18n::{Lang, fold_for_search};
use hoi_platform::error::LocalizedText;

use crate::attendances::{ParticipationType, PaymentMethod, PaymentStatus, Source};

/// A value that is one of a few words.
pub trait ValueLabel: Copy + PartialEq + 'static {
    /// Each with its text and with other words for it, folded.
    const ALL: &'static [(Self, &'static str, &'static [&'static str])];

    /// Returns the value's text in `lang`.
    fn text(self, lang: Lang) -> String {
        let own = Self::ALL.iter().find(|(value, ..)| *value == self);
        own.map_or_else(String::new, |(_, key, _)| {
            LocalizedText::new(key).in_language(lang)
        })
    }

    /// Returns all recognised texts, folded, with their values.
    fn vocabulary() -> HashMap<String, Self> {
        let mut all = HashMap::new();
        for (value, key, others) in Self::ALL {
            for lang in Lang::ALL {
                all.insert(
                    fold_for_search(&LocalizedText::new(key).in_language(lang)),
                    *value,
                );
            }
            all.extend(others.iter().map(|other| ((*other).to_owned(), *value)));
        }
        all
    }

    /// The texts of all, to be offered.
    fn texts(lang: Lang) -> Vec<String> {
        Self::ALL
            .iter()
            .map(|(value, ..)| value.text(lang))
            .collect()
    }
}

impl ValueLabel for ParticipationType {
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
                "nguoi giu nhom ve",
                "truong nhom",
            ],
        ),
    ];
}

impl ValueLabel for PaymentStatus {
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
                "pending",
                "pending payment",
                "awaiting payment",
                "cho thanh toan",
                "no",
                "khong",
                "0",
                "false",
            ],
        ),
    ];
}

impl ValueLabel for PaymentMethod {
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

impl ValueLabel for Gender {
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

impl ValueLabel for Source {
    const ALL: &'static [(Self, &'static str, &'static [&'static str])] = &[
        (Self::Form, "sheet.sourceForm", &[]),
        (Self::Manual, "sheet.sourceManual", &[]),
        (Self::Import, "sheet.sourceImport", &[]),
        (Self::Invitation, "sheet.sourceInvitation", &[]),
    ];
}

#[cfg(test)]
pub mod tests {
    use super::*;

    #[test]
    fn every_word_is_understood_as_it_is_written() {
        fn check<V: ValueLabel + std::fmt::Debug>() {
            let vocabulary = V::vocabulary();
            for (value, ..) in V::ALL {
                for lang in Lang::ALL {
                    assert_eq!(
                        vocabulary.get(&fold_for_search(&value.text(lang))),
                        Some(value)
                    );
                }
            }
        }
        check::<ParticipationType>();
        check::<PaymentStatus>();
        check::<PaymentMethod>();
        check::<Gender>();
    }

    /// Reads the frontend's texts in `lang`; the keys are the names of the files.
    pub fn screens(lang: Lang) -> serde_json::Value {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/src/locales");
        let files = std::fs::read_dir(format!("{folder}/{lang}")).unwrap();
        let texts = files.map(|file| {
            let path = file.unwrap().path();
            let feature = path.file_stem().unwrap().to_string_lossy().into_owned();
            let texts = std::fs::read_to_string(&path).unwrap();
            (feature, serde_json::from_str(&texts).unwrap())
        });
        serde_json::Value::Object(texts.collect())
    }

    #[test]
    fn a_value_is_called_in_files_as_on_the_screens() {
        fn check<V: ValueLabel + serde::Serialize>(place: &str) {
            for lang in Lang::ALL {
                let labels = screens(lang);
                for (value, ..) in V::ALL {
                    let code = serde_json::to_value(value).unwrap();
                    let label = labels.pointer(&format!("{place}/{}", code.as_str().unwrap()));
                    let label = label.and_then(|label| label.as_str());
                    assert_eq!(label, Some(value.text(lang).as_str()), "{place} {code}");
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
        fn check<V: ValueLabel + serde::Serialize + std::fmt::Debug>() {
            for (value, ..) in V::ALL {
                let code = serde_json::to_value(value).unwrap();
                let code = fold_for_search(code.as_str().unwrap());
                assert_eq!(V::vocabulary().get(&code), Some(value), "{code}");
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
}
