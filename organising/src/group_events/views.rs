//! The events of a group as a member sees them: with the own registration and nothing that is private to organisers.

use hoi_community::groups::{InGroup, Reader};
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::rights::{EventRight, has_right};
use hoi_ticketing::events::{EventId, end_of, status_of, tickets};
use hoi_ticketing::registration::own_key;

use super::dto::{GroupEvent, MeetingDay, MyRegistration, SeriesCourse};
use super::{SeriesId, rules, store};

/// Returns what the caller sees of these events of the group.
pub async fn events(
    app: &App,
    caller: &InGroup<Reader>,
    rows: Vec<event::Model>,
    now: Timestamp,
) -> Result<Vec<GroupEvent>> {
    let conn = app.db.read();
    let ids: Vec<EventId> = rows.iter().map(|event| event.id).collect();
    let offers = tickets::find_offers(conn, ids.iter().copied()).await?;
    let classes = store::find_classes(conn, &ids).await?;
    let registrations = store::find_registrations(conn, &ids, &caller.user.email_key).await?;
    let series = store::find_series(conn, &ids).await?;
    let seen_by_member = |event: event::Model| {
        let free = (event.total_participants - event.registered_count).max(0);
        let offer = offers.get(&event.id);
        let seats_left = offer.map_or(free, |offer| offer.seats(free));
        let of_event = classes.iter().filter(|class| class.event_id == event.id);
        let shown = of_event.filter(|class| !class.is_hidden);
        let shown: Vec<_> = shown.map(|class| (class.id, class.price)).collect();
        let mut own = registrations.iter().filter(|row| row.event_id == event.id);
        GroupEvent {
            status: status_of(&event, now),
            is_cancelled: event.cancelled_at.is_some(),
            is_over: end_of(event.event_start_date, event.end_date) <= now,
            seats_left,
            is_scarce: rules::is_scarce(seats_left, event.total_participants),
            one_step: rules::one_step(
                (event.phone_question, event.company_question),
                &event.form.scheme,
                event.turn_off_payment,
                offer.map(|_| shown.as_slice()),
            ),
            registration: own.next().map(|row| MyRegistration {
                own_key: own_key(&app.secrets, row),
                confirm_by: row.confirm_by,
            }),
            series_id: series.get(&event.id).copied(),
            is_own: has_right(&caller.user, &event, EventRight::Settings),
            id: event.id,
            title: event.title,
            logo: event.logo,
            cover_image: event.cover_image,
            open_registration_date: event.open_registration_date,
            close_registration_date: event.close_registration_date,
            event_start_date: event.event_start_date,
            end_date: event.end_date,
            venue_address: event.venue_address,
            members_only: event.members_only,
        }
    };
    Ok(rows.into_iter().map(seen_by_member).collect())
}

/// Returns the series of these events, each with all of its meetings, in the order of the events.
pub async fn courses(
    app: &App,
    caller: &InGroup<Reader>,
    events: &[GroupEvent],
    now: Timestamp,
) -> Result<Vec<SeriesCourse>> {
    let conn = app.db.read();
    let mut all: Vec<SeriesCourse> = Vec::new();
    for id in events.iter().filter_map(|event| event.series_id) {
        if all.iter().all(|course| course.id != id) {
            let meetings = Vec::new();
            all.push(SeriesCourse { id, meetings });
        }
    }
    if all.is_empty() {
        return Ok(all);
    }
    let ids: Vec<SeriesId> = all.iter().map(|course| course.id).collect();
    let found = store::find_courses(conn, caller.group.id, ids).await?;
    let meetings: Vec<EventId> = found.iter().map(|(_, meeting)| meeting.id).collect();
    let own = store::find_registrations(conn, &meetings, &caller.user.email_key).await?;
    for (series, meeting) in found {
        let is_registered = own.iter().any(|row| row.event_id == meeting.id);
        if let Some(course) = all.iter_mut().find(|course| course.id == series) {
            course.meetings.push(MeetingDay {
                id: meeting.id,
                event_start_date: meeting.start,
                is_over: end_of(meeting.start, meeting.end) <= now,
                is_cancelled: meeting.cancelled_at.is_some(),
                cancel_reason: meeting.cancel_reason,
                is_registered,
            });
        }
    }
    Ok(all)
}
