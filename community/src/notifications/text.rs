//! The words of notifications. They are stored without a language: as placeholders and their values.

use std::collections::BTreeMap;
use std::fmt::Display;

use hoi_i18n::{Lang, format_date_time, format_day, format_money};
use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};

use super::Kind;
use super::entity::notification;

/// The value of a placeholder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Param {
    Text(String),
    /// Milliseconds since 1970, shown as Vietnamese time.
    Moment(i64),
    /// Whole dong.
    Money(i64),
    /// A day as `YYYY-MM-DD`.
    Day(String),
    /// The key of words in the catalogue.
    Key(String),
}

/// The values of the placeholders in a notification's texts, by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Params(pub BTreeMap<String, Param>);

/// A notification in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// One line.
    pub title: String,
    /// One or two sentences.
    pub content: String,
}

impl notification::Model {
    /// Returns the notification in the words of a language.
    #[must_use]
    pub fn in_language(&self, lang: Lang) -> Words {
        words(self.kind, &self.params, self.times, lang)
    }
}

fn words(kind: Kind, Params(params): &Params, times: i64, lang: Lang) -> Words {
    let shown: Vec<(&str, String)> = params
        .iter()
        .map(|(name, param)| {
            let text = match param {
                Param::Text(text) => text.clone(),
                Param::Moment(moment) => format_date_time(lang, *moment),
                Param::Money(dong) => format_money(lang, *dong),
                Param::Day(day) => format_day(lang, day),
                Param::Key(key) => hoi_platform::language::texts().text(lang, key, &[]),
            };
            (name.as_str(), text)
        })
        .collect();
    // "A and 3 others" counts the others.
    let others = times - 1;
    let mut values: Vec<(&str, &dyn Display)> = Vec::new();
    for (name, text) in &shown {
        values.push((name, text));
    }
    values.push(("count", &others));
    values.push(("total", &times));
    let text = |part: &str| {
        let key = format!("notification.{}.{part}", kind.name());
        hoi_platform::language::texts().text(lang, &key, &values)
    };
    Words {
        title: text("title"),
        content: text(if kind.is_grouped() && others > 0 {
            "others"
        } else {
            "content"
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sea_orm::Iterable as _;

    use super::*;

    fn placeholders(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts.map(|part| part.split_once('}').unwrap().0).collect()
    }

    #[test]
    fn every_kind_has_texts_with_its_own_placeholders() {
        for lang in Lang::ALL {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../platform/locales");
            let file = std::fs::read_to_string(format!("{folder}/{lang}.json")).unwrap();
            let texts: serde_json::Value = serde_json::from_str(&file).unwrap();
            for kind in Kind::iter() {
                let (of, what) = kind.name().split_once('.').unwrap();
                let texts = texts["notification"][of][what].as_object().unwrap();
                let parts: BTreeSet<_> = texts
                    .keys()
                    .map(|key| key.split('_').next().unwrap())
                    .collect();
                let mut expected = BTreeSet::from(["title", "content"]);
                if kind.is_grouped() {
                    expected.insert("others");
                }
                assert_eq!(parts, expected, "{lang} {kind:?}");
                let known: BTreeSet<_> = kind.params().iter().copied().collect();
                let used: BTreeSet<_> = texts
                    .values()
                    .flat_map(|text| placeholders(text.as_str().unwrap()))
                    .filter(|name| !["count", "total"].contains(name))
                    .collect();
                assert_eq!(used, known, "{lang} {kind:?}");
            }
        }
    }

    #[test]
    fn several_times_are_told_of_in_one_sentence() {
        let param = |name: &str, text: &str| (name.to_owned(), Param::Text(text.to_owned()));
        let params = Params([param("name", "Lan"), param("event", "Gala")].into());
        for (times, lang, content) in [
            (1, Lang::EN, "Lan registered for “Gala”."),
            (2, Lang::EN, "Lan and 1 other registered for “Gala”."),
            (4, Lang::EN, "Lan and 3 others registered for “Gala”."),
            (4, Lang::VI, "Lan và 3 người khác đã đăng ký “Gala”."),
        ] {
            let words = words(Kind::RegistrationNew, &params, times, lang);
            assert_eq!(words.content, content);
        }
    }
}
