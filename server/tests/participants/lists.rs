//! Lists as other systems write them, and a list that is imported again.

use std::collections::HashMap;

use axum::http::Method;
use serde_json::{Value, json};

use super::support::{Organiser, counts, id_of};

/// The lists with the expected result of each (`lists/expected.json`).
const LISTS: [(&str, &[u8]); 7] = [
    ("luma.csv", include_bytes!("lists/luma.csv")),
    (
        "pretix_positions.xlsx",
        include_bytes!("lists/pretix_positions.xlsx"),
    ),
    ("hievents.xlsx", include_bytes!("lists/hievents.xlsx")),
    (
        "eventbrite_2026.csv",
        include_bytes!("lists/eventbrite_2026.csv"),
    ),
    ("gforms_vi.csv", include_bytes!("lists/gforms_vi.csv")),
    ("gforms_vi2.csv", include_bytes!("lists/gforms_vi2.csv")),
    ("race_vi.csv", include_bytes!("lists/race_vi.csv")),
];

/// The organiser's answers to everything that a preview asks: keep all columns, make all classes.
fn accepted(preview: &Value) -> Vec<(&'static str, String)> {
    let columns = preview["columns"].as_array().unwrap().iter();
    let mapping = columns.map(|column| {
        if column["isOffered"] == true && column["field"].is_null() {
            json!("newQuestion")
        } else {
            column["field"].clone()
        }
    });
    let classes = preview["classes"].as_array().unwrap().iter();
    let classes = classes.map(|class| json!({ "name": class["name"], "price": 0 }));
    vec![
        ("mapping", json!(mapping.collect::<Vec<_>>()).to_string()),
        ("classes", json!(classes.collect::<Vec<_>>()).to_string()),
    ]
}

fn borrowed<'a>(more: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    let more = more.iter();
    more.map(|(name, text)| (*name, text.as_str())).collect()
}

#[tokio::test]
async fn lists_of_other_systems() {
    let expected: Value = serde_json::from_slice(include_bytes!("lists/expected.json")).unwrap();
    for (name, file) in LISTS {
        for has_class in [false, true] {
            let organiser = Organiser::new(10).await;
            if has_class {
                let app = &organiser.app;
                app.ticket(organiser.event, "GENERAL admission", 0, -1)
                    .await;
                app.ticket(organiser.event, "21km", 0, -1).await;
            }
            check_list(&organiser, name, file, &expected[name]).await;
        }
    }
}

async fn check_list(organiser: &Organiser, name: &str, file: &[u8], expected: &Value) {
    let preview = organiser.preview(file, &[]).await;
    // Other systems write everything correctly; only decisions are missing.
    assert_eq!(preview["errorCount"], 0, "{name}: {preview}");
    assert_eq!(counts(&preview)[5], 0, "{name}");
    let phones = [&preview["badPhones"], &preview["doubtfulPhones"]];
    assert_eq!(phones.map(|phones| &phones["count"]), [0, 0], "{name}");
    let left_out: Vec<Value> = preview["leftOut"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| json!({ "row": left["row"], "why": left["reason"].as_str().unwrap().to_lowercase() }))
        .collect();
    let none = json!([]);
    let why = expected.get("left_out").unwrap_or(&none);
    assert_eq!(json!(left_out), *why, "{name}");
    let mut accepted = accepted(&preview);
    let mut class_of_all: Vec<(&str, String)> = Vec::new();
    let has_classes = !organiser.tickets().await.is_empty();
    let gives_class = expected["people"][0].get("ticket").is_some() || name.starts_with("event");
    if has_classes && !gives_class {
        // A list without classes for an event with several.
        assert_ne!(preview["questionCount"], 0, "{name}: {preview}");
        let class = organiser.first_class().await;
        class_of_all.push(("ticketId", class));
    }
    accepted.extend(class_of_all.clone());
    let answer = organiser.import_as(name, file, &borrowed(&accepted)).await;
    let people = expected["people"].as_array().unwrap();
    assert_eq!(
        answer.json["data"]["imported"],
        people.len(),
        "{name}: {}",
        answer.json
    );

    let list = organiser.everyone().await;
    for person in people {
        let wanted = person["fullName"].as_str().unwrap();
        let found = list.iter().find(|found| found["fullName"] == wanted);
        let found = found.unwrap_or_else(|| panic!("{name}: no {wanted} in {list:?}"));
        for (field, value) in person.as_object().unwrap() {
            match field.as_str() {
                "or" => {}
                "ticket" => {
                    let class = found["ticket"]["name"].as_str().unwrap_or_default();
                    let value = value.as_str().unwrap();
                    assert_eq!(
                        class.to_lowercase(),
                        value.to_lowercase(),
                        "{name} {wanted}"
                    );
                }
                _ => assert_eq!(found[field], *value, "{name} {wanted} {field}"),
            }
        }
    }
    let columns = preview["columns"].as_array().unwrap();
    let form = organiser.form().await;
    for question in expected["questions"].as_array().unwrap_or(&Vec::new()) {
        let column = columns.iter().find(|column| column["title"] == *question);
        let column = column.unwrap();
        // "Chức vụ" has a place on the list.
        if column["field"] == "role" {
            continue;
        }
        assert_eq!(column["isOffered"], true, "{name} {question}");
        assert!(form.contains(question), "{name} {question}");
        let answered = list.iter().any(|person| {
            let mut answers = person["answers"].as_array().unwrap().iter();
            answers.any(|answer| answer["question"] == *question)
        });
        assert!(answered, "{name} {question}: {list:?}");
    }
    // Internal columns of other systems are not offered.
    let offered: Vec<&str> = columns
        .iter()
        .filter(|column| column["isOffered"] == true)
        .map(|column| column["title"].as_str().unwrap())
        .collect();
    let questions = expected["questions"].as_array().map_or(0, Vec::len);
    assert!(offered.len() <= questions, "{name}: {offered:?}");

    // The same list again changes nothing.
    let again = organiser.preview(file, &borrowed(&class_of_all)).await;
    let counts = [&again["added"], &again["updated"], &again["different"]];
    assert_eq!(counts, [0, 0, 0], "{name}: {again}");
    assert_eq!(again["unchanged"], people.len(), "{name}");
}

impl Organiser {
    /// Returns the texts of the form's questions.
    async fn form(&self) -> Vec<Value> {
        let path = format!("/api/event/{}", self.event);
        let request = self.app.request(Method::GET, &path);
        let event = request.bearer(&self.owner.token).send().await;
        let scheme = event.data()["eventForm"]["scheme"].as_array().unwrap();
        let asked = scheme.iter().map(|question| question["question"].clone());
        asked.collect()
    }

