//! Messages by key, in every language.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Display, Write as _},
};

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

use crate::Lang;

/// The messages of the product by language and key. The first language that has a message replaces one that lacks it.
#[derive(Debug)]
pub struct Catalogue(Vec<(Lang, Messages)>);

/// By key. A message with plural forms has a key per form, written as in i18next: `done_one`, `done_other`.
type Messages = BTreeMap<String, Message>;

/// The parameter whose value selects the plural form.
const COUNT: &str = "count";
/// Every plural form that a language can have, as CLDR names them. Every language has the last.
const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", OTHER];
const OTHER: &str = "other";

/// Why a document of messages was refused: it is not JSON, a value is neither text nor a group, a message is empty, a
/// key is there twice, or a `{` or `}` belongs to no `{parameter}`.
#[derive(Debug, thiserror::Error)]
#[error("the {lang} messages cannot be read: {source}")]
pub struct CatalogueError {
    lang: Lang,
    source: serde_json::Error,
}

/// A gap in a catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// A language has no message for the key, or lacks one of its plural forms.
    Message {
        /// The language without it.
        lang: Lang,
        /// The key, with the plural form if the message has forms.
        key: String,
    },
    /// The message does not use a parameter that another language or plural form uses.
    Parameter {
        /// The message's language.
        lang: Lang,
        /// The message's key, with the plural form if the message has forms.
        key: String,
        /// The parameter's name.
        name: String,
    },
}

impl Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message { lang, key } => write!(f, "{key}: no message in {lang}"),
            Self::Parameter { lang, key, name } => write!(f, "{key}: {{{name}}} is not in {lang}"),
        }
    }
}

impl Catalogue {
    /// Reads a JSON object of messages per language. Groups may nest: `{"mail": {"hello": "Chào {name}"}}` gives
    /// the key `mail.hello`, as does the flat `{"mail.hello": …}`.
    ///
    /// # Errors
    /// [`CatalogueError`] with the place of the first mistake. An incomplete catalogue is not an error
    /// here: see [`Catalogue::missing`].
    pub fn from_json<T: AsRef<str>>(
        documents: impl IntoIterator<Item = (Lang, T)>,
    ) -> Result<Self, CatalogueError> {
        let read = |(lang, json): (Lang, T)| {
            let Group(messages) = serde_json::from_str(json.as_ref())
                .map_err(|source| CatalogueError { lang, source })?;
            Ok((lang, messages))
        };
        documents
            .into_iter()
            .map(read)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The message in `lang`, or else in the first language that has it, with its parameters filled in once: a
    /// `{parameter}` inside a value stays as it is. If the message has plural forms, the parameter `count` selects one.
    ///
    /// The result never shows a key or a `{parameter}` of the message: a parameter without a value is left out, and a
    /// key without a message gives [`Language::no_message`](crate::Language::no_message). Tests prevent both with
    /// [`Catalogue::missing`] and [`Catalogue::contains`].
    #[must_use]
    pub fn text(&self, lang: Lang, key: &str, values: &[(&str, &dyn Display)]) -> String {
        let own = self.0.iter().filter(|(known, _)| *known == lang);
        let message = own
            .chain(&self.0)
            .find_map(|texts| find(texts, key, values));
        message.map_or_else(
            || lang.0.no_message.to_owned(),
            |message| message.filled(values),
        )
    }

    /// Whether any language has a message for the key: for tests that walk the keys in use.
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        self.0.iter().any(|texts| find(texts, key, &[]).is_some())
    }

    /// Every message, plural form and parameter that a language lacks, by key; empty when the catalogue is complete.
    #[must_use]
    pub fn missing(&self) -> Vec<Missing> {
        // Every message of a key without its plural form, so that languages with different forms can be compared.
        let mut all: BTreeMap<&str, Vec<&Message>> = BTreeMap::new();
        let mut with_forms = BTreeSet::new();
        for (key, message) in self.0.iter().flat_map(|(_, messages)| messages) {
            let base = without_form(key);
            with_forms.extend(base);
            all.entry(base.unwrap_or(key)).or_default().push(message);
        }
        let mut missing = Vec::new();
        for (key, messages) in all {
            let names: BTreeSet<&str> =
                messages.into_iter().flat_map(Message::parameters).collect();
            for (lang, own) in &self.0 {
                let keys = if with_forms.contains(key) {
                    let forms = lang.0.plural_forms.iter();
                    forms.map(|form| format!("{key}_{form}")).collect()
                } else {
                    vec![key.to_owned()]
                };
                for key in keys {
                    let lang = *lang;
                    let Some(message) = own.get(&key) else {
                        missing.push(Missing::Message { lang, key });
                        continue;
                    };
                    let lacking = names
                        .iter()
                        .filter(|name| !message.parameters().any(|own| own == **name));
                    missing.extend(lacking.map(|name| Missing::Parameter {
                        lang,
                        key: key.clone(),
                        name: (*name).to_owned(),
                    }));
                }
            }
        }
        missing
    }
}

