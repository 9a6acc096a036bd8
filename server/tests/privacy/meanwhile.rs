//! The texts about a person are looked for before the transaction that erases the person. Nothing is missed that is stored
//! between the search and the transaction.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use axum::http::Method;
use hoi_db::Tx;
use hoi_organising::transfers::{ErasedPeople, Mark, Search, find_before};
use hoi_platform::clock::new_id;
use hoi_platform::idempotency::entity as idempotency;
use hoi_platform::mail_log;
use hoi_ticketing::attendances::{ERASED_NAME, attendance, payment};
use hoi_ticketing::bank_accounts::entity::{bank_delivery, transfer};
use hoi_ticketing::bank_accounts::{TransferReason, TransferState, erase_text};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{OWN_KEY_HEADER, own_key, release};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait as _, EntityTrait as _, IntoActiveModel as _,
    ModelTrait as _, QueryFilter as _, QueryOrder as _, QuerySelect as _, Set,
};
use serde_json::{Value, json};

use super::{EMAIL, Evening, FOLDED, NAME, PHONE, PRICE};
use crate::transfers::support::Till;

/// Stands in the transfer that names Giao only after a statement has completed it.
const HARMLESS: &str = "tien hoa";

/// Stores the answer to a call of the organiser about Giao, and takes it back; it is stored again with the result.
async fn stored_answer(evening: &Evening) -> idempotency::Model {
    let app = &evening.till.app;
    let path = format!(
        "/api/event/{}/registration/data-requests",
        evening.till.event
    );
    let key = own_key(&app.app.secrets, &evening.giao);
    let asking = app
        .request(Method::POST, &path)
        .header(OWN_KEY_HEADER, &key);
    let asked = asking.json(json!({ "kind": "other", "content": "Hỏi" }));
    assert_eq!(asked.send().await.code(), 2000);
    let list = evening.get("/data-requests?isClosed=false").await;
    let path = format!(
        "/api/event/{}/data-requests/{}/answer",
        evening.till.event,
        list["items"][0]["id"].as_str().unwrap()
    );
    let answer = app
        .request(Method::POST, &path)
        .bearer(&app.fresh_token(&evening.till.owner))
        .header("idempotency-key", "tra-loi");
    let answered = answer.json(json!({ "text": "Đã xem." })).send().await;
    assert_eq!(answered.data()["fullName"], NAME, "{}", answered.json);
    let stored = idempotency::Entity::find().filter(idempotency::Column::Key.eq("tra-loi"));
    let stored = stored.one(app.app.db.read()).await.unwrap().unwrap();
    assert!(!stored.body.is_empty());
    let tx = app.app.db.write().await.unwrap();
    stored.clone().delete(&tx).await.unwrap();
    tx.commit().await.unwrap();
    stored
}

/// A new transfer, a statement that completes a known one, and one more delivery of another.
async fn report_transfers(evening: &Evening, tx: &Tx, known: &[transfer::Model]) {
    let now = evening.till.app.app.clock.now();
    let new = transfer::ActiveModel {
        id: Set(new_id()),
        service_id: Set(Some("moi".to_owned())),
        created_at: Set(now),
        reported_at: Set(now),
        ..known[0].clone().into_active_model().reset_all()
    };
    transfer::Entity::insert(new)
        .exec_without_returning(tx)
        .await
        .unwrap();
    let completed = transfer::ActiveModel {
        id: Set(known[1].id),
        payer: Set(Some(NAME.to_owned())),
        reported_at: Set(now),
        ..Default::default()
    };
    completed.update(tx).await.unwrap();
    let first = bank_delivery::Entity::find()
        .order_by_asc(bank_delivery::Column::Id)
        .one(tx)
        .await
        .unwrap()
        .unwrap();
    assert!(first.body.contains(PHONE));
    let again = bank_delivery::ActiveModel {
        id: Set(new_id()),
        worked_at: Set(Some(now)),
        ..first.into_active_model().reset_all()
    };
    bank_delivery::Entity::insert(again)
        .exec_without_returning(tx)
        .await
        .unwrap();
}

/// A statement with the first transfer that the service reports.
fn statement() -> String {
    format!(
        "SAO KÊ;;;;\nNgày giao dịch;Số tham chiếu;Ghi nợ;Ghi có;Diễn giải\n\
         01/03/2026;MBVCB.1;;750.000;{HARMLESS}\n"
    )
}

