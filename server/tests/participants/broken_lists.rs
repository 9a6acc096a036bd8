//! Lists as offices have them: broken by a spreadsheet, typed for old fonts, with lines that are no people.

use axum::http::Method;
use serde_json::{Value, json};

use super::support::{Organiser, counts};

const OFFICE: &[u8] = include_bytes!("lists/office.xlsx");
const OLD_FONT: &[u8] = include_bytes!("lists/vntime.xls");

/// Returns `kind row column: old → new` of every note.
fn notes(preview: &Value) -> Vec<String> {
    let groups = preview["list"]["notes"].as_array().unwrap().iter();
    let notes = groups.flat_map(|group| {
        let notes = group["notes"].as_array().unwrap().iter();
        assert_eq!(group["count"], notes.len());
        notes.map(move |note| {
            let text = |name: &str| note[name].as_str().unwrap_or("-").to_owned();
            let kind = group["kind"].as_str().unwrap();
            let (column, old, new) = (text("column"), text("old"), text("new"));
            format!("{kind} {} {column}: {old} → {new}", note["row"])
        })
    });
    notes.collect()
}

fn names(people: &[Value]) -> Vec<&str> {
    let names = people.iter().map(|person| person["fullName"].as_str());
    names.map(Option::unwrap).collect()
}

#[tokio::test]
async fn a_list_of_an_office_is_understood() {
    let organiser = Organiser::new(10).await;
    let preview = organiser.preview(OFFICE, &[]).await;
    assert_eq!(preview["errors"], json!([]), "{preview}");
    assert_eq!(preview["sheet"], "Danh sách");
    assert_eq!(preview["rows"], 3);
    let fields = preview["columns"].as_array().unwrap().iter();
    let fields: Vec<_> = fields.map(|column| column["field"].as_str()).collect();
    assert_eq!(
        fields[1..],
        [
            "fullName",
            "phone",
            "email",
            "identificationNumber",
            "taxNumber",
            "company",
            "note"
        ]
        .map(Some)
    );
    assert_eq!(
        preview["list"]["sheets"],
        json!([
            { "name": "Hướng dẫn", "fits": false, "isHidden": false },
            { "name": "Danh sách", "fits": true, "isHidden": false },
            { "name": "Năm ngoái", "fits": true, "isHidden": true },
        ])
    );
    assert_eq!(preview["list"]["hiddenRows"], 1);
    assert_eq!(preview["list"]["takesHiddenRows"], false);
    assert_eq!(
        notes(&preview),
        [
            "number 6 Số điện thoại: 912345678 → 0912345678",
            "number 6 CCCD: 1090012345 → 001090012345",
            "number 6 Mã số thuế: 101234567 → 0101234567",
            "number 7 Số điện thoại: 2438251234 → 02438251234",
            "number 7 CCCD: 79090012345 → 079090012345",
            "error 7 Ghi chú: #N/A → -",
            "foot 10 -: Tổng cộng · 4 → -",
            "foot 12 -: Hà Nội, ngày 5 tháng 8 năm 2026 → -",
            "foot 13 -: Người lập biểu · Trưởng ban → -",
            "foot 14 -: (Ký tên) · (Ký tên) → -",
            "foot 17 -: Hoàng Kim · Vũ Sơn → -",
            "hidden 8 -: 3 · Lê Ẩn · 0912345679 · an@example.vn · 079090012346 · #REF! → -",
        ]
    );
    let answer = organiser.import_as("x.xlsx", OFFICE, &[]).await;
    assert_eq!(answer.data()["imported"], 3);
    let people = organiser.everyone().await;
    assert_eq!(
        names(&people),
        ["Nguyễn Văn Đức", "Phạm Minh", "Trần Thị Ổi"]
    );
    let duc = &people[0];
    assert_eq!(duc["phone"], "0912345678");
    let reveal = async |field: &str| {
        let tail = format!("/{}/answer", duc["id"].as_str().unwrap());
        let body = json!({ "questionId": field });
        let shown = organiser.call(Method::POST, &tail, body).await;
        shown.data()["answer"].clone()
    };
    assert_eq!(reveal("identificationNumber").await, "001090012345");
    assert_eq!(reveal("taxNumber").await, "0101234567");
    assert_eq!(people[2]["phone"], "02438251234");
    assert_eq!(people[2]["note"], Value::Null);
}

