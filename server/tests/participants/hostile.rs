//! Files that are not lists of participants, or are malicious: a clear answer, and nothing written.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use hoi_spreadsheet::{Column, Format, SheetWriter};
use serde_json::json;

use super::support::{HEADER, Organiser};

/// A file that compresses well and unpacks to sixty megabytes.
fn bomb() -> Vec<u8> {
    let columns = vec![Column::default()];
    let mut sheet = SheetWriter::new(Vec::new(), Format::Xlsx, "x", columns).unwrap();
    for _ in 0..2_000 {
        sheet.row(&["x".repeat(32_000).into()]).unwrap();
    }
    sheet.finish().unwrap()
}

#[tokio::test]
async fn files_that_are_no_list_are_refused_in_words() {
    let organiser = Organiser::new(10).await;
    let good = format!("{HEADER}\nAn,an@example.vn,0912345678,Sao\n");
    let xlsx = include_bytes!("khach.xls");
    let bomb = bomb();
    assert!(bomb.len() < 1_000_000);
    let cases: Vec<(&str, Vec<u8>, u16, &str)> = vec![
        (
            "a.pdf",
            b"%PDF-1.7\n%\xE2\xE3".to_vec(),
            415,
            "a.pdf is a PDF, which cannot be read reliably. Download the same as Excel or CSV, a bank statement for example in the bank’s app, and import that file.",
        ),
        (
            "thiệp.csv",
            b"\x89PNG\r\n\x1a\n\0".to_vec(),
            415,
            "thiệp.csv is no CSV, XLSX or XLS file",
        ),
        (
            "x.xls",
            b"<html><p>a</p></html>".to_vec(),
            415,
            "x.xls is a web page under the name of a spreadsheet. Open it in Excel, save it as XLSX and import that file.",
        ),
        (
            "x.csv",
            b"{\"a\":1}".to_vec(),
            415,
            "x.csv is no CSV, XLSX or XLS file",
        ),
        (
            "x.csv",
            b"MZ\x90\0\x03".to_vec(),
            415,
            "x.csv is no CSV, XLSX or XLS file",
        ),
        (
            "../../etc/x.csv",
            b"PK\x05\x06".to_vec(),
            400,
            "x.csv is damaged and cannot be read. Open it, save it again and import it.",
        ),
        (
            "x.csv",
            Vec::new(),
            400,
            "x.csv has no rows of data. Check that you chose the right file.",
        ),
        (
            "x.csv",
            format!("{HEADER}\n").into_bytes(),
            400,
            "x.csv has no rows of data. Check that you chose the right file.",
        ),
        (
            "x.xls",
            xlsx[..2_000].to_vec(),
            400,
            "x.xls is damaged and cannot be read. Open it, save it again and import it.",
        ),
        (
            "x.xlsx",
            bomb,
            413,
            "x.xlsx holds too much data. Remove pictures and other sheets, or save the list as a CSV file.",
        ),
        (
            "x.csv",
            "a,".repeat(1_000_000).into_bytes(),
            413,
            "x.csv has more than 200 columns. Remove the columns you do not need.",
        ),
        (
            "x.csv",
            format!("{HEADER}\n\"{}", good.repeat(1_000)).into_bytes(),
            400,
            "x.csv: a cell in row 2 is too long. A quotation mark may be missing.",
        ),
        (
            "x.csv",
            format!("{HEADER}\n{}", "x".repeat(1_000_000)).into_bytes(),
            400,
            "x.csv: a cell in row 2 is too long. A quotation mark may be missing.",
        ),
        (
            "x.csv",
            vec![b'a'; 5 * 1024 * 1024 + 1],
            413,
            "The file is too large. At most 5 MB are allowed.",
        ),
    ];
    for (name, file, status, message) in cases {
        let answer = organiser.import_as(name, &file, &[]).await;
        assert_eq!(answer.code(), 5006, "{name}: {}", answer.json);
        assert_eq!(answer.status.as_u16(), status, "{message}");
        assert_eq!(answer.json["messages"][0], message);
        let preview = organiser
            .import_as(name, &file, &[("dryRun", "true")])
            .await;
        assert_eq!(preview.json, answer.json);
    }
    assert_eq!(organiser.import_as("x.csv", b"", &[]).await.code(), 5006);
    assert_eq!(organiser.registered().await, 0);
}

