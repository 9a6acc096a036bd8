//! Texts that mean something to a browser, a mail program, a spreadsheet, a database or a template go through every field
//! of text, and come out of the API, pages, mails, files and sockets as the letters they are, in the places where a
//! harmless text comes out, and without changing their surroundings.

use std::collections::BTreeMap;

use axum::http::Method;
use hoi_community::notifications::Live;
use hoi_i18n::{Lang, is_invisible, normalize_text};
use hoi_mail::Email;
use hoi_spreadsheet::{Limits, Value as Cell};
use hoi_ticketing::events::{EventId, ShownPage, find_blocks, find_event, first_screen, head};
use hoi_ticketing::registration::OWN_KEY_HEADER;
use serde_json::{Value, json};

use crate::support::workbook::unpacked;
use crate::support::{Answer, Socket, TestGroup, TestUser};

const HARMLESS: &str = "Trăng rằm";
const TEXTS: [&str; 11] = [
    "=HYPERLINK(\"x\")<script>alert(1)</script>",
    "+1|cmd</script></title><img src=x onerror=alert(1)>",
    "-2+3 {{fullName}} {{ 7*7 }} {% raw %} {name} {count}",
    "@SUM(1) <!--first--><!--og-->__CSP_NONCE__ ]]> -->",
    "'; DROP TABLE event; -- 100%_\\",
    "\" onmouseover=\"alert(1)' x='",
    "\"An\" <an@x>, &lt;b> &amp &#60",
    "An\r\nBcc: ai do\r\n\r\n<b>Chào</b>",
    "${7*7} `x` #{1} <%= 1 %> \\u003c _x0041_ %00%0d",
    "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306} 👩‍👩‍👧‍👦 \u{feff}=1+1",
    "שלום مرحبا ﷽ 𝔘𝔫𝔦",
];

/// Everything that came out, by where it came out.
#[derive(Default)]
struct Seen {
    /// Answers of the API and of sockets.
    data: Vec<(String, Value)>,
    /// HTML and XML.
    markup: Vec<(String, String)>,
    /// Rows of exported tables.
    tables: Vec<(String, Vec<Vec<String>>)>,
    mails: Vec<Email>,
    /// Headers of files.
    headers: Vec<(String, String)>,
}

/// A group with an event, all of whose texts are `text`.
struct Journey {
    group: TestGroup,
    text: &'static str,
    seen: Seen,
}

impl Journey {
    async fn call(&self, who: &TestUser, method: Method, path: &str, body: Value) -> Value {
        let answer = self.group.app.call(who, method.clone(), path, body).await;
        let text = self.text;
        assert!(
            answer.status.is_success(),
            "{method} {path} with {text:?}: {}",
            answer.json
        );
        answer.json["data"].clone()
    }

    async fn post(&self, who: &TestUser, path: &str, body: Value) -> Value {
        self.call(who, Method::POST, path, body).await
    }

    async fn put(&self, who: &TestUser, path: &str, body: Value) -> Value {
        self.call(who, Method::PUT, path, body).await
    }

    /// Reads the answer of the API at a path.
    async fn read(&mut self, who: &TestUser, path: &str) -> Value {
        let data = self.call(who, Method::GET, path, Value::Null).await;
        self.seen.data.push((path.to_owned(), data.clone()));
        data
    }

    async fn download(&mut self, who: &TestUser, path: &str) -> Answer {
        let answer = self
            .group
            .app
            .call(who, Method::GET, path, Value::Null)
            .await;
        assert!(answer.status.is_success(), "{path}: {}", answer.json);
        let name = answer.header("content-disposition");
        self.seen.headers.push((path.to_owned(), name));
        answer
    }

    /// Reads a table in both formats.
    async fn table(&mut self, who: &TestUser, path: &str) {
        for format in ["xlsx", "csv"] {
            let path = format!("{path}?format={format}");
            let answer = self.download(who, &path).await;
            self.keep_table(&path, &answer);
        }
    }

