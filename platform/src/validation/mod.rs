//! Rules on fields. Lengths are counted after trimming, in Unicode scalar values.

mod public_name;
mod web_address;

use hoi_i18n::{fold_for_search, normalize_text};

pub use self::web_address::has_web_address;
use crate::error::{Error, FieldErrors, LocalizedText};

/// A body that checks its own fields, and corrects harmless differences (trims, normalises).
pub trait Validate {
    /// Reports every broken rule, not only the first.
    fn validate(&mut self, check: &mut Check);
}

/// The most characters of an e-mail address.
pub const EMAIL_MAX: usize = 999;
/// The most faults in one answer. A body of 1 MiB can have hundreds of thousands.
const MAX_FAULTS: usize = 200;
/// The key of the message for a missing field.
const MISSING: &str = "field.required";

/// Collects the broken rules of fields.
#[derive(Debug, Default)]
pub struct Check {
    errors: FieldErrors,
}

impl Check {
    /// Records a broken rule. Ignores those after the first 200, and those of a field that is missing.
    pub fn fail(&mut self, field: &str, message: LocalizedText) {
        let is_missing =
            |(name, fault): &(String, LocalizedText)| name == field && fault.key == MISSING;
        if self.errors.len() < MAX_FAULTS && !self.errors.iter().any(is_missing) {
            self.errors.push((field.to_owned(), message));
        }
    }

    /// Records that the field is missing unless `is_there`.
    pub fn required(&mut self, field: &str, is_there: bool) {
        self.ensure(is_there, field, LocalizedText::new(MISSING));
    }

    /// Records `message` unless `rule` holds.
    pub fn ensure(&mut self, rule: bool, field: &str, message: LocalizedText) {
        if !rule {
            self.fail(field, message);
        }
    }

    /// Checks a required text: normalises it in place and refuses blank texts, more than `max` characters, and control
    /// characters.
    pub fn required_text(&mut self, field: &str, text: &mut String, max: usize) {
        self.text(field, text, max);
        self.required(field, !text.is_empty());
    }

    /// Checks an optional text: like [`Self::required_text`], but it may be empty.
    pub fn text(&mut self, field: &str, text: &mut String, max: usize) {
        *text = normalize_text(text);
        self.ensure(
            text.chars().count() <= max,
            field,
            LocalizedText::new("field.tooLong").with("max", max),
        );
        // Characters that turn the direction of writing let a text look like another one.
        let turns = |char| matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let controlled = text
            .chars()
            .any(|char| turns(char) || char.is_control() && !matches!(char, '\n' | '\t' | '\r'));
        self.ensure(
            !controlled,
            field,
            LocalizedText::new("field.controlCharacters"),
        );
    }

    /// Checks a text like [`Self::text`] if present. A blank text becomes None.
    pub fn optional_text(&mut self, field: &str, text: &mut Option<String>, max: usize) {
        if let Some(inner) = text {
            self.text(field, inner, max);
            if inner.is_empty() {
                *text = None;
            }
        }
    }

    /// Checks a required text of one line, such as a name: like [`Self::required_text`], and line breaks and tabs become a
    /// space. In lists, subjects and files they would tear the text apart.
    pub fn required_line(&mut self, field: &str, text: &mut String, max: usize) {
        self.line(field, text, max);
        self.required(field, !text.is_empty());
    }

    /// Checks an optional text of one line: like [`Self::required_line`], but it may be empty.
    pub fn line(&mut self, field: &str, text: &mut String, max: usize) {
        *text = in_one_line(text);
        self.text(field, text, max);
    }

    /// Checks a text like [`Self::line`] if present. A blank text becomes None.
    pub fn optional_line(&mut self, field: &str, text: &mut Option<String>, max: usize) {
        if let Some(inner) = text {
            self.line(field, inner, max);
            if inner.is_empty() {
                *text = None;
            }
        }
    }

    /// Checks a required e-mail address: at most [`EMAIL_MAX`] characters, with the shape of an address.
    pub fn email(&mut self, field: &str, email: &mut String) {
        self.required_text(field, email, EMAIL_MAX);
        if let Some(fault) = email_fault(email) {
            self.fail(field, fault);
        }
    }

    /// Checks a whole number against bounds, both included.
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

    /// Returns whether no rule was broken so far.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    /// Returns the message of the first broken rule; None if there is none.
    #[must_use]
    pub fn into_first(self) -> Option<LocalizedText> {
        self.errors.into_iter().next().map(|(_, message)| message)
    }