    async fn tickets(&self) -> Vec<Value> {
        let path = format!("/api/event/{}/tickets", self.event);
        let request = self.app.request(Method::GET, &path);
        let tickets = request.bearer(&self.owner.token).send().await;
        tickets.data().as_array().unwrap().clone()
    }

    async fn first_class(&self) -> String {
        let tickets = self.tickets().await;
        tickets[0]["id"].as_str().unwrap().to_owned()
    }

    async fn by_name(&self) -> HashMap<String, Value> {
        let everyone = self.everyone().await.into_iter();
        everyone
            .map(|person| (person["fullName"].as_str().unwrap().to_owned(), person))
            .collect()
    }
}

#[tokio::test]
async fn words_that_are_not_clear_are_asked_about() {
    let organiser = Organiser::new(10).await;
    let file = "Name,Email,Status\n\
        An,an@example.vn,approved\n\
        Bình,binh@example.vn,pending\n\
        Cúc,cuc@example.vn,pending\n\
        Dần,,Waitlist\n\
        Em,em@example.vn,\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(
        preview["statuses"],
        json!([
            { "word": "approved", "rows": 1, "takesPart": true },
            { "word": "pending", "rows": 2, "takesPart": null },
            { "word": "Waitlist", "rows": 1, "takesPart": false },
            { "word": "", "rows": 1, "takesPart": null },
        ])
    );
    // Each word is asked about once.
    assert_eq!(preview["questionCount"], 2, "{preview}");
    assert_eq!(preview["questions"][0]["column"], "Status");
    assert_eq!(counts(&preview), [1, 0, 0, 1, 3, 0]);
    assert_eq!(
        preview["leftOut"],
        json!([{ "row": 5, "name": "Dần", "reason": "Waitlist" }])
    );
    let refused = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(refused.code(), 5002);
    assert_eq!(organiser.registered().await, 0);

    let statuses = json!([
        { "word": "Pending", "takesPart": true },
        { "word": "", "takesPart": false },
        { "word": "waitlist", "takesPart": true },
    ]);
    let statuses = statuses.to_string();
    let answer = organiser
        .import_as("x.csv", file.as_bytes(), &[("statuses", &statuses)])
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 4, "leftOut": 1 }));

    // A mark of another kind, and a payment that was none.
    let file = "Họ tên,Email,Ngày hủy,Thanh toán\n\
        Phú,phu@example.vn,,\n\
        Quý,quy@example.vn,01/08/2026,\n\
        Rí,ri@example.vn,,Hoàn tiền\n";
    let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 1, "leftOut": 2 }));
}

#[tokio::test]
async fn a_status_of_unknown_words_is_asked_about() {
    for (title, word, other) in [
        ("Trạng thái", "Chính thức", "Dự bị"),
        ("Tình trạng", "Đã đặt cọc", "Còn thiếu"),
        ("Status", "Đang chờ", "Đang chờ"),
    ] {
        let organiser = Organiser::new(10).await;
        let file = format!(
            "Họ tên,Email,{title}\nAn,an@example.vn,{word}\nBình,binh@example.vn,{other}\n"
        );
        let preview = organiser.preview(file.as_bytes(), &[]).await;
        assert_eq!(preview["columns"][2]["field"], "status", "{preview}");
        let asked = preview["statuses"].as_array().unwrap();
        assert!(asked.iter().all(|word| word["takesPart"].is_null()));
        assert_eq!(counts(&preview), [0, 0, 0, 0, 2, 0], "{preview}");
        let refused = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
        assert_eq!(refused.code(), 5002, "{title}");
        let statuses = json!([
            { "word": word, "takesPart": true },
            { "word": other, "takesPart": false },
        ]);
        let statuses = statuses.to_string();
        let decided = [("statuses", statuses.as_str())];
        let preview = organiser.preview(file.as_bytes(), &decided).await;
        let out = if word == other { 2 } else { 1 };
        assert_eq!(counts(&preview), [2 - out, 0, 0, out, 0, 0], "{preview}");
    }
}

/// "Will you attend?" and "Will you attend the dinner?" look alike, so no answer to them decides by itself.
#[tokio::test]
async fn people_who_answered_no_are_asked_about() {
    let organiser = Organiser::new(10).await;
    let file = "Họ và tên,Email,Bạn có tham dự không?\n\
        An,an@example.vn,Có\n\
        Bình,binh@example.vn,Không\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(preview["columns"][2]["field"], "status");
    assert_eq!(
        preview["statuses"],
        json!([
            { "word": "Có", "rows": 1, "takesPart": null },
            { "word": "Không", "rows": 1, "takesPart": null },
        ])
    );
    let refused = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(refused.code(), 5002);
    assert_eq!(organiser.registered().await, 0);
    // The screen sends the columns back as it has shown them.
    let mapping = json!(["fullName", "email", "status"]).to_string();
    let statuses = json!([
        { "word": "Có", "takesPart": true },
        { "word": "Không", "takesPart": false },
    ]);
    let statuses = statuses.to_string();
    let refused = organiser
        .import_as("x.csv", file.as_bytes(), &[("mapping", &mapping)])
        .await;
    assert_eq!(refused.code(), 5002);
    let decided = [
        ("mapping", mapping.as_str()),
        ("statuses", statuses.as_str()),
    ];
    let answer = organiser
        .import_as("x.csv", file.as_bytes(), &decided)
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 1, "leftOut": 1 }));

    // A question about the dinner becomes one of the form.
    let file = "Họ và tên,Email,Bạn có tham dự tiệc tối không?\n\
        Cúc,cuc@example.vn,Có\n\
        Dần,dan@example.vn,Không\n";
    let mapping = json!(["fullName", "email", "newQuestion"]).to_string();
    let kept = [("mapping", mapping.as_str())];
    let answer = organiser.import_as("x.csv", file.as_bytes(), &kept).await;
    assert_eq!(answer.data(), &json!({ "imported": 2 }));
}

#[tokio::test]
async fn the_numbers_of_attendees_are_not_their_names() {
    let organiser = Organiser::new(10).await;
    let file = "Order #,First Name,Last Name,Email,Attendee #,Attendee Status\n\
        1,Alex,Rivera,a@example.vn,1,Attending\n\
        2,Bo,Li,b@example.vn,2,Not Attending\n";
    let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 1, "leftOut": 1 }));
    assert!(organiser.by_name().await.contains_key("Alex Rivera"));
}