    fn keep_table(&mut self, name: &str, file: &Answer) {
        if file.bytes.starts_with(b"PK") {
            let parts = unpacked(file).into_iter();
            let parts = parts.map(|(part, xml)| (format!("{name} {part}"), xml));
            self.seen.markup.extend(parts);
        }
        self.seen.tables.push((name.to_owned(), rows(&file.bytes)));
    }

    async fn mails(&mut self) {
        // Digests and mails about news wait for a while.
        for _ in 0..2 {
            self.seen.mails.extend(self.group.app.run_jobs().await);
            self.group.app.pass(std::time::Duration::from_secs(60));
        }
    }
}

/// The rows of a file as text.
fn rows(file: &[u8]) -> Vec<Vec<String>> {
    let limits = Limits {
        rows: 1_000,
        columns: 200,
        inflated: 10_000_000,
    };
    let table = hoi_spreadsheet::read(file, limits).unwrap();
    let text = |cell: Cell| match cell {
        Cell::Text(text) => text,
        Cell::Number(number) => number.to_string(),
        Cell::Date(moment) => moment.to_string(),
        Cell::Bool(truth) => truth.to_string(),
        Cell::Empty => String::new(),
    };
    let rows = table.rows.into_iter();
    rows.map(|row| row.cells.into_iter().map(text).collect())
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Braces in a mailed text would be a variable, which has to exist.
fn without_braces(text: &str) -> String {
    text.replace(['{', '}'], "|")
}

/// `text` as an editor of formatted text sends it.
fn formatted(text: &str) -> String {
    format!("<p>{}</p>", escaped(&without_braces(text)))
}

/// Writes `text` wherever text can be written, and reads it wherever it is shown.
async fn journey(text: &'static str) -> Seen {
    let group = TestGroup::new().await;
    let mut to = Journey {
        group,
        text,
        seen: Seen::default(),
    };
    let TestGroup {
        id,
        owner,
        manager,
        lan,
        minh,
        stranger,
        admin,
        ..
    } = &to.group;
    let (group, owner, manager) = (format!("/api/group/{id}"), owner.clone(), manager.clone());
    let (lan, minh, stranger, admin) = (lan.clone(), minh.clone(), stranger.clone(), admin.clone());

    // People.
    for who in [&owner, &lan, &minh, &stranger] {
        let profile = json!({ "fullName": text, "company": text, "position": text, "businessField": text, "country": text });
        to.put(who, "/api/users/profile", profile).await;
    }
    let mails = json!({ "items": to_mail_at_once() });
    for who in [&owner, &manager, &lan, &minh, &stranger] {
        to.put(who, "/api/notification/preference", mails.clone())
            .await;
    }

    // An event with everything on its page.
    let mut event = to.group.app.event_body(&owner).await;
    let with = json!({
        "title": text, "description": formatted(text), "venueAddress": text, "hostName": text, "hostContact": text,
        "bankName": text, "bankBin": null, "accountHolderName": text, "paymentEmailContent": formatted(text),
        "registerEmailContent": format!("{}<p>{{{{fullName}}}} {{{{eventTitle}}}} {{{{venueAddress}}}}</p>", formatted(text)),
        "offersInvoices": true, "groupId": id_of(&group),
        "eventForm": { "scheme": [
            { "id": "typed", "question": text, "required": "", "type": "TEXT", "choices": [] },
            { "id": "chosen", "question": text, "required": "", "type": "MULTIPLE_CHOICE", "choices": [text, "B"] },
        ] },
        "tickets": [{ "name": text, "description": text, "price": 250_000, "quantity": 50 }],
    });
    event
        .as_object_mut()
        .unwrap()
        .extend(with.as_object().unwrap().clone());
    let made = to.post(&owner, "/api/event", event).await;
    let event = format!("/api/event/{}", made["id"].as_str().unwrap());
    let speaker = "0198c5a1-7c00-7000-8000-000000000001";
    let page = json!({
        "speakers": [{ "id": speaker, "name": text, "role": text, "bio": text }],
        "programme": [{ "start": "09:00", "title": text, "note": text, "speakers": [speaker] }],
        "questions": [{ "question": text, "answer": text }],
        "sponsors": [{ "name": text }],
        "version": 0,
    });
    to.put(&owner, &format!("{event}/page"), page).await;
    let retention = json!({ "documentsReason": text, "version": 0 });
    to.put(&owner, &format!("{event}/retention"), retention)
        .await;
    let draft = json!({ "title": text, "content": { "title": text } });
    to.post(&owner, "/api/event-draft", draft).await;
    let key = to
        .post(
            &owner,
            &format!("{event}/checkin-keys"),
            json!({ "label": text }),
        )
        .await;
    let bank = json!({ "bankName": text, "accountNumber": "9876543210", "holderName": text });
    to.post(&owner, "/api/bank-accounts", bank).await;
    let draw = json!({ "source": "all", "isOpen": true, "nameForm": "full", "prizes": [{ "name": text, "quantity": 1 }] });
    to.put(&owner, &format!("{event}/lucky-draw"), draw).await;

    // Participants.
    let classes = to.read(&owner, &format!("{event}/tickets")).await;
    let visitor = json!({
        "fullName": text, "email": "khach@example.vn", "phone": "0912345678", "company": text, "consent": true,
        "ticketId": classes[0]["id"], "paymentMethod": "BANK_TRANSFER",
        "answers": [{ "questionId": "typed", "answer": text }, { "questionId": "chosen", "answer": [text] }],
        "invoice": { "buyer": "person", "name": text, "address": text },
    });
    let answer = to
        .group
        .app
        .post(&format!("{event}/register"), visitor)
        .await;
    let confirmed = answer.data().clone();
    let guest = format!(
        "{event}/attendances/{}",
        confirmed["attendanceId"].as_str().unwrap()
    );
    let asked = json!({ "kind": "other", "content": text });
    let path = format!("{event}/registration/data-requests");
    let asking = to.group.app.request(Method::POST, &path);
    let own_key = confirmed["ownKey"].as_str().unwrap();
    let asking = asking.header(OWN_KEY_HEADER, own_key).json(asked);
    asking.send().await.data();
    let requests = to.read(&owner, &format!("{event}/data-requests")).await;
    let request = requests["items"][0]["id"].as_str().unwrap();
    let request = format!("{event}/data-requests/{request}");
    to.post(
        &owner,
        &format!("{request}/answer"),
        json!({ "text": text }),
    )
    .await;
    let refused = json!({ "result": "refused", "reason": text });
    to.post(&owner, &format!("{request}/close"), refused).await;
    let details = json!({ "role": text, "note": text, "country": text });
    to.put(&owner, &guest, details).await;
    let kept = json!({ "action": "keep", "amount": 1000, "note": text });
    let noted = json!({ "amount": 251_000, "surplus": kept });
    to.post(&owner, &format!("{guest}/payments"), noted).await;
    let codes = json!({ "participationType": "VIP", "maxUses": 1, "ticketId": classes[0]["id"], "ownerAttendanceId": confirmed["attendanceId"] });
    to.put(&owner, &guest, json!({ "participationType": "VIP" }))
        .await;
    to.post(&owner, &format!("{event}/invitation-codes"), codes)
        .await;
    to.mails().await;
    let message = json!({ "subject": without_braces(text), "content": formatted(text), "segment": { "kind": "all" } });
    let message = to.post(&owner, &format!("{event}/messages"), message).await;
    let message = format!("{event}/messages/{}", message["id"].as_str().unwrap());
    let sent = json!({ "version": 1 });
    to.post(&owner, &format!("{message}/send"), sent).await;
    to.mails().await;

    let page = json!({ "slug": "to-chuc", "name": text, "content": formatted(text), "isOn": true, "version": 0 });
    to.put(&owner, "/api/users/me/page", page).await;

    // Asking for a group.
    let asked = json!({ "name": text, "message": text });
    let asked = to.post(&stranger, "/api/group-requests", asked).await;
    to.read(&admin, "/api/group-requests").await;
    let declined = format!(
        "/api/group-requests/{}/decline",
        asked["id"].as_str().unwrap()
    );
    to.post(&admin, &declined, json!({ "reason": text })).await;
    to.read(&stranger, "/api/plan/mine").await;

    // The group.
    to.put(&owner, &group, json!({ "name": text, "description": text }))
        .await;
    let asked = json!({ "message": text, "position": text, "businessField": text });
    let asked = to
        .post(&stranger, &format!("{group}/join-request"), asked)
        .await;
    let asked = format!(
        "{group}/join-request/{}",
        asked["request"]["id"].as_str().unwrap()
    );
    to.read(&owner, &format!("{group}/join-request")).await;
    to.put(
        &owner,
        &asked,
        json!({ "action": "reject", "reason": text }),
    )
    .await;
    let post = to
        .post(&lan, &format!("{group}/post"), json!({ "text": text }))
        .await;
    let post = format!("{group}/post/{}", post["id"].as_str().unwrap());
    to.put(&owner, &format!("{post}/approve"), json!({})).await;
    let comment = to
        .post(&minh, &format!("{post}/comment"), json!({ "text": text }))
        .await;
    let comment = format!("{post}/comment/{}", comment["id"].as_str().unwrap());
    to.post(&minh, &format!("{post}/report"), json!({ "reason": text }))
        .await;
    to.post(
        &lan,
        &format!("{comment}/report"),
        json!({ "reason": text }),
    )
    .await;
    let deal = json!({
        "sellerId": lan.id, "counterpartyId": minh.id, "roleType": "introducer", "buyerName": text, "note": text,
        "value": 1_000_000, "dealDate": "2026-03-01",
    });
    let deal = to.post(&lan, &format!("{group}/point"), deal).await;
    let deal = format!("{group}/point/{}", deal["id"].as_str().unwrap());
    to.put(
        &manager,
        &format!("{deal}/approve"),
        json!({ "version": 1 }),
    )
    .await;
    to.put(
        &owner,
        &format!("{deal}/void"),
        json!({ "reason": text, "version": 2 }),
    )
    .await;
    let plan = json!({
        "baseName": text, "price": 0, "startDate": "2026-03-01", "expirationDate": "2027-03-01", "duration": 12,
        "numberOfPackages": -1, "eventItem": { "numberOfEvents": -1, "attendeesPerEvent": -1 },
        "groupItem": { "numberOfGroups": -1, "usersPerGroup": -1, "hasReport": true },
    });
    let plan = to.post(&admin, "/api/plan", plan).await;
    let plan = format!("/api/plan/{}/users", plan["id"].as_str().unwrap());
    to.post(&admin, &plan, json!({ "userIds": [lan.id, owner.id] }))
        .await;
    to.mails().await;

    // Sockets: names reach the screen, news their reader.
    let address = to.group.app.listen().await;
    let auth = json!({ "eventId": made["id"], "key": key["key"] });
    let mut screen = Socket::connect(address, "/checkin", auth).await.unwrap();
    screen.expect("counters").await;
    let token = to.group.app.fresh_token(&owner);
    let mut news = Socket::connect(address, "/notification", json!({ "token": token }))
        .await
        .unwrap();
    let mut live = Live::new(to.group.app.app.clock.now());
    let scan = json!({ "eventId": made["id"], "attendanceId": confirmed["attendanceId"], "checkedIn": true });
    to.post(&owner, "/api/event/checkin", scan).await;
    let greeted = loop {
        if let crate::support::Heard::Event(name, data) = screen.next().await
            && name == "checkedIn"
        {
            break data;
        }
    };
    to.seen.data.push(("checkedIn".to_owned(), greeted));
    let another = to.group.app.committee("mai").await;
    to.put(&another, "/api/users/profile", json!({ "fullName": text }))
        .await;
    to.post(
        &another,
        &format!("{group}/join-request"),
        json!({ "message": text }),
    )
    .await;
    live.deliver(&to.group.app.app).await.unwrap();
    let told = news.expect("notification").await;
    to.seen.data.push(("notification".to_owned(), told));
    let prize = to
        .read(&owner, &format!("{event}/lucky-draw/settings"))
        .await;
    let prize = json!({ "prizeId": prize["prizes"][0]["id"], "word": text });
    to.post(&owner, &format!("{event}/lucky-draw/draw"), prize)
        .await;

    // Public pages and answers.
    for path in [
        "",
        "/public",
        "/page",
        "/preview",
        "/tickets",
        "/attendances",
        "/activities",
        "/lucky-draw",
        "/lucky-draw/settings",
        "/checkin",
        "/checkin-keys",
        "/money",
        "/messages",
        "/invitation-codes",
        "/invoices",
    ] {
        to.read(&owner, &format!("{event}{path}")).await;
    }
    for path in [
        guest.clone(),
        format!("{guest}/history"),
        format!("{guest}/invoice"),
        message.clone(),
        format!("{message}/deliveries"),
    ] {
        to.read(&owner, &path).await;
    }
    for path in [
        "",
        "/post",
        "/report",
        "/point?limit=10",
        "/log",
        "/member",
        "/join-request",
        "/leaderboard",
    ] {
        to.read(&owner, &format!("{group}{path}")).await;
    }
    for path in [post.clone(), format!("{post}/comment"), deal] {
        to.read(&owner, &path).await;
    }
    for path in [
        "/api/event",
        "/api/event-draft",
        "/api/bank-accounts",
        "/api/group/feed",
        "/api/group/mine",
        "/api/notification?limit=100",
    ] {
        to.read(&owner, path).await;
    }
    for who in [&lan, &stranger] {
        to.read(who, "/api/notification?limit=100").await;
        to.read(who, "/api/users/me").await;
    }
    to.read(&lan, "/api/plan/mine").await;
    for path in [
        "/api/users?limit=100",
        "/api/plan",
        &plan,
        "/api/system/mails",
    ] {
        to.read(&admin, path).await;
    }
    let own = to
        .group
        .app
        .request(Method::GET, &format!("{event}/registration"));
    let own = own
        .header(OWN_KEY_HEADER, confirmed["ownKey"].as_str().unwrap())
        .send()
        .await;
    to.seen
        .data
        .push(("registration".to_owned(), own.data().clone()));
    // Wildcards are letters: only the participant with this name is found.
    let search: String = squeezed(text)
        .bytes()
        .map(|byte| format!("%{byte:02x}"))
        .collect();
    let found = to
        .call(
            &owner,
            Method::GET,
            &format!("{event}/attendances?search={search}"),
            Value::Null,
        )
        .await;
    assert_eq!(found["items"][0]["fullName"], squeezed(text), "{}", found);
    assert_eq!(found["total"], 1);

    // Pages and files.
    let (event_id, app) = (
        event
            .rsplit('/')
            .next()
            .unwrap()
            .parse::<EventId>()
            .unwrap(),
        to.group.app.app.clone(),
    );
    let row = find_event(app.db.read(), event_id).await.unwrap().unwrap();
    let shown = ShownPage::find(app.db.read(), event_id, app.clock.now()).await;
    let blocks = find_blocks(app.db.read(), event_id).await.unwrap();
    let head = head(&shown.unwrap().unwrap(), &app.config.public_url, Lang::VI);
    let (_, data) = head.split_once("application/ld+json\">").unwrap();
    let data = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    to.seen.data.push(("JSON-LD".to_owned(), data));
    to.seen.markup.push(("head".to_owned(), head));
    to.seen.markup.push((
        "first screen".to_owned(),
        first_screen(&row, &blocks, Lang::VI),
    ));
    to.read(&owner, "/api/o/to-chuc").await;
    let page = to.group.app.get("/o/to-chuc").await;
    assert!(page.status.is_success());
    let page = String::from_utf8(page.bytes).unwrap();
    to.seen.markup.push(("organiser's page".to_owned(), page));
    for path in [
        "attendances",
        "invitation-codes",
        "invoices",
        "money",
        "refunds",
    ] {
        to.table(&owner, &format!("{event}/{path}/export")).await;
    }
    let report = to
        .download(&owner, &format!("{group}/statistic/export?month=2026-03"))
        .await;
    to.keep_table("report", &report);
    for (path, begin) in [
        (
            format!("{event}/invitation-codes/export?format=pdf"),
            &b"%PDF-"[..],
        ),
        (format!("{event}/poster"), b"%PDF-"),
        (format!("{event}/share-picture"), b"\xff\xd8\xff"),
    ] {
        let file = to.download(&owner, &path).await;
        assert!(file.bytes.starts_with(begin), "{path}");
        let content = String::from_utf8_lossy(&file.bytes);
        assert!(
            !content.contains("/JavaScript") && !content.contains("/OpenAction"),
            "{path}"
        );
    }

    // A cancellation is mailed.
    to.post(
        &owner,
        &format!("{event}/cancel"),
        json!({ "reason": text }),
    )
    .await;
    to.mails().await;
    to.seen
}

fn id_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

/// Every kind of news is mailed at once.
fn to_mail_at_once() -> Vec<Value> {
    use hoi_community::notifications::Kind;
    use sea_orm::Iterable as _;
    Kind::iter()
        .map(|kind| json!({ "type": kind.name(), "email": "instant" }))
        .collect()
}

/// Text in one form of white space.
fn squeezed(text: &str) -> String {
    let text = normalize_text(text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text that a browser shows of HTML.
fn unescaped(html: &str) -> String {
    let quotes = html
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&#x27;", "'")
        .replace("&#x2f;", "/");
    quotes.replace("&nbsp;", " ").replace("&amp;", "&")
}

/// How often `shown` contains `text`: as it is, or as the text of HTML, or of a mail, without braces.
fn times(shown: &str, text: &str) -> usize {
    let (plain, typed) = (squeezed(text), squeezed(&without_braces(text)));
    let (shown, as_html) = (squeezed(shown), squeezed(&unescaped(shown)));
    let most = |part: &str| {
        let as_it_is = shown.matches(part).count();
        as_it_is.max(as_html.matches(part).count())
    };
    if plain == typed {
        most(&plain)
    } else {
        most(&plain) + most(&typed)
    }
}

/// The elements and the names of their attributes, without line breaks: the same for all texts.
fn skeleton(markup: &str) -> String {
    let mut found = String::new();
    let mut rest = markup;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            found.push_str("<!--");
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else if rest
            .starts_with(|first: char| first.is_ascii_alphabetic() || "/!?".contains(first))
        {
            let mut quote = None;
            let mut tag = String::new();
            let end = rest.char_indices().find(|(_, char)| match quote {
                Some(open) => {
                    if *char == open {
                        quote = None;
                    }
                    false
                }
                None => {
                    match char {
                        '"' | '\'' => quote = Some(*char),
                        '>' => return true,
                        char => tag.push(*char),
                    }
                    false
                }
            });
            if !tag.starts_with("br") {
                found.push('<');
                found.push_str(tag.trim_end_matches([' ', '/']));
            }
            rest = end.map_or("", |(at, _)| &rest[at + 1..]);
            if tag.starts_with("script") {
                rest = rest.split_once("</script").map_or("", |(_, after)| after);
            }
        }
    }
    found
}

/// Counts under a value of an answer, by place, where the text is.
fn places(name: &str, value: &Value, text: &str, found: &mut BTreeMap<String, usize>) {
    match value {
        Value::String(shown) if times(shown, text) > 0 => {
            *found.entry(name.to_owned()).or_default() += times(shown, text);
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| places(&format!("{name}/*"), item, text, found)),
        Value::Object(members) => members
            .iter()
            .for_each(|(key, value)| places(&format!("{name}/{key}"), value, text, found)),
        _ => {}
    }
}

/// HTML without the event as data, whose texts are escaped in another way and read as such.
fn without_scripts(html: &str) -> String {
    let after = |part: &str| {
        part.split_once("</script>")
            .map(|(_, rest)| rest.to_owned())
    };
    let mut parts = html.split("<script");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |html, part| html + &after(part).unwrap_or_default())
}

/// The names of the parameters of a header, without their values.
fn parameters(header: &str) -> String {
    assert!(
        header.is_ascii() && !header.contains(['\r', '\n']),
        "{header:?}"
    );
    let outside = header.split('"').step_by(2).collect::<String>();
    let names = outside
        .split(';')
        .map(|part| part.split('=').next().unwrap().trim());
    names.collect::<Vec<_>>().join(" ")
}

/// Lists the places where `text` was seen, with its surroundings: the same for every text.
fn outline(seen: &Seen, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, value) in &seen.data {
        let mut found = BTreeMap::new();
        places("", value, text, &mut found);
        let name = without_ids(name);
        lines.extend(
            found
                .into_iter()
                .map(|(place, count)| format!("data {name} {place}: {count}")),
        );
    }
    for (name, markup) in &seen.markup {
        let (name, count) = (without_ids(name), times(&without_scripts(markup), text));
        // The name of a sheet cannot have all characters; its cells are checked below.
        let count = if name.contains(" xl/") { 0 } else { count };
        lines.push(format!("markup {name}: {count} {}", skeleton(markup)));
    }
    for (name, rows) in &seen.tables {
        let cells = rows.iter().flatten().filter(|cell| times(cell, text) > 0);
        lines.push(format!("table {}: {}", without_ids(name), cells.count()));
        for cell in rows.iter().flatten() {
            let begins =
                cell.trim_start_matches(|char: char| char.is_whitespace() || is_invisible(char));
            let is_number = cell
                .bytes()
                .all(|byte| byte.is_ascii_digit() || b"+-. ".contains(&byte));
            assert!(
                is_number || !begins.starts_with(['=', '+', '-', '@']),
                "{name}: {cell:?}"
            );
        }
    }
    for (name, value) in &seen.headers {
        lines.push(format!("file {}: {}", without_ids(name), parameters(value)));
    }
    for mail in &seen.mails {
        let kind = mail
            .message_id
            .trim_matches(|char: char| !char.is_ascii_alphabetic());
        let kind = kind.split('-').next().unwrap();
        let eml = String::from_utf8(mail.to_eml().unwrap()).unwrap();
        let head = eml.split("\r\n\r\n").next().unwrap();
        let headers = head
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']));
        let headers: Vec<_> = headers
            .map(|line| line.split(':').next().unwrap())
            .collect();
        lines.push(format!(
            "mail {kind} to {}: {headers:?} subject {} text {} html {} {}",
            mail.to.email,
            times(&mail.subject, text),
            times(&mail.text, text),
            times(&mail.html, text),
            skeleton(&mail.html),
        ));
    }
    lines.sort();
    lines
}

/// A path without the identifiers in it, which differ from run to run.
fn without_ids(path: &str) -> String {
    let part = |part: &str| {
        if part.len() == 36 {
            "*".to_owned()
        } else {
            part.to_owned()
        }
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_text_comes_out_as_the_letters_it_is() {
    let expected = outline(&journey(HARMLESS).await, HARMLESS);
    assert!(expected.len() > 100);
    let mut faults = Vec::new();
    for text in TEXTS {
        let found = outline(&journey(text).await, text);
        let only = |these: &[String], those: &[String], what: &str| {
            let others = these.iter().filter(|line| !those.contains(line));
            others
                .map(|line| format!("{text:?} {what} {line}"))
                .collect::<Vec<_>>()
        };
        faults.extend(only(&expected, &found, "lacks"));
        faults.extend(only(&found, &expected, "adds"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
