//! The calls on events, covers and banks.

mod calendar;
mod covers;
mod manage;
mod poster;
mod public;
mod share_picture;
mod views;
mod visitor_upload;

use axum::extract::DefaultBodyLimit;
use hoi_platform::app::App;
use hoi_platform::files;
use hoi_platform::routes;
use utoipa_axum::router::OpenApiRouter;

use crate::events::{blocks, drafts, invitation_codes, tickets};

pub use calendar::{CalendarQuery, answer as answer_with_calendar};
pub use visitor_upload::receive_answer_image;

/// Calls on events, their ticket classes and their invitation codes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(visitor_upload::upload_answer_image))
        .layer(DefaultBodyLimit::max(files::BODY_LIMIT))
        .routes(routes!(manage::list_events, manage::create_event))
        .routes(routes!(
            manage::get_event,
            manage::update_event,
            manage::delete_event
        ))
        .routes(routes!(manage::reopen_event))
        .routes(routes!(manage::cancel_event))
        .routes(routes!(manage::preview_cancellation))
        .routes(routes!(manage::update_event_form))
        .routes(routes!(views::list_event_log))
        .routes(routes!(views::list_event_actors))
        .routes(routes!(public::get_public_event))
        .routes(routes!(calendar::get_event_calendar))
        .routes(routes!(calendar::get_opening_calendar))
        .routes(routes!(public::preview_event))
        .routes(routes!(public::list_banks))
        .routes(routes!(covers::list_covers, covers::create_cover))
        .routes(routes!(covers::delete_cover))
        .routes(routes!(poster::get_event_poster))
        .routes(routes!(share_picture::get_share_picture))
        .merge(blocks::routes())
        .merge(drafts::routes())
        .merge(tickets::routes())
        .merge(invitation_codes::routes())
}
