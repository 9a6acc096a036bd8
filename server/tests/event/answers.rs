//! Valid answers to each type of question.

use std::collections::HashSet;

use hoi_platform::files::FileId;
use hoi_ticketing::attendances::{Answer, AnswerValue, QuestionType};
use hoi_ticketing::events::{GivenAnswer, Question, answered_files, check_answers};
use serde_json::{Value, json};

const FILE: &str = "0198c5a1-7c00-7000-8000-000000000001";

fn question(kind: &str, required: bool) -> Question {
    let question = json!({
        "id": "q", "question": "Câu hỏi?", "type": kind, "required": required, "choices": ["Cam", "Táo", "Lê"],
    });
    serde_json::from_value(question).unwrap()
}

fn check(question: &Question, answer: Value) -> Result<Vec<Answer>, String> {
    let given: GivenAnswer =
        serde_json::from_value(json!({ "questionId": "q", "answer": answer })).unwrap();
    let uploads = HashSet::from([FILE.parse::<FileId>().unwrap()]);
    check_answers(std::slice::from_ref(question), &[given], &uploads).map_err(|errors| {
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].0, "answers.q");
        errors[0].1.key.to_owned()
    })
}

fn kept(answers: &[Answer]) -> Value {
    match answers {
        [] => Value::Null,
        [one] => serde_json::to_value(&one.answer).unwrap(),
        _ => panic!("one question has one answer"),
    }
}

#[test]
fn each_type_has_its_rule() {
    let url = format!("/api/upload/{FILE}");
    for (kind, given, expected) in [
        ("TEXT", json!("  Xin chào  "), Ok(json!("Xin chào"))),
        ("TEXT", json!("ề".repeat(2000)), Ok(json!("ề".repeat(2000)))),
        ("TEXT", json!("ề".repeat(2001)), Err("field.tooLong")),
        ("TEXT", json!("a\u{0}b"), Err("field.controlCharacters")),
        ("TEXT", json!("dòng 1\ndòng 2"), Ok(json!("dòng 1\ndòng 2"))),
        ("EMAIL", json!("an@example.vn"), Ok(json!("an@example.vn"))),
        ("EMAIL", json!("an@"), Err("field.email")),
        ("NUMBER", json!("0912345678"), Ok(json!("0912345678"))),
        ("NUMBER", json!("+84912345678"), Ok(json!("+84912345678"))),
        ("NUMBER", json!("007"), Ok(json!("007"))),
        ("NUMBER", json!("1".repeat(50)), Ok(json!("1".repeat(50)))),
        ("NUMBER", json!("1".repeat(51)), Err("answer.number")),
        ("NUMBER", json!("12a"), Err("answer.number")),
        ("NUMBER", json!("1.5"), Err("answer.number")),
        ("NUMBER", json!("-1"), Err("answer.number")),
        ("NUMBER", json!("1+2"), Err("answer.number")),
        ("NUMBER", json!("+"), Err("answer.number")),
        ("NUMBER", json!("٣"), Err("answer.number")),
        ("ONE_CHOICE", json!("Táo"), Ok(json!("Táo"))),
        ("ONE_CHOICE", json!(["Táo"]), Ok(json!("Táo"))),
        ("ONE_CHOICE", json!(["Táo", "Lê"]), Err("answer.onlyOne")),
        ("ONE_CHOICE", json!("Xoài"), Err("answer.notAChoice")),
        ("ONE_CHOICE", json!("táo"), Err("answer.notAChoice")),
        (
            "MULTIPLE_CHOICE",
            json!(["Lê", "Cam"]),
            Ok(json!(["Cam", "Lê"])),
        ),
        ("MULTIPLE_CHOICE", json!(["Cam", "Cam"]), Ok(json!(["Cam"]))),
        ("MULTIPLE_CHOICE", json!("Cam"), Ok(json!(["Cam"]))),
        (
            "MULTIPLE_CHOICE",
            json!(["Cam", "Xoài"]),
            Err("answer.notAChoice"),
        ),
        (
            "MULTIPLE_CHOICE",
            json!(["Cam", "Táo", "Lê"]),
            Ok(json!(["Cam", "Táo", "Lê"])),
        ),
        ("IMAGE", json!(FILE), Ok(json!(url))),
        ("IMAGE", json!(url), Ok(json!(url))),
        (
            "IMAGE",
            json!("0198c5a1-7c00-7000-8000-000000000002"),
            Err("answer.image"),
        ),
        (
            "IMAGE",
            json!("https://evil.example/a.png"),
            Err("answer.image"),
        ),
        ("READ_ONLY", json!("anything"), Ok(Value::Null)),
    ] {
        for required in [false, true] {
            let found = check(&question(kind, required), given.clone());
            let found = found.map(|answers| kept(&answers));
            assert_eq!(
                found,
                expected.clone().map_err(str::to_owned),
                "{kind} {given}"
            );
        }
    }
}