    /// Returns all broken rules as an error, or Ok if there are none.
    pub fn finish(self) -> Result<(), Error> {
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(Error::InvalidFields(self.errors))
        }
    }
}

fn in_one_line(text: &str) -> String {
    let is_break = |char: char| matches!(char, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}');
    let parts = text.split(is_break).map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Returns whether `text` is an address that mails can be sent to; see [`email_fault`].
#[must_use]
pub fn is_email(text: &str) -> bool {
    email_fault(text).is_none()
}

/// Returns the fault of an e-mail address; None if it has the shape of one: one `@`, a local part, a domain with a dot,
/// no spaces, and no letters with which no mail can be sent. Only a mail can prove that the address exists.
///
/// Before the `@` hardly a provider has other letters than ASCII, so they are those of typing with accents left on. The
/// address without accents is only suggested: only the user knows which address they meant.
#[must_use]
pub fn email_fault(text: &str) -> Option<LocalizedText> {
    if !has_shape(text) {
        return Some(LocalizedText::new("field.email"));
    }
    let (local, domain) = text.rsplit_once('@')?;
    if local.is_ascii() {
        return None;
    }
    let suggestion = format!("{}@{domain}", fold_for_search(local));
    let is_reachable = has_shape(&suggestion) && fold_for_search(local).is_ascii();
    Some(if is_reachable {
        LocalizedText::new("field.emailAccents").with("suggestion", suggestion)
    } else {
        LocalizedText::new("field.emailLetters")
    })
}

fn has_shape(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let fits = |char: char| char.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(char);
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
        && local.chars().all(fits)
        && domain.contains('.')
        && labels_fit
        && hoi_mail::Address::new("a", domain).is_ok()
}

/// Returns whether `text` has the shape of a phone number: at least 6 digits, with an optional leading `+`, and spaces,
/// dots, dashes and brackets in between. The length is a rule of the field.
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
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// An address that no mail can be sent to would only show when its mail is given up.
        #[test]
        fn mails_can_be_sent_to_every_address(text in "[a-zA-Z0-9À-ỹ.!#$%&'*+/=?^_`{|}~-]{1,12}@[a-z0-9À-ỹ.-]{1,12}|\\PC{1,9}@\\PC{1,9}[.]vn") {
            if is_email(&text) {
                prop_assert!(text.parse::<hoi_mail::Address>().is_ok(), "{}", text);
            }
        }
    }

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
    fn accents_before_the_at_sign_are_asked_about() {
        for (typed, key, suggestion) in [
            (
                "nguyễnvăna@gmail.com",
                "field.emailAccents",
                "nguyenvana@gmail.com",
            ),
            ("Đỗ.Lan@gmail.com", "field.emailAccents", "do.lan@gmail.com"),
            ("lan@côngty.vn", "", ""),
            ("lân@côngty.vn", "field.emailAccents", "lan@côngty.vn"),
            ("李@gmail.com", "field.emailLetters", ""),
            ("аn@gmail.com", "field.emailLetters", ""),
            ("lân gmail.com", "field.email", ""),
        ] {
            let fault = email_fault(typed);
            assert_eq!(fault.as_ref().map_or("", |fault| fault.key), key, "{typed}");
            let said = fault.map(|fault| fault.in_language(hoi_i18n::Lang::EN));
            assert!(said.unwrap_or_default().contains(suggestion), "{typed}");
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
    fn a_text_of_one_line_has_no_line_breaks() {
        for (given, kept) in [
            ("Nguyễn\nLan", "Nguyễn Lan"),
            (" Nguyễn \r\n\r\n\tLan\n", "Nguyễn Lan"),
            ("Nguyễn\u{2028}Lan", "Nguyễn Lan"),
            ("Nguyễn  Lan", "Nguyễn  Lan"),
            ("\n\t", ""),
        ] {
            let mut check = Check::default();
            let mut text = given.to_owned();
            check.line("fullName", &mut text, 99);
            assert_eq!(text, kept, "{given:?}");
            check.required_line("fullName", &mut text, 99);
            assert_eq!(check.finish().is_ok(), !kept.is_empty(), "{given:?}");
            let mut several = given.to_owned();
            Check::default().text("description", &mut several, 99);
            assert_eq!(several, hoi_i18n::normalize_text(given));
        }
        let mut check = Check::default();
        check.line("fullName", &mut "a\u{0}b".to_owned(), 99);
        assert!(check.finish().is_err());
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