/// Takes the payment for another participant back, by which Giao is named.
async fn take_payment_back(evening: &Evening, tx: &Tx, used: &transfer::Model) {
    let taken = payment::Entity::delete_many()
        .filter(payment::Column::TransferId.eq(used.id))
        .exec(tx)
        .await
        .unwrap();
    assert_eq!(taken.rows_affected, 1);
    let waiting = transfer::ActiveModel {
        id: Set(used.id),
        state: Set(TransferState::Waiting),
        reason: Set(Some(TransferReason::Undone)),
        reported_at: Set(evening.till.app.app.clock.now()),
        ..Default::default()
    };
    waiting.update(tx).await.unwrap();
}

async fn log_mail(evening: &Evening, tx: &Tx) {
    let now = evening.till.app.app.clock.now();
    let sent = mail_log::ActiveModel {
        id: Set(new_id()),
        recipient: Set(EMAIL.to_owned()),
        template: Set("message".to_owned()),
        is_sent: Set(true),
        attempts: Set(1),
        error: Set(None),
        created_at: Set(now),
        tried_at: Set(now),
        about: Set(None),
    };
    mail_log::Entity::insert(sent)
        .exec_without_returning(tx)
        .await
        .unwrap();
}

#[tokio::test]
async fn what_is_stored_between_the_search_and_the_erasure_goes_with_the_person() {
    let evening = Evening::new().await;
    let app = &evening.till.app;
    app.run_jobs().await;
    let named = format!("{} {PHONE} dong hoc phi", FOLDED.to_uppercase());
    for (number, text) in [(1, named.as_str()), (2, HARMLESS)] {
        evening.till.receive(number, PRICE * 3, text).await;
    }
    let hoa = evening.till.guest("hoa").await;
    let for_hoa = format!("{} {}", hoa.payment_ref, FOLDED.to_uppercase());
    evening.till.receive(3, PRICE, &for_hoa).await;
    evening.unlink_transfers().await;
    let known = evening.till.transfers().await;
    assert_eq!(known[2].state, TransferState::Used);
    let answer = stored_answer(&evening).await;
    app.run_jobs().await;
    // Older than what the transaction looks at again.
    app.pass(Duration::from_hours(1));
    let one = format!("/attendances/{}", evening.giao.id);
    let seen = evening.get(&one).await;

    let tx = app.app.db.write().await.unwrap();
    event::Entity::find_by_id(evening.till.event)
        .lock_exclusive()
        .one(&tx)
        .await
        .unwrap();
    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        report_transfers(&evening, &tx, &known).await;
        take_payment_back(&evening, &tx, &known[2]).await;
        log_mail(&evening, &tx).await;
        let answer = idempotency::ActiveModel {
            expires_at: Set(app.app.clock.now().plus(Duration::from_hours(24))),
            ..answer.clone().into_active_model().reset_all()
        };
        idempotency::Entity::insert(answer)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    };
    let erasing = evening.erase_as(NAME, &seen["updatedAt"]);
    let (erased, ()) = tokio::join!(erasing, meanwhile);
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    app.run_jobs().await;

    for word in [NAME, FOLDED, EMAIL, PHONE] {
        assert_eq!(evening.tables_with(word).await, BTreeSet::new(), "{word}");
    }
    let transfers = evening.till.transfers().await;
    assert_eq!(transfers.len(), 4);
    assert!(transfers.iter().all(|row| row.erased_at.is_some()));
    let id = (answer.caller, answer.path, answer.key);
    let stored = idempotency::Entity::find_by_id(id);
    let stored = stored.one(app.app.db.read()).await.unwrap().unwrap();
    assert_eq!(stored.body, "");
}

