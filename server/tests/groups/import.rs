//! Members from a file.

use axum::http::{Method, StatusCode};
use hoi_community::groups::GroupRole;
use hoi_spreadsheet::{Cell, Column, Format, SheetWriter};
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{Circle, describe, sell};
use crate::support::uploads::multipart;
use crate::support::{Answer, TestUser};

async fn import(circle: &Circle, who: &TestUser, name: &str, file: &[u8]) -> Answer {
    let path = format!("/api/group/{}/member/import", circle.id);
    let request = circle.app.request(Method::POST, &path).lang("en");
    let form = multipart(&[("file", Some(name), file)]);
    request.bearer(&who.token).form(form).send().await
}

/// Returns `(row, column, message)` of every error.
fn errors(answer: &Answer) -> Vec<(u64, String, String)> {
    let list = answer.json["errors"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    list.map(|error| {
        (
            error["row"].as_u64().unwrap(),
            text(&error["column"]),
            text(&error["message"]),
        )
    })
    .collect()
}

fn error(row: u64, column: &str, message: &str) -> (u64, String, String) {
    (row, column.to_owned(), message.to_owned())
}

#[tokio::test]
async fn a_file_invites_all_and_admits_accounts_that_have_asked() {
    let circle = Circle::new().await;
    let (an, binh) = (
        circle.app.committee("an").await,
        circle.app.committee("binh").await,
    );
    describe(&circle.app, &binh, "Bình", Some("Vận tải")).await;
    circle.ask(&an).await;
    let file = "HỘI VIÊN MỚI;;;;\n\
        Họ tên;Địa chỉ email *;SĐT;Vai trò;Lĩnh vực;Chức vụ;Ngày tham gia\n\
        Nguyễn An;AN@hoi.example;;Quản lý;Xây dựng;Giám đốc;31/5/2024\n\
        \n\
        ;binh@hoi.example;;;;;2019-01-02\n\
        Lê Chi;chi@hoi.example;0912 345 678;;;;\n";
    let answer = import(&circle, &circle.owner, "x.csv", file.as_bytes()).await;
    assert_eq!(answer.data(), &json!({ "added": 1, "invited": 2 }));
    assert_eq!(
        answer.json["messages"],
        json!([
            "1 member added",
            "2 people invited. They become members when they accept."
        ])
    );
    let pending = circle
        .get(&circle.owner, "/join-request?status=pending")
        .await;
    let mut shown: Vec<_> = pending.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["email"].clone(),
                row["user"].clone(),
                row["status"].clone(),
            )
        })
        .collect();
    shown.sort_by_key(|(email, ..)| email.to_string());
    let unknown =
        |name: &str| json!({ "id": null, "fullName": name, "avatar": null, "company": "" });
    assert_eq!(
        shown,
        [
            (
                json!("binh@hoi.example"),
                unknown("binh@hoi.example"),
                json!("pending")
            ),
            (
                json!("chi@hoi.example"),
                unknown("Lê Chi"),
                json!("pending")
            ),
        ]
    );
    let mine = circle.app.get_as(&binh, "/api/group/request/mine").await;
    let invitation = mine.data()["items"][0]["id"].as_str().unwrap().to_owned();
    circle.decide(&binh, &invitation, "accept").await.data();
    let list = circle.get(&circle.owner, "/member?sort=fullName").await;
    let member = |id: &TestUser| {
        let all = list.data()["items"].as_array().unwrap();
        all.iter()
            .find(|member| member["userId"] == json!(id.id))
            .unwrap()
            .clone()
    };
    for (field, value) in [
        ("role", "manager"),
        ("businessField", "Xây dựng"),
        ("position", "Giám đốc"),
        ("attendDate", "2024-05-31"),
    ] {
        assert_eq!(member(&an)[field], value);
    }
    for (field, value) in [
        ("role", json!("member")),
        ("businessField", json!("Vận tải")),
        ("attendDate", json!("2019-01-02")),
    ] {
        assert_eq!(member(&binh)[field], value);
    }
    let pending = circle
        .get(&circle.owner, "/join-request?status=pending")
        .await;
    assert_eq!(pending.data()["total"], 1, "the request is settled");
    assert_eq!(
        circle.log().await,
        [
            "joinRequest.created",
            "joinRequest.accepted",
            "invitation.sent",
            "invitation.accepted"
        ]
    );

    // The same file once more.
    let again = import(&circle, &circle.owner, "x.csv", file.as_bytes()).await;
    assert_eq!(again.code(), 5002);
    let faults = [
        (3, "Member already exists"),
        (5, "Member already exists"),
        (6, "Already invited"),
    ];
    assert_eq!(
        errors(&again),
        faults.map(|(row, fault)| error(row, "Địa chỉ email *", fault))
    );
    assert_eq!(circle.roles().await.len(), 5);
}

