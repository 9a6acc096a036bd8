//! The consent of a visitor. The wording is in the catalogue; the page shows it, and a registration keeps it as it was
//! (Law 91/2025/QH15: consent is explicit, and can be shown afterwards).

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Changes with every change of the words.
pub const VERSION: &str = "3";

/// The wording beside the box that is never ticked beforehand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Consent {
    /// The version of the wording, stored with each consent.
    pub version: String,
    /// The wording in the language of the request.
    pub text: String,
}

impl Consent {
    /// Returns the current wording.
    #[must_use]
    pub fn wording(lang: Lang) -> Self {
        Self {
            version: VERSION.to_owned(),
            text: crate::language::texts().text(lang, "consent.registration", &[]),
        }
    }

    /// Returns the record of a visitor's consent at `at` to this wording, for the registration.
    #[must_use]
    pub fn given(self, at: Timestamp) -> Value {
        json!({ "wording": self.text, "version": self.version, "at": at })
    }
}

/// A consent that was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GivenConsent {
    /// The version of the wording.
    pub version: String,
    /// When it was given.
    pub at: Timestamp,
    /// From which network address, as a keyed hash: the same for the same address within an event. Null if it is not
    /// known.
    #[schema(required)]
    pub address: Option<String>,
}

impl GivenConsent {
    /// Reads a record that [`Consent::given`] made; None if it is something else.
    #[must_use]
    pub fn of(kept: &Value, address: Option<String>) -> Option<Self> {
        #[derive(Deserialize)]
        struct Kept {
            version: String,
            at: Timestamp,
        }
        let Kept { version, at } = Kept::deserialize(kept).ok()?;
        Some(Self {
            version,
            at,
            address,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_of_a_consent_can_be_read() {
        let at = Timestamp(1_700_000_000_000);
        let kept = Consent::wording(Lang::ALL[0]).given(at);
        let given = GivenConsent::of(&kept, Some("ab".to_owned())).unwrap();
        assert_eq!((given.version.as_str(), given.at), (VERSION, at));
        assert_eq!(given.address.as_deref(), Some("ab"));
        assert_eq!(GivenConsent::of(&json!({}), None), None);
    }

    /// When this fails, the words have changed: give them a new version, then their new fingerprint here.
    #[test]
    fn words_and_version_change_together() {
        let words: String = Lang::ALL.map(|lang| Consent::wording(lang).text).concat();
        assert_eq!(
            (VERSION, crate::secrets::hash(&words).get(..16)),
            ("3", Some("5807adb55416e996"))
        );
    }
}
