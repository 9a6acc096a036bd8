//! Makes the description smaller without losing content: a part that occurs several times becomes one component.

use std::collections::{BTreeMap, BTreeSet};

use hoi_platform::http::{ALL, MAX_LIMIT, MAX_PAGE, MAX_QUERY_VALUE};
use serde::Serialize;
use utoipa::Number;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::schema::{
    AdditionalProperties, AllOfBuilder, ArrayItems, Object, ObjectBuilder, SchemaType, Type,
};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response, Schema};

use super::operations;

/// The component of what every answer has. Those of whole answers have the name of their data behind it.
const ENVELOPE: &str = "Envelope";

/// Parameters that hold identifiers of many things.
const LISTS: [&str; 2] = ["ids", "userIds"];

/// Refers to components where their schemas are written out, and to one component for each parameter and answer that
/// several operations have.
pub fn compact(description: &mut OpenApi) {
    // `null` says no more than the absence of a default, and is not among the values that most of them may have.
    each_schema(description, &mut |schema| {
        let default = match schema {
            RefOr::Ref(reference) => &mut reference.default,
            RefOr::T(Schema::Array(array)) => &mut array.default,
            RefOr::T(Schema::Object(object)) => &mut object.default,
            RefOr::T(Schema::OneOf(one)) => &mut one.default,
            RefOr::T(Schema::AllOf(all)) => &mut all.default,
            RefOr::T(Schema::AnyOf(any)) => &mut any.default,
            RefOr::T(_) => return,
        };
        default.take_if(|value| value.is_null());
    });
    each_schema(description, &mut bind);
    let components = description.components.iter_mut();
    components
        .flat_map(|components| components.schemas.values_mut())
        .for_each(bind);
    bind_queries(description);
    let names = names_of_schemas(description);
    each_schema(description, &mut |schema| {
        if let RefOr::T(written) = schema
            && let Some(name) = names.get(&text(written))
        {
            *schema = Ref::from_schema_name(name).into();
        }
    });
    share_parameters(description);
    share_answers(description);
    share_envelope(description);
}

/// Writes the bounds of a field as the keywords of its type. utoipa takes literals for these; our constants, which the
/// checks use, come as extensions `min` and `max`, and that of a list, whose extensions it drops, as an example.
fn bind(schema: &mut RefOr<Schema>) {
    let object = match schema {
        RefOr::T(Schema::Array(array)) => {
            let most = array.example.take_if(|said| said.get("max").is_some());
            let most = most.and_then(|said| said.get("max")?.as_u64());
            let most = most.and_then(|most| usize::try_from(most).ok());
            array.max_items = most.or(array.max_items);
            return;
        }
        RefOr::T(Schema::Object(object)) => object,
        _ => return,
    };
    let Some(mut bounds) = object.extensions.take() else {
        return;
    };
    let is_text = is_text(object);
    let mut number = |name: &str| bounds.remove(name)?.as_i64();
    let (min, max) = (number("x-min"), number("x-max"));
    if is_text {
        let length = |number: i64| usize::try_from(number).ok();
        object.min_length = min.and_then(length).or(object.min_length);
        object.max_length = max.and_then(length).or(object.max_length);
    } else {
        object.minimum = min.map(Number::from).or(object.minimum.take());
        object.maximum = max.map(Number::from).or(object.maximum.take());
    }
    object.extensions = (!bounds.is_empty()).then_some(bounds);
}

/// Writes the bound of texts in a query, which one check has for all of them, and those of the numbers by which lists are
/// read in parts, where the list has no other. Lists of identifiers, which another reader takes, have the bound of their
/// number alone.
fn bind_queries(description: &mut OpenApi) {
    let paths = &mut description.paths.paths;
    for operation in paths.values_mut().flat_map(operations) {
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter
                && parameter.parameter_in == ParameterIn::Query
                && let Some(RefOr::T(Schema::Object(object))) = &mut parameter.schema
            {
                match parameter.name.as_str() {
                    "page" => bind_number(object, 1, MAX_PAGE),
                    "limit" if object.minimum.is_none() => bind_number(object, ALL, MAX_LIMIT),
                    // An unsigned one cannot ask for all.
                    "limit" => bind_number(object, 1, MAX_LIMIT),
                    name if LISTS.contains(&name) => {}
                    _ => bind_text(object),
                }
            }
        }
    }
}

fn bind_number(object: &mut Object, least: i64, most: u64) {
    object.minimum = Some(Number::from(least));
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    object.maximum = object.maximum.take().or(Some(Number::from(most)));
}