#[tokio::test]
async fn marks_of_columns_written_together_are_read() {
    let organiser = Organiser::new(10).await;
    let file = "FullName,EMail,CancelledAt,CreatedAt\n\
        An,an@example.vn,,x1\n\
        Bình,binh@example.vn,2026-08-01,x2\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let offered = preview["columns"].as_array().unwrap().iter();
    let mut offered = offered.filter(|column| column["isOffered"] == true);
    assert_eq!(offered.next(), None);
    let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 1, "leftOut": 1 }));
}

/// Microsoft Forms writes "anonymous" where it has not asked for the address.
#[tokio::test]
async fn a_text_that_is_no_address_is_no_address_of_two_people() {
    let organiser = Organiser::new(10).await;
    let file = "Họ tên của bạn,Email\nAn,anonymous\nBình,anonymous\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(preview["columns"][1]["field"], Value::Null);
    assert_eq!(counts(&preview), [2, 0, 0, 0, 0, 0], "{preview}");
    let notes = preview["notes"].to_string();
    assert!(notes.contains("“Email”"), "{notes}");
    // Beside an address each is a fault of its own row.
    let file = format!("{file}Cúc,cuc@example.vn\n");
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let errors = preview["errors"].as_array().unwrap().iter();
    let rows: Vec<&Value> = errors.map(|error| &error["row"]).collect();
    assert_eq!(rows, [&json!(2), &json!(3)], "{preview}");
}

#[tokio::test]
async fn attendees_of_one_order_may_have_one_address() {
    let organiser = Organiser::new(10).await;
    let file = "Order code,Order email,Attendee name,Attendee email\n\
        A1,buyer@example.vn,An,\n\
        A1,buyer@example.vn,Bình,\n\
        A2,buyer@example.vn,Cúc,\n";
    // No participant has an own address, so the buyer's stands in; in another order it is a fault.
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(preview["columns"][1]["field"], "email");
    assert_eq!(preview["errorCount"], 1);
    assert_eq!(preview["errors"][0]["row"], 4);
    let one = file.replace("A2", "A1");
    let answer = organiser.import_as("x.csv", one.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 3 }));
    // Once more: everyone is known by address and name.
    let again = organiser.preview(one.as_bytes(), &[]).await;
    assert_eq!(
        [&again["added"], &again["unchanged"], &again["errorCount"]],
        [0, 3, 0]
    );
}

#[tokio::test]
async fn the_order_of_names_is_asked() {
    let organiser = Organiser::new(10).await;
    let parts = "First Name,Last Name,Email\nAlex,Rivera,a@example.vn\nBình,Trần,b@example.vn\n";
    let preview = organiser.preview(parts.as_bytes(), &[]).await;
    assert_eq!(preview["nameOrder"], "byName");
    assert_eq!(
        preview["names"],
        json!([
            { "byName": "Alex Rivera", "familyFirst": "Rivera Alex", "givenFirst": "Alex Rivera" },
            { "byName": "Trần Bình", "familyFirst": "Trần Bình", "givenFirst": "Bình Trần" },
        ])
    );
    let given = [("nameOrder", "givenFirst")];
    organiser.import_as("x.csv", parts.as_bytes(), &given).await;
    let people = organiser.by_name().await;
    assert!(people.contains_key("Alex Rivera") && people.contains_key("Bình Trần"));

    // One column in which both orders stand; a list in which nothing is mixed is not asked about.
    let mixed = "Họ và tên,Email\nNguyễn Thị Lan,l@example.vn\nMinh Lê,m@example.vn\n";
    let preview = organiser.preview(mixed.as_bytes(), &[]).await;
    assert_eq!(preview["names"][0]["byName"], "Minh Lê");
    assert_eq!(preview["names"][0]["familyFirst"], "Lê Minh");
    for clear in [
        "Họ,Tên,Email\nTrần,Bình,b2@example.vn\n",
        "Họ và tên,Email\nNguyễn Thị Lan,l@example.vn\nAlex Rivera,m@example.vn\n",
        "Name,Email\n\"Smith, John\",s@example.vn\n\"Trần, Bình\",t@example.vn\nMadonna,o@example.vn\n",
    ] {
        let preview = organiser.preview(clear.as_bytes(), &[]).await;
        assert_eq!(preview["names"], json!([]), "{clear}");
    }
    // Some rows have a comma behind the family name, others have none.
    let commas = "Name,Email\n\
        \"Smith, John\",s@example.vn\n\
        Jane Doe,d@example.vn\n\
        \"Trần, Cúc\",c@example.vn\n";
    let preview = organiser.preview(commas.as_bytes(), &[]).await;
    assert_eq!(
        preview["names"],
        json!([
            { "byName": "John Smith", "familyFirst": "Smith John", "givenFirst": "John Smith" },
            { "byName": "Trần Cúc", "familyFirst": "Trần Cúc", "givenFirst": "Cúc Trần" },
        ])
    );
    organiser.import_as("x.csv", commas.as_bytes(), &[]).await;
    let people = organiser.by_name().await;
    for name in ["John Smith", "Jane Doe", "Trần Cúc"] {
        assert!(people.contains_key(name), "{name}");
    }

    let bad = [("nameOrder", "backwards")];
    let answer = organiser.import_as("x.csv", parts.as_bytes(), &bad).await;
    assert!(answer.json["fields"]["nameOrder"].is_array());
}

