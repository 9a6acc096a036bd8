use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::words;

/// A language of the product. The default is the first of [`Lang::ALL`].
#[derive(Clone, Copy)]
#[cfg_attr(
    feature = "database",
    derive(sea_orm::DeriveValueType),
    sea_orm(
        value_type = "String",
        column_type = "Text",
        from_str = "Lang::from_column"
    )
)]
pub struct Lang(pub(crate) &'static Language);

/// The properties of a language, apart from its messages.
#[derive(Debug)]
pub struct Language {
    /// Primary subtag of BCP 47: on the wire, in the database, in `<html lang>` and in the name of the file of
    /// messages.
    pub code: &'static str,
    /// The language with a territory, as Open Graph writes it: `en_US`.
    pub locale: &'static str,
    /// The sentence shown for a key that has no message in any language.
    pub no_message: &'static str,
    /// Separates groups of three digits.
    pub thousands: char,
    /// An amount in dong; `{}` stands for the number.
    pub money: &'static str,
    /// A day in the format of `strftime`.
    pub day: &'static str,
    /// Date and time in the format of `strftime`. Month names (`%b`) are English in every language.
    pub date_time: &'static str,
    /// The forms of a message that depends on a number, by their names in CLDR; `other` is always one of them.
    ///
    /// They stand here instead of coming from a library, because versions of CLDR disagree: 48 has one form for
    /// Vietnamese and 49 has two, which its texts do not need.
    pub plural_forms: &'static [&'static str],
    /// The form for a number without its sign.
    pub plural_form: fn(u64) -> &'static str,
    /// Writes a number in words.
    pub in_words: fn(u64) -> String,
}

impl Lang {
    /// Every language, the default first. CONTRIBUTING.md says what else a new language needs.
    pub const ALL: [Self; 2] = [
        Self(&Language {
            code: "vi",
            locale: "vi_VN",
            no_message: "Nội dung này hiện chưa có.",
            thousands: '.',
            money: "{} ₫",
            day: "%d/%m/%Y",
            date_time: "%d/%m/%Y %H:%M",
            plural_forms: &["other"],
            plural_form: |_| "other",
            in_words: words::vietnamese,
        }),
        Self(&Language {
            code: "en",
            locale: "en_US",
            no_message: "This text is not available.",
            thousands: ',',
            money: "₫{}",
            // A month in digits would be read two ways.
            day: "%b %-d, %Y",
            date_time: "%b %-d, %Y, %H:%M",
            plural_forms: &["one", "other"],
            plural_form: |number| if number == 1 { "one" } else { "other" },
            in_words: words::english,
        }),
    ];
    /// Vietnamese, the default.
    pub const VI: Self = Self::ALL[0];
    /// English.
    pub const EN: Self = Self::ALL[1];

    /// A language outside [`Lang::ALL`]. The database and the wire do not accept it.
    #[must_use]
    pub const fn new(language: &'static Language) -> Self {
        Self(language)
    }

    /// See [`Language::code`].
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code
    }

    /// See [`Language::locale`].
    #[must_use]
    pub fn locale(self) -> &'static str {
        self.0.locale
    }

    /// The language of a tag such as `en`, `en-GB`, `en_US` or `VI`; `None` for any other language.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::find(tag, &Self::ALL)
    }

    fn find(tag: &str, known: &[Self]) -> Option<Self> {
        let primary = tag.trim().split(['-', '_']).next()?;
        let mut known = known.iter().copied();
        known.find(|lang| lang.code().eq_ignore_ascii_case(primary))
    }

    /// The language of `known` that an `Accept-Language` value (RFC 9110, 12.5.4) asks for: the one of highest quality,
    /// the earlier one of equals. The default if the value names none of them or is invalid.
    #[must_use]
    pub fn from_accept_language(value: &str, known: &[Self]) -> Self {
        let mut best = (0.0, Self::default());
        for range in value.split(',') {
            let (tag, parameters) = range.split_once(';').unwrap_or((range, "q=1"));
            let quality = parameters
                .trim()
                .strip_prefix("q=")
                .and_then(|quality| quality.parse::<f32>().ok());
            // `*` means any other language, for which the default is chosen.
            let lang = if tag.trim() == "*" {
                Some(Self::default())
            } else {
                Self::find(tag, known)
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

    /// Reads a stored code. An unknown code gives the default: a row that was written when the product had more
    /// languages must stay readable, and its mails must still be sent.
    #[cfg(feature = "database")]
    #[expect(
        clippy::unnecessary_wraps,
        reason = "the derived code expects a Result"
    )]
    fn from_column(code: &str) -> Result<Self, std::convert::Infallible> {
        Ok(Self::from_tag(code).unwrap_or_default())
    }
}

impl PartialEq for Lang {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Lang {}

impl Default for Lang {
    fn default() -> Self {
        Self::VI
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lang({self})")
    }
}

impl Serialize for Lang {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Lang {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        let known = Self::ALL.into_iter().find(|lang| lang.code() == code);
        known.ok_or_else(|| de::Error::custom(format_args!("unknown language {code:?}")))
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Lang {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .description(Some("The language a person is written to in."))
            .enum_values(Some(Self::ALL.map(Self::code)))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Lang {
    fn name() -> std::borrow::Cow<'static, str> {
        "Language".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        for (tag, lang) in [
            ("vi", Some(Lang::VI)),
            ("VI-vn", Some(Lang::VI)),
            ("en_US", Some(Lang::EN)),
            (" en-GB ", Some(Lang::EN)),
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
            ("en", Lang::EN),
            ("en-US,en;q=0.9,vi;q=0.8", Lang::EN),
            ("vi;q=0.8, en;q=0.9", Lang::EN),
            ("fr-FR, en;q=0.2", Lang::EN),
            ("en;q=0.5, vi;q=0.5", Lang::EN),
            ("*, en;q=0.5", Lang::VI),
            ("en;q=0, *;q=0.1", Lang::VI),
            ("en;q=0", Lang::VI),
            ("fr, de;q=0.5", Lang::VI),
            ("", Lang::VI),
            (",;,;q=,en;q=nan,en;q=inf,en;q=7,en;quality=1", Lang::VI),
        ] {
            assert_eq!(
                Lang::from_accept_language(value, &Lang::ALL),
                lang,
                "{value:?}"
            );
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
        assert_eq!(Lang::ALL.map(Lang::locale), ["vi_VN", "en_US"]);
    }
}
