//! Lists as offices have them: broken by a spreadsheet, typed for old fonts, with lines that are no people.

use serde_json::{Value, json};

use super::support::Organiser;

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
    assert_eq!(duc["identificationNumber"], "001090012345");
    assert_eq!(duc["taxNumber"], "0101234567");
    assert_eq!(people[2]["phone"], "02438251234");
    assert_eq!(people[2]["note"], Value::Null);
}

#[tokio::test]
async fn hidden_rows_and_sheets_are_taken_when_somebody_says_so() {
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
    assert_eq!(foot.count(), 3);

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
async fn what_a_spreadsheet_lost_is_a_fault_in_every_column() {
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
        (
            2,
            "SĐT",
            "The spreadsheet has shortened a long number to “7,9E+10”",
        ),
        (2, "Công ty", lost),
        (2, "CCCD", lost),
        (2, "Quốc gia", lost),
        (2, "Ghi chú", lost),
        (2, "Mã nhân viên", lost),
        (3, "SĐT", "“212345678” is no whole phone number."),
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
    assert_eq!(preview["errorCount"], 9);
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

    // The mended number is the one on the list. Whose cell is broken is not among those who would be added.
    let both = file.replace("declined", "approved");
    let preview = organiser.preview(both.as_bytes(), &[]).await;
    let counts = ["unchanged", "added", "updated", "errorCount"].map(|name| &preview[name]);
    assert_eq!(counts, [1, 0, 0, 1], "{preview}");
    assert_eq!(preview["errors"][0]["row"], 3);
}

#[tokio::test]
async fn a_class_that_an_event_without_classes_cannot_have_says_what_to_do() {
    let organiser = Organiser::new(10).await;
    let file = "Họ và tên,Email,SĐT,Công ty,Hạng vé\nAn,an@example.vn,0912345678,Sao,VIP\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(
        preview["errors"][0]["message"],
        "The event has no ticket class “VIP”. Choose above what it is."
    );
}