#[tokio::test]
async fn classes_are_made_or_named_and_never_guessed() {
    let organiser = Organiser::new(2).await;
    let only = organiser.app.ticket(organiser.event, "Thường", 0, -1).await;
    let file = "Họ tên,Email,Cự ly,Giá vé\n\
        An,an@example.vn,21km,250.000 đ\n\
        Bình,binh@example.vn,21 KM,250.000 đ\n\
        Cúc,cuc@example.vn,10km,\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let class = |name: &str, price: Value| json!({ "name": name, "rows": 1, "price": price, "isDecided": false, "ticketId": null });
    assert_eq!(
        preview["classes"],
        json!([
            class("21km", json!(250_000)),
            class("21 KM", json!(250_000)),
            class("10km", Value::Null)
        ])
    );
    assert_eq!(preview["questionCount"], 3);
    assert_eq!(counts(&preview), [0, 0, 0, 0, 3, 0]);
    let only_id = only.to_string();
    let choices = json!([
        { "name": "21km", "price": 250_000, "quantity": 50 },
        { "name": "21 KM", "price": 250_000 },
        { "name": "10km", "ticketId": only_id },
    ]);
    let choices = choices.to_string();
    let choices = [("classes", choices.as_str())];
    // There is no room for three, so neither people nor classes are stored.
    let full = organiser
        .import_as("x.csv", file.as_bytes(), &choices)
        .await;
    assert_eq!(full.code(), 5003, "{}", full.json);
    assert_eq!(organiser.tickets().await.len(), 1);
    let two = file.replace("Bình,binh@example.vn,21 KM,250.000 đ\n", "");
    let answer = organiser.import_as("x.csv", two.as_bytes(), &choices).await;
    assert_eq!(answer.data(), &json!({ "imported": 2 }), "{}", answer.json);
    let tickets = organiser.tickets().await;
    // A class without rows is not made.
    assert_eq!(tickets.len(), 2);
    for (field, value) in [
        ("name", json!("21km")),
        ("price", json!(250_000)),
        ("quantity", json!(50)),
        ("isHidden", json!(true)),
        ("sold", json!(1)),
        ("sortOrder", json!(1)),
    ] {
        assert_eq!(tickets[1][field], value, "{field}");
    }
    assert_eq!(organiser.app.sold(only).await, 1);
    let people = organiser.by_name().await;
    assert_eq!(people["An"]["amount"], 250_000);
    assert_eq!(people["An"]["paymentStatus"], "unpaid");
    let log = organiser.log().await;
    let actions: Vec<&Value> = log.iter().map(|entry| &entry["action"]).collect();
    assert!(actions.contains(&&json!("ticket.created")), "{actions:?}");

    for bad in [
        json!([{ "name": "10km", "price": -1 }]),
        json!([{ "name": "10km" }]),
        json!([{ "name": "10km", "ticketId": organiser.event.to_string() }]),
        json!([{ "name": "", "price": 0 }]),
        json!([{ "name": "x".repeat(256), "price": 0 }]),
        json!([{ "name": "10km", "price": 0, "quantity": 0 }]),
        json!(vec![json!({ "name": "10km", "price": 0 }); 201]),
        json!(
            (0..50)
                .map(|at| json!({ "name": at.to_string(), "price": 0 }))
                .collect::<Vec<_>>()
        ),
        json!("x"),
    ] {
        let bad = bad.to_string();
        let answer = organiser
            .import_as("x.csv", two.as_bytes(), &[("classes", &bad)])
            .await;
        assert_eq!(answer.code(), 5002, "{bad}");
    }
}

#[tokio::test]
async fn visitors_neither_see_nor_get_a_class_that_an_import_made() {
    let organiser = Organiser::new(10).await;
    let file = "Họ tên,Email,Hạng vé\nAn,an@example.vn,Diễn giả\n";
    let new = json!([{ "name": "Diễn giả", "price": 0 }]).to_string();
    let answer = organiser
        .import_as("x.csv", file.as_bytes(), &[("classes", &new)])
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 1 }), "{}", answer.json);
    let made = organiser.first_class().await;
    let app = &organiser.app;
    let path = format!("/api/event/{}/public", organiser.event);
    let public = app.get(&path).await;
    assert_eq!(public.data()["tickets"], json!([]));
    let body = json!({
        "fullName": "Bình", "email": "binh@khach.vn", "phone": "0912345678", "company": "Sao", "ticketId": made,
        "consent": true,
    });
    let path = format!("/api/event/{}/register", organiser.event);
    let refused = app.request(Method::POST, &path).json(body).send().await;
    assert_eq!(refused.code(), 5002, "{}", refused.json);
    assert!(refused.json["fields"]["ticketId"].is_array());
    assert_eq!(organiser.registered().await, 1);
    // The organiser adds further people to it.
    let person = json!({ "ticketId": made });
    let added = organiser.add("Cúc", person).await;
    assert_eq!(added.data()["ticket"]["id"], made, "{}", added.json);
}