#[tokio::test]
async fn rows_full_of_tricks_are_only_text() {
    let organiser = Organiser::new(10).await;
    let file = format!(
        "{HEADER}\n=HYPERLINK(\"\"x\"\"),a@example.vn,0912345678,<script>alert(1)</script>\n'; drop table attendance; --,b@example.vn,+84912345678,@SUM(1)\n"
    );
    assert_eq!(
        organiser
            .import_as("x.csv", file.as_bytes(), &[])
            .await
            .data()["imported"],
        2
    );
    let people = organiser.everyone().await;
    assert_eq!(people[1]["company"], "<script>alert(1)</script>");
    assert_eq!(people[0]["phone"], "+84912345678");
    // Names contain neither web addresses nor only invisible characters.
    let link = organiser
        .import("=HYPERLINK(\"\"http://x\"\"),e@example.vn,0912345678,Sao\n")
        .await;
    assert_eq!(link.code(), 5002, "{}", link.json);
    let bad = organiser
        .import("A\u{202e}n,c@example.vn,0912345678,Sao\nAn,d\u{7f}@example.vn,0912345678,Sao\n")
        .await;
    assert_eq!(bad.code(), 5006, "{}", bad.json);
    assert_eq!(organiser.registered().await, 2);
}

/// A cell with thousands of choices would be slow if every one were compared with every choice of its question.
#[tokio::test]
async fn cells_full_of_choices_cost_what_they_are_long() {
    let organiser = Organiser::new(50).await;
    // The cells contain the last choice, so all others are compared before it.
    let mut choices: Vec<String> = (0..99)
        .map(|at| format!("{at}{}", "ề".repeat(250)))
        .collect();
    choices.push("x".to_owned());
    let question = json!({ "id": "q", "question": "Món", "required": "", "type": "MULTIPLE_CHOICE", "choices": choices });
    organiser.ask(json!([question])).await;
    let mut file = format!("{HEADER},Món\n");
    for at in 0..20 {
        let cell = "x;".repeat(16_000);
        let _ = writeln!(file, "An,g{at}@example.vn,0912345678,Sao,{cell}");
    }
    let start = Instant::now();
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(preview["errorCount"], 0, "{}", preview["errors"]);

    let good = format!(
        "{HEADER},Món\nAn,g@example.vn,0912345678,Sao,\"{}; {}\"\n",
        choices[7].to_uppercase(),
        choices[9]
    );
    assert_eq!(
        organiser
            .import_as("x.csv", good.as_bytes(), &[])
            .await
            .data()["imported"],
        1
    );
    let people = organiser.everyone().await;
    assert_eq!(
        people[0]["answers"][0]["answer"],
        json!([choices[7], choices[9]])
    );
}

/// A file can have a million faults: all are counted, and the first ones are kept.
#[tokio::test]
async fn faults_without_number_are_counted() {
    let organiser = Organiser::new(50).await;
    let questions: Vec<_> = (0..90)
        .map(|at| json!({ "id": format!("q{at}"), "question": format!("Câu {at}"), "required": "", "type": "NUMBER", "choices": [] }))
        .collect();
    organiser.ask(json!(questions)).await;
    let titles: String = (0..90).map(|at| format!(",Câu {at}")).collect();
    let rows = "An,x@,0912345678,Sao".to_owned() + &",x".repeat(90) + "\n";
    let file = format!("{HEADER}{titles}\n{}", rows.repeat(5_000));
    let start = Instant::now();
    let preview = organiser.preview(file.as_bytes(), &[]).await;
    assert!(
        start.elapsed() < Duration::from_mins(1),
        "{:?}",
        start.elapsed()
    );
    // Of 90 numbers and the address.
    assert_eq!(preview["errorCount"], 5_000 * 91);
    let listed = preview["errors"].as_array().unwrap();
    assert_eq!(listed.len(), 200);
    assert_eq!(
        (&listed[0]["row"], &listed[199]["row"]),
        (&json!(2), &json!(4))
    );
}
