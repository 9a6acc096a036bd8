//! The frame of the API's description; routes add themselves.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::http::ErrorEnvelope;

/// Title, bearer scheme and the error's shape.
#[derive(OpenApi)]
#[openapi(
    info(title = "Hội", description = "Every answer is an envelope: `code`, `data`, `messages`; errors add `error` and, for broken fields, `fields`."),
    servers((url = "/api")),
    components(schemas(ErrorEnvelope)),
    modifiers(&Bearer)
)]
pub struct Description;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme(
            "bearer",
            SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()),
        );
    }
}
