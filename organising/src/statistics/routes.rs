//! Calls for figures: an administrator's are the whole platform's, an organiser's those of their own events.

use axum::extract::State;
use axum::response::Response;
use hoi_community::accounts::Signed;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::Result;
use hoi_platform::http::{BinaryFile, ClientIp, Envelope, ValidatedQuery};
use hoi_platform::ids::EventId;
use hoi_platform::routes;
use hoi_ticketing::events::{in_event, rights};
use utoipa_axum::router::OpenApiRouter;

use super::dto::{ChartPoint, ChartQuery, Overview, OverviewQuery, period};
use super::store::{self, Scope};
use super::{export, report};

/// Routes of statistics.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_overview))
        .routes(routes!(get_chart))
        .routes(routes!(export_data))
        .routes(routes!(report::get_event_report))
}

/// Returns the scope of all that the caller may see, or of the event if they may see its figures.
async fn scope(app: &App, caller: Signed, event: Option<EventId>) -> Result<Scope> {
    match event {
        Some(id) => {
            let caller = in_event::<rights::Overview>(app, id, caller.user).await?;
            Ok(Scope::Event(caller.event.id))
        }
        None if caller.is_admin() => Ok(Scope::Platform),
        None => Ok(Scope::Organiser(caller.user.id)),
    }
}

/// Returns the figures of all events for administrators, of their own ones for organizers, or of one event. 5005 when
/// there is no such event.
#[utoipa::path(get, path = "/statistic/overview", tag = "statistic", params(OverviewQuery),
    responses((status = 200, body = Envelope<Overview>)), security(("bearer" = [])))]
async fn get_overview(
    State(app): State<App>,
    caller: Signed,
    ValidatedQuery(query): ValidatedQuery<OverviewQuery>,
) -> Result<Envelope<Overview>> {
    let scope = scope(&app, caller, query.event_id).await?;
    let period = period(query.chart_type, query.unit)?;
    let overview = store::overview(app.db.read(), scope, period, app.clock.now()).await?;
    Ok(Envelope::ok(overview))
}

/// Returns a figure for each of the last 7 days or 12 months, the present one last; a single empty point while there
/// is no event. 5005 when there is no such event.
#[utoipa::path(get, path = "/statistic/chart", tag = "statistic", params(ChartQuery),
    responses((status = 200, body = Envelope<Vec<ChartPoint>>)), security(("bearer" = [])))]
async fn get_chart(
    State(app): State<App>,
    caller: Signed,
    ValidatedQuery(query): ValidatedQuery<ChartQuery>,
) -> Result<Envelope<Vec<ChartPoint>>> {
    let scope = scope(&app, caller, query.event_id).await?;
    let period = period(query.chart_type, query.unit)?;
    let metric = query.metric.unwrap_or_default();
    let points = store::chart(app.db.read(), scope, period, metric, app.clock.now()).await?;
    Ok(Envelope::ok(points))
}

/// Returns a workbook in the caller's language with a sheet for each kind of thing: everything for administrators, for
/// organizers their account and the data of their events. Passwords, keys and codes that give entry are left out, and
/// so is data that counts as sensitive in an event's own list. 5003 (HTTP 429): too many files are being written for
/// the account.
#[utoipa::path(get, path = "/statistic/export", tag = "statistic",
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))), security(("bearer" = [])))]
async fn export_data(
    State(app): State<App>,
    caller: Signed,
    ClientIp(ip): ClientIp,
) -> Result<Response> {
    let account = caller.user.id;
    let permit = app.exports.begin(account)?;
    let scope = scope(&app, caller, None).await?;
    let now = app.clock.now();
    let tx = app.db.write().await?;
    audit::record(
        &tx,
        Some(account),
        AuditAction::DataExported,
        account,
        Some(ip),
        now,
    )
    .await?;
    tx.commit().await?;
    export::answer(app, account, scope, permit)
}
