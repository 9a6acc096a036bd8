//! The general part of the API's description; routes add themselves.

mod compact;
mod served;

use std::collections::{BTreeMap, BTreeSet};

use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder, Schema};
use utoipa::{Modify, OpenApi};

pub use compact::compact;
use compact::name_in;
pub use served::routes;

use hoi_platform::error::{Error, ErrorEnvelope};

/// Title, bearer scheme and the schema of errors.
#[derive(OpenApi)]
#[openapi(
    info(title = "Hội", description = "Every answer is an envelope: `code`, `data`, `messages`; errors add `error` and, for broken fields, `fields`. `POST /auth/login` returns the token of most calls."),
    servers((url = "/api")),
    security(("bearer" = [])),
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
        let key = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("hoi_…")
            .description(Some("A key of the API, for the calls under `/v1` alone."))
            .build();
        components.add_security_scheme("key", SecurityScheme::Http(key));
    }
}

/// Adds the possible errors to every operation: those implied by a token, a body or a path parameter, and those whose
/// codes its doc names. Each combination of status and codes is one shared component.
pub fn name_errors(description: &mut utoipa::openapi::OpenApi) {
    let mut kinds = BTreeMap::new();
    for (path, item) in &mut description.paths.paths {
        for operation in operations(item) {
            for (status, codes) in refusals(path, operation) {
                let responses = &mut operation.responses.responses;
                if responses.contains_key(&status.to_string()) {
                    continue;
                }
                let codes: Vec<String> = codes.iter().map(u16::to_string).collect();
                let name = format!("Refused{status}With{}", codes.join("And"));
                responses.insert(status.to_string(), Ref::from_response_name(&name).into());
                kinds.insert(name, codes);
            }
        }
    }
    let components = description.components.get_or_insert_default();
    for (name, codes) in kinds {
        let codes = codes.iter().filter_map(|code| code.parse().ok());
        let named = codes.map(|code| format!("{code} {}", Error::name_of(code)));
        let error = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name("ErrorEnvelope")))
            .build();
        let response = ResponseBuilder::new()
            .description(named.collect::<Vec<_>>().join(", "))
            .content("application/json", error)
            .build();
        components.responses.insert(name, response.into());
    }
}

/// Describes the data of every answer without a description, and notes every operation that needs no token.
pub fn describe(description: &mut utoipa::openapi::OpenApi) {
    let components = description.components.get_or_insert_default();
    for operation in description.paths.paths.values_mut().flat_map(operations) {
        if operation.security == description.security {
            operation.security = None;
        } else {
            operation.security.get_or_insert_default();
        }
        for answer in operation.responses.responses.values_mut() {
            if let RefOr::T(answer) = answer
                && answer.description.is_empty()
            {
                let said = data_of(answer, &components.schemas).and_then(described);
                answer.description = said.unwrap_or("The result of the call.").to_owned();
            }
        }
    }
}

/// Returns the schema of an envelope's `data`.
fn data_of<'a>(
    answer: &Response,
    schemas: &'a BTreeMap<String, RefOr<Schema>>,
) -> Option<&'a Schema> {
    let schema_of = |reference: &Ref| match schemas.get(name_in(reference)) {
        Some(RefOr::T(schema)) => Some(schema),
        _ => None,
    };
    let RefOr::T(content) = answer.content.get("application/json")? else {
        return None;
    };
    let Some(RefOr::Ref(envelope)) = &content.schema else {
        return None;
    };
    let Schema::Object(envelope) = schema_of(envelope)? else {
        return None;
    };
    match envelope.properties.get("data")? {
        RefOr::Ref(data) => schema_of(data),
        RefOr::T(data) => Some(data),
    }
}

/// Returns the first sentence of a schema's description.
fn described(schema: &Schema) -> Option<&str> {
    let text = match schema {
        Schema::Array(array) => array.description.as_deref(),
        Schema::Object(object) => object.description.as_deref(),
        Schema::OneOf(one) => one.description.as_deref(),
        Schema::AllOf(all) => all.description.as_deref(),
        _ => None,
    }?;
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text.get(..end)
}

/// Returns the operations of a path.
fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let operations = [
        &mut item.get,
        &mut item.post,
        &mut item.put,
        &mut item.delete,
    ];
    operations.into_iter().flatten()
}

/// Returns the codes of an operation's errors by HTTP status.
fn refusals(path: &str, operation: &Operation) -> BTreeMap<u16, BTreeSet<u16>> {
    let text = [&operation.summary, &operation.description].map(|text| text.as_deref());
    let named = text
        .into_iter()
        .flatten()
        .flat_map(|text| text.split(|char: char| !char.is_ascii_digit()))
        .filter_map(|word| word.parse().ok())
        .filter(|code| Error::name_of(*code) != Error::name_of(5000));
    let named: BTreeSet<u16> = named.collect();
    let is_signed = operation.security.is_some();
    let body = operation.request_body.as_ref();
    let has = |is_meant: fn(&Parameter) -> bool| {
        let parameters = operation.parameters.iter().flatten();
        let mut parameters = parameters.filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter),
            RefOr::Ref(_) => None,
        });
        parameters.any(is_meant)
    };
    let has_query = has(|parameter| parameter.parameter_in == ParameterIn::Query);
    let has_key = has(|parameter| parameter.name == "Idempotency-Key");
    let is_form = body.is_some_and(|body| match body {
        RefOr::T(body) => body.content.contains_key("multipart/form-data"),
        RefOr::Ref(_) => false,
    });
    let mut found: BTreeMap<u16, BTreeSet<u16>> = BTreeMap::new();
    let mut add = |applies: bool, code: u16, statuses: &[u16]| {
        if applies || named.contains(&code) {
            for status in statuses {
                found.entry(*status).or_default().insert(code);
            }
        }
    };
    add(true, 5000, &[500]);
    // The database may be busy during any call.
    add(true, 5003, &[503]);
    add(false, 5003, &[409, 429]);
    add(body.is_some() || has_query || has_key, 5002, &[400]);
    // The key was used for another request.
    add(has_key, 5008, &[409]);
    if body.is_some() {
        add(true, 5002, &[408, 413]);
    }
    add(path.contains('{'), 5005, &[404]);
    add(is_form, 5006, &[400, 413, 415, 503]);
    // An account may have to change its password or to set up a second factor first.
    add(is_signed, 5016, &[403]);
    add(is_signed, 5018, &[401]);
    add(is_signed, 5020, &[403]);
    for code in [5004, 5007] {
        add(false, code, &[500]);
    }
    for code in [5001, 5008, 5009, 5010, 5011, 5012, 5013, 5014, 5015] {
        add(false, code, &[409]);
    }
    for code in [5017, 5019] {
        add(false, code, &[401]);
    }
    found
}
