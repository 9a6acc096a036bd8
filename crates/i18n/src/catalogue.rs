//! Messages by key, in both languages.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Display, Write as _},
};

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

use crate::Lang;

/// The messages of the product, by key, in both languages.
#[derive(Debug)]
pub struct Catalogue {
    vi: Messages,
    en: Messages,
}

type Messages = BTreeMap<String, Message>;

/// Why a document of messages was refused: it is not JSON, a value is neither text nor a group, a
/// message is empty, a key is there twice, or a `{` or `}` belongs to no `{parameter}`.
#[derive(Debug, thiserror::Error)]
#[error("the {lang} messages cannot be read: {source}")]
pub struct CatalogueError {
    lang: Lang,
    source: serde_json::Error,
}

/// What keeps a catalogue from being complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// One language has no message for the key.
    Message {
        /// The language without it.
        lang: Lang,
        /// The key.
        key: String,
    },
    /// A parameter that the other language's message uses is not in this one.
    Parameter {
        /// The language without it.
        lang: Lang,
        /// The message's key.
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
    /// Reads two JSON objects of messages. Groups may nest: `{"mail": {"hello": "Chào {name}"}}` gives
    /// the key `mail.hello`, as does the flat `{"mail.hello": …}`.
    ///
    /// # Errors
    /// [`CatalogueError`] with the place of the first mistake. An incomplete catalogue is not an error
    /// here: see [`Catalogue::missing`].
    pub fn from_json(vi: &str, en: &str) -> Result<Self, CatalogueError> {
        let read = |lang, json| {
            let Group(messages) =
                serde_json::from_str(json).map_err(|source| CatalogueError { lang, source })?;
            Ok(messages)
        };
        Ok(Self {
            vi: read(Lang::Vi, vi)?,
            en: read(Lang::En, en)?,
        })
    }

    /// The message in `lang`, or else in the other language, with its parameters filled in; what a
    /// parameter's value contains is never read as a parameter again.
    ///
    /// A reader never sees a key or a `{parameter}`: a parameter without a value is left out, and a
    /// key that neither language has gives a sentence that says the text is not available. Tests keep
    /// both from happening, with [`Catalogue::missing`] and [`Catalogue::contains`].
    #[must_use]
    pub fn text(&self, lang: Lang, key: &str, values: &[(&str, &dyn Display)]) -> String {
        let (first, second) = match lang {
            Lang::Vi => (&self.vi, &self.en),
            Lang::En => (&self.en, &self.vi),
        };
        match first.get(key).or_else(|| second.get(key)) {
            Some(message) => message.filled(values),
            None => match lang {
                Lang::Vi => "Nội dung này hiện chưa có.".to_owned(),
                Lang::En => "This text is not available.".to_owned(),
            },
        }
    }

    /// Whether any language has a message for the key: for tests that walk the keys in use.
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        self.vi.contains_key(key) || self.en.contains_key(key)
    }

    /// Everything one language has and the other lacks, by key; empty when the catalogue is complete.
    #[must_use]
    pub fn missing(&self) -> Vec<Missing> {
        let keys: BTreeSet<&String> = self.vi.keys().chain(self.en.keys()).collect();
        let mut missing = Vec::new();
        for key in keys {
            match (self.vi.get(key), self.en.get(key)) {
                (Some(vi), Some(en)) => {
                    let (vi, en) = (vi.parameters(), en.parameters());
                    let lacks = |lang, name: &&str| Missing::Parameter {
                        lang,
                        key: key.clone(),
                        name: (*name).to_owned(),
                    };
                    missing.extend(en.difference(&vi).map(|name| lacks(Lang::Vi, name)));
                    missing.extend(vi.difference(&en).map(|name| lacks(Lang::En, name)));
                }
                (None, _) => missing.push(Missing::Message {
                    lang: Lang::Vi,
                    key: key.clone(),
                }),
                (_, None) => missing.push(Missing::Message {
                    lang: Lang::En,
                    key: key.clone(),
                }),
            }
        }
        missing
    }
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

    fn parameters(&self) -> BTreeSet<&str> {
        let name = |part| match part {
            &Part::Text(_) => None,
            Part::Parameter(name) => Some(name.as_str()),
        };
        self.0.iter().filter_map(name).collect()
    }
}

/// An object of messages and groups, flattened. Read by hand because `serde_json`'s own map keeps the
/// last of two equal keys without a word, which is how a merge of two branches loses a message.
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
