//! The whole API on one screen, and what surrounds it.

use axum::routing::any;
use axum::{Router, middleware};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::error::Error;
use crate::http::{layers, pages};
use crate::{
    accounts, audit, checkin, dev_mail, events, files, health, invitations, lucky_draw, me,
    messages, openapi, participants, realtime, registration, tickets,
};

/// Every route under `/api`, with its description.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::Description::openapi())
        .routes(routes!(health::get_health))
        .routes(routes!(health::get_mail_health))
        .merge(accounts::routes())
        .merge(me::routes())
        .merge(checkin::routes())
        .merge(lucky_draw::routes())
        .merge(messages::routes())
        .merge(participants::routes())
        .merge(files::routes())
        .merge(events::routes())
        .merge(tickets::routes())
        .merge(registration::routes())
        .merge(invitations::routes())
}

/// The API's description, as committed in `openapi.json`.
#[must_use]
pub fn description() -> OpenApi {
    let mut description = api().split_for_parts().1;
    openapi::name_errors(&mut description);
    description
}

/// The server's router.
pub fn router(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    let api = api
        .fallback(|| async { Error::not_found() })
        .method_not_allowed_fallback(|| async { Error::MethodNotAllowed })
        .layer(middleware::from_fn_with_state(
            app.clone(),
            audit::record_refused_calls,
        ))
        .with_state(app.clone());
    let router = Router::new()
        .merge(pages::landing(&app.config))
        .nest("/api", api)
        .route("/api/", any(|| async { Error::not_found() }))
        .merge(events::pages(app.clone()))
        .merge(dev_mail::routes(&app))
        .merge(realtime::routes(&app))
        .fallback(pages::serve);
    layers::around(router, &app)
}
