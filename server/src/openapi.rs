//! The general part of the API's description; routes add themselves.

mod compact;
mod file;
mod served;

use std::collections::{BTreeMap, BTreeSet};

use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder, Schema};
use utoipa::{Modify, OpenApi};

pub use compact::compact;
use compact::name_in;
pub use file::written;
pub use served::routes;

use hoi_platform::error::{Error, ErrorEnvelope};

/// Title, bearer scheme and the schema of errors.
#[derive(OpenApi)]
#[openapi(
    info(title = "Hội", description = "Every answer is an envelope: `code`, `data`, `messages`; errors add `error` and, for broken fields, `fields`. `POST /auth/login` returns the token of most calls. A change names the version that was read; docs/versions.md lists the calls."),
    servers((url = "/api")),
    tags((name = "v1", description = "The calls for programs. They take a key of the API in place of a login's token (Profile → API keys makes one), and stay as they are when Hội is updated. All other calls serve Hội's own screens and may change with any release.")),
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

/// Adds the possible errors to every operation: those whose codes its doc names by status, and as the default those that
/// follow from its token, path, query or body. Each combination is one shared component.
pub fn name_errors(description: &mut utoipa::openapi::OpenApi) {
    let mut kinds = BTreeMap::new();
    for (path, item) in &mut description.paths.paths {
        for operation in operations(item) {
            let (name, general) = general_refusals(path, operation);
            let mut own = refusals(operation, &general);
            own.retain(|status, codes| general.get(status) != Some(&*codes));
            let responses = &mut operation.responses.responses;
            responses.insert("default".to_owned(), Ref::from_response_name(&name).into());
            let said = general.iter().map(|(status, codes)| {
                let named = names_of(codes);
                format!("{status}: {named}")
            });
            kinds.insert(name, said.collect::<Vec<_>>().join("; "));
            for (status, codes) in own {
                if responses.contains_key(&status.to_string()) {
                    continue;
                }
                let numbers: Vec<String> = codes.iter().map(u16::to_string).collect();
                let name = format!("Refused{status}With{}", numbers.join("And"));
                responses.insert(status.to_string(), Ref::from_response_name(&name).into());
                kinds.insert(name, names_of(&codes));
            }
        }
    }
    let components = description.components.get_or_insert_default();
    for (name, said) in kinds {
        let error = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name("ErrorEnvelope")))
            .build();
        let response = ResponseBuilder::new()
            .description(said)
            .content("application/json", error)
            .build();
        components.responses.insert(name, response.into());
    }
}

fn names_of(codes: &BTreeSet<u16>) -> String {
    let named = codes
        .iter()
        .map(|code| format!("{code} {}", Error::name_of(*code)));
    named.collect::<Vec<_>>().join(", ")
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

/// The codes of errors by HTTP status.
type Refusals = BTreeMap<u16, BTreeSet<u16>>;

/// Returns the errors that an operation has because of what it takes, with the name of their component.
fn general_refusals(path: &str, operation: &Operation) -> (String, Refusals) {
    // The database may be busy during any call.
    let mut found = vec![(500, 5000), (503, 5003)];
    let mut name = "Refused".to_owned();
    let mut add = |applies: bool, part: &str, refusals: &[(u16, u16)]| {
        if applies {
            name.push_str(part);
            found.extend(refusals);
        }
    };
    // An account may have to change its password or to set up a second factor first.
    let of_token = [(401, 5018), (403, 5016), (403, 5020)];
    add(operation.security.is_some(), "Token", &of_token);
    add(path.contains('{'), "Path", &[(404, 5005)]);
    let has_body = operation.request_body.is_some();
    add(has_body, "Body", &[(400, 5002), (408, 5002), (413, 5002)]);
    let has_query = has_parameter(operation, |parameter| {
        parameter.parameter_in == ParameterIn::Query
    });
    add(
        !has_body && (has_query || has_key(operation)),
        "Query",
        &[(400, 5002)],
    );
    let mut refusals = Refusals::new();
    for (status, code) in found {
        refusals.entry(status).or_default().insert(code);
    }
    (name, refusals)
}

fn has_key(operation: &Operation) -> bool {
    has_parameter(operation, |parameter| parameter.name == "Idempotency-Key")
}

fn has_parameter(operation: &Operation, is_meant: fn(&Parameter) -> bool) -> bool {
    let mut parameters = operation.parameters.iter().flatten();
    parameters.any(|parameter| match parameter {
        RefOr::T(parameter) => is_meant(parameter),
        RefOr::Ref(_) => false,
    })
}

/// Returns all errors of an operation: the general ones, and those whose codes its doc names.
fn refusals(operation: &Operation, general: &Refusals) -> Refusals {
    let text = [&operation.summary, &operation.description].map(|text| text.as_deref());
    let named = text
        .into_iter()
        .flatten()
        .flat_map(|text| text.split(|char: char| !char.is_ascii_digit()))
        .filter_map(|word| word.parse().ok())
        .filter(|code| Error::name_of(*code) != Error::name_of(5000));
    let named: BTreeSet<u16> = named.collect();
    let is_form = operation
        .request_body
        .as_ref()
        .is_some_and(|body| match body {
            RefOr::T(body) => body.content.contains_key("multipart/form-data"),
            RefOr::Ref(_) => false,
        });
    let mut found = general.clone();
    let mut add = |applies: bool, code: u16, statuses: &[u16]| {
        if applies || named.contains(&code) {
            for status in statuses {
                found.entry(*status).or_default().insert(code);
            }
        }
    };
    add(false, 5003, &[409, 429]);
    add(false, 5002, &[400]);
    // The key was used for another request.
    add(has_key(operation), 5008, &[409]);
    add(false, 5005, &[404]);
    add(is_form, 5006, &[400, 413, 415, 503]);
    let conflicts = [5001, 5008, 5009, 5010, 5011, 5012, 5013, 5014, 5015];
    for (status, codes) in [
        (401, &[5017, 5018, 5019][..]),
        (403, &[5016, 5020]),
        (409, &conflicts),
        (500, &[5004, 5007]),
    ] {
        for code in codes {
            add(false, *code, &[status]);
        }
    }
    found
}
