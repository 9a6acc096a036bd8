//! Exports of codes as files.

use std::time::Duration;

use axum::http::Method;
use hoi_spreadsheet::{Limits, Value as Cell};
use hoi_ticketing::attendances::ParticipationType;
use sea_orm::Set;
use serde_json::json;

use super::support::{also, new_codes, path};
use crate::support::{Answer, TestApp, TestUser, pdf};

const LIMITS: Limits = Limits {
    rows: 1000,
    columns: 20,
    inflated: 10_000_000,
};

async fn file(app: &TestApp, user: &TestUser, address: &str) -> Answer {
    let request = app.request(Method::GET, address).bearer(&user.token);
    request.lang("vi").send().await
}

#[tokio::test]
async fn a_table_has_every_code_that_is_meant_and_no_formula() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let class = app.ticket(event, "=HYPERLINK(\"x\")", 0, -1).await;
    let host = app
        .guest(event, "Đức", ParticipationType::Vip, Some(class))
        .await;
    app.codes(&owner, event, also(new_codes(), json!({ "count": 20 })))
        .await;
    let mine = also(
        new_codes(),
        json!({
            "code": "-TET", "maxUses": -1, "ticketId": class, "ownerAttendanceId": host,
            "expiresAt": "2026-12-31T17:00:00Z",
        }),
    );
    app.pass(Duration::from_secs(1));
    let mine = app.codes(&owner, event, mine).await;

    let export = format!("{}/export", path(event));
    let all = file(&app, &owner, &export).await;
    assert!(all.header("content-type").contains("spreadsheetml"));
    assert!(
        all.header("content-disposition")
            .contains("filename*=UTF-8''H%E1%BB%99i")
    );
    let table = hoi_spreadsheet::read(&all.bytes, LIMITS).unwrap();
    assert_eq!(table.rows.len(), 22);
    assert_eq!(table.rows[0].cells[0], Cell::Text("Mã mời".to_owned()));
    assert_eq!(table.rows[1].cells[0], Cell::Text("'-TET".to_owned()));

    let csv = file(&app, &owner, &format!("{export}?format=csv&search=tet")).await;
    let text = String::from_utf8(csv.bytes).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].starts_with("\u{feff}Mã mời,Hạng vé,"), "{text}");
    assert_eq!(
        lines[1],
        format!(
            "'-TET,\"'=HYPERLINK(\"\"x\"\")\",Khách mời,Không giới hạn,0,Đang dùng được,01/01/2027 00:00,Trần Đức,https://hoi.example/form/{event}#code=-TET"
        )
    );

    let chosen = app
        .send_as(
            &owner,
            Method::POST,
            &format!("{export}?format=csv"),
            json!({ "ids": [mine[0]["id"]] }),
        )
        .await;
    let text = String::from_utf8(chosen.bytes).unwrap();
    assert_eq!(text.lines().count(), 2);
    assert!(text.contains("Unlimited"), "{text}");

    for (address, body, code) in [
        (&export, json!({ "ids": [event] }), 5005),
        (&export, json!({ "ids": [] }), 5002),
    ] {
        let refused = app.send_as(&owner, Method::POST, address, body).await;
        assert_eq!(refused.code(), code);
    }
    let none = file(&app, &owner, &format!("{export}?state=expired")).await;
    assert_eq!(none.code(), 5002);
    let strange = file(&app, &owner, &format!("{export}?format=exe")).await;
    assert_eq!(strange.code(), 5002);
    let log = app
        .get_as(&owner, &format!("/api/event/{event}/activities"))
        .await;
    assert_eq!(log.data()["items"][0]["action"], "invitationCode.exported");
    assert_eq!(log.data()["items"][0]["data"]["count"], 1);
}

