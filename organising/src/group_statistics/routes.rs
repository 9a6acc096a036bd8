//! Calls on the figures of a group.

use axum::extract::State;
use axum::response::Response;
use hoi_community::groups::{GroupId, InGroup, Leader, Reader};
use hoi_community::plans::day_of;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::Result;
use hoi_platform::http::{BinaryFile, ClientIp, Envelope, Page, ValidatedQuery};
use hoi_platform::routes;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{GroupReport, ReportQuery, ReportRow, RowQuery};
use super::{export, rows, store};

/// Routes of group statistics, under `/group/{groupId}`.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_group_report))
        .routes(routes!(list_report_rows))
        .routes(routes!(export_group_report))
}

/// Returns the figures of a group over a month or other days; the rows of its members for leaders, if the plans of the
/// owner include reports.
#[utoipa::path(get, path = "/group/{groupId}/statistic", tag = "point", params(("groupId" = GroupId, Path), ReportQuery),
    responses((status = 200, body = Envelope<GroupReport>)), security(("bearer" = [])))]
async fn get_group_report(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<ReportQuery>,
) -> Result<Envelope<GroupReport>> {
    let now = app.clock.now();
    let days = query.days(&day_of(now))?;
    store::report(app.db.read(), &caller, days, now)
        .await
        .map(Envelope::ok)
}

/// Returns a page of the rows that a figure of the report counts, as many as the figure says; the latest first, active
/// people by name. 5003: the rows of one member, and the plans of the owner include no reports.
#[utoipa::path(get, path = "/group/{groupId}/statistic/rows", tag = "point", params(("groupId" = GroupId, Path), RowQuery),
    responses((status = 200, body = Envelope<Page<ReportRow>>)), security(("bearer" = [])))]
async fn list_report_rows(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<RowQuery>,
) -> Result<Envelope<Page<ReportRow>>> {
    let now = app.clock.now();
    let days = query.days(&day_of(now))?;
    rows::list(app.db.read(), &caller, &days, &query, now)
        .await
        .map(Envelope::ok)
}

/// Returns the figures as a workbook in the caller's language, with sheets for the group, its members, their attendance
/// of events, and its deals, whatever their outcome. 5003: the plans of the owner include no reports (HTTP 409), or too
/// many files are being written for the account (HTTP 429).
#[utoipa::path(get, path = "/group/{groupId}/statistic/export", tag = "point", params(("groupId" = GroupId, Path), ReportQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ))), security(("bearer" = [])))]
async fn export_group_report(
    State(app): State<App>,
    caller: InGroup<Leader>,
    ClientIp(ip): ClientIp,
    ValidatedQuery(query): ValidatedQuery<ReportQuery>,
) -> Result<Response> {
    let now = app.clock.now();
    let days = query.days(&day_of(now))?;
    let group = caller.group.id;
    store::check_has_report(app.db.read(), &caller, now).await?;
    let permit = app.exports.begin(caller.user.id)?;
    let by = Some(caller.user.id);
    let tx = app.db.write().await?;
    audit::record(
        &tx,
        by,
        AuditAction::GroupReportExported,
        group,
        Some(ip),
        now,
    )
    .await?;
    tx.commit().await?;
    let report = store::report(app.db.read(), &caller, days, now).await?;
    export::answer(app, caller.group, report, permit)
}
