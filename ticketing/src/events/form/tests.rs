use std::cell::Cell;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use uuid::Uuid;

use super::*;

const UPLOADED: FileId = FileId(Uuid::from_u128(7));

fn kind() -> impl Strategy<Value = QuestionType> + Clone {
    prop_oneof![
        Just(QuestionType::Text),
        Just(QuestionType::Email),
        Just(QuestionType::Number),
        Just(QuestionType::OneChoice),
        Just(QuestionType::MultipleChoice),
        Just(QuestionType::Image),
        Just(QuestionType::ReadOnly),
    ]
}

fn text() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        4 => "[a-c ]{0,2}",
        2 => "\\PC{0,20}",
        1 => "[\u{0}-\u{20}\u{202a}-\u{202e}\u{200b}]{0,3}",
        1 => (0..2_100_usize).prop_map(|length| "ề".repeat(length)),
    ]
}

/// Questions as a body can have them.
fn scheme() -> impl Strategy<Value = Vec<Question>> {
    let id = prop_oneof![
        "[a-d]?",
        "\\PC{0,9}",
        "[a-z0-9_-]{60,70}",
        Just("email".to_owned())
    ];
    let flags = (any::<bool>(), any::<bool>());
    let parts = (id, text(), flags, kind(), vec(text(), 0..4));
    let question =
        parts.prop_map(
            |(id, question, (required, sensitive), kind, choices)| Question {
                id,
                question,
                required,
                kind,
                choices,
                image: None,
                sensitive,
            },
        );
    prop_oneof![20 => vec(question.clone(), 0..5), 1 => vec(question, 98..103)]
}

/// Questions that an event can have, and answers to them and to others.
fn answered() -> impl Strategy<Value = (Vec<Question>, Vec<GivenAnswer>)> {
    let choices = prop_oneof![Just(&["a", "b", "c d"][..]), Just(&["a"][..])];
    let question = (kind(), any::<bool>(), choices);
    let scheme = vec(question, 0..6).prop_map(|questions| {
        let questions = questions.into_iter().zip(0..);
        let question = |((kind, required, choices), at): ((_, _, &[&str]), u8)| Question {
            id: format!("q{at}"),
            question: "?".to_owned(),
            required,
            kind,
            choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
            image: None,
            sensitive: false,
        };
        questions.map(question).collect()
    });
    let one = prop_oneof![
        4 => text(),
        2 => "[+0-9]{0,60}",
        1 => Just("an@b.vn".to_owned()),
        1 => Just(format!(" /api/upload/{UPLOADED}")),
        1 => Just(format!("/api/upload/{}", Uuid::from_u128(8))),
    ];
    let value = prop_oneof![
        3 => one.clone().prop_map(AnswerValue::Text),
        1 => vec(one, 0..4).prop_map(AnswerValue::Choices),
    ];
    let given = ("q[0-7]", option::of(value));
    let given = given.prop_map(|(question_id, answer)| GivenAnswer {
        question_id,
        answer,
    });
    (scheme, vec(given, 0..9))
}

/// Checks a scheme and returns whether it is accepted.
fn accepts(scheme: &mut Vec<Question>) -> bool {
    let (mut check, made) = (Check::default(), Cell::new(0));
    check_scheme(scheme, "eventForm.scheme", &mut check, || {
        made.set(made.get() + 1);
        format!("new-{}", made.get())
    });
    check.is_clean()
}

proptest! {
    #[test]
    fn an_accepted_form_is_within_its_bounds_and_is_stored_as_it_is(mut scheme in scheme()) {
        prop_assume!(accepts(&mut scheme));
        prop_assert!(scheme.len() <= MAX_QUESTIONS);
        for question in &scheme {
            prop_assert!((1..=MAX_QUESTION).contains(&question.question.chars().count()));
            prop_assert!((1..=MAX_ID).contains(&question.id.len()));
            let has_plain_answers = matches!(question.kind, QuestionType::Image | QuestionType::ReadOnly);
            prop_assert!(!(question.sensitive && has_plain_answers));
            prop_assert!(question.choices.iter().all(|choice| (1..=MAX_CHOICE).contains(&choice.chars().count())));
        }
        let mut again = scheme.clone();
        prop_assert!(accepts(&mut again));
        prop_assert_eq!(&again, &scheme);
        let stored = serde_json::to_string(&scheme).unwrap();
        prop_assert_eq!(serde_json::from_str::<Vec<Question>>(&stored).unwrap(), scheme);
    }

    #[test]
    fn accepted_answers_are_within_their_bounds_and_are_accepted_again((scheme, given) in answered()) {
        let uploads = HashSet::from([UPLOADED]);
        match check_answers(&scheme, &given, &uploads) {
            Ok(answers) => {
                for answer in &answers {
                    let question = scheme.iter().find(|question| question.id == answer.question_id).unwrap();
                    match &answer.answer {
                        AnswerValue::Text(text) => prop_assert!((1..=MAX_ANSWER).contains(&text.chars().count())),
                        AnswerValue::Choices(chosen) => prop_assert!(chosen.iter().all(|one| question.choices.contains(one))),
                    }
                }
                let again: Vec<_> = answers
                    .iter()
                    .map(|answer| GivenAnswer { question_id: answer.question_id.clone(), answer: Some(answer.answer.clone()) })
                    .collect();
                prop_assert_eq!(check_answers(&scheme, &again, &uploads).unwrap(), answers);
            }
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                prop_assert!(errors.iter().all(|(field, _)| field.starts_with("answers.q")));
            }
        }
    }
}
