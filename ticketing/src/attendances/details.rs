//! The fields that an organiser can note of a participant beside the default ones, each with its meaning and its rule.
//!
//! A new field is a column of the entity, a field here and, where it needs one, a rule below. In files it has a column
//! once `participants/columns.rs` gives it one.

use hoi_community::accounts::Gender;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields;
use hoi_platform::files::FileUrl;
use hoi_platform::import_files::cells;
use hoi_platform::validation::Check;

use super::attendance;

const MAX_SHORT: usize = 255;
const MAX_NOTE: usize = 2_000;

fields! {
    /// The fields that an organizer can note of a participant.
    ParticipantDetails, changed by ParticipantDetailsChange, kept in attendance {
        /// The participant's country, as free text.
        #[schema(extensions(("max" = json!(MAX_SHORT))))]
        country: Option<String>,
        /// The participant's job title.
        #[schema(extensions(("max" = json!(MAX_SHORT))))]
        role: Option<String>,
        /// The organizer's note; the participant never sees it.
        #[schema(extensions(("max" = json!(MAX_NOTE))))]
        note: Option<String>,
        /// The name of the person who invited the participant, as free text.
        #[schema(extensions(("max" = json!(MAX_SHORT))))]
        invited_by: Option<String>,
        /// Date as `YYYY-MM-DD`.
        date_of_birth: Option<String>,
        /// The gender in the participant's identity document.
        gender: Option<Gender>,
        /// The number of the participant's ID card or passport. Responses show a row of dots, and a body with the dots
        /// leaves it unchanged.
        #[schema(extensions(("max" = json!(MAX_SHORT))))]
        identification_number: Option<String>,
        /// The tax number of the participant or of their company, shown and sent like the other number.
        #[schema(extensions(("max" = json!(MAX_SHORT))))]
        tax_number: Option<String>,
        /// The address of a private file.
        business_license: Option<FileUrl>,
        /// The address of the participant's portrait, a public file.
        avatar: Option<FileUrl>,
        /// The address of the company's logo, a public file.
        logo: Option<FileUrl>,
    }
}

impl ParticipantDetailsChange {
    /// Trims and normalises the fields, and reports every broken rule.
    pub fn check(&mut self, check: &mut Check) {
        for (field, text) in [
            ("country", &mut self.country),
            ("role", &mut self.role),
            ("invitedBy", &mut self.invited_by),
            ("dateOfBirth", &mut self.date_of_birth),
            ("identificationNumber", &mut self.identification_number),
            ("taxNumber", &mut self.tax_number),
        ] {
            if let Some(text) = text {
                check.optional_line(field, text, MAX_SHORT);
            }
        }
        if let Some(note) = &mut self.note {
            check.optional_text("note", note, MAX_NOTE);
        }
        // Pasted from a spreadsheet, a long number may have lost its digits.
        for (field, number) in [
            ("identificationNumber", &self.identification_number),
            ("taxNumber", &self.tax_number),
        ] {
            if let Some(Some(number)) = number {
                let message = LocalizedText::new("import.scientific").with("value", number);
                check.ensure(!cells::is_scientific(number), field, message);
            }
        }
        if let Some(Some(text)) = &self.date_of_birth {
            let is_date = text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok();
            check.ensure(is_date, "dateOfBirth", LocalizedText::new("field.date"));
        }
    }
}

impl From<ParticipantDetailsChange> for ParticipantDetails {
    fn from(change: ParticipantDetailsChange) -> Self {
        let mut details = Self::default();
        details.apply(change);
        details
    }
}
