use axum::http::Method;
use hoi_spreadsheet::{Cell, Column, Format, SheetWriter};
use hoi_ticketing::attendances::MASK;
use hoi_ticketing::events::entity::event;
use sea_orm::{EntityTrait, Set};
use serde_json::{Value, json};

use super::support::{HEADER, Organiser, counts, question};
use crate::support::uploads::multipart;

/// Returns `(row, column, message)` of every error.
fn errors(list: &Value) -> Vec<(u64, String, String)> {
    let list = list.as_array().unwrap().iter();
    list.map(|error| {
        let text = |name: &str| error[name].as_str().unwrap_or("-").to_owned();
        (
            error["row"].as_u64().unwrap(),
            text("column"),
            text("message"),
        )
    })
    .collect()
}

#[tokio::test]
async fn a_list_with_everything_is_imported() {
    let organiser = Organiser::new(10).await;
    let vip = organiser
        .app
        .ticket(organiser.event, "Hạng Vàng", 500_000, 5)
        .await;
    organiser.app.ticket(organiser.event, "Thường", 0, -1).await;
    organiser
        .ask(json!([
            question("size", "Cỡ áo", "ONE_CHOICE", &["Lớn", "Nhỏ"]),
            question(
                "food",
                "Món ăn",
                "MULTIPLE_CHOICE",
                &["Chay", "Cá, tôm", "Gà"]
            ),
            question("photo", "Ảnh", "IMAGE", &[]),
        ]))
        .await;
    let file = "DANH SÁCH KHÁCH MỜI;;\n\
        Họ và tên *;E-mail;Điện thoại;Đơn vị;Hạng vé;Loại;Thanh toán;Ngày sinh;Giới tính;CCCD;Cỡ áo;Món ăn;Ghi chú\n\
        Nguyễn Văn Đức;duc@example.vn;912345678;Sao;hang vang;vip;Đã thanh toán;31/5/1990;Nam;001090012345;lon;cá, tôm; =1+1\n\
        \n\
        Trần Thị Ổi;oi@example.vn;'0987654321;Sao;Thường;;unpaid;1985-12-01;female;;;Gà, chay;\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(preview["errors"], json!([]), "{preview}");
    assert_eq!(preview["rows"], 2);
    let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(answer.data(), &json!({ "imported": 2 }));
    assert_eq!(answer.json["messages"][0], "2 participants imported");

    let people = organiser.everyone().await;
    let duc = &people[0];
    for (field, value) in [
        ("fullName", json!("Nguyễn Văn Đức")),
        ("phone", json!("0912345678")),
        ("participationType", json!("VIP")),
        ("paymentStatus", json!("paid")),
        ("amount", json!(500_000)),
        ("dateOfBirth", json!("1990-05-31")),
        ("gender", json!("MALE")),
        ("identificationNumber", json!(MASK)),
        ("note", json!("=1+1")),
        ("source", json!("import")),
        ("lang", json!("en")),
    ] {
        assert_eq!(duc[field], value, "{field}");
    }
    let answers = |person: &Value| -> Vec<Value> {
        let answers = person["answers"].as_array().unwrap().iter();
        answers.map(|answer| answer["answer"].clone()).collect()
    };
    assert_eq!(answers(duc), [json!("Lớn"), json!(["Cá, tôm"])]);
    let oi = &people[1];
    assert_eq!(oi["phone"], "0987654321");
    assert_eq!(oi["gender"], "FEMALE");
    assert_eq!(answers(oi), [json!(["Chay", "Gà"])]);
    assert_eq!(organiser.registered().await, 2);
    assert_eq!(organiser.app.sold(vip).await, 1);
    let log = organiser.log().await;
    assert_eq!(log[0]["action"], "participant.imported");
    assert_eq!(log[0]["data"]["count"], 2);
    // Mails were not requested.
    assert!(organiser.app.run_jobs().await.is_empty());
}

