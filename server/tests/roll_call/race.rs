//! Leaders who call the roll at the same moment.

use axum::http::Method;
use futures::future::join_all;
use hoi_organising::roll_call::entity::absence;
use hoi_organising::roll_call::{AbsenceId, AbsenceKind};
use hoi_platform::clock::new_id;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};
use serde_json::json;
use tokio::sync::Barrier;

use super::support::Meeting;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_member_is_registered_and_checked_in_once() {
    let meeting = Meeting::new().await;
    let (member, owner, manager) = (
        &meeting.circle.member,
        &meeting.circle.owner,
        &meeting.circle.manager,
    );
    let marks =
        (0..8).map(|at| meeting.mark([owner, manager][at % 2], member, None, Some("present")));
    let codes = join_all(marks).await;
    assert_eq!(codes, [2000; 8]);
    assert_eq!(meeting.counters().await, (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_member_has_one_substitute() {
    let meeting = Meeting::new().await;
    let (member, owner, manager) = (
        &meeting.circle.member,
        &meeting.circle.owner,
        &meeting.circle.manager,
    );
    let tail = format!("/{}", member.id);
    let name = |at: usize| {
        let body =
            json!({ "mark": "substituted", "substitute": { "fullName": format!("Lê {at}") } });
        meeting.call([owner, manager][at % 2], Method::PUT, &tail, body)
    };
    let answers = join_all((0..8).map(name)).await;
    let mut codes: Vec<u64> = answers.iter().map(|answer| answer.code()).collect();
    codes.sort_unstable();
    assert_eq!(codes, [2000, 5008, 5008, 5008, 5008, 5008, 5008, 5008]);
    // The seats of the others were given back.
    assert_eq!(meeting.counters().await, (1, 1));
    assert_eq!(meeting.roll().await["guests"], json!([]));
}

/// The control: looking first and noting afterwards, without the index, gives a member several substitutes.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_index_a_member_has_several_substitutes() {
    let meeting = Meeting::new().await;
    let (app, event) = (&meeting.circle.app.app, meeting.event);
    let tx = app.db.write().await.unwrap();
    tx.execute_unprepared("drop index absence_once")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let barrier = Barrier::new(4);
    let notes = (0..4).map(|_| async {
        let noted = absence::Entity::find()
            .filter(absence::Column::EventId.eq(event))
            .count(app.db.read());
        let noted = noted.await.unwrap();
        barrier.wait().await;
        if noted > 0 {
            return;
        }
        let row = absence::ActiveModel {
            id: Set(new_id::<AbsenceId>()),
            event_id: Set(event),
            user_id: Set(meeting.circle.member.id),
            substitute_id: Set(None),
            kind: Set(AbsenceKind::Excused),
            created_by: Set(meeting.circle.owner.id),
            created_at: Set(app.clock.now()),
        };
        let tx = app.db.write().await.unwrap();
        absence::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    });
    join_all(notes).await;
    let noted = absence::Entity::find().count(app.db.read()).await.unwrap();
    assert_eq!(noted, 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn different_marks_at_once_lose_nothing() {
    for _ in 0..5 {
        let meeting = Meeting::new().await;
        let (member, owner, manager) = (
            &meeting.circle.member,
            &meeting.circle.owner,
            &meeting.circle.manager,
        );
        let (present, excused) = tokio::join!(
            meeting.mark(owner, member, None, Some("present")),
            meeting.mark(manager, member, None, Some("excused")),
        );
        let codes = [present, excused];
        assert!(
            codes.contains(&2000) && codes.iter().all(|code| [2000, 5008].contains(code)),
            "{codes:?}"
        );
        // A member who was let in is present, whatever other mark was set.
        let expected = if present == 2000 {
            "present"
        } else {
            "excused"
        };
        assert_eq!(meeting.on_roll(member).await["mark"], expected);
    }
}
