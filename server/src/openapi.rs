//! The frame of the API's description; routes add themselves.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder};
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

/// Says at every operation that it may answer an error in the envelope instead.
pub fn name_errors(description: &mut utoipa::openapi::OpenApi) {
    let error = ResponseBuilder::new()
        .description("Any error: see `code`.")
        .content(
            "application/json",
            ContentBuilder::new()
                .schema(Some(Ref::from_schema_name("ErrorEnvelope")))
                .build(),
        )
        .build();
    for path in description.paths.paths.values_mut() {
        let operations = [
            &mut path.get,
            &mut path.post,
            &mut path.put,
            &mut path.delete,
        ];
        for operation in operations.into_iter().flatten() {
            operation
                .responses
                .responses
                .insert("default".to_owned(), error.clone().into());
        }
    }
}