#[tokio::test]
async fn excel_files_old_and_new() {
    let organiser = Organiser::new(10).await;
    let answer = organiser
        .import_as("khach.xls", include_bytes!("khach.xls"), &[])
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 2 }));
    let people = organiser.everyone().await;
    assert_eq!(people[0]["fullName"], "Nguyễn Văn Đức");
    assert_eq!(people[0]["phone"], "0912345678");
    assert_eq!(people[0]["dateOfBirth"], "1990-05-31");
    assert_eq!(people[1]["phone"], "0987 654 321");

    let columns = ["Full name", "Email", "Phone", "Company"].map(|title| Column {
        title: title.to_owned(),
        ..Column::default()
    });
    let mut sheet = SheetWriter::new(Vec::new(), Format::Xlsx, "People", columns.to_vec()).unwrap();
    let row: [Cell; 4] = [
        "An".into(),
        "an@example.vn".into(),
        Cell::Number(987_654_321),
        "Sao".into(),
    ];
    sheet.row(&row).unwrap();
    // The file's name does not matter.
    let answer = organiser
        .import_as("an.csv", &sheet.finish().unwrap(), &[])
        .await;
    assert_eq!(answer.data(), &json!({ "imported": 1 }));
    assert_eq!(organiser.everyone().await[0]["phone"], "0987654321");
}

#[tokio::test]
async fn a_preview_shows_everything_and_writes_nothing() {
    let organiser = Organiser::new(10).await;
    organiser.add("Có Rồi", json!({})).await;
    let file = "Tên khách,Mail,Liên hệ,Công ty,STT\nAn,an@example.vn,912345678,Sao,1\nBình,co.roi@example.vn,0912345678,Sao,2\n";
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(preview["kind"], "csv");
    let fields = |preview: &Value| -> Vec<Value> {
        let columns = preview["columns"].as_array().unwrap().iter();
        columns.map(|column| column["field"].clone()).collect()
    };
    assert_eq!(
        fields(&preview),
        [
            json!("fullName"),
            json!("email"),
            Value::Null,
            json!("company"),
            Value::Null
        ]
    );
    assert_eq!(preview["columns"][2]["title"], "Liên hệ");
    assert_eq!(
        preview["sample"][1],
        json!({ "row": 3, "cells": ["Bình", "co.roi@example.vn", "0912345678", "Sao", "2"] })
    );
    assert_eq!(preview["errors"], json!([]));
    assert_eq!(
        errors(&preview["questions"]),
        [(
            3,
            "Mail".to_owned(),
            "This email is already registered for the event".to_owned()
        )]
    );
    assert_eq!(counts(&preview), [1, 0, 0, 0, 1, 0]);
    let unknown = "No column holds “Phone”. If the file has it, choose that column.";
    assert_eq!(preview["notes"], json!([unknown]));
    let name = json!([null, "email", "phone", "company", null]).to_string();
    let without = [("mapping", name.as_str())];
    let preview = organiser.preview(file.as_bytes(), &without).await;
    // Without names no row can be read.
    assert_eq!(counts(&preview), [0, 0, 0, 0, 0, 2]);
    assert_eq!(
        errors(&preview["errors"]),
        [(
            1,
            "Full name".to_owned(),
            "No column holds this. Add the column to the file, or choose the one that has it."
                .to_owned()
        )]
    );
    let phone = preview["fields"]
        .as_array()
        .unwrap()
        .iter()
        .find(|field| field["id"] == "phone");
    assert_eq!(
        phone.unwrap(),
        &json!({ "id": "phone", "label": "Phone", "required": false })
    );

    let mapping = json!(["fullName", "email", "phone", "company", null]).to_string();
    let preview = organiser
        .preview(file.as_bytes(), &[("mapping", &mapping)])
        .await;
    assert_eq!(
        errors(&preview["questions"]),
        [(
            3,
            "Mail".to_owned(),
            "This email is already registered for the event".to_owned()
        )]
    );
    let zero = json!({ "row": 2, "column": "Liên hệ", "old": "912345678", "new": "0912345678" });
    assert_eq!(
        preview["list"]["notes"],
        json!([{ "kind": "number", "count": 1, "notes": [zero] }])
    );
    assert_eq!(organiser.registered().await, 1);

    for bad in [
        "x",
        "[1]",
        r#"["nothing"]"#,
        r#"["email","email"]"#,
        r#"["question:x"]"#,
    ] {
        let answer = organiser
            .import_as("x.csv", file.as_bytes(), &[("mapping", bad)])
            .await;
        assert_eq!(answer.code(), 5002, "{bad}");
        assert!(answer.json["fields"]["mapping"].is_array(), "{bad}");
    }
    for (name, bad) in [
        ("dryRun", "maybe"),
        ("sendMail", "7"),
        ("ticketId", "x"),
        ("hiddenRows", "x"),
        ("keepFont", "x"),
        ("replaceEmails", "x"),
        ("badPhones", "x"),
        ("badPhones", "keep"),
        ("badPhones", "convert"),
        ("doubtfulPhones", "x"),
    ] {
        let answer = organiser
            .import_as("x.csv", file.as_bytes(), &[(name, bad)])
            .await;
        assert!(
            answer.json["fields"][name].is_array(),
            "{name}: {}",
            answer.json
        );
    }
}