fn bind_text(object: &mut Object) {
    // A text of a certain form is bounded by it.
    if is_text(object) && object.enum_values.is_none() && object.format.is_none() {
        object.max_length = object.max_length.or(Some(MAX_QUERY_VALUE));
    }
}

fn is_text(object: &Object) -> bool {
    match &object.schema_type {
        SchemaType::Type(kind) => *kind == Type::String,
        SchemaType::Array(kinds) => kinds.contains(&Type::String),
        SchemaType::AnyValue => false,
    }
}

/// Describes an answer as the envelope and its own data, where every envelope was a component.
fn share_envelope(description: &mut OpenApi) {
    let components = description.components.get_or_insert_default();
    let schemas = std::mem::take(&mut components.schemas);
    let mut answers = BTreeMap::new();
    for (name, schema) in schemas {
        match schema {
            RefOr::T(Schema::Object(mut envelope))
                if data_named_in(&name).is_some() && envelope.properties.contains_key("data") =>
            {
                let mut own = ObjectBuilder::new().required("data");
                if let Some(data) = envelope.properties.shift_remove("data") {
                    own = own.property("data", data);
                }
                envelope.required.retain(|field| field != "data");
                let shared = Ref::from_schema_name(ENVELOPE);
                answers.insert(name, AllOfBuilder::new().item(shared).item(own).build());
                let shared = RefOr::T(Schema::Object(envelope));
                components.schemas.insert(ENVELOPE.to_owned(), shared);
            }
            schema => {
                components.schemas.insert(name, schema);
            }
        }
    }
    each_schema(description, &mut |schema| {
        if let RefOr::Ref(reference) = schema
            && let Some(answer) = answers.get(name_in(reference))
        {
            *schema = RefOr::T(Schema::AllOf(answer.clone()));
        }
    });
}

/// Returns the name of the data in an envelope; None for another schema.
fn data_named_in(name: &str) -> Option<&str> {
    name.strip_prefix(ENVELOPE)?.strip_prefix('_')
}

/// Returns the names of the components by their content; none for content that two of them share.
fn names_of_schemas(description: &OpenApi) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let mut ambiguous = BTreeSet::new();
    let components = description.components.iter();
    for (name, schema) in components.flat_map(|components| &components.schemas) {
        let RefOr::T(schema) = schema else { continue };
        // Identifiers are alike, although they identify different things.
        let is_own = match schema {
            Schema::Object(object) => {
                object.schema_type == Type::Object.into() || object.enum_values.is_some()
            }
            Schema::OneOf(_) | Schema::AllOf(_) => true,
            _ => false,
        };
        if is_own && names.insert(text(schema), name.clone()).is_some() {
            ambiguous.insert(text(schema));
        }
    }
    names.retain(|said, _| !ambiguous.contains(said));
    names
}

fn text(part: &impl Serialize) -> String {
    serde_json::to_string(part).unwrap_or_default()
}

/// Calls `change` for every schema except the components themselves, the outer one before those inside it.
fn each_schema(description: &mut OpenApi, change: &mut dyn FnMut(&mut RefOr<Schema>)) {
    for operation in description.paths.paths.values_mut().flat_map(operations) {
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter
                && let Some(schema) = &mut parameter.schema
            {
                visit(schema, change);
            }
        }
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            body.content
                .values_mut()
                .for_each(|content| visit_content(content, change));
        }
        for answer in operation.responses.responses.values_mut() {
            visit_answer(answer, change);
        }
    }
    let Some(components) = &mut description.components else {
        return;
    };
    for answer in components.responses.values_mut() {
        visit_answer(answer, change);
    }
    for component in components.schemas.values_mut() {
        if let RefOr::T(schema) = component {
            for child in children(schema) {
                visit(child, change);
            }
        }
    }
}

fn visit_answer(answer: &mut RefOr<Response>, change: &mut dyn FnMut(&mut RefOr<Schema>)) {
    if let RefOr::T(answer) = answer {
        let contents = answer.content.values_mut();
        contents.for_each(|content| visit_content(content, change));
    }
}

fn visit_content(content: &mut RefOr<Content>, change: &mut dyn FnMut(&mut RefOr<Schema>)) {
    if let RefOr::T(content) = content
        && let Some(schema) = &mut content.schema
    {
        visit(schema, change);
    }
}

fn visit(schema: &mut RefOr<Schema>, change: &mut dyn FnMut(&mut RefOr<Schema>)) {
    change(schema);
    if let RefOr::T(schema) = schema {
        for child in children(schema) {
            visit(child, change);
        }
    }
}

