//! Grants, refusals and returns of the desk, called directly.

use hoi_platform::error::Error;
use hoi_ticketing::attendances::{ParticipantDetailsChange, attendance};
use hoi_ticketing::registration::{
    Change, Imported, Refusal, add_by_hand, change, import, release,
};
use sea_orm::{ActiveValue::Set, EntityTrait};

use crate::support::{TestApp, new_registration, seated};

#[tokio::test]
async fn a_seat_is_counted_when_taken_moved_and_given_back() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.total_participants = Set(3);
            event.turn_off_payment = Set(false);
        })
        .await;
    let cheap = app.ticket(event, "Thường", 100_000, 1).await;
    let dear = app.ticket(event, "Cao cấp", 500_000, -1).await;
    let desk = &app.desk;

    let first = new_registration(event, "binh", Some(cheap));
    let first = seated(desk.submit(add_by_hand(first, owner.id, None)).await);
    assert_eq!(first.amount, 100_000);
    assert_eq!(first.ticket_code.len(), 12);

    let sold_out = desk.submit(add_by_hand(
        new_registration(event, "chi", Some(cheap)),
        owner.id,
        None,
    ));
    assert!(matches!(sold_out.await, Err(Error::TicketSoldOut)));
    let twice = desk.submit(add_by_hand(
        new_registration(event, "BINH", Some(dear)),
        owner.id,
        None,
    ));
    assert!(matches!(twice.await, Err(Error::EmailBeingUsed(_))));

    let to_dear = Change {
        ticket: Some(Some(dear)),
        email: Some("Binh.Moi@example.vn".to_owned()),
        details: ParticipantDetailsChange {
            note: Some(Some("Đổi hạng".to_owned())),
            ..Default::default()
        },
        ..Default::default()
    };
    desk.submit(change(event, first.id, to_dear)).await.unwrap();
    let row = attendance::Entity::find_by_id(first.id)
        .one(app.app.db.read())
        .await;
    let row = row.unwrap().unwrap();
    assert_eq!(row.amount, 500_000);
    assert_eq!(row.email_key, "binh.moi@example.vn");
    assert_eq!(row.note.as_deref(), Some("Đổi hạng"));
    assert_eq!((app.sold(cheap).await, app.sold(dear).await), (0, 1));

    assert_eq!(
        desk.submit(release(event, vec![first.id, first.id], owner.id))
            .await
            .unwrap(),
        1
    );
    assert!(matches!(
        desk.submit(release(event, vec![first.id], owner.id)).await,
        Err(Error::NotFound(_))
    ));
    assert_eq!((app.registered(event).await, app.sold(dear).await), (0, 0));
}

#[tokio::test]
async fn an_import_is_all_or_nothing_and_names_what_is_wrong() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 3).await;
    let desk = &app.desk;
    let people = |names: &[&str]| {
        names
            .iter()
            .map(|name| new_registration(event, name, None))
            .collect::<Vec<_>>()
    };

    let refused = desk
        .submit(import(
            event,
            people(&["a", "b", "A", "c", "d"]),
            owner.id,
            None,
        ))
        .await
        .unwrap();
    assert_eq!(
        refused,
        Imported::Refused(vec![(2, Refusal::EmailInUse), (4, Refusal::Full)])
    );
    assert_eq!(app.registered(event).await, 0);

    let all = desk
        .submit(import(event, people(&["a", "b", "c"]), owner.id, None))
        .await
        .unwrap();
    assert_eq!(
        all,
        Imported::All {
            added: 3,
            updated: 0
        }
    );
    assert_eq!(app.registered(event).await, 3);
}