#[tokio::test]
async fn hidden_rows_and_sheets_are_taken_on_request() {
    let organiser = Organiser::new(10).await;
    let hidden = [("hiddenRows", "true")];
    let preview = organiser.preview(OFFICE, &hidden).await;
    assert_eq!(
        (&preview["rows"], &preview["list"]["takesHiddenRows"]),
        (&json!(4), &json!(true))
    );
    let answer = organiser.import_as("x.xlsx", OFFICE, &hidden).await;
    assert_eq!(answer.data()["imported"], 4);

    let preview = organiser.preview(OFFICE, &[("sheet", "Năm ngoái")]).await;
    assert_eq!(preview["sheet"], "Năm ngoái");
    assert_eq!(preview["rows"], 1);
    let answer = organiser
        .import_as("x.xlsx", OFFICE, &[("sheet", "Năm sau")])
        .await;
    assert_eq!(answer.code(), 5002);
    assert_eq!(
        answer.json["fields"]["sheet"],
        json!(["The file has no sheet of this name"])
    );
}

#[tokio::test]
async fn names_of_an_old_font_are_shown_converted_and_can_be_kept() {
    let organiser = Organiser::new(20).await;
    let preview = organiser.preview(OLD_FONT, &[]).await;
    assert_eq!(preview["errors"], json!([]), "{preview}");
    assert_eq!(preview["list"]["font"], "TCVN3 (.VnTime)");
    assert_eq!(preview["columns"][0]["title"], "Họ và tên");
    assert_eq!(preview["columns"][0]["field"], "fullName");
    assert_eq!(preview["sample"][0]["cells"][0], "Nguyễn Văn Đức");
    let all = [("hiddenRows", "true")];
    let converted = notes(&organiser.preview(OLD_FONT, &all).await);
    for note in [
        "font 2 Họ và tên: NguyÔn V¨n §øc → Nguyễn Văn Đức",
        "font 2 Đơn vị: C«ng ty Sao → Công ty Sao",
        "font 3 Họ và tên: TrÇn ThÞ ¸nh → Trần Thị Ánh",
        "font 4 Họ và tên: Lª Hoµng D\u{ad}¬ng → Lê Hoàng Dương",
        "number 3 Số điện thoại: 2838251234 → 02838251234",
    ] {
        assert!(
            converted.iter().any(|one| one == note),
            "{note}: {converted:?}"
        );
    }
    assert!(!converted.iter().any(|note| note.contains("Müller")));
    let foot = converted.iter().filter(|note| note.starts_with("foot"));
    let foot: Vec<&String> = foot.collect();
    // Lines that are left out are shown converted, like the rest.
    let lines = [
        "Tổng cộng: 4 người",
        "Hà Nội, ngày 5 tháng 8 năm 2026",
        "Người lập biểu",
    ];
    assert_eq!(foot.len(), lines.len());
    for (note, line) in foot.iter().zip(lines) {
        assert!(note.contains(line), "{line}: {note}");
    }

    let answer = organiser.import_as("x.xls", OLD_FONT, &all).await;
    assert_eq!(answer.data()["imported"], 4);
    let people = organiser.everyone().await;
    assert_eq!(
        names(&people),
        [
            "Lê Hoàng Dương",
            "Nguyễn Văn Đức",
            "Thomas Müller",
            "Trần Thị Ánh",
        ]
    );

    let organiser = Organiser::new(20).await;
    let kept = [("hiddenRows", "true"), ("keepFont", "true")];
    let answer = organiser.import_as("x.xls", OLD_FONT, &kept).await;
    assert_eq!(answer.data()["imported"], 4);
    let people = organiser.everyone().await;
    assert_eq!(
        names(&people),
        [
            "Lª Hoµng D¬ng",
            "NguyÔn V¨n §øc",
            "Thomas Müller",
            "TrÇn ThÞ ¸nh",
        ]
    );
}