/// A name that others have proves nothing, and each transfer whose deliveries are looked for costs a look at all of them.
#[tokio::test]
async fn the_search_looks_for_deliveries_of_transfers_with_marks_of_no_other_person_only() {
    let evening = Evening::new().await;
    let app = &evening.till.app;
    app.run_jobs().await;
    let text = format!("{} dong hoc phi", FOLDED.to_uppercase());
    evening.till.receive(1, PRICE * 3, &text).await;
    let delivery = bank_delivery::Entity::find()
        .one(app.app.db.read())
        .await
        .unwrap()
        .unwrap();
    let marks = Mark::name(NAME).into_iter().collect();
    let search = Search::of_participants(evening.till.owner.id, marks);
    let people = ErasedPeople {
        ids: &[evening.giao.id],
        names: &HashSet::new(),
        references: &[],
        search: &search,
    };
    let finds_delivery = async || {
        evening.unlink_transfers().await;
        let found = find_before(app.app.db.read(), people, app.app.clock.now()).await;
        format!("{:?}", found.unwrap()).contains(&delivery.id.to_string())
    };
    assert!(finds_delivery().await, "only Giao has the name");
    evening.add_namesake().await;
    assert!(!finds_delivery().await);
}

/// A later version of the program may write outcomes that this one cannot read.
#[tokio::test]
async fn a_delivery_whose_outcome_cannot_be_read_goes_with_the_person() {
    let evening = Evening::new().await;
    evening.live().await;
    let transfers = evening.till.transfers().await;
    let unreadable = json!({ "transfers": [{ "id": transfers[0].id, "text": FOLDED }] });
    let tx = evening.till.app.app.db.write().await.unwrap();
    let changed = bank_delivery::ActiveModel {
        outcome: Set(Some(unreadable)),
        ..Default::default()
    };
    let changed = bank_delivery::Entity::update_many().set(changed);
    assert_eq!(changed.exec(&tx).await.unwrap().rows_affected, 1);
    tx.commit().await.unwrap();
    let before = evening.tables_with(FOLDED).await;
    assert!(before.contains("bank_delivery"), "{before:?}");
    evening.erase().await;
    assert_eq!(evening.tables_with(FOLDED).await, BTreeSet::new());
}

/// The search was for another name and address, so the transaction looks for everything.
#[tokio::test]
async fn a_person_who_was_changed_between_the_search_and_the_erasure_is_erased_as_changed() {
    const LATER: &str = "Lê Thị Tên Mới";
    const LATER_EMAIL: &str = "ten.moi@rieng.example";
    let evening = Evening::new().await;
    let app = &evening.till.app;
    app.run_jobs().await;
    evening
        .till
        .receive(1, PRICE * 3, &format!("LE THI TEN MOI gui {LATER_EMAIL}"))
        .await;
    evening.unlink_transfers().await;
    app.pass(Duration::from_hours(1));
    let tx = app.app.db.write().await.unwrap();
    event::Entity::find_by_id(evening.till.event)
        .lock_exclusive()
        .one(&tx)
        .await
        .unwrap();
    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let changed = attendance::ActiveModel {
            id: Set(evening.giao.id),
            full_name: Set(LATER.to_owned()),
            email: Set(LATER_EMAIL.to_owned()),
            ..Default::default()
        };
        changed.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    };
    let (event, id) = (evening.till.event, evening.giao.id);
    let erasing = hoi_server::privacy::erase(&app.app, event, id, None, None);
    let (erased, ()) = tokio::join!(erasing, meanwhile);
    erased.unwrap();
    app.run_jobs().await;
    for word in [LATER, "LE THI TEN MOI", LATER_EMAIL] {
        assert_eq!(evening.tables_with(word).await, BTreeSet::new(), "{word}");
    }
}