#[tokio::test]
async fn people_without_an_address_and_people_who_share_one_are_imported() {
    let organiser = Organiser::new(10).await;
    organiser.add("Lan", json!({})).await;
    let file = "Họ và tên,Email\nAn,\nBình,\nChồng Lan,LAN@example.vn\nCon Lan,lan@example.vn\n";
    let refused = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(refused.code(), 5002);
    let share = [("shareEmails", "true")];
    let preview = organiser.preview(file.as_bytes(), &share).await;
    assert_eq!(preview["errors"], json!([]));
    let notes = preview["notes"].to_string();
    assert!(notes.contains("2 people have no email address"), "{notes}");
    let imported = organiser.import_as("x.csv", file.as_bytes(), &share).await;
    assert_eq!(imported.data(), &json!({ "imported": 4 }));
    assert_eq!(organiser.registered().await, 5);
}

#[tokio::test]
async fn one_bad_row_keeps_all_out_and_every_bad_row_is_named() {
    let organiser = Organiser::new(10).await;
    organiser.app.ticket(organiser.event, "A", 0, -1).await;
    organiser.app.ticket(organiser.event, "B", 0, 1).await;
    organiser
        .ask(json!([question("n", "Số ghế", "NUMBER", &[])]))
        .await;
    let file = "Họ và tên,Email,SĐT,Công ty,Hạng vé,Loại,Ngày sinh,Số ghế\n\
        An,an@example.vn,0912345678,Sao,A,,,1\n\
        ,not an address,x,,C,Người lạ,31/02/1990,bảy\n\
        An,AN@example.vn,0912345678,Sao,A,,,\n\
        Bình,binh@example.vn,0912345678,Sao,,,,\n\
        Cúc,cuc@example.vn,0912345678,Sao,B,,,\n\
        Dần,dan@example.vn,0912345678,Sao,B,,,\n";
    let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(answer.code(), 5002);
    assert_eq!(answer.json["messages"][0], "Import Failed");
    let errors = errors(&answer.json["errors"]);
    let places: Vec<(u64, &str)> = errors
        .iter()
        .map(|(row, column, _)| (*row, column.as_str()))
        .collect();
    assert_eq!(
        places,
        [
            (3, "Hạng vé"),
            (3, "SĐT"),
            (3, "Loại"),
            (3, "Ngày sinh"),
            (3, "Họ và tên"),
            (3, "Email"),
            (3, "Số ghế"),
            (4, "Email"),
            (5, "Hạng vé"),
            (7, "Hạng vé"),
        ]
    );
    assert_eq!(
        errors[0].2,
        "There is no ticket class “C”. The classes are: A, B"
    );
    assert_eq!(errors[7].2, "Same email as in row 2");
    assert_eq!(errors[9].2, "This ticket class is sold out");
    assert_eq!(errors[1].2, "“x” is no phone number");
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(counts(&preview), [2, 0, 0, 0, 1, 3], "{preview}");
    assert_eq!(answer.json["errorCount"], 10);
    assert_eq!(organiser.registered().await, 0);

    // The corrected file is imported; imported again, all its people are there already.
    let mended = "Họ và tên,Email,SĐT,Công ty,Hạng vé\nAn,an@example.vn,0912345678,Sao,A\n";
    let first = organiser.import_as("x.csv", mended.as_bytes(), &[]).await;
    assert_eq!(first.data()["imported"], 1);
    let again = organiser.import_as("x.csv", mended.as_bytes(), &[]).await;
    assert_eq!(again.data(), &json!({ "imported": 0 }));
    assert_eq!(organiser.registered().await, 1);
}

