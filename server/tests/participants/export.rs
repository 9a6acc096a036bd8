use axum::http::Method;
use hoi_platform::files::Visibility;
use hoi_spreadsheet::{Limits, Value as CellValue};
use hoi_ticketing::attendances::attendance;
use sea_orm::{EntityTrait, Set};
use serde_json::{Value, json};

use super::support::{Organiser, id_of, question};
use crate::support::Answer;

const LIMITS: Limits = Limits {
    rows: 10_000,
    columns: 200,
    inflated: 64_000_000,
};

/// Returns the rows of an exported file as text, the titles first.
fn rows(answer: &Answer) -> Vec<Vec<String>> {
    let table = hoi_spreadsheet::read(&answer.bytes, LIMITS);
    let table = table.unwrap_or_else(|problem| panic!("{problem}: {}", answer.json));
    let text = |cell: CellValue| match cell {
        CellValue::Empty => String::new(),
        CellValue::Text(text) => text,
        CellValue::Number(number) => number.to_string(),
        CellValue::Date(moment) => moment.strftime("%d/%m/%Y %H:%M").to_string(),
        CellValue::Bool(truth) => truth.to_string(),
    };
    let rows = table.rows.into_iter();
    rows.map(|row| row.cells.into_iter().map(text).collect())
        .collect()
}

/// Returns the cell below a title in a row.
fn cell(rows: &[Vec<String>], row: usize, title: &str) -> String {
    let at = rows[0].iter().position(|one| one == title);
    let at = at.unwrap_or_else(|| panic!("no {title} in {:?}", rows[0]));
    rows[row].get(at).cloned().unwrap_or_default()
}

#[tokio::test]
async fn everyone_with_everything_but_sensitive_data() {
    let organiser = Organiser::new(10).await;
    organiser
        .app
        .ticket(organiser.event, "Vàng", 250_000, -1)
        .await;
    organiser
        .ask(json!([
            question("q1", "Cỡ áo", "TEXT", &[]),
            question("old", "Món ăn", "MULTIPLE_CHOICE", &["Chay", "Gà"])
        ]))
        .await;
    let file = "Họ và tên,Email,SĐT,Công ty,Ngày sinh,CCCD,MST,Cỡ áo,Món ăn,Ghi chú\n\
        Nguyễn Văn Đức,duc@example.vn,0912345678,Sao,31/05/1990,001090012345,0101234567,XL,Chay;Gà,=1+1\n\
        Trần Thị Ổi,oi@example.vn,+84 912 345 678,\"Sao, \"\"Mai\"\"\",,,,,,\n";
    assert_eq!(
        organiser
            .import_as("x.csv", file.as_bytes(), &[])
            .await
            .data()["imported"],
        2
    );
    // A question that was answered and then removed keeps its column.
    organiser
        .ask(json!([question("q1", "Cỡ áo thun", "TEXT", &[])]))
        .await;

    for format in ["xlsx", "csv"] {
        let answer = organiser.export(&format!("?format={format}"), "vi").await;
        let rows = rows(&answer);
        assert_eq!(rows.len(), 3);
        for (title, text) in [
            ("Họ và tên", "Nguyễn Văn Đức"),
            ("Email", "duc@example.vn"),
            ("Số điện thoại", "0912345678"),
            ("Hạng vé", "Vàng"),
            ("Thanh toán", "Chưa thanh toán"),
            ("Số tiền (đồng)", "250000"),
            ("Nguồn", "Nhập từ tệp"),
            // Tests begin at 09:00 in Vietnam.
            ("Đăng ký lúc", "01/03/2026 09:00"),
            ("Cỡ áo thun", "XL"),
            ("Món ăn", "Chay; Gà"),
            ("Ghi chú", "'=1+1"),
        ] {
            assert_eq!(cell(&rows, 1, title), text, "{format}");
        }
        assert!(cell(&rows, 1, "Ngày sinh").starts_with("31/05/1990"));
        assert_eq!(cell(&rows, 2, "Công ty"), "Sao, \"Mai\"");
        let phone = cell(&rows, 2, "Số điện thoại");
        assert_eq!(phone.trim_start_matches('\''), "+84 912 345 678");
        let all = rows.concat().join("|");
        assert!(!all.contains("001090012345") && !all.contains("0101234567"));
    }
    let english = rows(&organiser.export("", "en").await);
    assert_eq!(cell(&english, 1, "Payment"), "Unpaid");
    let answer = organiser.export("?format=csv", "vi").await;
    assert!(
        answer
            .bytes
            .starts_with("\u{feff}Họ và tên,Email,".as_bytes())
    );
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert!(answer.header("content-disposition").contains(
        "filename*=UTF-8''H%E1%BB%99i%20ngh%E1%BB%8B%20%C4%90%E1%BB%95i%20m%E1%BB%9Bi%20-%20Ng%C6%B0%E1%BB%9Di%20tham%20d%E1%BB%B1.csv"
    ));
}

