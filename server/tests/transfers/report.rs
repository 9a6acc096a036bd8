//! The report of an event as PDF.

use axum::http::Method;
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::Expr;

use super::support::{PRICE, Till};
use crate::support::{Answer, new_registration, pdf};

impl Till {
    async fn report(&self, lang: &str) -> Answer {
        let path = format!("/api/event/{}/report", self.event);
        let request = self.app.request(Method::GET, &path);
        request.bearer(&self.owner.token).lang(lang).send().await
    }
}

#[tokio::test]
async fn a_report_has_the_figures_of_guests_and_money() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let lan = till.guest("lan").await;
    let free = till.app.ticket(till.event, "Khách mời", 0, -1).await;
    till.app
        .add(new_registration(till.event, "mai", Some(free)))
        .await;
    till.receive(1, PRICE, &hoa.payment_ref).await;
    for guest in [&hoa, &lan] {
        till.app.set_checked_in(guest.id, true).await;
    }
    let report = till.report("vi").await;
    let name = report.headers["content-disposition"].to_str().unwrap();
    assert!(name.contains(".pdf"), "{name}");
    let lines = pdf::lines(&report.bytes);
    let has = |line: &str| assert!(lines.iter().any(|found| found == line), "{line}: {lines:?}");
    has("2 trên 3 người đến (67 %)");
    has("250.000 ₫");
    has("Còn nợ");
    has("Khách mời");
    has("0 %");
    assert!(
        lines
            .iter()
            .any(|line| line.ends_with("2 người trong 1 phút")),
        "{lines:?}"
    );
    assert!(!lines.iter().any(|line| line == "Cần hoàn"), "{lines:?}");
    let lines = pdf::lines(&till.report("en").await.bytes);
    let english = "2 of 3 people came (67%)";
    assert!(lines.iter().any(|line| line == english), "{lines:?}");
}

#[tokio::test]
async fn an_event_without_guests_or_money_has_a_report_that_says_so() {
    let till = Till::new().await;
    let lines = pdf::lines(&till.report("vi").await.bytes);
    for line in [
        "0 trên 0 người đến (0 %)",
        "Sự kiện này chưa có khoản thu nào.",
        "Chưa có lượt check-in nào.",
    ] {
        assert!(lines.iter().any(|found| found == line), "{line}: {lines:?}");
    }
}

/// The most classes of an event, with names in letters that the fonts lack, reach over several pages.
#[tokio::test]
async fn many_classes_need_another_page() {
    let till = Till::new().await;
    let [(foreign, latin), ..] = pdf::FOREIGN;
    let title = Expr::value(foreign);
    till.app
        .alter_event(till.event, event::Column::Title, title)
        .await;
    for at in 1..50 {
        let name = format!("{foreign} {at}");
        till.app.ticket(till.event, &name, PRICE, -1).await;
    }
    let report = till.report("vi").await;
    let shown = (pdf::lines(&report.bytes), latin);
    let copied = (pdf::copied(&report.bytes), foreign);
    for (lines, name) in [shown, copied] {
        let classes = lines.iter().filter(|line| line.starts_with(name));
        // The title is one of them.
        assert_eq!(classes.count(), 50, "{lines:?}");
    }
}
