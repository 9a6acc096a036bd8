//! Calls on groups.

mod discovery;
mod founding;
mod invitations;
mod join_link;
mod manage;
mod members;
mod people;
mod requests;

use hoi_platform::app::App;
use hoi_platform::routes;
use utoipa_axum::router::OpenApiRouter;

use super::import;

/// Routes under `/group` and `/group-requests`, and the search for people who can be added.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(manage::list_groups, manage::create_group))
        .routes(routes!(
            founding::list_group_requests,
            founding::create_group_request
        ))
        .routes(routes!(founding::approve_group_request))
        .routes(routes!(founding::decline_group_request))
        .routes(routes!(discovery::search_groups))
        .routes(routes!(people::search_users))
        .routes(routes!(requests::list_my_requests))
        .routes(routes!(invitations::get_mailed_invitation))
        .routes(routes!(invitations::decline_mailed_invitation))
        .routes(routes!(
            join_link::get_group_of_link,
            join_link::join_by_link
        ))
        .routes(routes!(manage::get_group, manage::update_group))
        .routes(routes!(manage::restore_group))
        .routes(routes!(manage::list_group_log))
        .routes(routes!(members::list_members, members::add_members))
        .routes(routes!(members::update_member, members::remove_member))
        .routes(routes!(requests::invite_members))
        .routes(routes!(invitations::invite_by_email))
        .routes(routes!(invitations::resend_invitation))
        .routes(routes!(
            join_link::get_join_link,
            join_link::renew_join_link,
            join_link::remove_join_link
        ))
        .routes(routes!(
            requests::list_join_requests,
            requests::create_join_request
        ))
        .routes(routes!(
            requests::decide_join_request,
            requests::withdraw_join_request
        ))
        .merge(import::routes())
}