#[tokio::test]
async fn sensitive_data_is_exported_only_when_asked_for_and_the_log_says_so() {
    let organiser = Organiser::new(10).await;
    let license = organiser.file(&organiser.owner, Visibility::Private).await;
    let avatar = organiser.file(&organiser.owner, Visibility::Public).await;
    let logo = organiser.file(&organiser.owner, Visibility::Public).await;
    let sensitive_data = json!({
        "identificationNumber": "001", "taxNumber": "002",
        "businessLicense": license, "avatar": avatar, "logo": logo,
    });
    organiser.add("An", sensitive_data).await;
    let plain = rows(&organiser.export("", "en").await);
    for sensitive in ["passport", "Tax", "licence", "Picture", "logo"] {
        assert!(
            !plain[0].iter().any(|title| title.contains(sensitive)),
            "{sensitive}"
        );
    }
    assert!(!plain.concat().join("|").contains("/api/upload/"));
    let log = organiser.log().await;
    assert_eq!(log[0]["action"], "participant.exported");
    assert_eq!(
        log[0]["data"],
        json!({ "count": 1, "format": "xlsx", "sensitive": false, "consent": false })
    );

    let sensitive = rows(&organiser.export("?sensitive=true&format=csv", "en").await);
    assert_eq!(cell(&sensitive, 1, "ID or passport number"), "001");
    assert_eq!(cell(&sensitive, 1, "Tax number"), "002");
    for (title, address) in [
        ("Business license", license),
        ("Picture", avatar),
        ("Company logo", logo),
    ] {
        let link = cell(&sensitive, 1, title);
        assert!(
            link.starts_with("http") && link.ends_with(&address),
            "{title}: {link}"
        );
    }
    let log = organiser.log().await;
    assert_eq!(log[0]["action"], "participant.exportedSensitive");
}

#[tokio::test]
async fn filters_and_choices_decide_who_is_in_it() {
    let organiser = Organiser::new(10).await;
    let an = id_of(
        &organiser
            .add("An", json!({ "participationType": "VIP" }))
            .await,
    );
    let binh = id_of(&organiser.add("Bình", json!({})).await);
    organiser
        .add("Cúc", json!({ "participationType": "VIP" }))
        .await;
    let names = |answer: Answer| -> Vec<String> {
        let rows = rows(&answer).into_iter().skip(1);
        rows.map(|row| row[0].clone()).collect()
    };
    assert_eq!(
        names(organiser.export("", "en").await),
        ["An", "Bình", "Cúc"]
    );
    assert_eq!(
        names(organiser.export("?participationType=VIP", "en").await),
        ["An", "Cúc"]
    );
    assert_eq!(
        names(organiser.export("?search=binh", "en").await),
        ["Bình"]
    );
    assert_eq!(
        names(organiser.export("?search=nobody", "en").await),
        Vec::<String>::new()
    );
    let chosen = json!({ "ids": [binh, an] });
    let post = |query: &str, body: Value| {
        let tail = format!("/export{query}");
        let organiser = &organiser;
        async move { organiser.call(Method::POST, &tail, body).await }
    };
    assert_eq!(names(post("", chosen.clone()).await), ["An", "Bình"]);
    assert_eq!(names(post("?participationType=VIP", chosen).await), ["An"]);
    for bad in [json!({ "ids": [] }), json!({ "ids": "x" })] {
        assert_eq!(post("", bad).await.code(), 5002);
    }
    assert_eq!(organiser.export("?format=pdf", "en").await.code(), 5002);
    // Removed participants are not exported.
    organiser
        .call(Method::DELETE, "", json!({ "ids": [an] }))
        .await;
    assert_eq!(names(organiser.export("", "en").await), ["Bình", "Cúc"]);
}