/// Leading a group must not tell which addresses have accounts.
#[tokio::test]
async fn a_leader_reads_the_same_of_addresses_with_and_without_an_account() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    describe(&circle.app, &an, "An", Some("Vận tải")).await;
    circle.app.committee("binh").await;
    // An account that is invited by its identifier is not recognised by its address.
    circle.invite(&an, "member").await;
    let mut answers = Vec::new();
    for email in ["an@hoi.example", "khac@hoi.example"] {
        let broken = format!("Email\n{email}\nbinh@hoi.example\nnot an address\n");
        let refused = import(&circle, &circle.owner, "x.csv", broken.as_bytes()).await;
        assert_eq!(errors(&refused).len(), 1, "{}", refused.json);
        let file = format!("Email\n{email}\n");
        let answer = import(&circle, &circle.owner, "x.csv", file.as_bytes()).await;
        assert_eq!(answer.data(), &json!({ "added": 0, "invited": 1 }));
        let again = import(&circle, &circle.owner, "x.csv", file.as_bytes()).await;
        answers.push((answer.json, again.json));
    }
    assert_eq!(answers[0], answers[1]);
    let waiting = circle.get(&circle.owner, "/join-request?status=pending");
    let waiting = waiting.await;
    let rows = waiting.data()["items"].as_array().unwrap().iter();
    let mailed = rows.filter(|row| row["email"].is_string()).map(|row| {
        let mut row = row.clone();
        for field in ["id", "email", "user"] {
            row[field] = Value::Null;
        }
        row
    });
    let mailed: Vec<Value> = mailed.collect();
    assert_eq!(mailed.len(), 2);
    assert_eq!(mailed[0], mailed[1]);
}

#[tokio::test]
async fn accounts_that_an_administrator_imports_are_members_at_once() {
    let circle = Circle::new().await;
    let admin = circle.app.admin().await;
    let binh = circle.app.committee("binh").await;
    describe(&circle.app, &binh, "Bình", Some("Vận tải")).await;
    let file = b"Email\nbinh@hoi.example\nchi@hoi.example\n";
    let answer = import(&circle, &admin, "x.csv", file).await;
    assert_eq!(answer.data(), &json!({ "added": 1, "invited": 1 }));
    let found = circle.get(&circle.owner, "/member?search=binh").await;
    assert_eq!(found.data()["items"][0]["businessField"], "Vận tải");
    assert_eq!(circle.log().await, ["member.imported", "invitation.sent"]);
}