#[tokio::test]
async fn rows_without_a_class_get_the_only_one_or_the_one_chosen() {
    let organiser = Organiser::new(10).await;
    let only = organiser.app.ticket(organiser.event, "A", 0, -1).await;
    assert_eq!(
        organiser
            .import("An,an@example.vn,0912345678,Sao\n")
            .await
            .data()["imported"],
        1
    );
    let second = organiser.app.ticket(organiser.event, "B", 0, -1).await;
    let file = format!("{HEADER}\nBình,binh@example.vn,0912345678,Sao\n");
    let refused = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
    assert_eq!(
        refused.json["errors"][0]["message"],
        "The ticket class is missing. The classes are: A, B"
    );
    let chosen = second.to_string();
    let answer = organiser
        .import_as("x.csv", file.as_bytes(), &[("ticketId", &chosen)])
        .await;
    assert_eq!(answer.data()["imported"], 1);
    assert_eq!(
        (
            organiser.app.sold(only).await,
            organiser.app.sold(second).await
        ),
        (1, 1)
    );
}

#[tokio::test]
async fn limits_hold() {
    let organiser = Organiser::new(2).await;
    let rows = |count: usize| -> String {
        (0..count)
            .map(|at| format!("Khách {at},k{at}@example.vn,0912345678,Sao\n"))
            .collect()
    };
    let full = organiser.import(&rows(3)).await;
    assert_eq!(full.code(), 5003, "{}", full.json);
    assert_eq!(
        full.json["messages"][0],
        "The event has room for 2 more people and the file has 3. Nobody was added. Allow more participants at the event, or import fewer rows."
    );
    let file = format!("{HEADER}\n{}", rows(3));
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert_eq!(
        errors(&preview["errors"]),
        [(
            4,
            "-".to_owned(),
            "All seats of the event are taken".to_owned()
        )]
    );
    assert_eq!(counts(&preview), [2, 0, 0, 0, 0, 1]);
    assert_eq!(organiser.registered().await, 0);
    let many = organiser.import(&rows(5_001)).await;
    assert_eq!((many.code(), many.status.as_u16()), (5006, 413));

    let path = format!("/api/event/{}/cancel", organiser.event);
    organiser
        .app
        .send_as(&organiser.owner, Method::POST, &path, json!({}))
        .await;
    assert_eq!(organiser.import(&rows(1)).await.code(), 5009);
}

#[tokio::test]
async fn five_thousand_people_at_once() {
    let organiser = Organiser::new(5_000).await;
    let rows: String = (0..5_000)
        .map(|at| format!("Nguyễn Văn {at},khach{at}@example.vn,91{at:07},Công ty Sao {at}\n"))
        .collect();
    let started = std::time::Instant::now();
    let answer = organiser.import(&rows).await;
    println!("5,000 rows in {:?}", started.elapsed());
    assert_eq!(answer.data(), &json!({ "imported": 5_000 }));
    assert_eq!(organiser.registered().await, 5_000);
}

/// Each of them could be one of twenty with the same address.
#[tokio::test]
async fn five_thousand_people_may_share_their_addresses() {
    let organiser = Organiser::new(5_000).await;
    let rows: String = (0..5_000)
        .map(|number| format!("Khách {number},khach{}@example.vn\n", number / 2))
        .collect();
    let file = format!("Họ và tên,Email\n{rows}");
    let share = [("shareEmails", "true")];
    let answer = organiser.import_as("x.csv", file.as_bytes(), &share).await;
    assert_eq!(answer.data(), &json!({ "imported": 5_000 }));
    assert_eq!(organiser.registered().await, 5_000);
}

