//! A disk that is full, fails or writes half at the n-th write of a transaction, for every n and each kind of
//! transaction, on the embedded engine and the real program. Acknowledged changes are visible to another connection and
//! survive a restart; refused ones can be repeated.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::pedantic
)]

mod program;

use program::{Fault, Program, is_acknowledged};
use reqwest::RequestBuilder;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

/// A square, used as logo.
const LOGO: &[u8] = include_bytes!("../../../bench/src/logo.png");
/// More writes than any of these transactions makes.
const MAX_WRITES: i64 = 400;

/// A request that changes something.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Register,
    AddByHand,
    Import,
    ChangeParticipant,
    CheckIn,
    Remove,
    ChangeEvent,
    AddEvent,
    MakeCodes,
    Upload,
    ChangeProfile,
    RegisterWithMail,
    GiveBack,
    MakeClass,
    WriteMessage,
    CancelEvent,
}

const KINDS: [Kind; 16] = [
    Kind::Register,
    Kind::AddByHand,
    Kind::Import,
    Kind::ChangeParticipant,
    Kind::CheckIn,
    Kind::Remove,
    Kind::ChangeEvent,
    Kind::AddEvent,
    Kind::MakeCodes,
    Kind::Upload,
    Kind::ChangeProfile,
    Kind::RegisterWithMail,
    Kind::GiveBack,
    Kind::MakeClass,
    Kind::WriteMessage,
    Kind::CancelEvent,
];

struct Fixture {
    event: String,
    /// An event that can only be entered with invitation codes.
    other_event: String,
    /// An event whose visitors get mails and may change their data.
    mailing_event: String,
    body: Value,
    participant: String,
}

impl Fixture {
    async fn prepare(program: &Program) -> Self {
        let logo = Form::new()
            .text("purpose", "eventLogo")
            .part("file", logo());
        let logo = program.data(program.post("/upload").multipart(logo)).await;
        let body = json!({
            "title": "Hội nghị", "description": "<p>Một ngày</p>", "totalParticipants": 100_000,
            "openRegistrationDate": "2020-01-01T00:00:00Z", "closeRegistrationDate": "2100-01-01T00:00:00Z",
            "logo": logo["url"], "turnOffPayment": true, "sendEmailAfterRegister": false,
            "eventStartDate": "2100-01-02T00:00:00Z", "venueAddress": "Nhà hát Lớn, Hà Nội",
            "eventForm": { "scheme": [] }, "tickets": [],
        });
        let mut events = Vec::new();
        for _ in 0..2 {
            let event = program.data(program.post("/event").json(&body)).await;
            events.push(event["id"].as_str().unwrap().to_owned());
        }
        let other_event = events.pop().unwrap();
        let event = events.pop().unwrap();
        let mut mailing = body.clone();
        mailing["sendEmailAfterRegister"] = true.into();
        mailing["registerEmailContent"] = "<p>Chào {{fullName}}</p>".into();
        mailing["visitorChangesUntil"] = "2100-01-01T00:00:00Z".into();
        let mailing = program.data(program.post("/event").json(&mailing)).await;
        let mailing_event = mailing["id"].as_str().unwrap().to_owned();
        let participant = add(program, &event, "someone").await;
        Self {
            event,
            other_event,
            mailing_event,
            body,
            participant,
        }
    }
}

async fn add(program: &Program, event: &str, mark: &str) -> String {
    let path = format!("/event/{event}/attendances");
    let added = program.data(program.post(&path).json(&person(mark))).await;
    added["id"].as_str().unwrap().to_owned()
}

fn logo() -> Part {
    Part::bytes(LOGO)
        .file_name("logo.png")
        .mime_str("image/png")
        .unwrap()
}

fn person(mark: &str) -> Value {
    json!({
        "fullName": "Trần Thị Bình", "email": format!("{mark}@example.vn"), "phone": "0912345678",
        "company": "Công ty Một",
    })
}

fn visitor(mark: &str) -> Value {
    let mut visitor = person(mark);
    visitor["consent"] = json!(true);
    visitor
}

