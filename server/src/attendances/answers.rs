//! The answers to an organiser's own questions, as a registration keeps them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum QuestionType {
    /// Any text.
    Text,
    /// An address.
    Email,
    /// Digits, with an optional leading `+`; kept as text, so that leading zeros survive.
    Number,
    /// Exactly one of the choices.
    OneChoice,
    /// Any of the choices.
    MultipleChoice,
    /// An image that the visitor uploads.
    Image,
    /// Nothing: it is only read.
    ReadOnly,
}

/// An answer as it is sent and kept: a text, or the chosen ones of several choices. An image's answer is its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum AnswerValue {
    /// Typed, chosen, or the address of an uploaded image.
    Text(String),
    /// Chosen from several.
    Choices(Vec<String>),
}

/// An answer as a registration keeps it: with the question as it was asked, so that a later change of the form changes
/// nothing about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The question's identifier.
    pub question_id: String,
    /// Its text at the time.
    pub question: String,
    /// Its type at the time.
    #[serde(rename = "type")]
    pub kind: QuestionType,
    /// What was answered.
    pub answer: AnswerValue,
}
