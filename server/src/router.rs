//! The parts of the API and the layers around them. Each feature lists its own routes; all of them with the callers
//! they admit are in the test `permissions`.

use std::sync::{Arc, LazyLock};

use axum::routing::any;
use axum::{Extension, Router, middleware};
use hoi_community::{accounts, groups, notifications, plans, points, posts};
use hoi_organising::checkin::{GuestSearches, PracticeScans, ScanBatches};
use hoi_organising::{
    checkin, group_events, group_statistics, lucky_draw, messages, roll_call, statistics, transfers,
};
use hoi_platform::app::App;
use hoi_platform::error::Error;
use hoi_platform::http::{layers, manifest, web_app};
use hoi_platform::routes;
use hoi_platform::{audit, realtime};
use hoi_ticketing::events::SharePictures;
use hoi_ticketing::registration::AppWithDesk;
use hoi_ticketing::{bank_accounts, events, participants, registration};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::api_keys::ApiLimits;
use crate::{
    api_keys, dev_mail, health, licenses, me, openapi, operations, organisers, privacy, system,
    todo, uploads, v1, webhooks,
};

/// Every route under `/api`, with its description: first those that the application itself serves, then those that give
/// and take seats.
fn api() -> (OpenApiRouter<App>, OpenApiRouter<AppWithDesk>) {
    let of_app = OpenApiRouter::with_openapi(openapi::Description::openapi())
        .routes(routes!(health::get_health))
        .routes(routes!(health::get_mail_health))
        .merge(accounts::routes())
        .merge(notifications::routes())
        .merge(plans::routes())
        .merge(groups::routes())
        .merge(posts::routes())
        .merge(points::routes())
        .merge(group_events::routes())
        .merge(me::routes())
        .merge(checkin::routes())
        .merge(lucky_draw::routes())
        .merge(messages::routes())
        .merge(bank_accounts::routes())
        .merge(statistics::routes())
        .merge(system::routes())
        .merge(group_statistics::routes())
        .merge(webhooks::routes())
        .merge(uploads::routes())
        .merge(privacy::routes())
        .merge(todo::routes())
        .merge(events::routes())
        .merge(api_keys::routes())
        .merge(organisers::routes());
    let of_desk = OpenApiRouter::new()
        .merge(registration::routes())
        .merge(participants::routes())
        .merge(checkin::desk_routes())
        .merge(roll_call::routes())
        .merge(transfers::routes())
        .merge(privacy::desk_routes())
        .merge(v1::routes());
    (of_app, of_desk)
}

/// The API's description, as committed in `openapi.json`.
#[must_use]
pub fn description() -> OpenApi {
    let (of_app, of_desk) = api();
    let mut description = of_app.into_openapi();
    description.merge(of_desk.into_openapi());
    openapi::name_errors(&mut description);
    openapi::describe(&mut description);
    openapi::compact(&mut description);
    description
}

/// The routes without their descriptions. Describing them is a third of the cost of opening an application, so the
/// applications of a process, hundreds in a test, share them.
static ROUTES: LazyLock<(Router<App>, Router<AppWithDesk>)> = LazyLock::new(|| {
    let (of_app, of_desk) = api();
    (of_app.into(), of_desk.into())
});

/// Builds the server's router and opens its sockets; once for an application.
pub fn router(server: AppWithDesk) -> Router {
    let app = server.app.clone();
    accounts::open_sockets(&app);
    checkin::open_sockets(&app);
    let (of_app, of_desk) = ROUTES.clone();
    let api = of_app
        .with_state(app.clone())
        .merge(of_desk.with_state(server))
        .fallback(|| async { Error::not_found() })
        .method_not_allowed_fallback(|| async { Error::MethodNotAllowed })
        .layer(Extension(Arc::<ApiLimits>::default()))
        .layer(Extension(Arc::<ScanBatches>::default()))
        .layer(Extension(Arc::<GuestSearches>::default()))
        .layer(Extension(Arc::<PracticeScans>::default()))
        .layer(Extension(Arc::<SharePictures>::default()))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            audit::record_refused_calls,
        ));
    let router = Router::new()
        .merge(web_app::landing(&app.config))
        .merge(web_app::mail_frame(&app.config))
        .merge(manifest::routes())
        .merge(licenses::routes())
        .merge(openapi::routes(app.clone(), description))
        .nest("/api", api)
        .route("/api/", any(|| async { Error::not_found() }))
        .merge(events::pages(app.clone()))
        .merge(organisers::pages(app.clone()))
        .merge(dev_mail::routes(&app))
        .merge(operations::proof::routes(app.clone()))
        .merge(realtime::routes(&app.realtime, &app.config.public_url))
        .fallback(web_app::serve);
    layers::around(router, &app)
}
