//! The answers to an organiser's own questions, as a registration keeps them.

use anyhow::Result;
use hoi_platform::ids::EventId;
use hoi_platform::secrets::Secrets;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Shown in place of a sensitive answer.
pub const MASK: &str = "••••";
const PURPOSE: &str = "sensitive-answer";

/// The type of a question: decides the form's input and the accepted answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QuestionType {
    /// The text as typed.
    Text,
    /// An e-mail address.
    Email,
    /// Digits, with an optional leading `+`; kept as text, so that leading zeros survive.
    Number,
    /// Exactly one of the choices.
    OneChoice,
    /// Any number of the choices.
    MultipleChoice,
    /// An image that the visitor uploads.
    Image,
    /// Text or an illustration to read; it has no answer.
    ReadOnly,
}

/// An answer as it is sent and kept: a text, or the chosen ones of several choices. An image's answer is its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum AnswerValue {
    /// Typed, chosen, or the address of an uploaded image.
    Text(String),
    /// The selected choices of a multiple-choice question.
    Choices(Vec<String>),
}

/// An answer as a registration keeps it: with the question as it was asked, so that a later change of the form changes
/// nothing about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The question's identifier.
    pub question_id: String,
    /// The question's text when it was answered.
    pub question: String,
    /// The question's type when it was answered.
    #[serde(rename = "type")]
    pub kind: QuestionType,
    /// A row of dots if the answer is sensitive, except to the person who gave it.
    pub answer: AnswerValue,
    /// Whether the answer is sealed: it is then shown on request, one at a time.
    #[serde(default, skip_serializing_if = "is_not")]
    pub sensitive: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]
fn is_not(flag: &bool) -> bool {
    !flag
}

impl Answer {
    /// Seals a plain answer, for the database. Does nothing to a sealed one.
    ///
    /// # Errors
    /// Only when the system has no random numbers.
    pub fn seal(&mut self, secrets: &Secrets, event: EventId) -> Result<()> {
        if !self.sensitive {
            let plain = serde_json::to_vec(&self.answer)?;
            let sealed = secrets.seal(PURPOSE, &self.context(event), &plain)?;
            self.answer = AnswerValue::Text(sealed);
            self.sensitive = true;
        }
        Ok(())
    }

    /// Opens a sealed answer. Does nothing to a plain one.
    ///
    /// # Errors
    /// When it was sealed for something else, or with a secret that is lost.
    pub fn open(&mut self, secrets: &Secrets, event: EventId) -> Result<()> {
        if let (true, AnswerValue::Text(sealed)) = (self.sensitive, &self.answer) {
            let plain = secrets.unseal(PURPOSE, &self.context(event), sealed)?;
            self.answer = serde_json::from_slice(&plain)?;
            self.sensitive = false;
        }
        Ok(())
    }

    /// Puts dots in place of a sealed answer.
    #[must_use]
    pub fn masked(mut self) -> Self {
        if self.sensitive {
            self.answer = AnswerValue::Text(MASK.to_owned());
        }
        self
    }

    /// A sealed answer opens for its event and question alone.
    fn context(&self, event: EventId) -> Vec<u8> {
        [event.0.as_bytes(), self.question_id.as_bytes()].concat()
    }
}

#[cfg(test)]
mod tests {
    use hoi_platform::clock;

    use super::*;

    #[test]
    fn a_sealed_answer_opens_for_its_event_and_question_alone() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let event: EventId = clock::new_id();
        for answer in [
            AnswerValue::Text("079123".to_owned()),
            AnswerValue::Choices(vec!["Chay".to_owned(), "Halal".to_owned()]),
        ] {
            let plain = Answer {
                question_id: "diet".to_owned(),
                question: "Ăn gì?".to_owned(),
                kind: QuestionType::Text,
                answer,
                sensitive: false,
            };
            let mut sealed = plain.clone();
            sealed.seal(&secrets, event).unwrap();
            let stored = serde_json::to_string(&sealed).unwrap();
            assert!(
                !stored.contains("079123") && !stored.contains("Chay"),
                "{stored}"
            );
            assert_eq!(
                sealed.clone().masked().answer,
                AnswerValue::Text(MASK.to_owned())
            );
            let again = sealed.clone();
            sealed.seal(&secrets, event).unwrap();
            assert_eq!(sealed, again);
            assert!(sealed.clone().open(&secrets, clock::new_id()).is_err());
            let mut other = sealed.clone();
            other.question_id = "home".to_owned();
            assert!(other.open(&secrets, event).is_err());
            sealed.open(&secrets, event).unwrap();
            assert_eq!(sealed, plain);
            assert_eq!(plain.clone().masked(), plain);
        }
    }
}