#[tokio::test]
async fn five_hundred_cards_are_fifty_small_pages_with_codes_that_can_be_scanned() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    app.codes(
        &owner,
        event,
        also(new_codes(), json!({ "count": 500, "maxUses": 3 })),
    )
    .await;
    let cards = file(&app, &owner, &format!("{}/export?format=pdf", path(event))).await;
    assert_eq!(cards.header("content-type"), "application/pdf");
    assert!(cards.bytes.starts_with(b"%PDF-1."));
    assert!(cards.bytes.len() < 1_500_000, "{}", cards.bytes.len());
    let text = String::from_utf8_lossy(&cards.bytes).into_owned();
    assert_eq!(text.matches("/Type /Page\n").count(), 50);

    // The card contains the link twice: as text for readers on a screen, and in the QR code.
    let links: Vec<&str> = text
        .split("/URI (")
        .skip(1)
        .map(|rest| rest.split(')').next().unwrap())
        .collect();
    assert_eq!(links.len(), 500);
    let scanned: Vec<String> = pdf::streams(&cards.bytes)
        .iter()
        .flat_map(|page| squares(page))
        .enumerate()
        .map(|(at, square)| match at % 50 {
            0 => scan(&square),
            _ => read(&square),
        })
        .collect();
    assert_eq!(scanned.len(), 500);
    assert_eq!(scanned, links);
    assert!(scanned[0].starts_with(&format!("https://hoi.example/form/{event}#code=")));
}

#[tokio::test]
async fn cards_in_scripts_that_the_fonts_lack_show_latin_letters_and_copy_the_original() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    for (foreign, latin) in pdf::FOREIGN {
        let event = app
            .event(&owner, |event| {
                event.title = Set(foreign.to_owned());
                event.venue_address = Set(foreign.to_owned());
            })
            .await;
        let class = app.ticket(event, foreign, 0, -1).await;
        let code = also(new_codes(), json!({ "ticketId": class }));
        app.codes(&owner, event, code).await;
        let cards = file(&app, &owner, &format!("{}/export?format=pdf", path(event))).await;
        let shown = pdf::lines(&cards.bytes).join(" ");
        let copied = pdf::copied(&cards.bytes).join(" ");
        for (text, name) in [(shown, latin), (copied, foreign)] {
            assert_eq!(
                text.matches(name).count(),
                3,
                "title, place and class: {text}"
            );
            assert!(text.contains("Quét mã để đăng ký"), "{text}");
        }
    }
}

/// Returns the QR codes of a page: the rectangles drawn after the grid was set to that of modules.
fn squares(page: &str) -> Vec<Vec<[usize; 3]>> {
    let parts = page.split(" cm\n").skip(1);
    parts
        .map(|part| {
            let shapes = part.split("\nf\n").next().unwrap();
            shapes
                .lines()
                .filter_map(|line| line.strip_suffix(" re"))
                .map(|line| {
                    let numbers: Vec<usize> =
                        line.split(' ').map(|part| part.parse().unwrap()).collect();
                    [numbers[0], numbers[1], numbers[2]]
                })
                .collect()
        })
        .collect()
}

/// Reads a code as a scanner does: finds it in a picture with its quiet zone.
fn scan(runs: &[[usize; 3]]) -> String {
    const MODULE: usize = 4;
    const QUIET: usize = 4;
    let (side, is_dark) = modules(runs);
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(
        (side + 2 * QUIET) * MODULE,
        (side + 2 * QUIET) * MODULE,
        |across, down| {
            let at = |pixel: usize| (pixel / MODULE).wrapping_sub(QUIET);
            if is_dark(at(across), at(down)) {
                0
            } else {
                255
            }
        },
    );
    picture.detect_grids()[0].decode().unwrap().1
}

/// Reads a code from its modules, which is quicker than to find it in a picture.
fn read(runs: &[[usize; 3]]) -> String {
    let (side, is_dark) = modules(runs);
    let grid = rqrr::SimpleGrid::from_func(side, is_dark);
    rqrr::Grid::new(grid).decode().unwrap().1
}

/// Returns the modules on a side, and whether a module, given by its column and row, is dark.
fn modules(runs: &[[usize; 3]]) -> (usize, impl Fn(usize, usize) -> bool) {
    let side = runs.iter().map(|[x, _, width]| x + width).max().unwrap();
    let mut dark = vec![false; side * side];
    for [x, y, width] in runs {
        dark[y * side + x..y * side + x + width].fill(true);
    }
    (side, move |x, y| x < side && y < side && dark[y * side + x])
}
