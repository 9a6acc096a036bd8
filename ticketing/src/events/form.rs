//! The registration form: its questions, and the rules on answers to each. Pure.
//!
//! Every form begins with name and address and, unless its organiser turns them off, phone and company, which are columns
//! of a registration; an event stores only what its organiser adds.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use hoi_i18n::normalize_text;
use hoi_platform::error::{FieldErrors, LocalizedText};
use hoi_platform::files::FileUrl;
use hoi_platform::ids::FileId;
use hoi_platform::validation::{Check, email_fault};
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use crate::attendances::{Answer, AnswerValue, QuestionType};

/// The most questions of a form.
pub const MAX_QUESTIONS: usize = 100;
/// The most characters of a question.
pub const MAX_QUESTION: usize = 1000;
/// The most choices of a question.
pub const MAX_CHOICES: usize = 100;
/// The most characters of a choice.
pub const MAX_CHOICE: usize = 255;
/// Characters in an answer that is typed.
pub const MAX_ANSWER: usize = 2000;
/// Digits in a number, with its sign.
const MAX_NUMBER: usize = 50;
/// The most characters of a question's identifier.
const MAX_ID: usize = 64;

/// One question of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// Unique in its form and stable; left empty for a new question, which then gets one.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_ID))))]
    pub id: String,
    /// The question's text, 1–1000 characters.
    #[schema(extensions(("max" = json!(MAX_QUESTION))))]
    pub question: String,
    /// `"true"` or `""`; a boolean is taken too.
    #[serde(
        default,
        serialize_with = "write_required",
        deserialize_with = "read_required"
    )]
    #[schema(value_type = String, example = "true")]
    pub required: bool,
    #[serde(rename = "type")]
    pub kind: QuestionType,
    /// The choices, for the two types with choices.
    #[serde(default)]
    #[schema(example = json!({ "max": MAX_CHOICES }), extensions(("max" = json!(MAX_CHOICE))))]
    pub choices: Vec<String>,
    /// An illustration by the organizer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<FileUrl>,
    /// Whether its answers are sealed, shown one at a time on request, and left out of files unless the request asks for
    /// them. Never of a question of type IMAGE, whose files are private anyway, or `READ_ONLY`.
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

impl Question {
    /// Returns whether a registration without an answer to it is refused.
    #[must_use]
    pub fn needs_answer(&self) -> bool {
        self.required && self.kind != QuestionType::ReadOnly
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]
fn write_required<S: Serializer>(required: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(if *required { "true" } else { "" })
}

fn read_required<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Bool(bool),
        Text(String),
        Nothing(()),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::Bool(required) => required,
        Written::Text(text) => text == "true",
        Written::Nothing(()) => false,
    })
}

/// The organizer's own questions, as they are stored and as their owner sees them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Form {
    /// The organizer's questions in their order; the form shows them after those it has by default.
    pub scheme: Vec<Question>,
    /// Increases with every change of the form.
    #[serde(default)]
    pub version: i64,
}

/// Whether a form has a question that it has by default.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sea_orm(
    rs_type = "String",
    db_type = "Text",
    rename_all = "SCREAMING_SNAKE_CASE"
)]
pub enum Asked {
    /// Visitors must answer it.
    #[default]
    Required,
    /// Visitors may leave it empty.
    Optional,
    /// The form does not show it.
    Off,
}

