//! Rules on fields. Lengths are counted after trimming, in Unicode scalar values.

use hoi_i18n::normalize_text;

use crate::error::{Error, FieldErrors, LocalizedText};

/// A body that can check, and where harmless correct (trim, normalise), its own fields.
pub trait Validate {
    /// Reports every broken rule, not only the first.
    fn validate(&mut self, check: &mut Check);
}

/// Faults that one answer lists: a body of 1 MiB can have hundreds of thousands.
const MAX_FAULTS: usize = 200;

/// Collects what is wrong with which field.
#[derive(Debug, Default)]
pub struct Check {
    errors: FieldErrors,
}

impl Check {
    /// Records a broken rule; beyond the first 200 nothing is added.
    pub fn fail(&mut self, field: &str, message: LocalizedText) {
        if self.errors.len() < MAX_FAULTS {
            self.errors.push((field.to_owned(), message));
        }
    }

    /// Records `message` unless `rule` holds.
    pub fn ensure(&mut self, rule: bool, field: &str, message: LocalizedText) {
        if !rule {
            self.fail(field, message);
        }
    }

    /// A text that must be there: normalised in place, not blank, at most `max` characters, no control characters.
    pub fn required_text(&mut self, field: &str, text: &mut String, max: usize) {
        self.text(field, text, max);
        self.ensure(
            !text.is_empty(),
            field,
            LocalizedText::new("field.required"),
        );
    }

    /// A text that may be empty, otherwise as [`Self::required_text`].
    pub fn text(&mut self, field: &str, text: &mut String, max: usize) {
        *text = normalize_text(text);
        self.ensure(
            text.chars().count() <= max,
            field,
            LocalizedText::new("field.tooLong").with("max", max),
        );
        let controlled = text
            .chars()
            .any(|char| char.is_control() && !matches!(char, '\n' | '\t' | '\r'));
        self.ensure(
            !controlled,
            field,
            LocalizedText::new("field.controlCharacters"),
        );
    }

    /// As [`Self::text`] where present; a blank text becomes absent.
    pub fn optional_text(&mut self, field: &str, text: &mut Option<String>, max: usize) {
        if let Some(inner) = text {
            self.text(field, inner, max);
            if inner.is_empty() {
                *text = None;
            }
        }
    }

    /// An e-mail address: required, under 1000 characters, with the shape of an address.
    pub fn email(&mut self, field: &str, email: &mut String) {
        self.required_text(field, email, 999);
        if !email.is_empty() {
            self.ensure(is_email(email), field, LocalizedText::new("field.email"));
        }
    }

    /// A whole number within bounds, both included.
    pub fn between(&mut self, field: &str, number: i64, min: i64, max: i64) {
        let inside = (min..=max).contains(&number);
        self.ensure(
            inside,
            field,
            LocalizedText::new("field.between")
                .with("min", min)
                .with("max", max),
        );
    }

    /// Whether nothing was reported so far.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// The first thing that was reported.
    #[must_use]
    pub fn into_first(self) -> Option<LocalizedText> {
        self.errors.into_iter().next().map(|(_, message)| message)
    }

    /// Ok when nothing was reported.
    pub fn finish(self) -> Result<(), Error> {
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(Error::InvalidFields(self.errors))
        }
    }
}

/// Whether `text` has the shape of an address that mail can be sent to: one `@`, a local part, a dotted domain,
/// no spaces. Deliverability is proved by the mail itself, not here.
#[must_use]
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let bad = |char: char| {
        char.is_whitespace()
            || char.is_control()
            || matches!(
                char,
                '@' | ',' | ';' | '<' | '>' | '"' | '(' | ')' | '[' | ']' | '\\' | ':'
            )
    };
    let labels_fit = domain.split('.').all(|label| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .chars()
                .all(|char| char.is_alphanumeric() || char == '-')
    });
    !local.is_empty()
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && !local.contains(bad)
        && domain.contains('.')
        && labels_fit
}

/// Whether `text` is a phone number as people write them: digits with an optional leading `+`, spaces, dots, dashes
/// and brackets between, at least 6 digits. How many characters it may have is a rule of the field.
#[must_use]
pub fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let shape = text.char_indices().all(|(at, char)| {
        char.is_ascii_digit()
            || matches!(char, ' ' | '.' | '-' | '(' | ')')
            || (char == '+' && at == 0)
    });
    shape && digits >= 6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for good in [
            "a@b.vn",
            "nguyen.van+su.kien@cong-ty.com.vn",
            "x@xn--80ak6aa92e.com",
            "o'hara@example.org",
        ] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "a@",
            "a b@c.d",
            "@b.vn",
            "a@b",
            "a@@b.vn",
            "a@b..vn",
            ".a@b.vn",
            "a..b@c.vn",
            "a@-b.vn",
            "a@b.vn,c@d.vn",
            "<a@b.vn>",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn phones() {
        for good in ["0912345678", "+84 912 345 678", "(028) 3822-1234", "123456"] {
            assert!(is_phone(good), "{good}");
        }
        for bad in [
            "",
            "12345",
            "09+12345678",
            "call me",
            "０９１２３４５６７８",
        ] {
            assert!(!is_phone(bad), "{bad}");
        }
    }

    #[test]
    fn length_counts_characters_after_trimming() {
        let mut check = Check::default();
        let mut text = format!("  {}  ", "ề".repeat(100));
        check.required_text("bankName", &mut text, 100);
        assert!(check.finish().is_ok());
        let mut check = Check::default();
        let mut text = "ề".repeat(101);
        check.required_text("bankName", &mut text, 100);
        assert!(check.finish().is_err());
    }
}