#[tokio::test]
async fn an_event_without_classes_need_not_take_those_of_the_file() {
    let organiser = Organiser::new(10).await;
    let file = "Họ tên,Email,Hạng vé\nAn,an@example.vn,VIP\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(
        preview["questions"][0]["message"],
        "The event has no ticket class “VIP”. Choose above what it is."
    );
    let none = json!([{ "name": "vip" }]).to_string();
    let answer = organiser
        .import_as("x.csv", file.as_bytes(), &[("classes", &none)])
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 1 }));
    assert_eq!(organiser.tickets().await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_list_imported_again_updates_and_takes_nothing_back() {
    let organiser = Organiser::new(20).await;
    let vip = organiser.app.ticket(organiser.event, "VIP", 0, -1).await;
    organiser.app.ticket(organiser.event, "Thường", 0, -1).await;
    let guest = organiser
        .add(
            "Gấm",
            json!({ "company": "Tự Điền", "ticketId": vip.to_string() }),
        )
        .await;
    let first = "Họ tên,Email,SĐT,Công ty,Hạng vé,Cỡ áo\n\
        An,an@example.vn,0912345671,Sao,Thường,M\n\
        Bình,binh@example.vn,0912345672,Sao,Thường,M\n\
        Cúc,,0912345673,Sao,Thường,\n\
        Dần,dan@example.vn,0912345674,Sao,Thường,L\n\
        Em,em@example.vn,0912345675,Sao,Thường,L\n";
    let mapping = json!([
        "fullName",
        "email",
        "phone",
        "company",
        "ticket",
        "newQuestion"
    ]);
    let mapping = mapping.to_string();
    let imported = organiser
        .import_as("x.csv", first.as_bytes(), &[("mapping", &mapping)])
        .await;
    assert_eq!(
        imported.data(),
        &json!({ "imported": 5 }),
        "{}",
        imported.json
    );
    assert_eq!(organiser.form().await, [json!("Cỡ áo")]);

    // Since then: Bình's company is corrected, Dần is inside, Em is removed.
    let people = organiser.by_name().await;
    let id = |name: &str| people[name]["id"].as_str().unwrap().to_owned();
    organiser
        .change(&id("Bình"), json!({ "company": "Sao Mai" }))
        .await;
    organiser.check_in(&id("Dần")).await;
    let em = json!({ "ids": [id("Em")] });
    organiser.call(Method::DELETE, "", em).await;

    let second = "Họ tên,Email,SĐT,Công ty,Hạng vé,Cỡ áo\n\
        An,AN@example.vn,,Sao Việt,VIP,S\n\
        Bình,binh@example.vn,0912345672,Sao Biển,Thường,M\n\
        cúc,cuc@example.vn,+84 912 345 673,,Thường,XL\n\
        Dần,dan@example.vn,0912345674,Sao,VIP,L\n\
        Em,em@example.vn,0912345675,Sao,Thường,L\n\
        Gấm,gam@example.vn,0912345678,Công ty khác,VIP,S\n\
        Hoa,hoa@example.vn,0912345676,Sao,Thường,M\n";
    let preview = organiser.preview(second.as_bytes(), &[]).await;
    assert_eq!(preview["errors"], json!([]), "{preview}");
    assert_eq!(counts(&preview), [1, 3, 2, 1, 0, 0], "{preview}");
    assert_eq!([&preview["different"], &preview["gone"]], [5, 1]);
    let differences = preview["differences"].as_array().unwrap();
    let told = |name: &str, kind: &str| -> Vec<String> {
        let mut people = differences.iter();
        let person = people.find(|person| person["name"] == name);
        let values = person.unwrap()[kind].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        values
            .map(|value| {
                let value = [&value["field"], &value["onList"], &value["inFile"]];
                value.map(text).join("|")
            })
            .collect()
    };
    assert_eq!(
        told("An", "changed"),
        [
            "Company|Sao|Sao Việt",
            "Ticket class|Thường|VIP",
            "Cỡ áo|M|S"
        ]
    );
    assert_eq!(told("Bình", "kept"), ["Company|Sao Mai|Sao Biển"]);
    assert_eq!(
        told("Cúc", "changed"),
        ["Full name|Cúc|cúc", "Email|-|cuc@example.vn", "Cỡ áo|-|XL"]
    );
    // A participant inside keeps the class.
    assert_eq!(told("Dần", "kept"), ["Ticket class|Thường|VIP"]);
    // A participant added by hand keeps the stored values, and gets the missing ones.
    assert_eq!(told("Gấm", "kept"), ["Company|Tự Điền|Công ty khác"]);
    assert_eq!(told("Gấm", "changed"), ["Cỡ áo|-|S"]);

    let answer = organiser.import_as("x.csv", second.as_bytes(), &[]).await;
    assert_eq!(
        answer.data(),
        &json!({ "imported": 1, "updated": 3, "leftOut": 1 })
    );
    assert_eq!(
        answer.json["messages"],
        json!(["1 participant imported", "3 participants updated"])
    );
    let people = organiser.by_name().await;
    assert_eq!(people.len(), 6);
    let an = &people["An"];
    assert_eq!(
        [
            &an["company"],
            &an["phone"],
            &an["ticket"]["name"],
            &an["email"]
        ],
        ["Sao Việt", "0912345671", "VIP", "an@example.vn"]
    );
    assert_eq!(an["answers"][0]["answer"], "S");
    assert_eq!(people["Bình"]["company"], "Sao Mai");
    assert_eq!(people["cúc"]["email"], "cuc@example.vn");
    assert_eq!(people["cúc"]["company"], "Sao");
    assert_eq!(people["Dần"]["isCheckedIn"], true);
    assert_eq!(people["Gấm"]["id"], id_of(&guest));
    assert_eq!(organiser.app.sold(vip).await, 2);
    let (history, _) = organiser.history(&id("An"), "").await;
    assert_eq!(history[0], "participant.changed");
    // Found by their current names.
    assert_eq!(organiser.names("?search=viet").await, ["An"]);

    // Once more there is nothing to do, and the removed one comes back only when asked for.
    let third = organiser.preview(second.as_bytes(), &[]).await;
    assert_eq!([&third["added"], &third["updated"]], [0, 0], "{third}");
    let back = [("addRemoved", "true")];
    let answer = organiser.import_as("x.csv", second.as_bytes(), &back).await;
    assert_eq!(answer.data(), &json!({ "imported": 1 }));
}

#[tokio::test]
async fn the_status_of_people_on_the_list_is_told_as_it_is() {
    let organiser = Organiser::new(20).await;
    let app = &organiser.app;
    app.ticket(organiser.event, "Vé thường", 200_000, -1).await;
    let first = "Họ tên,Email,Status\n\
        An,an@example.vn,confirmed\n\
        Bình,binh@example.vn,confirmed\n\
        Cúc,cuc@example.vn,confirmed\n\
        Dần,dan@example.vn,confirmed\n";
    let answer = organiser.import_as("x.csv", first.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 4 }), "{}", answer.json);
    let second = "Họ tên,Email,Status\n\
        An,an@example.vn,paid\n\
        Bình,BINH@example.vn,cancelled\n\
        Cúc,cuc@example.vn,refunded\n\
        Dần,dan@example.vn,cancelled\n\
        Dần,dan@example.vn,confirmed\n\
        Em,em@example.vn,declined\n\
        Gấm,gam@example.vn,paid\n";
    let preview = organiser.preview(second.as_bytes(), &[]).await;
    assert_eq!(counts(&preview), [1, 0, 2, 4, 0, 0], "{preview}");
    let notes = preview["notes"].to_string();
    // An stays unpaid, so that Gấm alone counts as paid.
    assert!(
        notes.contains("1 person counts as paid, because the status"),
        "{notes}"
    );
    // Dần has another row, and Em was never there.
    assert!(
        notes.contains("2 people are left out because of the status in the file"),
        "{notes}"
    );
    assert!(notes.contains("stay there: Bình, Cúc."), "{notes}");
    let answer = organiser.import_as("x.csv", second.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 1, "leftOut": 4 }));
    let people = organiser.by_name().await;
    assert_eq!(people.len(), 5);
    assert_eq!(people["An"]["paymentStatus"], "unpaid");
    assert_eq!(people["Gấm"]["paymentStatus"], "paid");
    let again = organiser.preview(second.as_bytes(), &[]).await;
    assert!(!again["notes"].to_string().contains("as paid"), "{again}");
}

