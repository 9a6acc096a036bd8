//! The answers to an organiser's own questions, as a registration keeps them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
    pub answer: AnswerValue,
}
