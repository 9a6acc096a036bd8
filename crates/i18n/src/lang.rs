use std::fmt;

use serde::{Deserialize, Serialize};

/// A language of the product. Vietnamese is the default.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Vietnamese.
    #[default]
    Vi,
    /// English, which also stands in where a Vietnamese message is missing.
    En,
}

impl Lang {
    /// Every language, the default first.
    pub const ALL: [Self; 2] = [Self::Vi, Self::En];

    /// `vi` or `en`: the code on the wire, in the database and in `<html lang>`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Vi => "vi",
            Self::En => "en",
        }
    }

    /// `vi_VN` or `en_US`.
    #[must_use]
    pub fn locale(self) -> &'static str {
        match self {
            Self::Vi => "vi_VN",
            Self::En => "en_US",
        }
    }

    /// The language of a tag such as `en`, `en-GB`, `en_US` or `VI`; `None` for any other language.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next()?;
        Self::ALL
            .into_iter()
            .find(|lang| lang.code().eq_ignore_ascii_case(primary))
    }

    /// The language an `Accept-Language` value (RFC 9110, 12.5.4) asks for: the known one of highest
    /// quality, the earlier one of equals. Vietnamese when it names none, or is not a valid value.
    #[must_use]
    pub fn from_accept_language(value: &str) -> Self {
        let mut best = (0.0, Self::default());
        for range in value.split(',') {
            let (tag, parameters) = range.split_once(';').unwrap_or((range, "q=1"));
            let quality = parameters
                .trim()
                .strip_prefix("q=")
                .and_then(|quality| quality.parse::<f32>().ok());
            // `*` means "anything else", and what we would choose for that is the default.
            let lang = if tag.trim() == "*" {
                Some(Self::default())
            } else {
                Self::from_tag(tag)
            };
            if let (Some(lang), Some(quality)) = (lang, quality)
                && quality > best.0
                && quality <= 1.0
            {
                best = (quality, lang);
            }
        }
        best.1
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        for (tag, lang) in [
            ("vi", Some(Lang::Vi)),
            ("VI-vn", Some(Lang::Vi)),
            ("en_US", Some(Lang::En)),
            (" en-GB ", Some(Lang::En)),
            ("fr", None),
            ("english", None),
            ("", None),
        ] {
            assert_eq!(Lang::from_tag(tag), lang, "{tag:?}");
        }
    }

    #[test]
    fn accept_language() {
        for (value, lang) in [
            ("en", Lang::En),
            ("en-US,en;q=0.9,vi;q=0.8", Lang::En),
            ("vi;q=0.8, en;q=0.9", Lang::En),
            ("fr-FR, en;q=0.2", Lang::En),
            ("en;q=0.5, vi;q=0.5", Lang::En),
            ("*, en;q=0.5", Lang::Vi),
            ("en;q=0, *;q=0.1", Lang::Vi),
            ("en;q=0", Lang::Vi),
            ("fr, de;q=0.5", Lang::Vi),
            ("", Lang::Vi),
            (",;,;q=,en;q=nan,en;q=inf,en;q=7,en;quality=1", Lang::Vi),
        ] {
            assert_eq!(Lang::from_accept_language(value), lang, "{value:?}");
        }
    }

    #[test]
    fn on_the_wire_it_is_its_code() {
        for lang in Lang::ALL {
            let json = serde_json::to_string(&lang).unwrap();
            assert_eq!(json, format!("\"{lang}\""));
            assert_eq!(serde_json::from_str::<Lang>(&json).unwrap(), lang);
        }
        assert!(serde_json::from_str::<Lang>("\"fr\"").is_err());
        assert_eq!([Lang::Vi.locale(), Lang::En.locale()], ["vi_VN", "en_US"]);
    }
}