/// The plural form for the value of `count` (`other` without a whole number), or the message without forms.
fn find<'a>(
    (lang, messages): &'a (Lang, Messages),
    key: &str,
    values: &[(&str, &dyn Display)],
) -> Option<&'a Message> {
    let count = values.iter().find(|(name, _)| *name == COUNT);
    let count = count.and_then(|(_, count)| count.to_string().parse::<i64>().ok());
    let form = count.map_or(OTHER, |count| (lang.0.plural_form)(count.unsigned_abs()));
    let message = messages.get(&format!("{key}_{form}"));
    message.or_else(|| messages.get(key))
}

fn without_form(key: &str) -> Option<&str> {
    let (base, form) = key.rsplit_once('_')?;
    FORMS.contains(&form).then_some(base)
}

/// A message, cut where its parameters stand.
#[derive(Debug)]
struct Message(Vec<Part>);

#[derive(Debug)]
enum Part {
    Text(String),
    Parameter(String),
}

impl Message {
    /// `None` when a brace has no partner or what it encloses is not a name.
    fn parse(source: &str) -> Option<Self> {
        let mut parts = Vec::new();
        let mut rest = source;
        while let Some((text, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}')?;
            let is_name =
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if !is_name || text.contains('}') {
                return None;
            }
            parts.push(Part::Text(text.to_owned()));
            parts.push(Part::Parameter(name.to_owned()));
            rest = after;
        }
        if rest.contains('}') {
            return None;
        }
        parts.push(Part::Text(rest.to_owned()));
        Some(Self(parts))
    }

    fn filled(&self, values: &[(&str, &dyn Display)]) -> String {
        let mut filled = String::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Parameter(name) => {
                    if let Some((_, value)) = values.iter().find(|(known, _)| known == name) {
                        // Writing to a String cannot fail; a value whose own Display does is left out.
                        let _ = write!(filled, "{value}");
                    }
                }
            }
        }
        filled
    }

    fn parameters(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            Part::Text(_) => None,
            Part::Parameter(name) => Some(name.as_str()),
        })
    }
}

/// An object of messages and groups, flattened. The map of `serde_json` would silently keep the last of two equal keys,
/// so that a merge of two branches could lose a message.
struct Group(Messages);

enum Entry {
    Message(Message),
    Group(Messages),
}

impl<'de> Deserialize<'de> for Group {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Entry::deserialize(deserializer)? {
            Entry::Group(messages) => Ok(Self(messages)),
            Entry::Message(_) => Err(D::Error::custom("expected an object of messages")),
        }
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EntryVisitor)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message or an object of messages")
    }

    fn visit_str<E: serde::de::Error>(self, source: &str) -> Result<Entry, E> {
        if source.trim().is_empty() {
            return Err(E::custom("a message is empty"));
        }
        let message = Message::parse(source).ok_or_else(|| {
            E::custom(format!("a brace without a parameter's name in {source:?}"))
        })?;
        Ok(Entry::Message(message))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entry, A::Error> {
        let mut all = Messages::new();
        let mut add = |key: String, message| match all.insert(key.clone(), message) {
            Some(_) => Err(A::Error::custom(format!("the key {key:?} is there twice"))),
            None => Ok(()),
        };
        while let Some((key, entry)) = map.next_entry::<String, Entry>()? {
            match entry {
                Entry::Message(message) => add(key, message)?,
                Entry::Group(messages) => {
                    for (inner, message) in messages {
                        add(format!("{key}.{inner}"), message)?;
                    }
                }
            }
        }
        Ok(Entry::Group(all))
    }
}