#[tokio::test]
async fn many_pages_make_one_file() {
    let organiser = Organiser::new(5_000).await;
    let rows_in: String = (0..1_250)
        .map(|at| format!("Khách {at:04},k{at}@example.vn,0912345678,Sao\n"))
        .collect();
    assert_eq!(organiser.import(&rows_in).await.data()["imported"], 1_250);
    for format in ["csv", "xlsx"] {
        let rows = rows(&organiser.export(&format!("?format={format}"), "en").await);
        let mut names: Vec<&str> = rows.iter().skip(1).map(|row| row[0].as_str()).collect();
        assert_eq!(names.len(), 1_250);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 1_250);
    }
}

#[tokio::test]
async fn an_export_can_be_imported_elsewhere() {
    let from = Organiser::new(10).await;
    from.add("An", json!({ "phone": "0912345678", "dateOfBirth": "1990-05-31", "note": "=x", "gender": "FEMALE" })).await;
    from.add("Bình", json!({ "phone": "+84 912 345 678" }))
        .await;
    for format in ["csv", "xlsx"] {
        let file = from.export(&format!("?format={format}"), "vi").await;
        let to = Organiser::new(10).await;
        let answer = to.import_as("x", &file.bytes, &[]).await;
        assert_eq!(answer.data(), &json!({ "imported": 2 }), "{format}");
        let people = to.everyone().await;
        assert_eq!(people[0]["phone"], "0912345678");
        assert_eq!(people[0]["dateOfBirth"], "1990-05-31");
        assert_eq!(people[0]["note"], "=x");
        assert_eq!(people[0]["gender"], "FEMALE");
        assert_eq!(people[1]["phone"], "+84 912 345 678");
    }
}

#[tokio::test]
async fn every_value_that_is_exported_is_understood_by_the_import() {
    let from = Organiser::new(20).await;
    let class = from.app.ticket(from.event, "Vàng", 250_000, -1).await;
    let genders = ["MALE", "FEMALE", "OTHERS"];
    for (at, kind) in [
        "ORDINARY",
        "VIP",
        "SPONSOR",
        "INVITED",
        "COMMITTEE",
        "TICKET_OWNER",
    ]
    .into_iter()
    .enumerate()
    {
        let person = json!({
            "ticketId": class,
            "participationType": kind,
            "paymentMethod": if at % 2 == 0 { "CASH_AT_VENUE" } else { "BANK_TRANSFER" },
            "paymentStatus": if at % 3 == 0 { "paid" } else { "unpaid" },
            "gender": genders[at % 3],
            "country": "Việt Nam",
            "role": "Giám đốc",
            "invitedBy": "Chị Hai",
            "identificationNumber": "001090012345",
            "taxNumber": "0101234567",
        });
        let added = from.add(&format!("Khách {at}"), person).await;
        assert_eq!(added.code(), 2000, "{}", added.json);
    }
    let kept = |person: &Value| {
        let mut person = person.as_object().unwrap().clone();
        person.retain(|field, _| {
            [
                "fullName",
                "email",
                "phone",
                "company",
                "country",
                "role",
                "participationType",
                "paymentMethod",
                "paymentStatus",
                "amount",
                "gender",
                "invitedBy",
                "identificationNumber",
                "taxNumber",
            ]
            .contains(&field.as_str())
        });
        assert_eq!(person.len(), 14, "{person:?}");
        person
    };
    let before: Vec<_> = from.everyone().await.iter().map(kept).collect();
    for lang in ["vi", "en"] {
        for format in ["csv", "xlsx"] {
            let query = format!("?sensitive=true&format={format}");
            let file = from.export(&query, lang).await;
            let to = Organiser::new(20).await;
            to.app.ticket(to.event, "Vàng", 250_000, -1).await;
            to.app.ticket(to.event, "Bạc", 100_000, -1).await;
            let answer = to.import_as("x", &file.bytes, &[]).await;
            assert_eq!(
                answer.json["data"],
                json!({ "imported": 6 }),
                "{}",
                answer.json
            );
            let after: Vec<_> = to.everyone().await.iter().map(kept).collect();
            assert_eq!(after, before, "{lang} {format}");
        }
    }
}

