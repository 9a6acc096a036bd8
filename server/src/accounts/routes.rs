//! Calls on accounts and sessions. The caller's own account is in `me.rs`, because it needs later features.

mod auth;
mod passwords;
mod second_factor;
mod sessions;
mod users;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

/// Routes under `/auth` and `/users`.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(auth::post_login))
        .routes(routes!(auth::post_register))
        .routes(routes!(auth::post_verify_email))
        .routes(routes!(auth::post_resend_verification))
        .routes(routes!(auth::post_refresh_token))
        .routes(routes!(auth::post_logout))
        .routes(routes!(passwords::post_forget_password))
        .routes(routes!(passwords::post_reset_password))
        .routes(routes!(passwords::post_check_reset_link))
        .routes(routes!(passwords::put_password))
        .routes(routes!(passwords::post_generate_password))
        .routes(routes!(users::get_users, users::post_user))
        .routes(routes!(users::get_users_search))
        .routes(routes!(users::get_qr_code))
        .routes(routes!(
            sessions::get_sessions,
            sessions::delete_other_sessions
        ))
        .routes(routes!(sessions::delete_session))
        .routes(routes!(users::put_user))
        .routes(routes!(second_factor::post_login_code))
        .routes(routes!(
            second_factor::get_second_factor,
            second_factor::post_second_factor,
            second_factor::put_second_factor
        ))
        .routes(routes!(second_factor::post_remove_second_factor))
        .routes(routes!(second_factor::delete_second_factor))
}
