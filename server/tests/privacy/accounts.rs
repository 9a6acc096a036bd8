//! The data and data requests of accounts, and their erasure by administrators.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::entity::{session, user};
use hoi_community::accounts::{SendLink, SendPasswordChanged, TokenKind};
use hoi_community::groups::entity::group_member;
use hoi_community::notifications::entity::notification;
use hoi_community::posts::entity::post;
use hoi_db::Timestamp;
use hoi_mail::{MailFolder, Transport};
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::clock::new_id;
use hoi_platform::{idempotency, mail_log};
use hoi_server::api_keys::entity as api_key;
use hoi_server::background::clean_up;
use hoi_server::privacy::erase_again;
use hoi_ticketing::attendances::{ERASED_NAME, PaymentMethod};
use hoi_ticketing::bank_accounts::entity::{bank_account, transfer};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::NewRegistration;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait as _, EntityTrait as _, IntoActiveModel as _,
    QueryFilter as _, QuerySelect as _, Set,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::tables_with;
use crate::points::support::bought;
use crate::support::{Answer, TestApp, TestGroup, TestUser, new_registration};
use crate::transfers::support::Till;

const ASK: &str = "/api/users/me/data-requests";
const LIST: &str = "/api/system/data-requests";

async fn ask(group: &TestGroup, who: &TestUser, kind: &str) -> Answer {
    let body = json!({ "kind": kind, "content": "Của tôi" });
    group.app.call(who, Method::POST, ASK, body).await
}