impl Kind {
    /// Returns the request number `step`, and the query that finds its effect.
    async fn request(
        self,
        program: &Program,
        fixture: &Fixture,
        step: u32,
    ) -> (RequestBuilder, String) {
        let Fixture {
            event,
            other_event,
            mailing_event,
            body,
            participant,
        } = fixture;
        let mark = format!("{self:?}-{step}").to_lowercase();
        let participants = format!("/event/{event}/attendances");
        let of_mark =
            format!("select 1 from attendance where email = '{mark}@example.vn' and deleted_at is");
        match self {
            Self::Register => (
                program.post(&format!("/event/{event}/register")).json(&visitor(&mark)),
                format!("{of_mark} null"),
            ),
            Self::AddByHand => (
                program.post(&participants).json(&person(&mark)),
                format!("{of_mark} null"),
            ),
            Self::Import => {
                // Names of their own: people with the name and the phone number of an earlier file would be updated.
                let rows = (0..5).map(|row| format!("Lê Văn {step} {row},{mark}-{row}@example.vn,0912345678,Hai\n"));
                let csv = format!("Họ tên,Email,Số điện thoại,Công ty\n{}", rows.collect::<String>());
                let file = Part::bytes(csv.into_bytes()).file_name("khach.csv");
                (
                    program
                        .post(&format!("{participants}/import"))
                        .multipart(Form::new().part("file", file)),
                    format!("select count(*) from attendance where email like '{mark}-%' having count(*) = 5"),
                )
            }
            Self::ChangeParticipant => (
                program
                    .put(&format!("{participants}/{participant}"))
                    .json(&json!({ "note": mark })),
                format!("select 1 from attendance where note = '{mark}'"),
            ),
            Self::CheckIn => {
                let inside = "select 1 from attendance where email = 'someone@example.vn' and checked_in_time";
                let is_in = !program.stores(&format!("{inside} is not null")).await;
                let body = json!({ "eventId": event, "attendanceId": participant, "checkedIn": is_in });
                let state = if is_in { "is not null" } else { "is null" };
                (
                    program.post("/event/checkin").json(&body),
                    format!("{inside} {state}"),
                )
            }
            Self::Remove => {
                let id = add(program, event, &mark).await;
                (
                    program.delete(&participants).json(&json!({ "ids": [id] })),
                    format!("{of_mark} not null"),
                )
            }
            Self::ChangeEvent => {
                let mut body = body.clone();
                body["title"] = mark.as_str().into();
                (
                    program.put(&format!("/event/{event}")).json(&body),
                    format!("select 1 from event where title = '{mark}'"),
                )
            }
            Self::AddEvent => {
                let mut body = body.clone();
                body["title"] = mark.as_str().into();
                body["tickets"] = json!([{ "name": "Vé thường", "price": 0, "quantity": 10 }]);
                (
                    program.post("/event").json(&body),
                    format!("select 1 from ticket join event on event.id = ticket.event_id where title = '{mark}'"),
                )
            }
            Self::MakeCodes => (
                program
                    .post(&format!("/event/{other_event}/invitation-codes"))
                    .json(&json!({ "count": 2, "participationType": "INVITED", "maxUses": 1000 + step })),
                format!("select count(*) from invitation_code where max_uses = {} having count(*) = 2", 1000 + step),
            ),
            Self::Upload => (
                program
                    .post("/upload")
                    .multipart(Form::new().text("purpose", "avatar").part("file", logo())),
                format!("select count(*) from file where purpose = 'avatar' having count(*) > {}", program.uploads()),
            ),
            Self::ChangeProfile => (
                program.put("/users/profile").json(&json!({ "fullName": mark })),
                format!("select 1 from \"user\" where full_name = '{mark}'"),
            ),
            Self::RegisterWithMail => (
                program.post(&format!("/event/{mailing_event}/register")).json(&visitor(&mark)),
                format!("{of_mark} null"),
            ),
            Self::GiveBack => {
                let register = program.post(&format!("/event/{mailing_event}/register"));
                let registered = program.data(register.json(&visitor(&mark))).await;
                let key = registered["ownKey"].as_str().unwrap();
                (
                    program
                        .delete(&format!("/event/{mailing_event}/registration"))
                        .header("x-registration-key", key),
                    format!("{of_mark} not null"),
                )
            }
            Self::MakeClass => {
                let made = program.data(program.post("/event").json(body)).await;
                let id = made["id"].as_str().unwrap();
                (
                    program
                        .post(&format!("/event/{id}/tickets"))
                        .json(&json!({ "name": mark, "price": 0, "quantity": 10 })),
                    format!("select 1 from ticket where name = '{mark}'"),
                )
            }
            Self::WriteMessage => (
                program
                    .post(&format!("/event/{event}/messages"))
                    .json(&json!({ "subject": mark, "content": "<p>Hẹn gặp!</p>", "segment": { "kind": "all" } })),
                format!("select 1 from message where subject = '{mark}'"),
            ),
            Self::CancelEvent => {
                let mut body = body.clone();
                body["title"] = mark.as_str().into();
                let made = program.data(program.post("/event").json(&body)).await;
                let id = made["id"].as_str().unwrap();
                (
                    program
                        .post(&format!("/event/{id}/cancel"))
                        .json(&json!({ "reason": "Bão" })),
                    format!("select 1 from event where title = '{mark}' and cancelled_at is not null"),
                )
            }
        }
    }
}