#[tokio::test]
async fn people_of_another_event_are_not_in_it() {
    let mut organiser = Organiser::new(10).await;
    let id = id_of(&organiser.add("An", json!({})).await);
    organiser.event = organiser.app.open_event(&organiser.owner, 10).await;
    organiser.add("Bình", json!({})).await;
    let answer = organiser
        .call(Method::POST, "/export", json!({ "ids": [id] }))
        .await;
    assert_eq!(rows(&answer).len(), 1);
    // Rows with unusual values, written by other programs, are exported unchanged.
    let tx = organiser.app.app.db.write().await.unwrap();
    let change = attendance::ActiveModel {
        date_of_birth: Set(Some("hôm qua".to_owned())),
        ..Default::default()
    };
    attendance::Entity::update_many()
        .set(change)
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let answer = rows(&organiser.export("", "en").await);
    assert_eq!(cell(&answer, 1, "Date of birth"), "hôm qua");
}

#[tokio::test]
async fn an_account_has_a_few_files_written_at_a_time() {
    let organiser = Organiser::new(10).await;
    let (app, owner) = (&organiser.app, &organiser.owner);
    let path = format!("/api/event/{}/attendances/export", organiser.event);
    let begin = || app.request(Method::GET, &path).bearer(&owner.token).begin();
    // Downloads that are not read.
    let mut unread = Vec::new();
    for _ in 0..3 {
        let answer = begin().await;
        assert_eq!(answer.status(), 200);
        unread.push(answer);
    }
    let refused = app.get_as(owner, &path).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (429, 5003));
    assert!(!refused.header("retry-after").is_empty());
    let codes = format!("/api/event/{}/invitation-codes/export", organiser.event);
    assert_eq!(app.get_as(owner, &codes).await.status, 429);
    let chosen = json!({ "ids": [hoi_platform::clock::new_id::<hoi_ticketing::events::InvitationCodeId>()] });
    let answer = app.send_as(owner, Method::POST, &codes, chosen).await;
    assert_eq!(answer.status, 429);
    // Other accounts have their own limit.
    let admin = app.admin().await;
    assert_eq!(app.get_as(&admin, &path).await.status, 200);
    // A download that is read or cancelled makes room.
    unread.pop();
    assert_eq!(app.get_as(owner, &path).await.status, 200);
    assert_eq!(app.get_as(owner, &path).await.status, 200);
}

#[tokio::test]
async fn a_free_ticket_is_neither_paid_nor_waits_for_a_transfer() {
    let organiser = Organiser::new(10).await;
    let due = organiser
        .app
        .ticket(organiser.event, "Vàng", 250_000, -1)
        .await;
    let free = organiser.app.ticket(organiser.event, "Mời", 0, -1).await;
    let paid = json!({ "ticketId": due, "paymentStatus": "paid" });
    organiser.add("An", paid).await.data();
    organiser
        .add("Bình", json!({ "ticketId": free }))
        .await
        .data();
    let rows = rows(&organiser.export("?format=csv", "vi").await);
    let of = |name: &str, title: &str| {
        let row = rows.iter().position(|row| row[0] == name).unwrap();
        cell(&rows, row, title)
    };
    assert_eq!(of("An", "Thanh toán"), "Đã thanh toán");
    assert!(of("An", "Nội dung chuyển khoản").starts_with("EV"));
    assert_eq!(of("Bình", "Số tiền (đồng)"), "0");
    assert_eq!(of("Bình", "Thanh toán"), "");
    assert_eq!(of("Bình", "Nội dung chuyển khoản"), "");
}