#[tokio::test]
async fn values_that_a_spreadsheet_lost_are_faults_in_every_column() {
    let organiser = Organiser::new(10).await;
    organiser
        .ask(json!([super::support::question(
            "code",
            "Mã nhân viên",
            "TEXT",
            &[]
        )]))
        .await;
    let file = "Họ và tên,Email,SĐT,Công ty,CCCD,Quốc gia,Ghi chú,Mã nhân viên\n\
        7.9E+10,an@example.vn,\"7,9E+10\",7.9E+10,7.9E+10,7.9E+10,7.9E+10,7.9E+10\n\
        Bình,binh@example.vn,212345678,Sao,12345,,,12E5\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let lost = "The spreadsheet has shortened a long number to “7.9E+10”";
    let expected = [
        (2, "Họ và tên", lost),
        (2, "Công ty", lost),
        (2, "CCCD", lost),
        (2, "Quốc gia", lost),
        (2, "Ghi chú", lost),
        (2, "Mã nhân viên", lost),
        (3, "CCCD", "“12345” is no whole identity number."),
    ];
    let errors = preview["errors"].as_array().unwrap();
    assert_eq!(errors.len(), expected.len(), "{errors:?}");
    for (error, (row, column, begin)) in errors.iter().zip(expected) {
        assert_eq!(
            (&error["row"], &error["column"]),
            (&json!(row), &json!(column))
        );
        let message = error["message"].as_str().unwrap();
        assert!(message.starts_with(begin), "{message}");
    }
    assert_eq!(preview["errorCount"], 7);
    let reasons = preview["badPhones"]["listed"].as_array().unwrap().iter();
    let reasons: Vec<&str> = reasons
        .map(|phone| phone["reason"].as_str().unwrap())
        .collect();
    assert!(reasons[0].contains("“7,9E+10”") && reasons[1].contains("“212345678”"));
    let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(
        (answer.code(), &answer.json["errorCount"]),
        (5002, &json!(9))
    );
    assert_eq!(organiser.registered().await, 0);
}

#[tokio::test]
async fn broken_cells_of_people_who_are_left_out_do_not_matter() {
    let organiser = Organiser::new(10).await;
    let file = "Họ và tên,Email,SĐT,Trạng thái,SĐT người thân\n\
        An,an@example.vn,912345678,approved,987654321\n\
        Bình,binh@example.vn,7.9E+10,declined,\n";
    let mapping = json!(["fullName", "email", "phone", "status", "newQuestion"]).to_string();
    let answer = organiser
        .import_as("x.csv", file.as_bytes(), &[("mapping", &mapping)])
        .await;
    assert_eq!(
        answer.data(),
        &json!({ "imported": 1, "leftOut": 1 }),
        "{}",
        answer.json
    );
    let people = organiser.everyone().await;
    assert_eq!(people[0]["phone"], "0912345678");
    assert_eq!(people[0]["answers"][0]["answer"], "0987654321");

    // The mended number is the one on the list. A row with a broken cell is not among the rows to add.
    let both = file.replace("declined", "approved");
    let preview = organiser.preview(both.as_bytes(), &[]).await;
    assert_eq!(counts(&preview), [0, 0, 1, 0, 1, 0], "{preview}");
    assert_eq!(preview["badPhones"]["listed"][0]["row"], 3);
}

#[tokio::test]
async fn a_class_that_an_event_without_classes_cannot_have_says_what_to_do() {
    let organiser = Organiser::new(10).await;
    let file = "Họ và tên,Email,SĐT,Công ty,Hạng vé\nAn,an@example.vn,0912345678,Sao,VIP\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(
        preview["questions"][0]["message"],
        "The event has no ticket class “VIP”. Choose above what it is."
    );
}