/// Sends requests of one kind, each meeting the fault one write later than the previous one, until one does not meet
/// it.
async fn walk_through(
    program: &mut Program,
    fixture: &Fixture,
    kind: Kind,
    fault: Fault,
    step: &mut u32,
) {
    let (mut acknowledged, mut met, mut refused) = (Vec::new(), 0, 0);
    for write in 1.. {
        assert!(write < MAX_WRITES, "{kind:?} does not end");
        *step += 1;
        let (request, effect) = kind.request(program, fixture, *step).await;
        program.fail_from(write, fault);
        let answer = request.send().await;
        let writes = program.heal();
        if is_acknowledged(answer).await {
            if matches!(kind, Kind::Upload) {
                program.count_upload();
            }
            assert!(
                program.stores(&effect).await,
                "{kind:?}, {fault:?} at write {write}: acknowledged and not stored"
            );
            acknowledged.push(effect);
        } else {
            refused += 1;
        }

        // The fault is over, so the next requests must be stored.
        *step += 1;
        let (request, effect) = kind.request(program, fixture, *step).await;
        assert!(
            is_acknowledged(request.send().await).await,
            "{kind:?} after {fault:?} at write {write}: still refused"
        );
        if matches!(kind, Kind::Upload) {
            program.count_upload();
        }
        assert!(
            program.stores(&effect).await,
            "{kind:?} after {fault:?} at write {write}: acknowledged and not stored"
        );
        acknowledged.push(effect);

        if writes < write {
            break;
        }
        met += 1;
    }
    assert!(met > 0, "{kind:?}, {fault:?}: no write ever failed");
    println!(
        "{kind:?}, {fault:?} at each of {met} writes: {refused} refused, {} acknowledged",
        acknowledged.len()
    );
    program.restart(matches!(fault, Fault::IoError)).await;
    // A later change of the same thing replaces the earlier one.
    let lasting = match kind {
        Kind::ChangeParticipant | Kind::CheckIn | Kind::ChangeEvent | Kind::ChangeProfile => {
            acknowledged.len() - 1
        }
        _ => 0,
    };
    for effect in &acknowledged[lasting..] {
        assert!(
            program.stores(effect).await,
            "{kind:?}, {fault:?}: gone after a restart: {effect}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_changes_are_stored_whichever_write_fails() {
    let mut program = Program::start().await;
    let fixture = Fixture::prepare(&program).await;
    let mut step = 0;
    for kind in KINDS {
        for fault in [Fault::NoSpace, Fault::IoError, Fault::ShortWrite] {
            walk_through(&mut program, &fixture, kind, fault, &mut step).await;
        }
    }
}
