//! Writing down who is there. Each step is a transaction of its own, as the desk and the door make them; whatever was
//! done until a step is refused can be seen on the roll call and taken back there.

use hoi_community::accounts::entity::user;
use hoi_db::OnUnique as _;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::idempotency::IdempotentRequest;
use hoi_platform::language;
use hoi_ticketing::attendances::{AttendanceId, Source};
use hoi_ticketing::events::find_ticket_rows;
use hoi_ticketing::registration::{self, Desk, NewRegistration, Registered, add_by_hand, confirm};
use sea_orm::{ActiveModelTrait as _, ColumnTrait, EntityTrait, QueryFilter, Set};

use super::AbsenceKind;
use super::access::CalledEvent;
use super::dto::NewPerson;
use super::entity::absence;
use super::store;
use crate::checkin::set_checked_in;

/// Another leader has marked the member in the meantime.
pub fn marked_meanwhile() -> Error {
    Error::Conflict(LocalizedText::new("rollCall.markedMeanwhile"))
}

/// Registers a person without mails, and returns the registration.
///
/// # Errors
/// 5003 when the event is full; 5008 when it has ticket classes, between which a person has to choose; 5009 when it is
/// cancelled; 5013 when the e-mail address is registered.
async fn register(
    app: &App,
    desk: &Desk,
    call: &CalledEvent,
    person: NewPerson,
    invited_by: Option<String>,
    request: Option<IdempotentRequest>,
) -> Result<AttendanceId> {
    let event = call.event.id;
    if !find_ticket_rows(app.db.read(), event).await?.is_empty() {
        return Err(Error::Conflict(LocalizedText::new("rollCall.hasClasses")));
    }
    app.vitals.require_space()?;
    let mut registration = NewRegistration::new(
        event,
        person.full_name,
        person.email.unwrap_or_default(),
        person.phone.unwrap_or_default(),
        person.company.unwrap_or_default(),
        Source::Manual,
        language::current(),
    );
    registration.mails = false;
    registration.details.invited_by = invited_by;
    let by = call.caller.user.id;
    match desk.submit(add_by_hand(registration, by, request)).await? {
        Registered::Now(row) => Ok(row.id),
        Registered::Before(id) => Ok(id),
    }
}

/// Registers and checks in a person without an account.
pub async fn admit(
    app: &App,
    desk: &Desk,
    call: &CalledEvent,
    person: NewPerson,
    invited_by: Option<String>,
    request: Option<IdempotentRequest>,
) -> Result<AttendanceId> {
    let id = register(app, desk, call, person, invited_by, request).await?;
    set_checked_in(app, &call.at_door(), id, true).await?;
    Ok(id)
}

/// Checks a member in, and first registers and confirms them if necessary.
pub async fn check_in(
    app: &App,
    desk: &Desk,
    call: &CalledEvent,
    user: &user::Model,
) -> Result<()> {
    let event = call.event.id;
    let find = async || store::find_registration(app.db.read(), event, &user.email_key).await;
    let mut registration = find().await?;
    if registration.is_none() {
        let person = NewPerson {
            full_name: user.full_name.clone(),
            phone: Some(user.phone.clone()),
            email: Some(user.email.clone()),
            company: Some(user.company.clone()),
        };
        match register(app, desk, call, person, None, None).await {
            // Another leader, or the member, was faster.
            Ok(_) | Err(Error::EmailBeingUsed(_)) => registration = find().await?,
            Err(error) => return Err(error),
        }
    }
    let row = registration.ok_or_else(marked_meanwhile)?;
    if row.confirm_by.is_some() {
        let by = Some(call.caller.user.id);
        desk.submit(confirm(event, row.id, by)).await?;
    }
    set_checked_in(app, &call.at_door(), row.id, true).await
}

/// Checks a member out.
pub async fn check_out(app: &App, call: &CalledEvent, user: &user::Model) -> Result<()> {
    let found = store::find_registration(app.db.read(), call.event.id, &user.email_key);
    match found.await? {
        Some(row) => set_checked_in(app, &call.at_door(), row.id, false).await,
        None => Ok(()),
    }
}

/// Stores that the member is absent, excused or late. 5008 when an absence is stored already.
async fn insert_absence(
    app: &App,
    call: &CalledEvent,
    user: &user::Model,
    kind: AbsenceKind,
    substitute: Option<AttendanceId>,
) -> Result<()> {
    let tx = app.db.write().await?;
    let row = absence::ActiveModel {
        id: Set(clock::new_id()),
        event_id: Set(call.event.id),
        user_id: Set(user.id),
        substitute_id: Set(substitute),
        kind: Set(kind),
        created_by: Set(call.caller.user.id),
        created_at: Set(app.clock.now()),
    };
    row.insert(&tx).await.on_unique(marked_meanwhile())?;
    tx.commit().await?;
    Ok(())
}

/// Notes that a member is away or late. 5008 when something was noted already.
pub async fn note(
    app: &App,
    call: &CalledEvent,
    user: &user::Model,
    kind: AbsenceKind,
) -> Result<()> {
    insert_absence(app, call, user, kind, None).await
}

/// Notes who has come instead of a member, and checks that person in.
pub async fn substitute(
    app: &App,
    desk: &Desk,
    call: &CalledEvent,
    user: &user::Model,
    person: NewPerson,
) -> Result<()> {
    let id = register(app, desk, call, person, Some(user.full_name.clone()), None).await?;
    if let Err(error) = insert_absence(app, call, user, AbsenceKind::Excused, Some(id)).await {
        release(desk, call, id).await?;
        return Err(error);
    }
    set_checked_in(app, &call.at_door(), id, true).await
}

/// Takes an absence back, and the substitute's seat with it. 5008 when it was taken back meanwhile.
pub async fn remove_absence(
    app: &App,
    desk: &Desk,
    call: &CalledEvent,
    absence: &absence::Model,
) -> Result<()> {
    let tx = app.db.write().await?;
    let removed = absence::Entity::delete_many()
        .filter(absence::Column::Id.eq(absence.id))
        .exec(&tx)
        .await?;
    if removed.rows_affected == 0 {
        return Err(marked_meanwhile());
    }
    tx.commit().await?;
    match absence.substitute_id {
        Some(id) => release(desk, call, id).await,
        None => Ok(()),
    }
}

/// Takes the seat of a substitute or a guest back, if the organiser has not done so.
pub async fn release(desk: &Desk, call: &CalledEvent, id: AttendanceId) -> Result<()> {
    let released = desk.submit(registration::release(
        call.event.id,
        vec![id],
        call.caller.user.id,
    ));
    match released.await {
        Ok(_) | Err(Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