async fn rename(group: &TestGroup, who: &TestUser, name: &str) {
    let tx = group.app.app.db.write().await.unwrap();
    user::Entity::update_many()
        .col_expr(user::Column::FullName, Expr::value(name))
        .filter(user::Column::Id.eq(who.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

async fn first_open(group: &TestGroup) -> String {
    let list = group
        .app
        .call(&group.admin, Method::GET, LIST, Value::Null)
        .await;
    assert_eq!(list.code(), 2000, "{}", list.json);
    let id = list.data()["items"][0]["id"].as_str();
    id.unwrap().to_owned()
}

async fn erase(group: &TestGroup, id: &str) -> Answer {
    let path = format!("{LIST}/{id}/erase");
    group
        .app
        .call(&group.admin, Method::POST, &path, json!({}))
        .await
}

#[tokio::test]
async fn an_account_reads_and_downloads_its_own_data_and_nothing_of_others() {
    let group = TestGroup::new().await;
    group.write(&group.lan, "Bài của Lan").await;
    group.write(&group.minh, "Bài của Minh").await;
    for (who, number) in [(&group.lan, "0071000111"), (&group.minh, "0071000222")] {
        let bank = json!({ "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": number, "holderName": "NGUYEN VAN AN" });
        let made = group
            .app
            .call(who, Method::POST, "/api/bank-accounts", bank);
        assert!(made.await.data()["id"].is_string());
    }
    for (who, name) in [(&group.lan, "Hội Lan mong"), (&group.minh, "Hội Minh mong")] {
        let wish = json!({ "name": name });
        let asked = group
            .app
            .call(who, Method::POST, "/api/group-requests", wish);
        assert_eq!(asked.await.code(), 2000);
    }
    group.app.full_key(&group.lan).await;
    let data = group
        .app
        .call(&group.lan, Method::GET, "/api/users/me/data", Value::Null)
        .await;
    assert_eq!(data.code(), 2000, "{}", data.json);
    let text = data.json.to_string();
    assert!(text.contains("Máy in thẻ"), "{text}");
    assert!(
        text.contains("Bài của Lan") && !text.contains("Bài của Minh"),
        "{text}"
    );
    assert!(text.contains(&group.lan.email) && !text.contains(&group.minh.email));
    assert!(text.contains("0071000111") && !text.contains("0071000222"));
    assert!(text.contains("Hội Lan mong") && !text.contains("Hội Minh mong"));
    for (format, mime) in [("json", "application/json"), ("pdf", "application/pdf")] {
        let path = format!("/api/users/me/data/file?format={format}");
        let file = group
            .app
            .call(&group.lan, Method::GET, &path, Value::Null)
            .await;
        assert_eq!(file.header("content-type"), mime);
        assert!(!file.bytes.is_empty());
    }
}

#[tokio::test]
async fn an_account_reads_its_own_reactions_without_the_texts_of_others() {
    let group = TestGroup::new().await;
    let post = group.publish(&group.minh, "Bài của Minh").await;
    let comment = group.comment(&group.minh, &post, "Lời của Minh").await;
    let comment = comment.data()["id"].as_str().unwrap();
    for (who, kind) in [(&group.lan, "applause"), (&group.minh, "thanks")] {
        let kind = json!({ "kind": kind });
        let reacted = group.put(who, &format!("{post}/reaction"), kind).await;
        assert_eq!(reacted.code(), 2000, "{}", reacted.json);
    }
    let like = format!("{post}/comment/{comment}/like");
    group.act(&group.lan, &like).await.data();
    let data = group
        .app
        .call(&group.lan, Method::GET, "/api/users/me/data", Value::Null)
        .await;
    let facts = data.data()["facts"].as_array().unwrap().iter();
    let reactions = facts.filter(|fact| fact["name"] == "reaction");
    let reactions: Vec<&str> = reactions
        .map(|fact| fact["value"].as_str().unwrap())
        .collect();
    assert_eq!(reactions.len(), 2, "{reactions:?}");
    for (kind, thing) in [("Applause", "Post "), ("Like", "Comment ")] {
        let is_it = |text: &&str| text.contains(kind) && text.contains(thing);
        assert!(reactions.iter().any(is_it), "{kind}: {reactions:?}");
    }
    assert!(!data.json.to_string().contains(" của Minh"));
}

#[tokio::test]
async fn administrators_are_told_reminded_and_decide() {
    let group = TestGroup::new().await;
    let friday: Timestamp = "2026-03-06T15:00:00+07:00".parse().unwrap();
    group.app.app.clock.set(friday);
    assert_eq!(ask(&group, &group.lan, "correction").await.code(), 2000);
    assert_eq!(ask(&group, &group.lan, "correction").await.code(), 5008);
    let told = group.app.run_jobs().await;
    assert!(told.iter().any(|mail| mail.text.contains("tab=data")));
    group
        .app
        .app
        .clock
        .set("2026-03-10T07:30:00+07:00".parse().unwrap());
    clean_up(&group.app.app).await;
    let told = group.app.run_jobs().await;
    assert!(told.iter().any(|mail| mail.text.contains("tab=data")));

    let id = first_open(&group).await;
    assert_eq!(
        erase(&group, &id).await.code(),
        5008,
        "no erasure was asked for"
    );
    let path = format!("{LIST}/{id}/answer");
    let answer = json!({ "text": "Đã sửa tên." });
    let answered = group
        .app
        .call(&group.admin, Method::POST, &path, answer)
        .await;
    assert_eq!(answered.code(), 2000, "{}", answered.json);
    let mails = group.app.run_jobs().await;
    assert!(mails.iter().any(|mail| mail.text.contains("Đã sửa tên.")));
    let path = format!("{LIST}/{id}/close");
    let done = json!({ "result": "done" });
    let closed = group
        .app
        .call(&group.admin, Method::POST, &path, done)
        .await;
    assert_eq!(closed.code(), 2000, "{}", closed.json);
}

#[tokio::test]
async fn an_erased_account_leaves_deals_and_threads_without_a_name() {
    let group = TestGroup::new().await;
    let post = group.write(&group.lan, "Bài rất riêng của Lan").await;
    let version = group.get(&group.lan, &post).await.data()["version"].as_i64();
    let deal = bought(&group.lan, &group.minh, 5_000_000);
    group.approved(&group.lan, deal).await;
    let before = group.tally(&group.minh, &group.minh).await;
    group.app.full_key(&group.lan).await;
    group.app.full_key(&group.minh).await;
    group.app.run_jobs().await;
    assert_eq!(ask(&group, &group.lan, "erasure").await.code(), 2000);
    let id = first_open(&group).await;
    group.app.run_jobs().await;
    for _ in 0..2 {
        let erased = erase(&group, &id).await;
        assert_eq!(erased.code(), 2000, "{}", erased.json);
    }
    let mails = group.app.run_jobs().await;
    let to: Vec<_> = mails.iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(to, std::slice::from_ref(&group.lan.email));

    let conn = group.app.app.db.read();
    let row = user::Entity::find_by_id(group.lan.id).one(conn).await;
    let row = row.unwrap().unwrap();
    assert_eq!(
        (row.full_name.as_str(), row.email.as_str()),
        (ERASED_NAME, "")
    );
    assert!(row.deleted_at.is_some() && !row.is_active);
    let live = session::Entity::find()
        .filter(session::Column::UserId.eq(group.lan.id))
        .filter(session::Column::RevokedAt.is_null());
    assert!(live.one(conn).await.unwrap().is_none());
    let keys = api_key::Entity::find().all(conn).await.unwrap();
    assert_eq!(keys.len(), 1);
    assert_eq!(keys[0].user_id, group.minh.id);
    let member = group_member::live().filter(group_member::Column::UserId.eq(group.lan.id));
    assert!(member.one(conn).await.unwrap().is_none());
    let posts = post::Entity::find().all(conn).await.unwrap();
    let erased = posts
        .iter()
        .find(|row| post.ends_with(&row.id.to_string()))
        .unwrap();
    assert_eq!(erased.text, ERASED_NAME);
    // A leader who has its text in a dialog cannot store it again.
    assert!(erased.version > version.unwrap());
    assert_eq!(group.tally(&group.minh, &group.minh).await, before);
    let log = hoi_platform::mail_log::Entity::find()
        .all(conn)
        .await
        .unwrap();
    let jobs = hoi_jobs::entity::Entity::find().all(conn).await.unwrap();
    let kept = format!("{log:?} {jobs:?}");
    assert!(!kept.contains(&group.lan.email), "{kept}");

    let closed = format!("{LIST}?isClosed=true");
    let closed = group
        .app
        .call(&group.admin, Method::GET, &closed, Value::Null)
        .await;
    let item = &closed.data()["items"][0];
    assert_eq!(
        (&item["fullName"], &item["content"]),
        (&json!(ERASED_NAME), &json!(""))
    );
    assert_eq!(item["isErased"], true);

    // As after a restore: the account is back, and the list in the data folder names it.
    let tx = group.app.app.db.write().await.unwrap();
    let back = user::ActiveModel {
        full_name: Set("Lan".to_owned()),
        deleted_at: Set(None),
        ..Default::default()
    };
    user::Entity::update_many()
        .set(back)
        .filter(user::Column::Id.eq(group.lan.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(erase_again(&group.app.app).await.unwrap(), 1);
    let row = user::Entity::find_by_id(group.lan.id).one(conn).await;
    assert_eq!(row.unwrap().unwrap().full_name, ERASED_NAME);

    // The list is made anew from the database, as in the new folder of a server.
    let list = group.app.app.config.data_dir.join("erased");
    fs::remove_file(&list).unwrap();
    assert_eq!(erase_again(&group.app.app).await.unwrap(), 0);
    let listed = fs::read_to_string(&list).unwrap();
    assert!(listed.contains(&format!("account:{}", group.lan.id)));
}

#[tokio::test]
async fn links_bank_accounts_refused_logins_and_stored_answers_of_an_erased_account_go() {
    const NUMBER: &str = "0071000998877";
    const HOLDER: &str = "HOANG THI LAN RIENG";
    const NETWORK: &str = "192.0.2.77";
    const PAGE: &str = "Nhà của riêng Lan";
    const WISH: &str = "Hội của riêng Lan";
    let group = TestGroup::new().await;
    let (app, lan) = (&group.app, &group.lan);
    let over = app.event(lan, |row| {
        row.account_number = Set(Some(NUMBER.to_owned()));
        row.account_holder_name = Set(Some(HOLDER.to_owned()));
        row.bank_name = Set(Some("Vietcombank".to_owned()));
    });
    let over = over.await;
    let bank = json!({ "bankName": "Vietcombank", "bankBin": "970436", "accountNumber": NUMBER, "holderName": HOLDER });
    let bank = app
        .call(lan, Method::POST, "/api/bank-accounts", bank)
        .await;
    let path = format!(
        "/api/bank-accounts/{}/connection",
        bank.data()["id"].as_str().unwrap()
    );
    let connection = json!({ "service": "sepay", "key": "mot-khoa-rat-dai" });
    let connected = app.call(lan, Method::PUT, &path, connection).await;
    assert_eq!(connected.code(), 2000, "{}", connected.json);
    let page =
        json!({ "slug": "nha-lan", "name": PAGE, "content": "", "isOn": true, "version": 0 });
    let saved = app.call(lan, Method::PUT, "/api/users/me/page", page).await;
    assert_eq!(saved.code(), 2000, "{}", saved.json);
    let wish = json!({ "name": WISH, "message": "Cho Lan" });
    let asked = app.call(lan, Method::POST, "/api/group-requests", wish);
    assert_eq!(asked.await.code(), 2000);
    app.pass(Duration::from_hours(10 * 24));

    let now = app.app.clock.now();
    let tx = app.app.db.write().await.unwrap();
    let link = SendLink {
        kind: TokenKind::ResetPassword,
        email: lan.email.to_uppercase(),
        link: new_id(),
    };
    let later = now.plus(Duration::from_hours(24));
    hoi_jobs::enqueue_at(&tx, &link, now, later).await.unwrap();
    let tried_out = mail_log::ActiveModel {
        id: Set(new_id()),
        recipient: Set(lan.email.clone()),
        template: Set("message".to_owned()),
        is_sent: Set(true),
        attempts: Set(1),
        error: Set(None),
        created_at: Set(now),
        tried_at: Set(now),
        about: Set(None),
    };
    mail_log::Entity::insert(tried_out)
        .exec_without_returning(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let (failed, from) = (AuditAction::LoginFailed, NETWORK.parse().unwrap());
    audit::record_refusal(&app.app, failed, Some(lan.id), from).await;

    assert_eq!(ask(&group, lan, "other").await.code(), 2000);
    let path = format!("{LIST}/{}/answer", first_open(&group).await);
    let answer = app.request(Method::POST, &path);
    let answer = answer.bearer(&app.fresh_token(&group.admin));
    let answer = answer.header("idempotency-key", "once");
    let answered = answer.json(json!({ "text": "Đã xem." })).send().await;
    assert_eq!(answered.code(), 2000, "{}", answered.json);
    assert_eq!(ask(&group, lan, "erasure").await.code(), 2000);
    let open = app.call(&group.admin, Method::GET, LIST, Value::Null).await;
    let mut open = open.data()["items"].as_array().unwrap().iter();
    let request = open.find(|item| item["kind"] == "erasure").unwrap();
    let db = &app.app.db;
    let before = tables_with(db, &lan.email).await;
    assert!(before.contains("job") && before.contains("mail_log"));
    for text in [NUMBER, HOLDER, NETWORK, PAGE, WISH] {
        assert!(!tables_with(db, text).await.is_empty(), "{text}");
    }
    let version = async || {
        let event = event::Entity::find_by_id(over).one(db.read()).await;
        event.unwrap().unwrap().version
    };
    let shown = version().await;

    let erased = erase(&group, request["id"].as_str().unwrap()).await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    app.run_jobs().await;
    let after = tables_with(db, &lan.email).await;
    assert!(
        !after.contains("job") && !after.contains("mail_log"),
        "{after:?}"
    );
    for text in [NUMBER, HOLDER, NETWORK, PAGE, WISH] {
        assert_eq!(tables_with(db, text).await, BTreeSet::new(), "{text}");
    }
    let kept = bank_account::Entity::find().one(db.read()).await.unwrap();
    let kept = kept.unwrap();
    assert_eq!((kept.service, kept.sealed_key), (None, None));
    assert!(kept.deleted_at.is_some());
    assert_eq!(
        version().await,
        shown + 1,
        "an open dialog writes nothing back"
    );
    let stored = idempotency::entity::Entity::find().all(db.read()).await;
    let stored = stored.unwrap();
    assert_eq!(stored.len(), 1, "{stored:?}");
    assert_eq!(stored[0].body, "");
}

#[tokio::test]
async fn notifications_of_others_lose_the_former_names_of_an_erased_account() {
    const FORMER: &str = "Nguyễn lan";
    let group = TestGroup::new().await;
    let (app, lan) = (&group.app, &group.lan);
    let own = group.publish(lan, "Bài của Lan").await;
    let other = group.publish(&group.minh, "Bài của Minh").await;
    group.comment(lan, &other, "Hay").await.data();
    let comment = group.comment(&group.minh, &own, "Cảm ơn").await;
    let comment = comment.data()["id"].as_str().unwrap().to_owned();
    let liked = format!("{own}/comment/{comment}/like");
    group.act(lan, &liked).await.data();
    // Nothing links the account with the comment any more.
    group.delete(lan, &liked).await.data();
    let deal = bought(lan, &group.minh, 5_000_000);
    group.approved(lan, deal).await;
    app.run_jobs().await;
    rename(&group, lan, "Lan Khác").await;
    let told = async || {
        let rows = notification::Entity::find().all(app.app.db.read()).await;
        let rows = rows.unwrap().into_iter();
        let naming = rows.filter(|row| format!("{:?}", row.params).contains(FORMER));
        naming.map(|row| row.kind.name()).collect::<BTreeSet<_>>()
    };
    let before = told().await;
    for kind in ["post.new", "comment.new", "comment.liked", "point.approved"] {
        assert!(before.contains(kind), "{kind}: {before:?}");
    }
    assert_eq!(ask(&group, lan, "erasure").await.code(), 2000);
    let erased = erase(&group, &first_open(&group).await).await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    assert_eq!(told().await, BTreeSet::new());
}

#[tokio::test]
async fn mails_to_a_former_address_of_an_account_go_with_it() {
    const PRESENT: &str = "lan.moi@hoi.example";
    let group = TestGroup::new().await;
    let (app, lan) = (&group.app, &group.lan);
    let now = app.app.clock.now();
    let changed = SendPasswordChanged {
        user: lan.id,
        change: new_id(),
    };
    let tx = app.app.db.write().await.unwrap();
    hoi_jobs::enqueue(&tx, &changed, now).await.unwrap();
    tx.commit().await.unwrap();
    let mut mails = app.run_jobs().await;
    mails.retain(|mail| mail.to.email.to_string() == lan.email);
    let folder = MailFolder::create(app.app.config.data_dir.join("mail")).unwrap();
    let files = Transport::File(folder.clone());
    assert_eq!(mails.len(), 1);
    files.send(&mails[0]).await.unwrap();

    let tx = app.app.db.write().await.unwrap();
    let moved = user::ActiveModel {
        id: Set(lan.id),
        email: Set(PRESENT.to_owned()),
        email_key: Set(PRESENT.to_owned()),
        ..Default::default()
    };
    moved.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ask(&group, lan, "erasure").await.code(), 2000);
    let id = first_open(&group).await;
    app.run_jobs().await;
    let before = tables_with(&app.app.db, &lan.email).await;
    assert!(before.contains("mail_log"), "{before:?}");
    assert_eq!(folder.list(10).await.unwrap().len(), 1);
    let erased = erase(&group, &id).await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    app.run_jobs().await;
    let after = tables_with(&app.app.db, &lan.email).await;
    assert!(!after.contains("mail_log"), "{after:?}");
    assert!(folder.list(10).await.unwrap().is_empty());
}

/// The mail log is looked through before the transaction, and the transaction looks at what was logged since.
#[tokio::test]
async fn a_mail_that_is_logged_while_its_account_is_erased_goes_with_it() {
    let group = TestGroup::new().await;
    let (app, lan) = (&group.app, &group.lan);
    assert_eq!(ask(&group, lan, "erasure").await.code(), 2000);
    let id = first_open(&group).await;
    app.run_jobs().await;
    app.pass(Duration::from_hours(1));
    let now = app.app.clock.now();
    let sent = |id: Uuid, at| mail_log::ActiveModel {
        id: Set(id),
        recipient: Set(lan.email.clone()),
        template: Set("message".to_owned()),
        is_sent: Set(true),
        attempts: Set(1),
        error: Set(None),
        created_at: Set(at),
        tried_at: Set(at),
        about: Set(None),
    };
    let before = sent(new_id(), now.minus(Duration::from_mins(30)));
    let tx = app.app.db.write().await.unwrap();
    let before = mail_log::Entity::insert(before).exec_without_returning(&tx);
    before.await.unwrap();
    tx.commit().await.unwrap();

    let tx = app.app.db.write().await.unwrap();
    user::Entity::find_by_id(lan.id)
        .lock_exclusive()
        .one(&tx)
        .await
        .unwrap();
    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let logged = mail_log::Entity::insert(sent(new_id(), now));
        logged.exec_without_returning(&tx).await.unwrap();
        tx.commit().await.unwrap();
    };
    let (erased, ()) = tokio::join!(erase(&group, &id), meanwhile);
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    app.run_jobs().await;
    let tables = tables_with(&app.app.db, &lan.email).await;
    assert!(!tables.contains("mail_log"), "{tables:?}");
}

/// Asks for the erasure of an organiser when the events are over. Returns the path that erases.
async fn asked_for(till: &Till, admin: &TestUser) -> String {
    till.app.pass(Duration::from_hours(10 * 24));
    let body = json!({ "kind": "erasure", "content": "" });
    let asked = till.call(Method::POST, ASK, body).await;
    assert_eq!(asked.code(), 2000, "{}", asked.json);
    let open = till.app.call(admin, Method::GET, LIST, Value::Null).await;
    let id = open.data()["items"][0]["id"].as_str().unwrap();
    format!("{LIST}/{id}/erase")
}

/// Transfers to an organiser's own bank account that name the organiser; a registration at another's event stays there.
#[tokio::test]
async fn own_transfers_that_name_an_erased_account_lose_their_texts() {
    const NAME: &str = "Hoàng Thị Lan Riêng";
    let app = TestApp::new().await;
    let (lan, minh) = (app.committee("lan").await, app.committee("minh").await);
    let admin = app.admin().await;
    let tx = app.app.db.write().await.unwrap();
    user::Entity::update_many()
        .col_expr(user::Column::FullName, Expr::value(NAME))
        .filter(user::Column::Id.eq(lan.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let elsewhere = app.open_event(&minh, 10).await;
    let registered = app.add(new_registration(elsewhere, "lan", None)).await;
    let till = Till::of(app, lan).await;
    // The organiser's own registration for an own event is no other person with the same name and address.
    let own = NewRegistration {
        full_name: NAME.to_owned(),
        email: till.owner.email.clone(),
        payment_method: Some(PaymentMethod::BankTransfer),
        mails: false,
        ..new_registration(till.event, "lan", Some(till.class))
    };
    till.app.add(own).await;
    for (number, text) in [
        (1, "HOANG THI LAN RIENG thu tien".to_owned()),
        (2, format!("gui tu {}", till.owner.email)),
        (3, "TRAN BINH tien ve".to_owned()),
    ] {
        till.receive(number, 12_345, &text).await;
    }
    let path = asked_for(&till, &admin).await;
    let erased = till.app.call(&admin, Method::POST, &path, json!({})).await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    let transfers = till.transfers().await;
    let are_erased = transfers.iter().map(|row| row.erased_at.is_some());
    assert_eq!(are_erased.collect::<Vec<_>>(), [true, true, false]);
    assert!(transfers.iter().all(|row| row.amount == 12_345));
    for text in ["HOANG THI LAN RIENG", &till.owner.email] {
        let tables = tables_with(&till.app.app.db, text).await;
        let banks = ["transfer", "bank_delivery"];
        assert!(
            !banks.iter().any(|table| tables.contains(*table)),
            "{tables:?}"
        );
    }
    let stays = till.now(&registered).await;
    assert_eq!(
        (stays.full_name, stays.erased_at),
        (registered.full_name, None)
    );
}

#[tokio::test]
async fn a_namesake_keeps_the_transfers_that_may_be_theirs() {
    const NAME: &str = "Hoàng Thị Lan Riêng";
    let app = TestApp::new().await;
    let (lan, admin) = (app.committee("lan").await, app.admin().await);
    let tx = app.app.db.write().await.unwrap();
    user::Entity::update_many()
        .col_expr(user::Column::FullName, Expr::value(NAME))
        .filter(user::Column::Id.eq(lan.id))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let till = Till::of(app, lan).await;
    let namesake = NewRegistration {
        full_name: NAME.to_owned(),
        phone: "0987111222".to_owned(),
        payment_method: Some(PaymentMethod::BankTransfer),
        mails: false,
        ..new_registration(till.event, "khac", Some(till.class))
    };
    till.app.add(namesake).await;
    till.receive(1, 12_345, "HOANG THI LAN RIENG thu tien")
        .await;
    let path = asked_for(&till, &admin).await;
    let erased = till.app.call(&admin, Method::POST, &path, json!({})).await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    assert_eq!(till.transfers().await[0].erased_at, None);
}

/// The transfers are looked for before the transaction. While it waits, another one is taken in, and a text is replaced.
#[tokio::test]
async fn an_erasure_judges_transfers_as_they_are_in_its_transaction() {
    let app = TestApp::new().await;
    let (lan, admin) = (app.committee("lan").await, app.admin().await);
    let till = Till::of(app, lan).await;
    let text = format!("gui tu {}", till.owner.email);
    for number in 1..=2 {
        till.receive(number, 12_345, &text).await;
    }
    let path = asked_for(&till, &admin).await;
    let [other, first] = <[_; 2]>::try_from(till.transfers().await).unwrap();
    let tx = till.app.app.db.write().await.unwrap();
    user::Entity::find_by_id(till.owner.id)
        .lock_exclusive()
        .one(&tx)
        .await
        .unwrap();
    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        transfer::Entity::update_many()
            .col_expr(transfer::Column::Content, Expr::value("TRAN BINH tien ve"))
            .filter(transfer::Column::Id.eq(other.id))
            .exec(&tx)
            .await
            .unwrap();
        let new = transfer::ActiveModel {
            id: Set(new_id()),
            service_id: Set(Some("moi".to_owned())),
            created_at: Set(till.app.app.clock.now()),
            reported_at: Set(till.app.app.clock.now()),
            ..first.clone().into_active_model().reset_all()
        };
        transfer::Entity::insert(new)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    };
    let erasing = till.app.call(&admin, Method::POST, &path, json!({}));
    let (erased, ()) = tokio::join!(erasing, meanwhile);
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    let transfers = till.transfers().await;
    let are_erased = transfers.iter().map(|row| row.erased_at.is_some());
    assert_eq!(are_erased.collect::<Vec<_>>(), [false, true, true]);
}

#[tokio::test]
async fn notifications_about_an_erased_account_name_and_quote_it_no_more() {
    const NAME: &str = "Hoàng Thị Lan Riêng";
    const WORDS: &str = "Lời rất riêng của Lan";
    let group = TestGroup::new().await;
    let (app, lan) = (&group.app, &group.lan);
    rename(&group, lan, NAME).await;
    let own = group.publish(lan, WORDS).await;
    let of_minh = group.publish(&group.minh, "Bài của Minh").await;
    for (who, post) in [(&group.minh, &own), (&group.owner, &own), (lan, &of_minh)] {
        let answered = group.comment(who, post, "Chúc mừng").await;
        assert!(answered.data()["id"].is_string(), "{}", answered.json);
    }
    app.run_jobs().await;
    let db = &app.app.db;
    for text in [NAME, WORDS] {
        assert!(tables_with(db, text).await.contains("notification"));
    }

    assert_eq!(ask(&group, lan, "erasure").await.code(), 2000);
    let id = first_open(&group).await;
    assert_eq!(erase(&group, &id).await.code(), 2000);
    app.run_jobs().await;
    for text in [NAME, WORDS] {
        assert_eq!(tables_with(db, text).await, BTreeSet::new(), "{text}");
    }
}

#[tokio::test]
async fn the_name_of_an_erased_account_goes_from_the_doors_of_others() {
    const NAME: &str = "Hoàng Văn Hai Riêng";
    let group = TestGroup::new().await;
    let app = &group.app;
    let second = app.admin_called("hai").await;
    rename(&group, &second, NAME).await;
    let event = app.open_event(&group.minh, 10).await;
    let guest = app.add(new_registration(event, "khach", None)).await;
    let by_hand = json!({ "eventId": event, "attendanceId": guest.id, "checkedIn": true });
    let by_code = json!({ "eventId": event, "code": guest.ticket_code });
    for (entry, code) in [(by_hand, 2001), (by_code, 5001)] {
        let let_in = app.call(&second, Method::POST, "/api/event/checkin", entry);
        let let_in = let_in.await;
        assert_eq!(let_in.code(), code, "{}", let_in.json);
    }
    let before = tables_with(&app.app.db, NAME).await;
    assert!(before.contains("attendance") && before.contains("scan"));

    assert_eq!(ask(&group, &second, "erasure").await.code(), 2000);
    let id = first_open(&group).await;
    assert_eq!(erase(&group, &id).await.code(), 2000);
    app.run_jobs().await;
    assert_eq!(tables_with(&app.app.db, NAME).await, BTreeSet::new());
}

#[tokio::test]
async fn owners_of_a_group_or_a_coming_event_hand_it_over_first() {
    let group = TestGroup::new().await;
    assert_eq!(ask(&group, &group.owner, "erasure").await.code(), 2000);
    let id = first_open(&group).await;
    assert_eq!(erase(&group, &id).await.code(), 5008);

    let group = TestGroup::new().await;
    group.app.open_event(&group.lan, 10).await;
    assert_eq!(ask(&group, &group.lan, "erasure").await.code(), 2000);
    let id = first_open(&group).await;
    assert_eq!(erase(&group, &id).await.code(), 5008);
}
