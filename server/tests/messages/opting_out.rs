//! Opting out of an organiser's messages.

use axum::http::{Method, StatusCode};
use hoi_mail::Email;
use hoi_organising::messages::{PER_TICK, TICK};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::registration::NewRegistration;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{Mailing, recipients};
use crate::support::Answer;

fn header(mail: &Email, name: &str) -> String {
    let found = mail.headers.iter().find(|(title, _)| title == name);
    found.unwrap().1.clone()
}

/// The mail to `name`; the last one, of several.
fn mail_to<'a>(mails: &'a [Email], name: &str) -> &'a Email {
    let address = format!("{name}@example.vn");
    let found = mails
        .iter()
        .rfind(|mail| mail.to.email.to_string() == address);
    found.unwrap()
}

/// The path of the address at which one press stops such mails.
fn one_click(mail: &Email) -> String {
    let link = header(mail, "List-Unsubscribe");
    let path = link.strip_prefix("<https://hoi.example").unwrap();
    path.strip_suffix('>').unwrap().to_owned()
}

impl Mailing {
    async fn press(&self, method: Method, path: &str) -> Answer {
        let form = ("content-type", "application/x-www-form-urlencoded");
        let request = self.app.request(method, path).header(form.0, form.1);
        request.body("List-Unsubscribe=One-Click").send().await
    }

    /// Sends a message to all participants and returns the mails.
    async fn message(&self) -> Vec<Email> {
        let id = self.write(json!({ "kind": "all" })).await;
        assert_eq!(self.send(&id).await.code(), 2000);
        let mails = self.app.run_jobs().await;
        self.app.pass(TICK);
        mails
    }

    async fn count(&self, segment: &str) -> (Value, Value) {
        let query = format!("/count?segment={segment}");
        let count = self.call(Method::GET, &query, Value::Null).await;
        let count = count.data();
        (count["recipients"].clone(), count["optedOut"].clone())
    }
}

