//! Calls on posts.

mod answers;
mod manage;
mod reacting;
mod reads;
mod reporting;
mod reviewing;

use hoi_platform::app::App;
use hoi_platform::routes;
use utoipa_axum::router::OpenApiRouter;

/// Routes of posts, under `/group`.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(reads::get_feed))
        .routes(routes!(reads::list_posts, manage::create_post))
        .routes(routes!(reviewing::review_posts))
        .routes(routes!(
            reads::get_post,
            manage::update_post,
            manage::delete_post
        ))
        .routes(routes!(reviewing::approve_post))
        .routes(routes!(reviewing::reject_post))
        .routes(routes!(manage::close_post))
        .routes(routes!(manage::reopen_post))
        .routes(routes!(manage::pin_post))
        .routes(routes!(manage::unpin_post))
        .routes(routes!(reads::list_comments, answers::create_comment))
        .routes(routes!(answers::update_comment, answers::delete_comment))
        .routes(routes!(reacting::like_post, reacting::unlike_post))
        .routes(routes!(
            reacting::list_reactions,
            reacting::set_reaction,
            reacting::delete_reaction
        ))
        .routes(routes!(answers::like_comment, answers::unlike_comment))
        .routes(routes!(reporting::report_post))
        .routes(routes!(reporting::report_comment))
        .routes(routes!(reporting::list_reports))
        .routes(routes!(reporting::resolve_report))
}