#[tokio::test]
async fn the_same_import_sent_twice_happens_once() {
    let organiser = Organiser::new(10).await;
    let send = |rows: &'static str| {
        let file = format!("{HEADER}\n{rows}");
        let request = organiser
            .app
            .request(
                Method::POST,
                &format!("/api/event/{}/attendances/import", organiser.event),
            )
            .bearer(&organiser.owner.token)
            .header("idempotency-key", "one");
        let parts: [(&str, Option<&str>, &[u8]); 1] = [("file", Some("x.csv"), file.as_bytes())];
        request.form(multipart(&parts)).send()
    };
    let first = send("An,an@example.vn,0912345678,Sao\n").await;
    let second = send("An,an@example.vn,0912345678,Sao\n").await;
    assert_eq!(first.data(), &json!({ "imported": 1 }));
    assert_eq!(second.data(), first.data());
    assert_eq!(organiser.registered().await, 1);
    let other = send("Bình,binh@example.vn,0912345678,Sao\n").await;
    assert_eq!(other.code(), 5008);
}

#[tokio::test]
async fn tickets_are_mailed_when_asked_for() {
    let organiser = Organiser::new(10).await;
    let tx = organiser.app.app.db.write().await.unwrap();
    let change = event::ActiveModel {
        send_email_after_register: Set(true),
        ..Default::default()
    };
    event::Entity::update_many()
        .set(change)
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let file = |name: &str| format!("{HEADER}\n{name},{name}@example.vn,0912345678,Sao\n");
    organiser
        .import_as("x.csv", file("an").as_bytes(), &[])
        .await;
    assert!(organiser.app.run_jobs().await.is_empty());
    organiser
        .import_as("x.csv", file("binh").as_bytes(), &[("sendMail", "true")])
        .await;
    assert_eq!(organiser.app.run_jobs().await.len(), 1);
}

#[tokio::test]
async fn the_template_is_understood_when_it_comes_back() {
    for (lang, kind) in [("vi", "VIP"), ("en", "VIP")] {
        let organiser = Organiser::new(10).await;
        organiser.app.ticket(organiser.event, "Vàng", 1, -1).await;
        organiser
            .ask(json!([question("q", "Bạn ăn chay không?", "TEXT", &[])]))
            .await;
        let get = |format: &str| {
            let path = format!(
                "/api/event/{}/attendances/import/template?format={format}",
                organiser.event
            );
            let request = organiser.app.request(Method::GET, &path).lang(lang);
            request.bearer(&organiser.owner.token).send()
        };
        let csv = get("csv").await;
        let text = String::from_utf8(csv.bytes.clone()).unwrap();
        let titles: Vec<&str> = text
            .trim_start_matches('\u{feff}')
            .trim_end()
            .split(',')
            .collect();
        assert!(titles.contains(&"Bạn ăn chay không?"), "{titles:?}");
        assert!(
            csv.header("content-disposition")
                .contains("filename*=UTF-8''H%E1%BB%99i")
        );
        let row: Vec<&str> = titles
            .iter()
            .map(|title| match title.trim_end_matches(" *") {
                "Họ và tên" | "Full name" => "An",
                "Email" => "an@example.vn",
                "Số điện thoại" | "Phone" => "0912345678",
                "Công ty" | "Company" => "Sao",
                "Hạng vé" | "Ticket class" => "Vàng",
                "Loại khách" | "Participation type" => kind,
                "Bạn ăn chay không?" => "Có",
                _ => "",
            })
            .collect();
        let file = format!("{text}{}\r\n", row.join(","));
        let answer = organiser.import_as("x.csv", file.as_bytes(), &[]).await;
        assert_eq!(answer.data(), &json!({ "imported": 1 }), "{lang}");
        let person = &organiser.everyone().await[0];
        assert_eq!(person["participationType"], "VIP");
        assert_eq!(person["answers"][0]["answer"], "Có");
        // An empty template has nothing to import, and every column of the other format is understood too.
        let xlsx = get("xlsx").await;
        let empty = organiser.import_as("mẫu.xlsx", &xlsx.bytes, &[]).await;
        assert_eq!(empty.code(), 5006);
        let known = hoi_spreadsheet::read(
            &xlsx.bytes,
            hoi_spreadsheet::Limits {
                rows: 9,
                columns: 99,
                inflated: 1_000_000,
            },
        );
        assert_eq!(known.unwrap().rows[0].cells.len(), titles.len());
    }
}