fn children(schema: &mut Schema) -> Vec<&mut RefOr<Schema>> {
    match schema {
        Schema::Array(array) => match &mut array.items {
            ArrayItems::RefOrSchema(item) => vec![item.as_mut()],
            ArrayItems::False => Vec::new(),
        },
        Schema::Object(object) => {
            let others = object.additional_properties.as_deref_mut();
            let others = others.and_then(|others| match others {
                AdditionalProperties::RefOr(schema) => Some(schema),
                AdditionalProperties::FreeForm(_) => None,
            });
            object.properties.values_mut().chain(others).collect()
        }
        Schema::OneOf(one) => one.items.iter_mut().collect(),
        Schema::AllOf(all) => all.items.iter_mut().collect(),
        Schema::AnyOf(any) => any.items.iter_mut().collect(),
        _ => Vec::new(),
    }
}

fn share_parameters(description: &mut OpenApi) {
    let mut found = Repeated::default();
    let paths = &mut description.paths.paths;
    for operation in paths.values_mut().flat_map(operations) {
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter {
                found.add(name_of_parameter(parameter), parameter);
            }
        }
    }
    let shared = found.shared();
    for operation in paths.values_mut().flat_map(operations) {
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(own) = parameter
                && let Some((name, _)) = shared.get(&text(own))
            {
                let place = format!("#/components/parameters/{name}");
                *parameter = RefOr::Ref(Ref::new(place));
            }
        }
    }
    let components = description.components.get_or_insert_default();
    let shared = shared.into_values();
    components
        .parameters
        .extend(shared.map(|(name, parameter)| (name, parameter.into())));
}

/// Most parameters called `id` are of different types.
fn name_of_parameter(parameter: &Parameter) -> String {
    match &parameter.schema {
        Some(RefOr::Ref(schema)) => format!("{}.{}", parameter.name, name_in(schema)),
        _ => parameter.name.clone(),
    }
}

fn share_answers(description: &mut OpenApi) {
    let mut found = Repeated::default();
    let paths = &mut description.paths.paths;
    for operation in paths.values_mut().flat_map(operations) {
        for answer in operation.responses.responses.values() {
            if let RefOr::T(answer) = answer
                && let Some(name) = name_of_answer(answer)
            {
                found.add(name, answer);
            }
        }
    }
    let shared = found.shared();
    for operation in paths.values_mut().flat_map(operations) {
        for answer in operation.responses.responses.values_mut() {
            if let RefOr::T(own) = answer
                && let Some((name, _)) = shared.get(&text(own))
            {
                *answer = Ref::from_response_name(name).into();
            }
        }
    }
    let components = description.components.get_or_insert_default();
    let shared = shared.into_values();
    components
        .responses
        .extend(shared.map(|(name, answer)| (name, answer.into())));
}

/// Returns the name of the data of an answer.
fn name_of_answer(answer: &Response) -> Option<String> {
    let RefOr::T(content) = answer.content.get("application/json")? else {
        return None;
    };
    match &content.schema {
        Some(RefOr::Ref(schema)) => {
            let name = name_in(schema);
            Some(data_named_in(name).unwrap_or(name).to_owned())
        }
        _ => None,
    }
}

/// Returns the name of the component that is referred to.
pub fn name_in(reference: &Ref) -> &str {
    let location = &reference.ref_location;
    location.rsplit_once('/').map_or(location, |(_, name)| name)
}

/// Parts of operations with the name that each would have as a component, and how often it occurs.
struct Repeated<T>(BTreeMap<String, (String, T, usize)>);

impl<T> Default for Repeated<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Serialize + Clone> Repeated<T> {
    fn add(&mut self, name: String, part: &T) {
        let entry = self.0.entry(text(part));
        entry.or_insert_with(|| (name, part.clone(), 0)).2 += 1;
    }

    /// Returns the parts that occur several times, with their names; of several parts with one name the most frequent.
    fn shared(self) -> BTreeMap<String, (String, T)> {
        let mut most: BTreeMap<String, (String, T, usize)> = BTreeMap::new();
        for (said, (name, part, times)) in self.0 {
            let most_so_far = most.get(&name).map_or(1, |(_, _, times)| *times);
            if times > most_so_far {
                most.insert(name, (said, part, times));
            }
        }
        let shared = most.into_iter();
        shared
            .map(|(name, (said, part, _))| (said, (name, part)))
            .collect()
    }
}
