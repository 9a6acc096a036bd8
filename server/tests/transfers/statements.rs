//! Statements dropped on the page.

use std::fmt::Write as _;

use axum::http::Method;
use hoi_server::attendances::{PaidWay, PaymentStatus};
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
    let line = |guest: &hoi_server::attendances::attendance::Model, number: u32| {
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
    // The service reports later what the statement listed.
    till.receive(2, PRICE, &lan.payment_ref).await;
    assert_eq!(till.transfers().await.len(), 2);
    assert_eq!(till.statement(&file, &[]).await.data()["new"], 0);
}

#[tokio::test]
async fn a_mapping_is_remembered_for_files_with_the_same_titles() {
    let till = Till::new().await;
    let file = "A;B;C;D\n02/03/2026;5000;7000;cam on\n03/03/2026;6000;8000;cam on ban\n";
    let mapping = json!({ "date": 0, "text": 3, "credit": 2, "debit": null, "direction": null, "number": null, "balance": null, "currency": null, "dateOrder": "dayFirst" });
    let preview = till.statement(file, &[("dryRun", "true")]).await;
    assert_eq!(preview.data()["mapping"]["credit"], 1);
    let chosen = till
        .statement(file, &[("mapping", &mapping.to_string())])
        .await;
    assert_eq!(chosen.data()["rows"][0]["amount"], 7000);
    let next = till
        .statement(&file.replace("7000", "9000"), &[("dryRun", "true")])
        .await;
    assert_eq!(next.data()["mapping"]["credit"], 2);
    assert_eq!(next.data()["rows"][0]["amount"], 9000);
}

#[tokio::test]
async fn what_is_no_statement_is_refused() {
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
        (&json!(2), &json!(1), &json!(2))
    );
    till.app.run_jobs().await;
    // The ledger keeps what looks like a formula as text.
    let path = format!("/api/event/{}/money/export?format=csv", till.event);
    let csv = till.call(Method::GET, &path, Value::Null).await;
    let csv = String::from_utf8(csv.bytes).unwrap();
    assert!(
        csv.contains("'=HYPERLINK") && !csv.contains(",=HYPERLINK"),
        "{csv}"
    );
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
    file.push_str(&"01/01/2026;;;1000;more\n".repeat(21));
    assert_eq!(
        till.statement(&file, &[("dryRun", "true")]).await.code(),
        5006
    );
}

#[tokio::test]
async fn statements_are_limited_by_account() {
    let till = Till::new().await;
    let file = "Ngày;Nội dung;Số tiền\n01/03/2026;x;1000\n";
    for _ in 0..30 {
        till.statement(file, &[("dryRun", "true")]).await.data();
    }
    let refused = till.statement(file, &[("dryRun", "true")]).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (429, 5003));
}