#[tokio::test]
async fn indistinguishable_rows_are_named() {
    let organiser = Organiser::new(20).await;
    for phone in ["0912345671", "0912 345 671"] {
        let more = json!({ "email": "", "phone": phone });
        organiser.add("Nguyễn Văn An", more).await;
    }
    organiser.add("Lan", json!({})).await;
    let file = "Họ tên,Email,SĐT\n\
        Nguyễn Văn An,,0912345671\n\
        Nguyễn Văn An,,0912345672\n\
        Hồng,lan@example.vn,\n\
        Thị Lan,LAN@example.vn,\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let rows = |kind: &str| -> Vec<u64> {
        let listed = preview[kind].as_array().unwrap().iter();
        listed.map(|one| one["row"].as_u64().unwrap()).collect()
    };
    assert_eq!((rows("errors"), rows("questions")), (vec![2, 5], vec![4]));
    assert_eq!(counts(&preview), [1, 0, 0, 0, 1, 2]);
    let one = file.replace("Thị Lan,LAN@example.vn,\n", "");
    let preview = organiser.preview(one.as_bytes(), &[]).await;
    assert_eq!(preview["renamed"], 1);
    assert_eq!(preview["questions"][0]["row"], 4);
    let notes = preview["notes"].to_string();
    assert!(
        notes.contains("has the name of somebody on the list"),
        "{notes}"
    );
    let same = "Họ tên,Email\nHồng,lan@example.vn\n";
    let preview = organiser
        .preview(same.as_bytes(), &[("renames", "true")])
        .await;
    // Lan was added by hand, so her name is not the import's to change.
    assert_eq!(preview["errors"], json!([]));
    assert_eq!(preview["differences"][0]["kept"][0]["inFile"], "Hồng");
    // Another participant with the same address.
    let answer = organiser
        .import_as("x.csv", same.as_bytes(), &[("shareEmails", "true")])
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 1 }));
    let twice = "Họ tên,Email,SĐT\nHoa,hoa@example.vn,0912345679\n";
    organiser.import_as("x.csv", twice.as_bytes(), &[]).await;
    let twice = "Họ tên,Email,SĐT\nHoa,hoa@example.vn,0912345679\nHoa,,0912345679\n";
    let preview = organiser.preview(twice.as_bytes(), &[]).await;
    assert_eq!(
        preview["errors"][0]["message"],
        "The same person as in row 2"
    );
}

#[tokio::test]
async fn an_address_is_replaced_only_on_request() {
    let organiser = Organiser::new(20).await;
    let first = "Họ tên,Email,SĐT,Công ty\n\
        An,an@example.vn,0912345671,Sao\n\
        Bình,binh@example.vn,0912345672,Sao\n\
        Cúc,,0912345673,Sao\n";
    organiser.import_as("x.csv", first.as_bytes(), &[]).await;
    let second = "Họ tên,Email,SĐT,Công ty\n\
        An,an.moi@example.vn,0912 345 671,Sao Mai\n\
        Bình,binh.moi@example.vn,0912345672,Sao\n\
        Cúc,cuc@example.vn,0912345673,Sao\n";
    let preview = organiser.preview(second.as_bytes(), &[]).await;
    let other = |row: u64, name: &str, on_list: &str, in_file: &str| json!({ "row": row, "name": name, "onList": on_list, "inFile": in_file });
    let others = json!([
        other(2, "An", "an@example.vn", "an.moi@example.vn"),
        other(3, "Bình", "binh@example.vn", "binh.moi@example.vn"),
    ]);
    assert_eq!(preview["otherEmails"], others, "{preview}");
    assert_eq!(preview["otherEmailCount"], 2);
    // The question is no error: the address on the list stays, and the rest is taken over.
    assert_eq!(counts(&preview), [0, 2, 1, 0, 0, 0]);
    let told = preview["differences"].to_string();
    assert!(!told.contains("moi@example.vn"), "{told}");
    let answer = organiser.import_as("x.csv", second.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 0, "updated": 2 }));
    let people = organiser.by_name().await;
    let emails = ["An", "Bình", "Cúc"].map(|name| people[name]["email"].clone());
    assert_eq!(
        emails,
        ["an@example.vn", "binh@example.vn", "cuc@example.vn"]
    );
    assert_eq!(people["An"]["company"], "Sao Mai");

    let replace = [("replaceEmails", "true")];
    let preview = organiser.preview(second.as_bytes(), &replace).await;
    assert_eq!(preview["otherEmails"], others);
    assert_eq!(counts(&preview), [0, 2, 1, 0, 0, 0]);
    organiser
        .import_as("x.csv", second.as_bytes(), &replace)
        .await;
    let people = organiser.by_name().await;
    assert_eq!(people["An"]["email"], "an.moi@example.vn");
    assert_eq!(people["Bình"]["email"], "binh.moi@example.vn");
    let preview = organiser.preview(second.as_bytes(), &[]).await;
    assert_eq!(preview["otherEmailCount"], 0, "{preview}");
}

#[tokio::test]
async fn questions_that_would_be_too_many_are_refused_and_none_is_asked_twice() {
    let organiser = Organiser::new(10).await;
    let titles: Vec<String> = (0..101).map(|at| format!("Câu {at}")).collect();
    let values = vec!["có"; 101].join(",");
    let file = format!("Họ tên,{}\nAn,{values}\n", titles.join(","));
    let mapping = |questions: usize| {
        let mut mapping = vec![json!("fullName")];
        mapping.extend(vec![json!("newQuestion"); questions]);
        json!(mapping).to_string()
    };
    let many = mapping(101);
    let refused = organiser
        .import_as("x.csv", file.as_bytes(), &[("mapping", &many)])
        .await;
    assert_eq!(refused.code(), 5002);
    assert!(
        refused.json["fields"]["mapping"].is_array(),
        "{}",
        refused.json
    );
    let most = mapping(100);
    let answer = organiser
        .import_as("x.csv", file.as_bytes(), &[("mapping", &most)])
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 1 }));
    assert_eq!(organiser.form().await.len(), 100);
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let asked = preview["columns"][1]["field"].as_str().unwrap();
    assert!(asked.starts_with("question:"), "{asked}");
    assert_eq!(preview["unchanged"], 1);
}

#[tokio::test]
async fn the_same_update_sent_twice_happens_once() {
    let organiser = Organiser::new(10).await;
    let first = "Họ tên,Email,Công ty\nAn,an@example.vn,Sao\n";
    organiser.import_as("x.csv", first.as_bytes(), &[]).await;
    let second = "Họ tên,Email,Công ty\nAn,an@example.vn,Sao Mai\nBình,binh@example.vn,Sao\n";
    for _ in 0..2 {
        let answer = organiser
            .import_once("x.csv", second.as_bytes(), &[], Some("k"))
            .await;
        assert_eq!(answer.data(), &json!({ "imported": 1, "updated": 1 }));
    }
    assert_eq!(organiser.registered().await, 2);
    let people = organiser.by_name().await;
    let id = people["An"]["id"].as_str().unwrap();
    let (history, _) = organiser.history(id, "").await;
    assert_eq!(history, ["participant.changed"]);
}

#[tokio::test]
async fn five_thousand_people_are_updated_at_once() {
    let organiser = Organiser::new(5_000).await;
    let list = |company: &str| -> String {
        let rows = (0..5_000).map(|at| format!("Nguyễn Văn {at},khach{at}@example.vn,{company}\n"));
        format!("Họ tên,Email,Công ty\n{}", rows.collect::<String>())
    };
    organiser
        .import_as("x.csv", list("Sao").as_bytes(), &[])
        .await;
    let started = std::time::Instant::now();
    let answer = organiser
        .import_as("x.csv", list("Mai").as_bytes(), &[])
        .await;
    println!("5,000 updates in {:?}", started.elapsed());
    assert_eq!(answer.data(), &json!({ "imported": 0, "updated": 5_000 }));
}