/// The questions a form begins with; their answers are columns of a registration. Name and address are always asked.
#[must_use]
pub fn default_questions(
    phone: Asked,
    company: Asked,
    text: impl Fn(&'static str) -> String,
) -> Vec<Question> {
    [
        (
            "fullName",
            "form.fullName",
            QuestionType::Text,
            Asked::Required,
        ),
        ("email", "form.email", QuestionType::Email, Asked::Required),
        ("phone", "form.phone", QuestionType::Number, phone),
        ("company", "form.company", QuestionType::Text, company),
    ]
    .into_iter()
    .filter(|(_, _, _, asked)| *asked != Asked::Off)
    .map(|(id, key, kind, asked)| Question {
        id: id.to_owned(),
        question: text(key),
        required: asked == Asked::Required,
        kind,
        choices: Vec::new(),
        image: None,
        sensitive: false,
    })
    .collect()
}

/// Identifiers of the questions that a form has by default.
pub const DEFAULT_IDS: [&str; 4] = ["fullName", "email", "phone", "company"];

/// Leaves out the questions that a form has by default, then checks and tidies the others; `path` is where the list stands in the body.
pub fn check_scheme(
    scheme: &mut Vec<Question>,
    path: &str,
    check: &mut Check,
    new_id: impl Fn() -> String,
) {
    scheme.retain(|question| !DEFAULT_IDS.contains(&question.id.as_str()));
    if scheme.len() > MAX_QUESTIONS {
        check.fail(
            path,
            LocalizedText::new("form.tooManyQuestions").with("max", MAX_QUESTIONS),
        );
        return;
    }
    let mut ids = HashSet::new();
    for (at, question) in scheme.iter_mut().enumerate() {
        let field = |name: &str| format!("{path}.{at}.{name}");
        check.required_text(&field("question"), &mut question.question, MAX_QUESTION);
        question.id = normalize_text(&question.id);
        if question.id.is_empty() {
            question.id = new_id();
        }
        let fits = question.id.len() <= MAX_ID
            && question
                .id
                .chars()
                .all(|char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_'));
        check.ensure(fits, &field("id"), LocalizedText::new("form.badId"));
        check.ensure(
            ids.insert(question.id.clone()),
            &field("id"),
            LocalizedText::new("form.sameId"),
        );
        check_choices(question, &field("choices"), check);
        question.sensitive &=
            !matches!(question.kind, QuestionType::Image | QuestionType::ReadOnly);
    }
}

fn check_choices(question: &mut Question, field: &str, check: &mut Check) {
    if !matches!(
        question.kind,
        QuestionType::OneChoice | QuestionType::MultipleChoice
    ) {
        question.choices.clear();
        return;
    }
    for choice in &mut question.choices {
        check.text(field, choice, MAX_CHOICE);
    }
    let filled = !question.choices.is_empty() && question.choices.iter().all(|c| !c.is_empty());
    check.ensure(filled, field, LocalizedText::new("form.emptyChoices"));
    check.ensure(
        question.choices.len() <= MAX_CHOICES,
        field,
        LocalizedText::new("form.tooManyChoices").with("max", MAX_CHOICES),
    );
    let distinct: HashSet<&String> = question.choices.iter().collect();
    check.ensure(
        distinct.len() == question.choices.len(),
        field,
        LocalizedText::new("form.sameChoice"),
    );
}

/// A visitor's answer to one question.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenAnswer {
    /// The question's identifier.
    pub question_id: String,
    /// Null or empty if the question is not answered.
    #[serde(default)]
    pub answer: Option<AnswerValue>,
}

/// The files named in answers to IMAGE questions; the caller finds out which of them were uploaded for this event and
/// hands those to [`check_answers`].
#[must_use]
pub fn answered_files(scheme: &[Question], given: &[GivenAnswer]) -> Vec<FileId> {
    let images: HashSet<&str> = scheme
        .iter()
        .filter(|question| question.kind == QuestionType::Image)
        .map(|question| question.id.as_str())
        .collect();
    given
        .iter()
        .filter(|given| images.contains(given.question_id.as_str()))
        .filter_map(|given| match &given.answer {
            Some(AnswerValue::Text(text)) => file_in(text),
            _ => None,
        })
        .collect()
}

fn file_in(text: &str) -> Option<FileId> {
    text.trim().rsplit('/').next()?.parse().ok()
}

/// Checks a visitor's answers against the organiser's own questions and returns them in the form's order, not yet
/// sealed, without unanswered questions. Faults are reported at `answers.<questionId>`. Answers to questions that are
/// no longer there, or are only read, are dropped: the form may have changed while the visitor filled it in.
pub fn check_answers(
    scheme: &[Question],
    given: &[GivenAnswer],
    uploads: &HashSet<FileId, impl BuildHasher>,
) -> Result<Vec<Answer>, FieldErrors> {
    let given: HashMap<&str, &AnswerValue> = given
        .iter()
        .filter_map(|given| Some((given.question_id.as_str(), given.answer.as_ref()?)))
        .collect();
    let mut errors = FieldErrors::new();
    let mut answers = Vec::new();
    for question in scheme {
        if question.kind == QuestionType::ReadOnly {
            continue;
        }
        let value = given.get(question.id.as_str());
        match value.map_or(Ok(None), |value| check_answer(question, value, uploads)) {
            Ok(Some(answer)) => answers.push(Answer {
                question_id: question.id.clone(),
                question: question.question.clone(),
                kind: question.kind,
                answer,
                sensitive: false,
            }),
            Ok(None) if question.required => errors.push((
                format!("answers.{}", question.id),
                LocalizedText::new("field.required"),
            )),
            Ok(None) => {}
            Err(message) => errors.push((format!("answers.{}", question.id), message)),
        }
    }
    if errors.is_empty() {
        Ok(answers)
    } else {
        Err(errors)
    }
}

/// Returns the answer as it is stored; None when it is blank.
fn check_answer(
    question: &Question,
    value: &AnswerValue,
    uploads: &HashSet<FileId, impl BuildHasher>,
) -> Result<Option<AnswerValue>, LocalizedText> {
    if question.kind == QuestionType::MultipleChoice {
        return check_several(question, value);
    }
    // Some form libraries send a single choice as a list with one entry.
    let text = match value {
        AnswerValue::Text(text) => normalize_text(text),
        AnswerValue::Choices(several) => match several.as_slice() {
            [] => return Ok(None),
            [one] => normalize_text(one),
            _ => return Err(LocalizedText::new("answer.onlyOne")),
        },
    };
    if text.is_empty() {
        return Ok(None);
    }
    let fault = match question.kind {
        QuestionType::Email if text.chars().count() > 999 => {
            Some(LocalizedText::new("field.email"))
        }
        QuestionType::Email => email_fault(&text),
        QuestionType::Number => (!is_number(&text)).then(|| LocalizedText::new("answer.number")),
        QuestionType::OneChoice => {
            (!question.choices.contains(&text)).then(|| LocalizedText::new("answer.notAChoice"))
        }
        QuestionType::Image => match file_in(&text).filter(|id| uploads.contains(id)) {
            Some(id) => return Ok(Some(AnswerValue::Text(FileUrl(id).to_string()))),
            None => Some(LocalizedText::new("answer.image")),
        },
        QuestionType::Text | QuestionType::MultipleChoice | QuestionType::ReadOnly => {
            let mut check = Check::default();
            check.text("", &mut text.clone(), MAX_ANSWER);
            check.into_first()
        }
    };
    fault.map_or(Ok(Some(AnswerValue::Text(text))), Err)
}

/// The chosen ones in the order of the form, each once.
fn check_several(
    question: &Question,
    value: &AnswerValue,
) -> Result<Option<AnswerValue>, LocalizedText> {
    let chosen: HashSet<String> = match value {
        AnswerValue::Text(text) => std::iter::once(text)
            .map(|text| normalize_text(text))
            .collect(),
        AnswerValue::Choices(several) => several.iter().map(|text| normalize_text(text)).collect(),
    };
    let chosen: HashSet<String> = chosen.into_iter().filter(|text| !text.is_empty()).collect();
    if chosen.iter().any(|text| !question.choices.contains(text)) {
        return Err(LocalizedText::new("answer.notAChoice"));
    }
    let kept: Vec<String> = question
        .choices
        .iter()
        .filter(|choice| chosen.contains(*choice))
        .cloned()
        .collect();
    Ok((!kept.is_empty()).then_some(AnswerValue::Choices(kept)))
}

/// Digits with an optional leading `+`.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or(text);
    !digits.is_empty()
        && text.len() <= MAX_NUMBER
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}
