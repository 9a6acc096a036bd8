//! Statements dropped on the page.

use std::fmt::Write as _;

use axum::http::Method;
use hoi_ticketing::attendances::{PaidWay, PaymentStatus};
use hoi_ticketing::bank_accounts::entity::bank_account;
use sea_orm::{ActiveModelTrait as _, EntityTrait as _, IntoActiveModel as _, Set};
use serde_json::{Value, json};

use super::support::{PRICE, Till};
use crate::support::uploads::multipart;

const HEAD: &str = "SAO KÊ;;;;\nNgày giao dịch;Số tham chiếu;Ghi nợ;Ghi có;Diễn giải\n";

#[tokio::test]
async fn a_statement_is_shown_then_taken_in_and_matched() {
    let till = Till::new().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    let file = format!(
        "{HEAD}02/03/2026;FT1;;250.000;MBVCB {} NGUYEN\n02/03/2026;FT2;11.000;;Phí\n02/03/2026;FT3;;249.000;{}\nhôm qua;FT4;;1.000;lạ\n",
        hoa.payment_ref, lan.payment_ref
    );
    let preview = till.statement(&file, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(
        (
            &report["arrived"],
            &report["new"],
            &report["left"],
            &report["faultCount"]
        ),
        (&json!(2), &json!(2), &json!(1), &json!(1))
    );
    assert_eq!(report["mapping"]["credit"], 3);
    assert_eq!(report["columns"][3]["title"], "Ghi có");
    assert_eq!(report["faults"][0], "Row 6: the day cannot be read");
    assert!(till.transfers().await.is_empty());

    assert_eq!(till.statement(&file, &[]).await.data()["new"], 2);
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    let paid = till.now(&hoa).await;
    assert_eq!(
        (paid.payment_status, paid.paid_way),
        (PaymentStatus::Paid, Some(PaidWay::Statement))
    );
    assert_eq!(till.listed("waiting").await[0]["reason"], "under");

    // The same file again changes nothing.
    assert_eq!(till.statement(&file, &[]).await.data()["new"], 0);
    assert!(till.app.run_jobs().await.is_empty());
    assert_eq!(till.transfers().await.len(), 2);
}

#[tokio::test]
async fn a_statement_meets_what_the_service_reported() {
    let till = Till::new().await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let line = |guest: &hoi_ticketing::attendances::attendance::Model, number: u32| {
        format!(
            "01/03/2026;FT{number};;250.000;IBFT {} GD 789604-040125\n",
            guest.payment_ref
        )
    };
    let file = format!("{HEAD}{}{}", line(&hoa, 1), line(&lan, 2));
    assert_eq!(till.statement(&file, &[]).await.data()["new"], 1);
    till.app.run_jobs().await;
    assert_eq!(till.now(&lan).await.payment_status, PaymentStatus::Paid);
    assert!(till.listed("waiting").await.is_empty());
    // The service reports a listed transfer later.
    till.receive(2, PRICE, &lan.payment_ref).await;
    assert_eq!(till.transfers().await.len(), 2);
    assert_eq!(till.statement(&file, &[]).await.data()["new"], 0);
}

#[tokio::test]
async fn a_mapping_is_remembered_for_files_with_the_same_titles() {
    let till = Till::new().await;
    let file = "A;B;C;D\n02/03/2026;5000;7000;cam on\n03/03/2026;6000;8000;cam on ban\n";
    let mapping = json!({ "date": 0, "text": 3, "credit": 2, "debit": null, "direction": null, "number": null, "balance": null, "currency": null, "dateOrder": "dayFirst" });
    // Neither column is known as the arrived money: both are offered, with example rows.
    let preview = till.statement(file, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(
        (&report["mapping"], &report["doubt"]),
        (&Value::Null, &json!("direction"))
    );
    let choices = report["choices"].as_array().unwrap();
    let credits: Vec<_> = choices
        .iter()
        .map(|choice| &choice["mapping"]["credit"])
        .collect();
    assert_eq!(credits, [1, 1, 2, 2]);
    assert_eq!(choices[2]["arrived"][0]["amount"], 7000);
    assert_eq!(till.statement(file, &[]).await.code(), 5002);
    assert!(till.transfers().await.is_empty());
    let chosen = till
        .statement(file, &[("mapping", &mapping.to_string())])
        .await;
    assert_eq!(chosen.data()["rows"][0]["amount"], 7000);
    // The next file is asked about, beginning with the same column: no answer applies to another file.
    let next = file.replace("7000", "9000");
    let preview = till.statement(&next, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(
        (
            &report["mapping"],
            &report["doubt"],
            &report["isRemembered"]
        ),
        (&Value::Null, &json!("direction"), &json!(true))
    );
    assert_eq!(report["choices"][0]["mapping"]["credit"], 2);
    assert_eq!(report["choices"][0]["arrived"][0]["amount"], 9000);
    assert_eq!(till.statement(&next, &[]).await.code(), 5002);
    // A direction that the file itself gives needs no answer.
    let signed = next.replace(";8000", ";-8000").replace("03/03", "20/03");
    let preview = till.statement(&signed, &[("dryRun", "true")]).await;
    assert_eq!(
        (
            &preview.data()["mapping"]["credit"],
            &preview.data()["isRemembered"]
        ),
        (&json!(2), &json!(true))
    );
}

#[tokio::test]
async fn a_text_has_at_most_six_columns() {
    let till = Till::new().await;
    let file = "Ngày;A;B;C;D;E;F;G;Ghi có\n24/02/2026;a;b;c;d;e;f;g;1.000\n";
    let chosen = async |more: usize| {
        let more: Vec<usize> = (2..2 + more).collect();
        let mapping = json!({ "date": 0, "text": 1, "moreText": more, "credit": 8, "debit": null, "direction": null, "number": null, "balance": null, "currency": null, "dateOrder": "dayFirst" }).to_string();
        let parts = [("dryRun", "true"), ("mapping", mapping.as_str())];
        till.statement(file, &parts).await
    };
    let read = chosen(5).await;
    assert_eq!(read.data()["rows"][0]["content"], "a b c d e f");
    assert_eq!(chosen(6).await.code(), 5002);
}

#[tokio::test]
async fn a_choice_shows_three_rows_in_each_direction() {
    let till = Till::new().await;
    let mut file = "Ngày;Nội dung;A;B\n".to_owned();
    for at in 1..=4 {
        writeln!(file, "20/02/2026;vao {at};;{at}000").unwrap();
        writeln!(file, "20/02/2026;ra {at};{at}500;").unwrap();
    }
    let preview = till.statement(&file, &[("dryRun", "true")]).await;
    let report = preview.data();
    let amounts = |rows: &Value| -> Vec<i64> {
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row["amount"].as_i64().unwrap()).collect()
    };
    let shown: Vec<_> = report["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|choice| (amounts(&choice["arrived"]), amounts(&choice["left"])))
        .collect();
    let (of_a, of_b) = (vec![1500, 2500, 3500], vec![1000, 2000, 3000]);
    assert_eq!(shown, [(of_a.clone(), of_b.clone()), (of_b, of_a)]);
    // A column is shown by as many of its cells.
    assert_eq!(
        report["columns"][2]["sample"],
        json!(["1500", "2500", "3500"])
    );
}

#[tokio::test]
async fn files_that_are_no_statement_are_refused() {
    let till = Till::new().await;
    assert_eq!(till.statement("\0\u{1}\u{2}", &[]).await.code(), 5006);
    assert_eq!(till.statement("a;b\nc;d\n", &[]).await.code(), 5002);
    assert!(
        till.statement("a;b\nc;d\n", &[("dryRun", "true")])
            .await
            .data()["mapping"]
            .is_null()
    );
    assert_eq!(
        till.statement(HEAD, &[("mapping", "{}")]).await.code(),
        5002
    );
    let path = format!("/api/bank-accounts/{}/statement", till.account);
    let request = till
        .app
        .request(Method::POST, &path)
        .bearer(&till.owner.token);
    assert_eq!(request.form(multipart(&[])).send().await.code(), 5002);
    let stranger = till.app.committee("binh").await;
    let request = till
        .app
        .request(Method::POST, &path)
        .bearer(&stranger.token);
    let form = multipart(&[("file", Some("x.csv"), HEAD.as_bytes())]);
    assert_eq!(request.form(form).send().await.code(), 5016);
}

#[tokio::test]
async fn odd_rows_are_read_or_named() {
    let till = Till::new().await;
    let file = format!(
        "{HEAD}02/03/2026;F1;;=1+1;công thức\n;F2;;5.000;ô gộp\n02/03/2026;F3;;99999999999999999;quá lớn\n02/03/2026;F4;;-5.000;ra\n02/03/2026;F5;;7.000;=HYPERLINK(\"x\")\n;;;12.000;Tổng cộng\n"
    );
    let report = till.statement(&file, &[]).await;
    let report = report.data();
    assert_eq!(
        (&report["arrived"], &report["left"], &report["faultCount"]),
        (&json!(1), &json!(1), &json!(3))
    );
    till.app.run_jobs().await;
    // The ledger keeps a text that looks like a formula as text.
    let path = format!("/api/event/{}/money/export?format=csv", till.event);
    let csv = till.call(Method::GET, &path, Value::Null).await;
    let csv = String::from_utf8(csv.bytes).unwrap();
    assert!(
        csv.contains("'=HYPERLINK") && !csv.contains(",=HYPERLINK"),
        "{csv}"
    );
}

#[tokio::test]
async fn a_refund_that_names_a_reference_pays_no_registration() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let rows = |reference: &str| {
        format!(
            "02/03/2026 10:00:00,TRAN VAN 1,VCB,Hoan tien ve {reference} do chuyen nham,FT09,\"250,000\",,\"9,750,000\"\n\
             02/03/2026 10:01:00,DIEN LUC,BIDV,Tien dien,FT10,\"1,200,000\",,\"8,550,000\"\n\
             02/03/2026 10:02:00,KHACH LE,MB,Chuyen tien,FT11,,\"300,000\",\"8,850,000\"\n"
        )
    };
    let titles = "Ngày giao dịch,Đối tác,NH Đối tác,Diễn giải,Số bút toán,Nợ TKTT,Có TKTT,Số dư\n";
    let read = async |file: &str| {
        let answer = till.statement(file, &[]).await;
        assert!(till.app.run_jobs().await.is_empty());
        let hoa = till.now(&hoa).await;
        assert_eq!(hoa.payment_status, PaymentStatus::Unpaid);
        answer
    };
    let rows = rows(&hoa.payment_ref);
    // With the bank's titles, and with unknown ones, where the balance proves it.
    assert_eq!(read(&format!("{titles}{rows}")).await.data()["new"], 1);
    let unknown = titles
        .replace("Nợ TKTT", "A")
        .replace("Có TKTT", "B")
        .replace("Số dư", "C");
    assert_eq!(read(&format!("{unknown}{rows}")).await.data()["new"], 0);
    // With the titles exchanged, and with nothing that decides.
    let exchanged = titles
        .replace("Nợ", "X")
        .replace("Có", "Nợ")
        .replace('X', "Có");
    assert_eq!(read(&format!("{exchanged}{rows}")).await.code(), 5002);
    let bare = format!(
        "Ngày;Nội dung;A;B\n02/03/2026;Hoan tien {};250.000;\n02/03/2026;khac;;300.000\n",
        hoa.payment_ref
    );
    assert_eq!(read(&bare).await.code(), 5002);
    let stored = till.transfers().await;
    assert_eq!(stored.len(), 1);
    assert_eq!(stored[0].amount, 300_000);
}

#[tokio::test]
async fn the_balance_is_shown_and_stops_what_contradicts_it() {
    let till = Till::new().await;
    let file = "Ngày;Nội dung;Ghi nợ;Ghi có;Số dư\n02/03/2026;a;5.000;;95.000\n02/03/2026;b;;7.000;102.000\n02/03/2026;c;2.000;;100.000\n02/03/2026;d;;8.000;108.000\n";
    let preview = till.statement(file, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(
        report["proof"],
        json!({ "rows": 4, "fitting": 4, "opening": 100_000, "closing": 108_000, "misfits": [] })
    );
    assert_eq!(
        (
            &report["arrivedAmount"],
            &report["leftAmount"],
            &report["doubt"]
        ),
        (&json!(15_000), &json!(7_000), &Value::Null)
    );
    assert_eq!(report["leftRows"][0]["content"], "a");

    let damaged = file.replace(";7.000;", ";9.000;");
    let preview = till.statement(&damaged, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(report["doubt"], "balance");
    let misfit = "Row 3: the balance does not follow from the row before";
    assert_eq!(
        (&report["proof"]["fitting"], &report["proof"]["misfits"]),
        (&json!(3), &json!([misfit]))
    );
    let mapping = report["mapping"].to_string();
    let mut unchecked = report["mapping"].clone();
    unchecked["balance"] = Value::Null;
    let unchecked = unchecked.to_string();
    for parts in [
        &[][..],
        &[("mapping", mapping.as_str())][..],
        &[("mapping", unchecked.as_str())][..],
    ] {
        let refused = till.statement(&damaged, parts).await;
        assert_eq!(refused.code(), 5002);
        assert!(
            refused.json.to_string().contains("row 3"),
            "{}",
            refused.json
        );
    }

    // The check is the same, whether its column is chosen or not.
    let shown = async |mapping: &str| {
        let parts = [("dryRun", "true"), ("mapping", mapping)];
        till.statement(&damaged, &parts).await.data().clone()
    };
    assert_eq!(shown(&unchecked).await, shown(&mapping).await);
    assert_eq!(shown(&unchecked).await["mapping"]["balance"], 4);

    // Columns against the balance are refused without it, too.
    let with = |debit: u8, credit: u8| {
        json!({ "date": 0, "text": 1, "credit": credit, "debit": debit, "direction": null, "number": null, "balance": null, "currency": null, "dateOrder": "dayFirst" }).to_string()
    };
    let exchanged = till.statement(file, &[("mapping", &with(3, 2))]).await;
    assert_eq!(exchanged.code(), 5002);
    assert!(till.transfers().await.is_empty());
    let chosen = till.statement(&damaged, &[("mapping", &with(2, 3))]).await;
    assert_eq!(chosen.code(), 5002);
    assert!(till.transfers().await.is_empty());
    // The organiser chooses where no balance contradicts: its column was deleted from the file.
    let bare: Vec<&str> = damaged
        .lines()
        .map(|line| line.rsplit_once(';').unwrap().0)
        .collect();
    let bare = bare.join("\n");
    let chosen = till.statement(&bare, &[("mapping", &with(2, 3))]).await;
    assert_eq!(
        (&chosen.data()["new"], &chosen.data()["proof"]),
        (&json!(2), &Value::Null)
    );
    // The next file is checked by its own balances, although the last one was taken in without.
    let later = damaged.replace(";b;", ";e;");
    assert_eq!(till.statement(&later, &[]).await.code(), 5002);
    let preview = till.statement(&later, &[("dryRun", "true")]).await;
    assert_eq!(preview.data()["proof"]["misfits"], json!([misfit]));
    assert_eq!(till.transfers().await.len(), 2);
}

#[tokio::test]
async fn an_answer_without_a_balance_is_not_remembered_against_the_next_file() {
    let till = Till::new().await;
    let titles = "Ngày;Nội dung;Ghi nợ;Ghi có;Số dư\n";
    // Its only balance is compared with nothing.
    let first = format!("{titles}01/03/2026;a;;5.000;95.000\n");
    let mapping = json!({ "date": 0, "text": 1, "credit": 3, "debit": 2, "direction": null, "number": null, "balance": null, "currency": null, "dateOrder": "dayFirst" }).to_string();
    let taken = till.statement(&first, &[("mapping", &mapping)]).await;
    assert_eq!(taken.data()["new"], 1);
    // An answer of an earlier time, when the balance could be left out.
    let account = || bank_account::Entity::find();
    let row = account()
        .one(till.app.app.db.read())
        .await
        .unwrap()
        .unwrap();
    let mut remembered = row.statement_mapping.clone().unwrap();
    remembered.columns.balance = None;
    let mut row = row.into_active_model();
    row.statement_mapping = Set(Some(remembered));
    let tx = till.app.app.db.write().await.unwrap();
    row.update(&tx).await.unwrap();
    tx.commit().await.unwrap();

    let next = format!(
        "{titles}01/03/2026;b;5.000;;90.000\n02/03/2026;c;;9.000;97.000\n02/03/2026;d;2.000;;95.000\n"
    );
    let preview = till.statement(&next, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(
        (&report["doubt"], &report["mapping"]["balance"]),
        (&json!("balance"), &json!(4))
    );
    for parts in [&[][..], &[("mapping", mapping.as_str())][..]] {
        assert_eq!(till.statement(&next, parts).await.code(), 5002);
    }
    assert_eq!(till.transfers().await.len(), 1);
    let sound = next.replace("9.000;97", "7.000;97");
    assert_eq!(till.statement(&sound, &[]).await.data()["new"], 1);
}

#[tokio::test]
async fn a_column_that_is_not_known_as_the_balance_stops_nothing() {
    let till = Till::new().await;
    let mapping = |balance: Value, number: Value| {
        json!({ "date": 0, "text": 1, "credit": 3, "debit": 2, "direction": null, "number": number, "balance": balance, "currency": null, "dateOrder": "dayFirst" }).to_string()
    };
    let file = "Ngày;Nội dung;Ghi nợ;Ghi có;Z\n02/03/2026;a;5.000;;95.000\n02/03/2026;b;;9.000;102.000\n02/03/2026;c;2.000;;100.000\n";
    let chosen = mapping(Value::Null, Value::Null);
    let taken = till.statement(file, &[("mapping", &chosen)]).await;
    assert_eq!(
        (&taken.data()["new"], &taken.data()["proof"]),
        (&json!(1), &Value::Null)
    );
    // A person says what it is.
    let titled = file.replace(";Z", ";Số dư").replace(";b;", ";d;");
    let refused = till.statement(&titled, &[("mapping", &chosen)]).await;
    assert_eq!(refused.code(), 5002);
    let named = mapping(Value::Null, json!(4));
    let taken = till.statement(&titled, &[("mapping", &named)]).await;
    assert_eq!(taken.data()["new"], 1);
    // That is not remembered against the next file either.
    let next = titled.replace(";d;", ";e;");
    assert_eq!(till.statement(&next, &[]).await.code(), 5002);
    assert_eq!(till.transfers().await.len(), 2);
}

#[tokio::test]
async fn the_order_of_day_and_month_is_asked() {
    let till = Till::new().await;
    let file = "Date;Description;Credit\n01/03/2026;a;1000\n02/03/2026;b;2000\n";
    let preview = till.statement(file, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(report["doubt"], "dateOrder");
    assert_eq!(till.statement(file, &[]).await.code(), 5002);
    let choice = report["choices"][1]["mapping"].clone();
    assert_eq!(choice["dateOrder"], "monthFirst");
    let chosen = till
        .statement(file, &[("mapping", &choice.to_string())])
        .await;
    assert_eq!(chosen.data()["new"], 2);
    assert_eq!(till.transfers().await[0].day, "2026-01-03");
    // It is true of that file alone.
    let next = till.statement(file, &[("dryRun", "true")]).await;
    assert_eq!(next.data()["doubt"], "dateOrder");
    let later = file.replace("02/03", "25/02");
    let later = till.statement(&later, &[("dryRun", "true")]).await;
    assert_eq!(later.data()["mapping"]["dateOrder"], "dayFirst");
}

#[tokio::test]
async fn a_web_page_named_xls_is_read_or_refused_with_words_that_help() {
    let till = Till::new().await;
    let page = "<html><table><tr><th>Ngày GD</th><th>Nội dung</th><th>Ghi nợ</th><th>Ghi có</th></tr>\
        <tr><td>02/03/2026</td><td>tra tien hang</td><td>2,000,000</td><td></td></tr>\
        <tr><td>02/03/2026</td><td>mua ve</td><td></td><td>500,000</td></tr></table></html>";
    let preview = till.statement(page, &[("dryRun", "true")]).await;
    assert_eq!(
        (&preview.data()["arrivedAmount"], &preview.data()["left"]),
        (&json!(500_000), &json!(1))
    );
    let workbook = "<?xml version=\"1.0\"?><Workbook></Workbook>";
    let refused = till.statement(workbook, &[]).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (415, 5006));
    assert!(refused.json.to_string().contains("save it as XLSX"));
}

#[tokio::test]
async fn the_outcomes_of_a_statement_are_counted() {
    let till = Till::new().await;
    let second = till.second_event().await;
    let class = till.app.ticket(second, "VIP", PRICE, -1).await;
    let (hoa, lan) = (till.guest("hoa").await, till.guest("lan").await);
    let mai = till.guest_of(second, class, "mai").await;
    // Known before, so that it is not counted.
    till.receive(1, PRICE, &lan.payment_ref).await;
    till.app.pass(std::time::Duration::from_mins(1));
    let file = format!(
        "{HEAD}01/03/2026;F0;;250.000;{}\n02/03/2026;F1;;250.000;{}\n02/03/2026;F2;;1.000;{}\n02/03/2026;F3;;2.000;cam on\n",
        lan.payment_ref, hoa.payment_ref, mai.payment_ref
    );
    let taken = till.statement(&file, &[]).await;
    assert_eq!(taken.data()["new"], 3);
    let since = taken.data()["takenInAt"].as_str().unwrap().to_owned();
    let path = format!(
        "/api/bank-accounts/{}/statement?since={since}",
        till.account
    );
    let of_event = format!("{path}&eventId={}", till.event);
    let outcome = async |path: &str| till.call(Method::GET, path, Value::Null).await;
    assert_eq!(
        outcome(&path).await.data(),
        &json!({ "matching": 3, "paid": 0, "waiting": 0, "elsewhere": 0 })
    );
    till.app.run_jobs().await;
    assert_eq!(
        outcome(&path).await.data(),
        &json!({ "matching": 0, "paid": 1, "waiting": 2, "elsewhere": 0 })
    );
    assert_eq!(
        outcome(&of_event).await.data(),
        &json!({ "matching": 0, "paid": 1, "waiting": 2, "elsewhere": 1 })
    );
    let bare = format!("/api/bank-accounts/{}/statement", till.account);
    assert_eq!(outcome(&bare).await.code(), 5002);
    let stranger = till.app.committee("binh").await;
    for path in [&path, &of_event] {
        let refused = till
            .app
            .call(&stranger, Method::GET, path, Value::Null)
            .await;
        assert_eq!(refused.code(), 5016);
    }
    let foreign = till.app.event(&stranger, |_| ()).await;
    let foreign = outcome(&format!("{path}&eventId={foreign}")).await;
    assert_eq!(foreign.code(), 5016);
}

#[tokio::test]
async fn a_hundred_thousand_rows_are_the_most() {
    let till = Till::new().await;
    let mut file = HEAD.to_owned();
    for at in 0..100_000 {
        let day = at / 4_000 + 1;
        writeln!(file, "{day:02}/01/2026;;;{};row {at}", 1000 + at).unwrap();
    }
    let report = till.statement(&file, &[("dryRun", "true")]).await;
    assert_eq!(report.data()["arrived"], 100_000);
    file.push_str("01/01/2026;;;1000;more\n");
    assert_eq!(
        till.statement(&file, &[("dryRun", "true")]).await.code(),
        5006
    );
}

#[tokio::test]
async fn a_statement_of_another_account_is_asked_about() {
    let till = Till::new().await;
    let file = |head: &str| format!("{head}\n{HEAD}01/03/2026;FT1;;250.000;x\n");
    for head in [
        "Số tài khoản: 0123456789;;;;",
        "Account No;****6789;;;",
        "Số tài khoản;;123456789;;",
        "Chủ tài khoản: CONG TY 99887766554;;;;",
    ] {
        let preview = till.statement(&file(head), &[("dryRun", "true")]).await;
        assert_eq!(preview.data()["otherAccounts"], json!([]), "{head}");
    }
    for (head, written) in [
        ("Số tài khoản: 99887766554;;;;", "99887766554"),
        ("Số tài khoản;;****1234;;", "****1234"),
    ] {
        let file = file(head);
        let preview = till.statement(&file, &[("dryRun", "true")]).await;
        assert_eq!(preview.data()["otherAccounts"], json!([written]));
        let refused = till.statement(&file, &[]).await;
        assert_eq!(refused.code(), 5002);
        let said = refused.json.to_string();
        assert!(
            said.contains(written) && said.contains("0123456789"),
            "{said}"
        );
        assert!(till.transfers().await.is_empty());
    }
    let other = file("Số tài khoản: 99887766554;;;;");
    let accepted = till.statement(&other, &[("acceptsOtherAccount", "true")]);
    assert_eq!(accepted.await.data()["new"], 1);
}

#[tokio::test]
async fn amounts_without_a_sign_are_taken_in_by_the_balances() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let file = format!(
        "Ngày giao dịch,Nội dung,Số tiền,Số dư\n01/03/2026,{},250000,1250000\n01/03/2026,hoan tien,300000,950000\n01/03/2026,cam on,20000,970000\n",
        hoa.payment_ref
    );
    let preview = till.statement(&file, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(
        (&report["arrived"], &report["left"], &report["doubt"]),
        (&json!(1), &json!(1), &Value::Null)
    );
    // No balance tells of the first row, so it is not taken in before the organiser gives its direction.
    assert_eq!(report["openRows"][0]["amount"], 250_000);
    assert_eq!(
        report["faults"][0],
        "Row 2: not clear whether the money came in or went out"
    );
    assert_eq!(till.statement(&file, &[]).await.data()["new"], 1);
    let mut mapping = report["mapping"].clone();
    assert_eq!(
        (&mapping["byBalance"], &mapping["openArrived"]),
        (&json!(true), &Value::Null)
    );
    mapping["openArrived"] = json!(true);
    let said = till
        .statement(&file, &[("mapping", &mapping.to_string())])
        .await;
    assert_eq!(
        (&said.data()["new"], &said.data()["faultCount"]),
        (&json!(1), &json!(0))
    );
    till.app.run_jobs().await;
    let hoa = till.now(&hoa).await;
    assert_eq!(hoa.payment_status, PaymentStatus::Paid);
    // The next file has a first row of its own.
    let next = till.statement(&file, &[("dryRun", "true")]).await;
    assert_eq!(next.data()["mapping"]["openArrived"], Value::Null);
    assert_eq!(next.data()["faultCount"], 1);
}

#[tokio::test]
async fn columns_that_are_named_one_by_one_begin_with_those_that_are_recognised() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let file = format!(
        "Ngày giao dịch,Nội dung,Lời nhắn,Số tiền,Loại giao dịch,Trạng thái,Mã giao dịch\n\
         01/03/2026,chuyen tien,mua ve {},150000,Kiểu A,Thành công,FT1\n\
         01/03/2026,chuyen tien,mua ve khac,99000,Kiểu B,Thất bại,FT2\n",
        hoa.payment_ref
    );
    let preview = till.statement(&file, &[("dryRun", "true")]).await;
    let report = preview.data();
    assert_eq!(
        (&report["doubt"], &report["choices"]),
        (&json!("direction"), &json!([]))
    );
    let mut mapping = report["known"].clone();
    assert_eq!(
        mapping,
        json!({ "date": 0, "text": 1, "moreText": [2], "number": 6, "currency": null, "status": 5, "time": null, "dateOrder": "dayFirst" })
    );
    mapping["credit"] = json!(3);
    let taken = till
        .statement(&file, &[("mapping", &mapping.to_string())])
        .await;
    let report = taken.data();
    assert_eq!(
        (
            &report["new"],
            &report["arrivedAmount"],
            &report["unsettledAmount"]
        ),
        (&json!(1), &json!(150_000), &json!(99_000))
    );
    let content = till.transfers().await[0].content.clone();
    assert!(content.contains(&hoa.payment_ref), "{content}");
}

#[tokio::test]
async fn left_and_future_money_is_not_taken_in() {
    let till = Till::new().await;
    let out = "Ngày;Nội dung;Ghi nợ\n01/03/2026;hoan tien;500.000\n";
    let preview = till.statement(out, &[("dryRun", "true")]).await;
    assert_eq!(
        (&preview.data()["doubt"], &preview.data()["choices"]),
        (&json!("onlyLeft"), &json!([]))
    );
    assert_eq!(till.statement(out, &[]).await.code(), 5002);
    // A transfer of the evening may be booked on the next day, on the day after none is.
    let file =
        format!("{HEAD}02/03/2026;F1;;1.000;a\n03/03/2026;F2;;2.000;b\n01/03/2027;F3;;3.000;c\n");
    let taken = till.statement(&file, &[]).await;
    assert_eq!(
        (&taken.data()["new"], &taken.data()["faults"]),
        (
            &json!(1),
            &json!([
                "Row 4: this day has not come yet",
                "Row 5: this day has not come yet"
            ])
        )
    );
}

#[tokio::test]
async fn readings_beyond_the_budget_wait_for_seconds_that_do_not_grow() {
    let till = Till::new().await;
    let file = "Ngày;Nội dung;Ghi có\n01/03/2026;x;1000\n";
    let read = async || till.statement(file, &[("dryRun", "true")]).await;
    for _ in 0..100 {
        read().await.data();
    }
    for _ in 0..3 {
        let refused = read().await;
        assert_eq!((refused.status.as_u16(), refused.code()), (429, 5003));
        assert!(
            refused.json.to_string().contains("5 seconds"),
            "{}",
            refused.json
        );
    }
    till.app.pass(std::time::Duration::from_secs(5));
    read().await.data();
    till.app.pass(std::time::Duration::from_secs(5));
    assert_eq!(till.statement(file, &[]).await.data()["new"], 1);
}

#[tokio::test]
async fn states_accounts_and_units_that_are_not_this_accounts_money_stay_out() {
    let till = Till::new().await;
    let dry = [("dryRun", "true")];
    let states = "Ngày,Nội dung,Ghi nợ,Ghi có,Trạng thái\n01/03/2026,a,,124000,Thành công\n01/03/2026,b,,600000,Thất bại\n01/03/2026,c,,700000,Khớp\n01/03/2026,x,1000,,Thành công\n";
    let preview = till.statement(states, &dry).await;
    let report = preview.data();
    assert_eq!(
        (
            &report["arrivedAmount"],
            &report["unsettled"],
            &report["unsettledAmount"]
        ),
        (&json!(124_000), &json!(1), &json!(600_000))
    );
    assert_eq!(
        report["states"],
        json!([{ "word": "Khớp", "count": 1, "amount": 700_000 }])
    );
    assert_eq!(
        report["faults"],
        json!(["Row 4: not clear whether this transfer was carried out"])
    );
    let mut mapping = report["mapping"].clone();
    mapping["settled"] = json!(["Khớp"]);
    let said = till
        .statement(states, &[("mapping", &mapping.to_string())])
        .await;
    assert_eq!(said.data()["new"], 2);
    // The answer is true of that file alone.
    let next = till.statement(states, &dry).await;
    assert_eq!(next.data()["states"][0]["count"], 1);

    let titles = "Ngày,Nội dung,Ghi nợ,Ghi có\n";
    let blocks = format!(
        "Số tài khoản: 0123456789\n{titles}01/03/2026,a,,125000\n01/03/2026,x,200000,\nSố tài khoản: 9876543210\n{titles}01/03/2026,z,,600000\n"
    );
    let preview = till.statement(&blocks, &dry).await;
    let report = preview.data();
    assert_eq!(
        (
            &report["arrivedAmount"],
            &report["leftOut"],
            &report["leftOutAccounts"],
            &report["otherAccounts"]
        ),
        (
            &json!(125_000),
            &json!(1),
            &json!(["9876543210"]),
            &json!([])
        )
    );
    let foreign = blocks.replace("0123456789", "5555555555");
    for (file, doubt, said) in [
        (foreign, "accounts", "5555555555, 9876543210"),
        (
            format!("Loại tiền: USD\n{titles}01/03/2026,a,,500\n"),
            "currency",
            "USD",
        ),
        (
            format!("Đơn vị tính: 1.000 đồng\n{titles}01/03/2026,a,,500\n"),
            "unit",
            "1.000 đồng",
        ),
        (format!("{titles}01/03,a,,500\n"), "year", "no year"),
        (
            format!("{titles}01/03/2026,a,,500\nNgày,Nội dung,Ghi có,Ghi nợ\n01/03/2026,b,700,\n"),
            "titles",
            "row 3",
        ),
    ] {
        let preview = till.statement(&file, &dry).await;
        let report = preview.data();
        assert_eq!(
            (&report["doubt"], &report["choices"]),
            (&json!(doubt), &json!([])),
            "{file}"
        );
        assert!(report["said"].as_str().unwrap().contains(said), "{report}");
        let parts = [("acceptsOtherAccount", "true")];
        assert_eq!(till.statement(&file, &parts).await.code(), 5002, "{file}");
        // Neither does a choice of columns help.
        let mapping = json!({ "date": 0, "text": 1, "credit": 3, "debit": 2, "direction": null, "number": null, "balance": null, "currency": null, "dateOrder": "dayFirst" }).to_string();
        let chosen = till
            .statement(&file, &[("mapping", &mapping), parts[0]])
            .await;
        assert!(doubt == "year" || chosen.code() == 5002, "{file}");
    }
    assert_eq!(till.transfers().await.len(), 2);
}

#[tokio::test]
async fn a_pdf_is_refused_with_the_way_out() {
    let till = Till::new().await;
    let refused = till.statement("%PDF-1.7\n", &[]).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (415, 5006));
    let said = refused.json.to_string();
    assert!(said.contains("Excel or CSV"), "{said}");
}