/// Returns `row column: message` of each.
fn told(rows: &Value) -> Vec<String> {
    let rows = rows.as_array().unwrap().iter();
    let rows = rows.map(|row| {
        let text = |name: &str| row[name].as_str().unwrap_or("-").to_owned();
        format!("{} {}: {}", row["row"], text("column"), text("message"))
    });
    rows.collect()
}

#[tokio::test]
async fn an_amount_that_was_paid_is_noted_as_it_stands_in_the_file() {
    let organiser = Organiser::new(20).await;
    let app = &organiser.app;
    app.ticket(organiser.event, "Vé thường", 200_000, -1).await;
    let file = "Họ tên,Email,Hạng vé,Trạng thái thanh toán,Số tiền đã trả\n\
        A Một,pm1@x.vn,Vé thường,Đã thanh toán,100000\n\
        B Hai,pm2@x.vn,Vé thường,Chưa thanh toán,0\n\
        C Ba,pm3@x.vn,Vé thường,Đã thanh toán,200.000 đ\n\
        D Bốn,pm4@x.vn,Vé thường,,250000\n\
        E Năm,pm5@x.vn,Vé thường,Chưa thanh toán,200000\n\
        F Sáu,pm6@x.vn,Vé thường,Đã thanh toán,\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(preview["columns"][4]["field"], "received");
    assert_eq!(preview["errors"], json!([]), "{preview}");
    assert_eq!(counts(&preview), [3, 0, 0, 0, 3, 0], "{preview}");
    let listed = preview["oddPayments"]["listed"].as_array().unwrap().iter();
    let rows: Vec<&Value> = listed.map(|one| &one["row"]).collect();
    assert_eq!(
        (rows, &preview["oddPayments"]["count"]),
        (vec![&json!(2), &json!(5), &json!(6)], &json!(3))
    );
    let reason = &preview["oddPayments"]["listed"][0]["reason"];
    assert!(reason.as_str().unwrap().contains("100,000"), "{reason}");
    // Nothing is decided unasked.
    let refused = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(
        (refused.code(), &refused.json["errorCount"]),
        (5002, &json!(3))
    );
    let bad = [("oddPayments", "keep")];
    let refused = organiser.import_as("x.csv", file.as_bytes(), &bad).await;
    assert!(refused.json["fields"]["oddPayments"].is_array());
    assert_eq!(organiser.registered().await, 0);

    let due = [("oddPayments", "staysDue")];
    let answer = organiser.import_as("x.csv", file.as_bytes(), &due).await;
    assert_eq!(answer.data(), &json!({ "imported": 6 }), "{}", answer.json);
    let people = organiser.by_name().await;
    for (name, received, status) in [
        ("A Một", 100_000, "unpaid"),
        ("B Hai", 0, "unpaid"),
        ("C Ba", 200_000, "paid"),
        ("D Bốn", 250_000, "paid"),
        ("E Năm", 200_000, "paid"),
        ("F Sáu", 200_000, "paid"),
    ] {
        let person = &people[name];
        assert_eq!(person["received"], received, "{name}: {person}");
        assert_eq!(person["paymentStatus"], status, "{name}");
    }
    // A participant on the list keeps the payment, without a question.
    let again = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(counts(&again), [0, 0, 6, 0, 0, 0], "{again}");

    let organiser = Organiser::new(20).await;
    let app = &organiser.app;
    app.ticket(organiser.event, "Vé thường", 200_000, -1).await;
    let enough = [("oddPayments", "isEnough")];
    organiser.import_as("x.csv", file.as_bytes(), &enough).await;
    let people = organiser.by_name().await;
    let first = &people["A Một"];
    assert_eq!(
        (&first["received"], &first["paymentStatus"]),
        (&json!(100_000), &json!("paid"))
    );
    let out = [("oddPayments", "leaveOut")];
    let others = file.replace("pm", "x");
    let preview = organiser.preview(others.as_bytes(), &out).await;
    assert_eq!(preview["leftOut"][0]["row"], 2, "{preview}");

    // A contradiction, and an amount not in dong, are faults.
    let file = "Họ tên,Email,Trạng thái thanh toán,Số tiền đã trả\n\
        A Một,f1@x.vn,Đã thanh toán,0\n\
        B Hai,f2@x.vn,,$25.00\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let faults = told(&preview["errors"]);
    assert!(
        faults[0].starts_with("2 Số tiền đã trả: The status says paid"),
        "{faults:?}"
    );
    assert!(
        faults[1].starts_with("3 Số tiền đã trả: “$25.00” is no amount"),
        "{faults:?}"
    );
}

#[tokio::test]
async fn an_unknown_payment_method_is_noted_and_stops_no_list() {
    let organiser = Organiser::new(20).await;
    let app = &organiser.app;
    app.ticket(organiser.event, "Vé thường", 200_000, -1).await;
    let file = "Họ tên,Email,Phương thức thanh toán\n\
        A Một,m1@x.vn,Momo\n\
        B Hai,m2@x.vn,Thẻ quốc tế\n\
        C Ba,m3@x.vn,Tiền mặt\n\
        D Bốn,m4@x.vn,Momo\n\
        E Năm,m5@x.vn,\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(preview["errors"], json!([]), "{preview}");
    assert_eq!(counts(&preview), [5, 0, 0, 0, 0, 0]);
    let notes = preview["notes"].to_string();
    assert!(
        notes.contains(
            "3 people have a payment method in the file that is unknown here (Momo, Thẻ quốc tế)."
        ),
        "{notes}"
    );
    let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 5 }), "{}", answer.json);
    let people = organiser.by_name().await;
    let methods = ["A Một", "B Hai", "C Ba"].map(|name| people[name]["paymentMethod"].clone());
    assert_eq!(methods, [json!(null), json!(null), json!("CASH_AT_VENUE")]);
    // They are on the list now, and keep their payments.
    let again = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(counts(&again), [0, 0, 5, 0, 0, 0], "{again}");
    assert!(!again["notes"].to_string().contains("payment method"));
}