/// A delivery may report the transfers of several people, and each erasure writes all of its texts anew.
#[tokio::test]
async fn two_erasures_that_one_delivery_concerns_leave_no_text_of_either() {
    const OTHER: &str = "TRAN VAN HOA gui tien";
    let evening = Evening::new().await;
    let (till, app) = (&evening.till, &evening.till.app);
    app.run_jobs().await;
    let named = format!("{} {PHONE} dong hoc phi", FOLDED.to_uppercase());
    for (number, text) in [(1, named.as_str()), (2, OTHER)] {
        till.receive(number, PRICE * 3, text).await;
    }
    evening.unlink_transfers().await;
    let deliveries = bank_delivery::Entity::find()
        .order_by_asc(bank_delivery::Column::Id)
        .all(app.app.db.read())
        .await
        .unwrap();
    let outcomes = deliveries.iter().map(|row| row.outcome.clone().unwrap());
    let [mut both, other] = outcomes.collect::<Vec<_>>().try_into().unwrap();
    let mut erased = both.clone();
    let transfers = both["transfers"].as_array_mut().unwrap();
    transfers.push(other["transfers"][0].clone());
    let mut without = other["transfers"][0].clone();
    without["content"] = json!(ERASED_NAME);
    erased["transfers"].as_array_mut().unwrap().push(without);
    let first = deliveries[0].id;
    let write = async |tx: &Tx, outcome: Value| {
        let columns = bank_delivery::ActiveModel {
            id: Set(first),
            outcome: Set(Some(outcome)),
            ..Default::default()
        };
        columns.update(tx).await.unwrap();
    };
    let tx = app.app.db.write().await.unwrap();
    write(&tx, both).await;
    tx.commit().await.unwrap();
    app.pass(Duration::from_hours(1));

    // The erasure of the other has not been committed yet when this one comes to the delivery.
    let tx = app.app.db.write().await.unwrap();
    write(&tx, erased).await;
    let meanwhile = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        tx.commit().await.unwrap();
    };
    let (event, id) = (till.event, evening.giao.id);
    let erasing = hoi_server::privacy::erase(&app.app, event, id, None, None);
    let (done, ()) = tokio::join!(erasing, meanwhile);
    done.unwrap();
    let row = bank_delivery::Entity::find_by_id(first).one(app.app.db.read());
    let row = row.await.unwrap().unwrap();
    assert_eq!(row.body, "");
    let outcome = row.outcome.unwrap().to_string();
    for text in [OTHER, PHONE] {
        assert!(!outcome.contains(text), "{outcome}");
    }
}

/// A source that completes a known transfer counts as a report of now, by which the transaction finds it again.
#[tokio::test]
async fn a_statement_that_completes_a_transfer_counts_as_a_report() {
    let evening = Evening::new().await;
    let till = &evening.till;
    till.receive(1, PRICE * 3, HARMLESS).await;
    let before = till.transfers().await;
    assert_eq!(before[0].reported_at, before[0].created_at);
    till.app.pass(Duration::from_hours(1));
    let taken = till.statement(&statement(), &[]).await;
    assert_eq!(taken.data()["new"], 0, "{}", taken.json);
    let after = till.transfers().await;
    assert!(after[0].in_statement);
    assert_eq!(after[0].created_at, before[0].created_at);
    assert_eq!(after[0].reported_at, till.app.app.clock.now());
}

/// The erasure is committed while the statement that lists the transfer is taken in.
#[tokio::test]
async fn a_statement_does_not_bring_back_a_text_that_is_erased_meanwhile() {
    let evening = Evening::new().await;
    let till = &evening.till;
    till.receive(1, PRICE * 3, HARMLESS).await;
    let before = till.transfers().await;
    let now = till.app.app.clock.now();
    let tx = till.app.app.db.write().await.unwrap();
    let names: HashSet<String> = HashSet::new();
    erase_text(&tx, &before[0], &names, now).await.unwrap();
    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        tx.commit().await.unwrap();
    };
    let file = statement();
    let (taken, ()) = tokio::join!(till.statement(&file, &[]), meanwhile);
    assert_eq!(taken.data()["new"], 0, "{}", taken.json);
    let after = till.transfers().await;
    assert!(after[0].in_statement && after[0].erased_at.is_some());
    assert_eq!(after[0].content, "");
}

/// A transfer whose payment is taken back pays for nothing from then on, so the transaction has to find it.
#[tokio::test]
async fn a_payment_that_is_taken_back_counts_as_a_report() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let removed = till.guest("lan").await;
    let removal = release(till.event, vec![removed.id], till.owner.id);
    till.app.desk.submit(removal).await.unwrap();
    till.receive(1, PRICE, &hoa.payment_ref).await;
    till.receive(2, PRICE, &removed.payment_ref).await;
    let waiting = till.listed("waiting").await;
    let accepted = till.decide("accept", &[&waiting[0]["id"]]).await;
    assert_eq!(accepted.data()["done"], json!([waiting[0]["id"]]));
    till.app.pass(Duration::from_hours(1));
    let now = till.app.app.clock.now();
    for used in till.transfers().await {
        assert_eq!(used.state, TransferState::Used);
        assert!(used.reported_at < now);
        let undone = till.decide("undo", &[&json!(used.id)]).await;
        assert_eq!(undone.data()["done"], json!([used.id]));
    }
    for freed in till.transfers().await {
        assert_eq!(freed.state, TransferState::Waiting);
        assert_eq!(freed.reported_at, now);
    }
}
