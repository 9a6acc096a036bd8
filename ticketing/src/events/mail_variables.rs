//! The variables that an organiser's mails may hold. `registration` fills them in for each guest.

use hoi_mail::unknown_variable;
use hoi_platform::error::LocalizedText;
use hoi_platform::validation::Check;

/// The variables of the text of a mail, written `{{name}}`.
pub const MAIL_VARIABLES: [&str; 12] = [
    "fullName",
    "eventTitle",
    "eventStartDate",
    "venueAddress",
    "ticketName",
    "ticketCode",
    "ownLink",
    "amount",
    "paymentReference",
    "accountNumber",
    "accountHolderName",
    "bankName",
];

/// The variables of a subject: all but the link, which opens the guest's registration and so must not stand in a header
/// that mail servers log.
#[must_use]
pub fn subject_variables() -> Vec<&'static str> {
    let names = MAIL_VARIABLES.iter().copied();
    names.filter(|name| *name != "ownLink").collect()
}

/// Returns whether the text of a mail, which was checked before, holds this variable.
#[must_use]
pub fn uses_variable(text: &str, name: &str) -> bool {
    let others: Vec<_> = MAIL_VARIABLES
        .into_iter()
        .filter(|other| *other != name)
        .collect();
    unknown_variable(text, &others).is_some()
}

/// How many variables a text may hold: each may become a name of a thousand characters.
pub const MAX_VARIABLES: usize = 100;

/// Refuses text with a `{{variable}}` that is none of `known`, and lists those; also more than [`MAX_VARIABLES`] of
/// them.
pub fn check_variables(check: &mut Check, field: &str, text: &str, known: &[&str]) {
    if text.matches("{{").count() > MAX_VARIABLES {
        let message = LocalizedText::new("field.tooManyVariables").with("max", MAX_VARIABLES);
        check.fail(field, message);
        return;
    }
    let Some(typed) = unknown_variable(text, known) else {
        return;
    };
    let known: Vec<_> = known.iter().map(|name| format!("{{{{{name}}}}}")).collect();
    check.fail(
        field,
        LocalizedText::new("field.unknownVariable")
            .with("typed", typed)
            .with("known", known.join(", ")),
    );
}

#[cfg(test)]
mod tests {
    use super::uses_variable;

    #[test]
    fn a_text_uses_the_variables_that_stand_in_it() {
        let text = "<p>Chào {{fullName}}: {{ amount }}</p>";
        assert!(uses_variable(text, "fullName") && uses_variable(text, "amount"));
        assert!(!uses_variable(text, "ticketName") && !uses_variable("amount", "amount"));
    }
}