#[tokio::test]
async fn a_price_is_proposed_only_if_all_rows_of_the_class_say_it() {
    let organiser = Organiser::new(10).await;
    let file = "First Name,Last Name,Email,Ticket Type,Ticket Price,Quantity\n\
        An,Nguyễn,ep1@x.vn,Early,150000,1\n\
        B,Trần,ep2@x.vn,Early,180000,1\n\
        C,Lê,ep3@x.vn,Gold,$25.00,1\n\
        D,Lý,ep4@x.vn,VIP,500000,1\n\
        E,Trần,ep5@x.vn,Group,900000,3\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let classes = preview["classes"].as_array().unwrap().iter();
    let prices: Vec<&Value> = classes.map(|class| &class["price"]).collect();
    let none = &Value::Null;
    assert_eq!(prices, [none, none, &json!(500_000), none]);
    // The row for three is one person, and is named.
    let several = json!({
        "kind": "several", "count": 1,
        "notes": [{ "row": 6, "column": null, "old": "Trần E: 3", "new": null }],
    });
    assert_eq!(preview["list"]["notes"], json!([several]), "{preview}");
}

#[tokio::test]
async fn the_order_of_day_and_month_is_proven_or_asked() {
    let organiser = Organiser::new(20).await;
    let born = async |file: &str, more: &[(&str, &str)]| -> Vec<String> {
        let organiser = Organiser::new(20).await;
        let answer = organiser.import_as("x.csv", file.as_bytes(), more).await;
        assert_eq!(answer.code(), 2000, "{file}: {}", answer.json);
        let people = organiser.everyone().await;
        let dates = people.iter().map(|person| person["dateOfBirth"].as_str());
        dates.map(|date| date.unwrap().to_owned()).collect()
    };
    let american = "Full Name,Email,Date of Birth\n\
        A Nguyen,d1@x.vn,05/06/1990\n\
        B Tran,d2@x.vn,12/25/1990\n\
        C Le,d3@x.vn,11/12/1991\n";
    let dates = ["1990-05-06", "1990-12-25", "1991-11-12"];
    assert_eq!(born(american, &[]).await, dates);
    let vietnamese = american.replace("12/25", "25/12");
    let dates = ["1990-06-05", "1990-12-25", "1991-12-11"];
    assert_eq!(born(&vietnamese, &[]).await, dates);

    let open = "Full Name,Email,Date of Birth\n\
        A Nguyen,d1@x.vn,05/06/1990\n\
        B Tran,d2@x.vn,04/03/1991\n\
        C Le,d3@x.vn,07/07/1991\n";
    let preview = organiser.preview(open.as_bytes(), &[]).await;
    assert_eq!(counts(&preview), [1, 0, 0, 0, 2, 0], "{preview}");
    // The column is asked about once.
    assert_eq!(preview["questionCount"], 1);
    assert_eq!(preview["questions"][0]["column"], "Date of Birth");
    assert_eq!(
        preview["dates"][0],
        json!({ "text": "05/06/1990", "dayFirst": "1990-06-05", "monthFirst": "1990-05-06" })
    );
    assert_eq!(preview["dateOrder"], Value::Null);
    let refused = organiser.import_as("x.csv", open.as_bytes(), &[]).await;
    assert_eq!(refused.code(), 5002);
    let month = [("dateOrder", "monthFirst")];
    let dates = ["1990-05-06", "1991-04-03", "1991-07-07"];
    assert_eq!(born(open, &month).await, dates);
    // A Vietnamese title, or one that names the order, is a proof.
    let dates = ["1990-06-05", "1991-03-04", "1991-07-07"];
    for title in ["Ngày sinh", "Date of Birth (dd/MM/yyyy)"] {
        assert_eq!(
            born(&open.replace("Date of Birth", title), &[]).await,
            dates
        );
    }

    let both = american.replace("11/12/1991", "25/12/1991");
    let preview = organiser.preview(both.as_bytes(), &[]).await;
    assert_eq!(
        (&preview["errorCount"], counts(&preview)[5]),
        (&json!(3), 3)
    );
    // With a chosen order, each date that does not follow it is named.
    let preview = organiser.preview(both.as_bytes(), &month).await;
    assert_eq!(preview["errorCount"], 1, "{preview}");
    assert_eq!(preview["errors"][0]["row"], 4);
    assert!(!preview["dates"].as_array().unwrap().is_empty());
    let bad = [("dateOrder", "x")];
    let refused = organiser.import_as("x.csv", open.as_bytes(), &bad).await;
    assert!(refused.json["fields"]["dateOrder"].is_array());
}

#[tokio::test]
async fn no_column_is_lost_without_a_word() {
    let organiser = Organiser::new(10).await;
    let twice = "STT,Họ tên,Họ tên,Email,Email,coupon_code,Mã vé,Rỗng\n\
        1,A Một,B Hai,x1@x.vn,x2@x.vn,SALE50,AB12,\n";
    let preview = organiser.preview(twice.as_bytes(), &[]).await;
    let columns = preview["columns"].as_array().unwrap().iter();
    let offered = columns.filter(|column| column["isOffered"] == true);
    let offered: Vec<&Value> = offered.map(|column| &column["title"]).collect();
    assert_eq!(offered, ["Họ tên 2", "Email 2"]);
    let notes = preview["notes"].to_string();
    assert!(notes.contains("“coupon_code”, “Mã vé”."), "{notes}");
    assert!(!notes.contains("STT") && !notes.contains("Rỗng"), "{notes}");
    let accepted = accepted(&preview);
    let answer = organiser
        .import_as("x.csv", twice.as_bytes(), &borrowed(&accepted))
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 1 }), "{}", answer.json);
    assert_eq!(organiser.form().await, ["Họ tên 2", "Email 2"]);
    // The questions are known when the list comes again.
    let again = organiser.preview(twice.as_bytes(), &[]).await;
    assert_eq!(counts(&again), [0, 0, 1, 0, 0, 0], "{again}");

    let company = "Họ và tên,Email,MST công ty,Địa chỉ công ty\n\
        Nguyễn A,mst@x.vn,101234567,1 Lê Lợi\n";
    let preview = organiser.preview(company.as_bytes(), &[]).await;
    assert_eq!(preview["columns"][2]["field"], "taxNumber");
    assert_eq!(preview["columns"][3]["isOffered"], true);
    assert_eq!(preview["list"]["notes"][0]["notes"][0]["new"], "0101234567");

    let untitled = "Nguyễn A,nh@x.vn,0912345678\nTrần B,nh2@x.vn,0912345679\n";
    let mapping = json!(["fullName", "email", "phone"]).to_string();
    let answer = organiser
        .import_as("x.csv", untitled.as_bytes(), &[("mapping", &mapping)])
        .await;
    let faults = told(&answer.json["errors"]);
    assert!(
        faults[0].starts_with("1 -: Row 1 was read as the titles"),
        "{faults:?}"
    );
}