#[test]
fn blank_is_no_answer() {
    for kind in [
        "TEXT",
        "EMAIL",
        "NUMBER",
        "ONE_CHOICE",
        "MULTIPLE_CHOICE",
        "IMAGE",
    ] {
        for blank in [Value::Null, json!(""), json!("  "), json!([])] {
            let optional = check(&question(kind, false), blank.clone());
            assert_eq!(optional, Ok(vec![]), "{kind} {blank}");
            let required = check(&question(kind, true), blank.clone());
            assert_eq!(required, Err("field.required".to_owned()), "{kind} {blank}");
        }
        let none = check_answers(&[question(kind, true)], &[], &HashSet::<FileId>::new());
        assert_eq!(none.unwrap_err()[0].0, "answers.q");
    }
    let read = check_answers(
        &[question("READ_ONLY", true)],
        &[],
        &HashSet::<FileId>::new(),
    );
    assert_eq!(read, Ok(vec![]));
}

#[test]
fn the_question_is_kept_as_it_was_asked_in_the_forms_order() {
    let mut first = question("TEXT", true);
    first.id = "a".to_owned();
    let mut second = question("NUMBER", false);
    second.id = "b".to_owned();
    let given: Vec<GivenAnswer> = serde_json::from_value(json!([
        { "questionId": "gone", "answer": "x" },
        { "questionId": "b", "answer": "5" },
        { "questionId": "fullName", "answer": "x" },
        { "questionId": "a", "answer": "Có" },
    ]))
    .unwrap();
    let answers = check_answers(&[first, second], &given, &HashSet::<FileId>::new()).unwrap();
    assert_eq!(
        serde_json::to_value(&answers).unwrap(),
        json!([
            { "questionId": "a", "question": "Câu hỏi?", "type": "TEXT", "answer": "Có" },
            { "questionId": "b", "question": "Câu hỏi?", "type": "NUMBER", "answer": "5" },
        ])
    );
}

#[test]
fn every_fault_is_reported_at_once() {
    let mut questions = vec![
        question("EMAIL", true),
        question("NUMBER", true),
        question("TEXT", true),
    ];
    for (at, question) in questions.iter_mut().enumerate() {
        question.id = at.to_string();
    }
    let given: Vec<GivenAnswer> = serde_json::from_value(json!([
        { "questionId": "0", "answer": "x" }, { "questionId": "1", "answer": "x" },
    ]))
    .unwrap();
    let errors = check_answers(&questions, &given, &HashSet::<FileId>::new()).unwrap_err();
    let fields: Vec<_> = errors.iter().map(|(field, _)| field.as_str()).collect();
    assert_eq!(fields, ["answers.0", "answers.1", "answers.2"]);
}

#[test]
fn files_are_looked_for_only_in_answers_to_image_questions() {
    let mut image = question("IMAGE", true);
    image.id = "image".to_owned();
    let mut text = question("TEXT", true);
    text.id = "text".to_owned();
    let given = |id: &str, value: &str| GivenAnswer {
        question_id: id.to_owned(),
        answer: Some(AnswerValue::Text(value.to_owned())),
    };
    let found = answered_files(
        &[image, text],
        &[
            given("image", FILE),
            given("text", FILE),
            given("image", "no"),
        ],
    );
    assert_eq!(found, [FILE.parse::<FileId>().unwrap()]);
    assert_eq!(QuestionType::Image, question("IMAGE", false).kind);
}