#[tokio::test]
async fn one_press_stops_messages_of_all_events_of_the_organiser_and_no_other_mails() {
    let mailing = Mailing::with_guests(2).await;
    let mails = mailing.message().await;
    assert_eq!(recipients(&mails), ["g0", "g1"]);
    let mail = mail_to(&mails, "g0");
    assert_eq!(
        header(mail, "List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    let path = one_click(mail);

    // A link that is only followed changes nothing: scanners of mails follow all of them.
    let followed = mailing.app.get(&path).await;
    assert_eq!(followed.status, StatusCode::SEE_OTHER);
    let page = followed.header("location");
    let key = page
        .strip_prefix("https://hoi.example/stop-messages/")
        .unwrap();
    assert!(mail.text.contains(&page) && mail.html.contains(key));
    let subscription = format!("/api/messages/subscription/{key}");
    let seen = mailing.app.get(&subscription).await.data().clone();
    assert_eq!(seen["isStopped"], false);
    assert!(mail.text.contains(seen["host"].as_str().unwrap()));

    assert_eq!(mailing.press(Method::POST, &path).await.code(), 2000);
    assert_eq!(
        mailing.press(Method::POST, &path).await.code(),
        2000,
        "again"
    );
    let seen = mailing.app.get(&subscription).await.data().clone();
    assert_eq!(seen["isStopped"], true);
    assert_eq!(mailing.count("all").await, (json!(1), json!(1)));
    assert_eq!(recipients(&mailing.message().await), ["g1"]);

    // The ticket of the next event comes, its messages do not; another organiser's do.
    let event = mailing.app.event(&mailing.owner, |event| {
        event.send_email_after_register = Set(true);
        event.register_email_content = Set(Some("<p>Chào</p>".to_owned()));
    });
    let event = event.await;
    let next = Mailing { event, ..mailing };
    next.app.add(next.new_registration("g0")).await;
    let ticket = next.app.run_jobs().await;
    assert_eq!(ticket.len(), 1, "the ticket");
    assert!(
        ticket[0]
            .headers
            .iter()
            .all(|(name, _)| name != "List-Unsubscribe")
    );
    assert_eq!(next.count("all").await, (json!(0), json!(1)));
    let id = next.write(json!({ "kind": "all" })).await;
    assert_eq!(next.send(&id).await.code(), 5008, "no recipient is left");
    let owner = next.app.committee("binh").await;
    let event = next.app.open_event(&owner, 10).await;
    let other = Mailing {
        event,
        owner,
        ..next
    };
    other.guest("g0").await;
    assert_eq!(recipients(&other.message().await), ["g0"]);

    assert_eq!(other.press(Method::DELETE, &path).await.code(), 2000);
    let seen = other.app.get(&subscription).await.data().clone();
    assert_eq!(seen["isStopped"], false);
}

#[tokio::test]
async fn an_address_that_several_share_is_one_reader() {
    let mailing = Mailing::new().await;
    mailing.guest("office").await;
    for name in ["office", "office"] {
        mailing
            .registered(NewRegistration {
                may_share_email: true,
                ..mailing.new_registration(name)
            })
            .await;
    }
    mailing.guest("office2").await;
    let mails = mailing.message().await;
    assert_eq!(mails.len(), 4);
    let path = one_click(mail_to(&mails, "office"));
    assert_eq!(mailing.press(Method::POST, &path).await.code(), 2000);
    assert_eq!(mailing.count("all").await, (json!(1), json!(3)));
    assert_eq!(mailing.count("notCheckedIn").await, (json!(1), json!(3)));
    assert_eq!(mailing.count("checkedIn").await, (json!(0), json!(0)));
    assert_eq!(recipients(&mailing.message().await), ["office2"]);
}

#[tokio::test]
async fn opting_out_stops_a_message_on_its_way() {
    let in_a_tick = usize::try_from(PER_TICK).unwrap();
    let mailing = Mailing::with_guests(in_a_tick + 1).await;
    assert_eq!(mailing.message().await.len(), in_a_tick);
    let last = mailing.app.run_jobs().await;
    let path = one_click(&last[0]);
    mailing.app.pass(TICK);
    let id = mailing.write(json!({ "kind": "all" })).await;
    assert_eq!(mailing.send(&id).await.code(), 2000);
    assert_eq!(mailing.app.run_jobs().await.len(), in_a_tick);
    assert_eq!(mailing.press(Method::POST, &path).await.code(), 2000);
    mailing.app.pass(TICK);
    assert_eq!(mailing.app.run_jobs().await.len(), 0);
    let message = mailing.show(&id).await;
    assert_eq!(message["status"], "sent");
    assert_eq!(message["deliveries"]["sent"], in_a_tick);
    let left_out = mailing.deliveries(&id, "?state=skipped").await;
    assert_eq!(left_out.len(), 1);
    assert_eq!(left_out[0]["reason"], "notAnyMore");
}

#[tokio::test]
async fn a_key_is_of_one_address_and_outlives_the_registration() {
    let mailing = Mailing::with_guests(2).await;
    let mails = mailing.message().await;
    let path = one_click(&mails[0]);
    for forged in [
        format!("{path}00"),
        path.replacen('.', ".0", 1),
        path[..path.len() - 2].to_owned(),
        "/api/messages/unsubscribe/nonsense".to_owned(),
    ] {
        assert_eq!(
            mailing.press(Method::POST, &forged).await.code(),
            5005,
            "{forged}"
        );
        assert_eq!(
            mailing.press(Method::DELETE, &forged).await.code(),
            5005,
            "{forged}"
        );
        assert_eq!(mailing.app.get(&forged).await.code(), 5005, "{forged}");
    }
    let guest = mailing.guest("corrected").await;
    let path = one_click(mail_to(&mailing.message().await, "corrected"));
    mailing
        .change(attendance::ActiveModel {
            id: Set(guest.id),
            email: Set("other@example.vn".to_owned()),
            email_key: Set("other@example.vn".to_owned()),
            ..Default::default()
        })
        .await;
    // The mail lies in the mailbox of a stranger.
    assert_eq!(mailing.press(Method::POST, &path).await.code(), 5005);

    let guest = mailing.guest("gone").await;
    let path = one_click(mail_to(&mailing.message().await, "gone"));
    mailing.remove(guest.id).await;
    assert_eq!(mailing.press(Method::POST, &path).await.code(), 2000);
}
