//! Calls on accounts and sessions. The caller's own account is in `me.rs`, because it needs later features.

mod auth;
mod own_password;
mod passwords;
mod second_factor;
mod sessions;
mod users;

use hoi_platform::app::App;
use hoi_platform::routes;
pub use own_password::{OwnPassword, check_password};
use utoipa_axum::router::OpenApiRouter;

/// Routes under `/auth` and `/users`.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(auth::log_in))
        .routes(routes!(auth::sign_up))
        .routes(routes!(auth::verify_email))
        .routes(routes!(auth::resend_verification))
        .routes(routes!(auth::refresh_token))
        .routes(routes!(auth::log_out))
        .routes(routes!(passwords::request_password_reset))
        .routes(routes!(passwords::reset_password))
        .routes(routes!(passwords::check_reset_link))
        .routes(routes!(passwords::change_password))
        .routes(routes!(passwords::generate_password))
        .routes(routes!(users::list_users, users::create_user))
        .routes(routes!(users::get_user_qr_code))
        .routes(routes!(
            sessions::list_sessions,
            sessions::end_other_sessions
        ))
        .routes(routes!(sessions::end_session))
        .routes(routes!(users::update_user))
        .routes(routes!(second_factor::log_in_with_code))
        .routes(routes!(
            second_factor::get_second_factor,
            second_factor::begin_second_factor,
            second_factor::confirm_second_factor
        ))
        .routes(routes!(second_factor::remove_second_factor))
        .routes(routes!(second_factor::reset_second_factor))
}