#[tokio::test]
async fn one_bad_row_adds_no_member_and_every_fault_is_named() {
    let circle = Circle::new().await;
    circle.app.committee("an").await;
    let admin = circle.app.admin().await;
    circle
        .app
        .join_group(
            circle.id,
            &circle.app.committee("lan").await,
            GroupRole::Member,
        )
        .await;
    let file = format!(
        "Email,Role,Position,Attend date\n\
         an@hoi.example,,,\n\
         nobody@hoi.example,,,\n\
         {},,,\n\
         lan@hoi.example,,,\n\
         an@hoi.example,,,\n\
         not an address,,,\n\
         ,member,,\n\
         x@hoi.example,chairman,{},31/02/2024\n",
        admin.email,
        "x".repeat(256)
    );
    let answer = import(&circle, &circle.owner, "x.csv", file.as_bytes()).await;
    assert_eq!(answer.code(), 5002);
    assert_eq!(answer.json["messages"][0], "Import Failed");
    assert_eq!(
        errors(&answer),
        [
            error(5, "Email", "Member already exists"),
            error(6, "Email", "Same email as in row 2"),
            error(7, "Email", "Enter a valid email address"),
            error(8, "Email", "This field is required"),
            error(
                9,
                "Role",
                "“chairman” is not understood. Use one of: Member, Manager"
            ),
            error(9, "Position", "Use at most 255 characters"),
            error(
                9,
                "Attend date",
                "“31/02/2024” is not a date. Write day/month/year, for example 31/05/1990"
            ),
        ]
    );
    // The administrator's address is like one without an account.
    assert_eq!(answer.json["errorCount"], 7);
    assert_eq!(circle.roles().await.len(), 4);
    assert!(circle.app.run_jobs().await.is_empty());
    let file = "Name,Phone\nAn,0912345678\n";
    let answer = import(&circle, &circle.owner, "x.csv", file.as_bytes()).await;
    assert_eq!(
        errors(&answer),
        [error(
            1,
            "Email",
            "No column holds this. Add the column to the file, or choose the one that has it."
        )]
    );
}

#[tokio::test]
async fn managers_import_members_only() {
    let circle = Circle::new().await;
    circle.app.committee("an").await;
    let file = b"Email,Role\nan@hoi.example,manager\n";
    let refused = import(&circle, &circle.manager, "x.csv", file).await;
    assert_eq!(
        errors(&refused),
        [error(
            2,
            "Role",
            "Only the owner of the group can add managers"
        )]
    );
    assert_eq!(
        import(&circle, &circle.member, "x.csv", file).await.code(),
        5016
    );
    import(
        &circle,
        &circle.manager,
        "x.csv",
        b"Email\nan@hoi.example\n",
    )
    .await
    .data();
}

#[tokio::test]
async fn limits_hold_for_files_too() {
    let circle = Circle::with(|group| group.one_per_business_field = Set(true)).await;
    for name in ["an", "binh"] {
        circle.app.committee(name).await;
    }
    let same = "Email,Business field\nan@hoi.example,Xây dựng\nbinh@hoi.example,xay dung\n";
    let refused = import(&circle, &circle.owner, "x.csv", same.as_bytes()).await;
    assert_eq!(
        errors(&refused),
        [error(
            3,
            "Business field",
            "an@hoi.example already stands for “xay dung”, and this group has one member for each business field."
        )]
    );
    sell(&circle.app, &circle.owner, 1, 4).await;
    let both = b"Email\nan@hoi.example\nbinh@hoi.example\n";
    assert_eq!(
        import(&circle, &circle.owner, "x.csv", both).await.code(),
        5003
    );
    assert_eq!(circle.roles().await.len(), 3);
}