const PHONES: &str = "STT,Họ tên,SĐT,Email\n\
    1,Nguyễn Một,9.12345E+08,p1@example.com\n\
    2,Nguyễn Hai,912345678.0,p2@example.com\n\
    3,Nguyễn Ba,không có,p3@example.com\n\
    4,Nguyễn Bốn,'0912345678,p4@example.com\n\
    5,Nguyễn Năm,O912345678,p5@example.com\n\
    6,Nguyễn Sáu,01234567890,p6@example.com\n\
    7,Nguyễn Bảy,84-912-345-678,p7@example.com\n\
    8,Nguyễn Tám,0912 345 67,p8@example.com\n\
    9,John,+1 212 555 0123,p9@example.com\n\
    Tổng số: 9 người,,,\n\
    ,,Ngày 20/11/2026,\n\
    ,,NGƯỜI LẬP,\n\
    ,,Nguyễn Thị Lan,\n";

/// Returns `row name: reason` of every phone number that is asked about.
fn phones(asked: &Value) -> Vec<String> {
    let listed = asked["listed"].as_array().unwrap().iter();
    let listed = listed.map(|phone| {
        let text = |name: &str| phone[name].as_str().unwrap().to_owned();
        let (name, reason) = (text("name"), text("reason"));
        format!("{} {name}: {reason}", phone["row"])
    });
    listed.collect()
}

#[tokio::test]
async fn odd_phone_numbers_are_asked_about_and_stop_no_list() {
    let organiser = Organiser::new(50).await;
    let preview = organiser.preview(PHONES.as_bytes(), &[]).await;
    assert_eq!(preview["errors"], json!([]), "{preview}");
    assert_eq!(preview["rows"], 9);
    assert_eq!(counts(&preview), [4, 0, 0, 0, 5, 0], "{preview}");
    let bad = phones(&preview["badPhones"]);
    assert!(bad[0].starts_with("2 Nguyễn Một: The spreadsheet has shortened"));
    assert!(bad[0].contains("“9.12345E+08”"), "{bad:?}");
    assert_eq!(
        bad[1..],
        [
            "4 Nguyễn Ba: “không có” is no phone number",
            "6 Nguyễn Năm: “O912345678” is no phone number",
        ]
    );
    let doubtful = phones(&preview["doubtfulPhones"]);
    assert!(doubtful[0].starts_with("7 Nguyễn Sáu: “01234567890” is an old number"));
    assert!(doubtful[0].contains("0834567890"), "{doubtful:?}");
    assert!(doubtful[1].starts_with("9 Nguyễn Tám: “0912 345 67”"));
    assert_eq!(preview["doubtfulPhones"]["old"], 1);
    // Nothing is decided unasked.
    let some = [("badPhones", "empty"), ("doubtfulPhones", "keep")];
    for some in [&some[..0], &some[..1], &some[1..]] {
        let refused = organiser.import_as("x.csv", PHONES.as_bytes(), some).await;
        assert_eq!(refused.code(), 5002, "{some:?}");
        let rows = refused.json["errors"].as_array().unwrap().iter();
        assert!(rows.clone().all(|error| error["column"] == "SĐT"));
        assert_eq!(refused.json["errorCount"], rows.len());
    }
    assert_eq!(organiser.registered().await, 0);

    let without = [("badPhones", "empty"), ("doubtfulPhones", "convert")];
    let preview = organiser.preview(PHONES.as_bytes(), &without).await;
    assert_eq!(counts(&preview), [9, 0, 0, 0, 0, 0], "{preview}");
    assert_eq!(preview["badPhones"]["count"], 3);
    let answer = organiser
        .import_as("x.csv", PHONES.as_bytes(), &without)
        .await;
    assert_eq!(answer.data()["imported"], 9, "{}", answer.json);
    let people = organiser.everyone().await;
    let phone = |name: &str| {
        let mut people = people.iter();
        let person = people.find(|person| person["fullName"] == name);
        person.unwrap()["phone"].as_str().unwrap().to_owned()
    };
    for (name, number) in [
        ("Nguyễn Một", ""),
        ("Nguyễn Ba", ""),
        ("Nguyễn Sáu", "0834567890"),
        ("Nguyễn Tám", "0912 345 67"),
        ("John", "+1 212 555 0123"),
    ] {
        assert_eq!(phone(name), number, "{name}");
    }

    let organiser = Organiser::new(50).await;
    let out = [("badPhones", "leaveOut"), ("doubtfulPhones", "leaveOut")];
    let preview = organiser.preview(PHONES.as_bytes(), &out).await;
    assert_eq!(counts(&preview), [4, 0, 0, 5, 0, 0], "{preview}");
    let left_out = preview["leftOut"].as_array().unwrap().iter();
    let rows: Vec<&Value> = left_out.map(|left| &left["row"]).collect();
    assert_eq!(rows, [2, 4, 6, 7, 9]);
    let keep = [("badPhones", "leaveOut"), ("doubtfulPhones", "keep")];
    let answer = organiser.import_as("x.csv", PHONES.as_bytes(), &keep).await;
    assert_eq!(answer.data(), &json!({ "imported": 6, "leftOut": 3 }));
}

