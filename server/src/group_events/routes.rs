//! The events of a group.

use axum::extract::State;
use hoi_community::groups::{GroupId, InGroup, Reader};
use hoi_platform::app::App;
use hoi_platform::consent::Consent;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, PageQuery, ValidatedQuery};
use hoi_platform::language;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::rights::{EventRight, has_right};
use hoi_ticketing::events::{self, EventId, tickets};
use hoi_ticketing::registration::own_key;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::dto::{GroupEvent, GroupEventQuery, GroupEvents, MyRegistration};
use super::{group_lifecycle, rules, series, store, suggestions};

/// Routes of the events of groups, and of the calls that need these events.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(suggestions::suggest_groups))
        .routes(routes!(list_group_events))
        .routes(routes!(series::list_series, series::create_series))
        .routes(routes!(series::update_series))
        .routes(routes!(series::cancel_series))
        .routes(routes!(group_lifecycle::archive_group))
        .routes(routes!(group_lifecycle::delete_group))
        .routes(routes!(group_lifecycle::transfer_group))
}

/// Lists the events that belong to a group, for its members. The list contains nothing that is private to the events'
/// organisers, and callers see only their own registrations.
#[utoipa::path(get, path = "/group/{groupId}/event", tag = "group", params(("groupId" = GroupId, Path), GroupEventQuery),
    responses((status = 200, body = Envelope<GroupEvents>)), security(("bearer" = [])))]
async fn list_group_events(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<GroupEventQuery>,
) -> Result<Envelope<GroupEvents>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let group = caller.group.id;
    let (rows, total) = if let Some(id) = query.event {
        let found = store::find_one(conn, group, id).await?;
        let total = u64::from(found.is_some());
        (found.into_iter().collect(), total)
    } else {
        let period = query.period.unwrap_or_default();
        let page = PageQuery::new(query.limit, query.page);
        store::list(conn, group, period, page, now).await?
    };
    let ids: Vec<EventId> = rows.iter().map(|event| event.id).collect();
    let offers = tickets::find_offers(conn, ids.iter().copied()).await?;
    let classes = store::find_classes(conn, &ids).await?;
    let registrations = store::find_registrations(conn, &ids, &caller.user.email_key).await?;
    let series = store::find_series(conn, &ids).await?;
    let seen_by_member = |event: event::Model| {
        let free = (event.total_participants - event.registered_count).max(0);
        let offer = offers.get(&event.id);
        let of_event = classes.iter().filter(|class| class.event_id == event.id);
        let shown = of_event.filter(|class| !class.is_hidden);
        let shown: Vec<_> = shown.map(|class| (class.id, class.price)).collect();
        let mut own = registrations.iter().filter(|row| row.event_id == event.id);
        GroupEvent {
            status: events::status_of(&event, now),
            is_cancelled: event.cancelled_at.is_some(),
            seats_left: offer.map_or(free, |offer| offer.seats(free)),
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
    Ok(Envelope::ok(GroupEvents {
        items: rows.into_iter().map(seen_by_member).collect(),
        total,
        consent: Consent::wording(language::current()),
    }))
}