#[tokio::test]
async fn the_content_says_what_a_file_is_and_the_template_can_be_imported() {
    let circle = Circle::new().await;
    let an = circle.app.committee("an").await;
    let refused = import(
        &circle,
        &circle.owner,
        "ảnh.csv",
        b"\x89PNG\r\n\x1a\n\0\0\0",
    )
    .await;
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::UNSUPPORTED_MEDIA_TYPE, 5006)
    );
    assert_eq!(
        refused.json["messages"][0],
        "ảnh.csv is no CSV, XLSX or XLS file"
    );
    let empty = import(&circle, &circle.owner, "x.csv", b"Email\n").await;
    assert_eq!(empty.code(), 5006);
    let mut many = String::from("Email\n");
    many.push_str(&"a@b.vn\n".repeat(5001));
    let refused = import(&circle, &circle.owner, "x.csv", many.as_bytes()).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    let large = vec![b'a'; 5 * 1024 * 1024 + 1];
    let refused = import(&circle, &circle.owner, "x.csv", &large).await;
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::PAYLOAD_TOO_LARGE, 5006)
    );

    let template = circle.get(&circle.manager, "/member/import/template").await;
    assert_eq!(template.status, StatusCode::OK);
    assert!(
        template
            .header("content-disposition")
            .contains("Member%20template"),
        "{}",
        template.header("content-disposition")
    );
    let limits = hoi_spreadsheet::Limits {
        rows: 10,
        columns: 10,
        inflated: 1 << 20,
    };
    let table = hoi_spreadsheet::read(&template.bytes, limits).unwrap();
    let titles: Vec<_> = table.rows[0]
        .cells
        .iter()
        .map(|cell| match cell {
            hoi_spreadsheet::Value::Text(title) => title.clone(),
            _ => panic!("a title is a text"),
        })
        .collect();
    assert_eq!(
        titles,
        [
            "Email *",
            "Full name",
            "Phone",
            "Role",
            "Business field",
            "Position",
            "Attend date"
        ]
    );
    let columns = titles.into_iter().map(|title| Column {
        title,
        width: 20,
        choices: Vec::new(),
    });
    let mut file = SheetWriter::new(Vec::new(), Format::Xlsx, "A", columns.collect()).unwrap();
    let cells = [an.email.as_str(), "Nguyễn An", "0912345678", "Manager"];
    file.row(&cells.map(|text| Cell::Text(text.to_owned())))
        .unwrap();
    let file = file.finish().unwrap();
    let added = import(&circle, &circle.owner, "x.xlsx", &file).await;
    assert_eq!(added.data(), &json!({ "added": 0, "invited": 1 }));
}

#[tokio::test]
async fn values_that_a_spreadsheet_broke_are_mended_with_a_note_or_faults() {
    let circle = Circle::new().await;
    let file = "Hä tªn,Email,S§T,Chøc vô\n\
        NguyÔn V¨n §øc,duc@hoi.example,912345678,#N/A\n\
        TrÇn ThÞ B×nh,binh@hoi.example,2438251234,Gi¸m ®èc\n\
        Tæng céng: 2,,,\n\
        ,,,\"Hµ Néi, ngµy 5 th¸ng 8 n¨m 2026\"\n";
    let answer = import(&circle, &circle.owner, "x.csv", file.as_bytes()).await;
    assert_eq!(answer.data(), &json!({ "added": 0, "invited": 2 }));
    let messages = answer.json["messages"].as_array().unwrap();
    assert_eq!(
        messages[1..],
        [
            "2 numbers were completed that the spreadsheet had changed (leading 0, format).",
            "1 cell with an error such as #N/A counts as empty.",
            "3 texts typed for an old font (TCVN3 or VNI) were converted.",
            "2 rows that are no people (sums, date, signatures) were left out.",
        ]
    );
    let pending = circle
        .get(&circle.owner, "/join-request?status=pending")
        .await;
    let rows = pending.data()["items"].as_array().unwrap();
    let mut names: Vec<_> = rows
        .iter()
        .map(|row| row["user"]["fullName"].clone())
        .collect();
    names.sort_by_key(ToString::to_string);
    assert_eq!(names, ["Nguyễn Văn Đức", "Trần Thị Bình"]);

    let file = "Full name,Email,Phone\n7.9E+10,chi@hoi.example,212345678\n";
    let answer = import(&circle, &circle.owner, "x.csv", file.as_bytes()).await;
    assert_eq!(
        (answer.code(), &answer.json["errorCount"]),
        (5002, &json!(2))
    );
    let columns: Vec<String> = errors(&answer)
        .into_iter()
        .map(|(_, column, _)| column)
        .collect();
    assert_eq!(columns, ["Full name", "Phone"]);
}