#[tokio::test]
async fn sums_and_headings_between_people_are_no_guests() {
    for file in [
        "STT,Họ và tên,Email\n1,Nguyễn A,a1@x.vn\n2,Trần B,b1@x.vn\nTổng cộng,2,\n",
        "STT,Họ và tên,Email\n1,Nguyễn A,a1@x.vn\n2,Trần B,b1@x.vn\nTổng số,02 người,\n",
        "STT,Họ và tên,Email\nI. KHÁCH VIP,,\n1,Nguyễn A,a1@x.vn\nTổng cộng,1,\n\
            II. KHÁCH THƯỜNG,,\n1,Trần B,b1@x.vn\nTổng cộng,1,\n",
        // The titles again, as on the next page.
        "STT,Họ và tên,Email\n1,Nguyễn A,a1@x.vn\nSTT,Họ và tên,Email\n2,Trần B,b1@x.vn\n",
    ] {
        let organiser = Organiser::new(10).await;
        let preview = organiser.preview(file.as_bytes(), &[]).await;
        assert_eq!(preview["errors"], json!([]), "{file}: {preview}");
        assert_eq!(counts(&preview), [2, 0, 0, 0, 0, 0], "{file}");
        // Each line that was left out is named.
        let foot = notes(&preview);
        assert_eq!(foot.len(), file.lines().count() - 3, "{foot:?}");
        organiser.import_as("x.csv", file.as_bytes(), &[]).await;
        assert_eq!(names(&organiser.everyone().await), ["Nguyễn A", "Trần B"]);
    }
    let organiser = Organiser::new(10).await;
    let number = "STT,Họ và tên,Email\n1,2,a1@x.vn\n2,Trần B,b1@x.vn\n";
    let preview = organiser.preview(number.as_bytes(), &[]).await;
    assert_eq!(preview["errorCount"], 1, "{preview}");
    let message = &preview["errors"][0]["message"];
    assert_eq!(message, "“2” is not the name of a person");
}

#[tokio::test]
async fn a_place_and_date_under_phones_ends_the_list() {
    for foot in [
        ",,\"Hà Nội, ngày 5 tháng 8 năm 2026\"\n",
        "Đà Nẵng 5/8/2026,,\nLớp trưởng,,\nLê Thị Hoa,,\n",
        ",,KT. GIÁM ĐỐC\n,,Phạm Văn Minh\n",
    ] {
        let organiser = Organiser::new(10).await;
        let file =
            format!("Họ và tên,Email,SĐT\nAn,a1@x.vn,0912345671\nBình,b1@x.vn,0912345672\n{foot}");
        let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
        assert_eq!(answer.data(), &json!({ "imported": 2 }), "{}", answer.json);
    }
}

#[tokio::test]
async fn a_text_alone_below_the_list_is_asked_about() {
    let organiser = Organiser::new(10).await;
    let file = "Họ và tên,Email\nAn,a1@x.vn\nBình,b1@x.vn\nKính mời,\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let row = json!({ "row": 4, "name": "Kính mời" });
    assert_eq!(preview["lastRows"], json!([row]));
    assert_eq!(preview["questionCount"], 1);
    assert_eq!(counts(&preview), [2, 0, 0, 0, 1, 0], "{preview}");
    let refused = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(refused.code(), 5002);
    assert_eq!(organiser.registered().await, 0);
    let bad = [("lastRows", "x")];
    let refused = organiser.import_as("x.csv", file.as_bytes(), &bad).await;
    assert!(refused.json["fields"]["lastRows"].is_array());

    let out = [("lastRows", "leaveOut")];
    let preview = organiser.preview(file.as_bytes(), &out).await;
    assert_eq!(counts(&preview), [2, 0, 0, 1, 0, 0], "{preview}");
    let keep = [("lastRows", "keep")];
    let answer = organiser.import_as("x.csv", file.as_bytes(), &keep).await;
    assert_eq!(answer.data(), &json!({ "imported": 3 }));
}

#[tokio::test]
async fn an_identity_number_has_nine_or_twelve_digits() {
    let organiser = Organiser::new(10).await;
    let file = "Họ tên,Email,CCCD,Quốc gia\n\
        B Hai,k2@x.vn,123456789012345,\n\
        C Ba,k3@x.vn,001090012345,\n\
        D Bốn,k4@x.vn,B1234567,\n\
        E Năm,k5@x.vn,123456789012345,Lào\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(preview["errorCount"], 1, "{preview}");
    assert_eq!(preview["errors"][0]["row"], 2);
}

#[tokio::test]
async fn a_tax_number_has_ten_or_thirteen_digits_however_it_is_written() {
    let organiser = Organiser::new(10).await;
    let file = "Họ tên,Email,MST,Quốc gia\n\
        A Một,t1@x.vn,abc,\n\
        B Hai,t2@x.vn,12345,\n\
        C Ba,t3@x.vn,MST 010123456,\n\
        D Bốn,t4@x.vn,0101234567-001,\n\
        E Năm,t5@x.vn,MST 0101234567,\n\
        F Sáu,t6@x.vn,DE123456789,Đức\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    let errors = preview["errors"].as_array().unwrap().iter();
    let rows: Vec<&Value> = errors.clone().map(|error| &error["row"]).collect();
    assert_eq!(rows, [2, 3, 4], "{preview}");
    for error in errors {
        assert_eq!(error["column"], "MST");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("is no whole tax number"), "{message}");
    }
    assert_eq!(counts(&preview), [3, 0, 0, 0, 0, 3]);
}

/// A workbook whose formulas no spreadsheet program has calculated: a name in row 2, an address in row 3.
const UNSAVED: &[u8] = include_bytes!("lists/unsaved_formulas.xlsx");

#[tokio::test]
async fn formulas_without_a_result_are_faults() {
    let organiser = Organiser::new(10).await;
    let preview = organiser.preview(UNSAVED, &[]).await;
    let errors = preview["errors"].as_array().unwrap();
    let places = errors.iter().map(|error| (&error["row"], &error["column"]));
    let places: Vec<(&Value, &Value)> = places.collect();
    assert_eq!(
        places,
        [(&json!(2), &json!("Họ tên")), (&json!(3), &json!("Email"))],
        "{preview}"
    );
    let message = errors[0]["message"].as_str().unwrap();
    assert!(
        message.contains("Open the file in Excel, save it"),
        "{message}"
    );
}
