use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::faults;
use crate::error::{Error, FieldErrors, LocalizedText};
use crate::fields::{mistake, read, shortened};

/// The most characters of one value: more than any search needs, less than databases refuse.
pub const MAX_VALUE: usize = 1000;
/// The most values that an answer calls unusable.
const MAX_FAULTS: usize = 20;

/// The parsed query string. Refuses, with their names, parameters that do not exist or are missing, and values of the wrong
/// type, longer than [`MAX_VALUE`] characters, or with control characters, which a database may refuse.
pub struct ValidatedQuery<T>(pub T);

/// As [`ValidatedQuery`], where two readers share one query string: each parameter is one of either.
pub struct ValidatedQueries<A, B>(pub A, pub B);

/// As [`ValidatedQuery`], but it passes over parameters that do not exist: for addresses that people hand on, subscribe to
/// or embed. Mail programs, social networks and calendars add parameters of their own to those.
pub struct ForeignQuery<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for ValidatedQuery<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let (query, unknown) = read_query(parts)?;
        refuse(unknown)?;
        Ok(Self(query))
    }
}

impl<S: Send + Sync, A: DeserializeOwned, B: DeserializeOwned> FromRequestParts<S>
    for ValidatedQueries<A, B>
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let (first, mut unknown) = read_query(parts)?;
        let (second, unknown_to_second) = read_query(parts)?;
        unknown.retain(|name| unknown_to_second.contains(name));
        refuse(unknown)?;
        Ok(Self(first, second))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for ForeignQuery<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let (query, _) = read_query(parts)?;
        Ok(Self(query))
    }
}

fn refuse(unknown: Vec<String>) -> Result<(), Error> {
    if unknown.is_empty() {
        return Ok(());
    }
    let faults = unknown.into_iter().map(faults::unknown).collect();
    Err(Error::InvalidFields(faults))
}

/// Returns the query as a `T`, and the names of the parameters that `T` does not have.
fn read_query<T: DeserializeOwned>(parts: &Parts) -> Result<(T, Vec<String>), Error> {
    parse(parts.uri.query().unwrap_or_default())
}

fn parse<T: DeserializeOwned>(query: &str) -> Result<(T, Vec<String>), Error> {
    let mut faults = FieldErrors::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let message = if value.chars().count() > MAX_VALUE {
            LocalizedText::new("field.tooLong").with("max", MAX_VALUE)
        } else if value.contains(char::is_control) {
            LocalizedText::new("field.controlCharacters")
        } else {
            continue;
        };
        faults.push((shortened(&name), message));
        // The rest of a query as long as the server takes it could be full of them.
        if faults.len() == MAX_FAULTS {
            break;
        }
    }
    if !faults.is_empty() {
        return Err(Error::InvalidFields(faults));
    }
    let deserializer =
        serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    read(deserializer).map_err(|error| {
        let (place, text) = mistake(&error);
        // serde notices a parameter that was sent twice before it is at its value.
        let twice = text.strip_prefix("duplicate field `");
        let name = twice.and_then(|rest| rest.split('`').next());
        if let Some(name) = name {
            return Error::field(name, LocalizedText::new("payload.wrongQuery"));
        }
        match faults::fault(&place, &text) {
            Some(fault) => Error::InvalidFields(vec![fault]),
            None => Error::InvalidPayload(LocalizedText::new("payload.wrongQuery")),
        }
    })
}

#[cfg(test)]
mod tests {
    use hoi_i18n::Lang;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Listed {
        search: Option<String>,
        is_free: Option<bool>,
        limit: Option<i64>,
        order: Option<Order>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Order {
        Asc,
        Desc,
    }

    #[derive(Debug, Deserialize)]
    struct Needed {
        event: u64,
    }

    #[derive(Debug, Deserialize)]
    struct Kind {
        format: Option<String>,
    }

    async fn extract<E: FromRequestParts<(), Rejection = Error>>(query: &str) -> Result<E, Error> {
        let uri = format!("/api/list?{query}");
        let request = axum::http::Request::builder().uri(uri).body(()).unwrap();
        E::from_request_parts(&mut request.into_parts().0, &()).await
    }

    /// The name of each refused parameter with the key of its message.
    fn refused<T>(result: Result<T, Error>) -> Vec<(String, &'static str)> {
        match result {
            Err(Error::InvalidFields(faults)) => faults
                .into_iter()
                .map(|(field, message)| (field, message.key))
                .collect(),
            Err(other) => panic!("{other:?}"),
            Ok(_) => Vec::new(),
        }
    }

    #[tokio::test]
    async fn each_parameter_gets_the_message_of_its_fault() {
        let long = format!("search={}", "a".repeat(MAX_VALUE + 1));
        for (query, field, key) in [
            ("limit=x", "limit", "payload.wrongType"),
            ("search=a&limit=", "limit", "payload.wrongType"),
            ("order=up", "order", "payload.wrongType"),
            ("isFree=1", "isFree", "payload.wrongType"),
            ("limit=1&limit=2", "limit", "payload.wrongQuery"),
            ("search=a%00b", "search", "field.controlCharacters"),
            (&long, "search", "field.tooLong"),
            ("serach=a", "serach", "field.unknown"),
        ] {
            let read = extract::<ValidatedQuery<Listed>>(query).await;
            assert_eq!(refused(read), [(field.to_owned(), key)], "{query}");
        }
        let read = extract::<ValidatedQuery<Needed>>("").await;
        assert_eq!(refused(read), [("event".to_owned(), "field.required")]);
        let Err(error) = extract::<ValidatedQuery<Listed>>("serach=a").await else {
            panic!("taken")
        };
        let Error::InvalidFields(faults) = error else {
            panic!("no field")
        };
        let said = faults.first().map(|(_, said)| said.in_language(Lang::EN));
        assert!(said.unwrap_or_default().contains("serach"));
    }

    #[tokio::test]
    async fn valid_parameters_are_read() {
        let read =
            extract::<ValidatedQuery<Listed>>("search=b%C3%A0&isFree=true&limit=-1&order=desc");
        let ValidatedQuery(listed) = read.await.unwrap();
        assert_eq!(listed.search.as_deref(), Some("bà"));
        assert_eq!((listed.is_free, listed.limit), (Some(true), Some(-1)));
        assert!(matches!(listed.order, Some(Order::Desc)));
        assert!(extract::<ValidatedQuery<Listed>>("").await.is_ok());
        let read = extract::<ValidatedQuery<Listed>>("order=asc")
            .await
            .unwrap();
        assert!(matches!(read.0.order, Some(Order::Asc)));
        let read = extract::<ValidatedQuery<Needed>>("event=7").await.unwrap();
        assert_eq!(read.0.event, 7);
    }

    #[tokio::test]
    async fn two_readers_of_one_query_know_the_parameters_of_both() {
        type Both = ValidatedQueries<Kind, Listed>;
        let ValidatedQueries(kind, listed) = extract::<Both>("format=csv&limit=5").await.unwrap();
        assert_eq!(
            (kind.format.as_deref(), listed.limit),
            (Some("csv"), Some(5))
        );
        let read = extract::<Both>("format=csv&limit=5&fromat=x").await;
        assert_eq!(refused(read), [("fromat".to_owned(), "field.unknown")]);
    }

    #[tokio::test]
    async fn addresses_that_are_handed_on_may_have_others_parameters() {
        let query = "limit=5&fbclid=x&utm_source=mail";
        let read = extract::<ForeignQuery<Listed>>(query).await.unwrap();
        assert_eq!(read.0.limit, Some(5));
        let read = extract::<ForeignQuery<Listed>>("limit=x&fbclid=x").await;
        assert_eq!(refused(read), [("limit".to_owned(), "payload.wrongType")]);
    }

    #[tokio::test]
    async fn an_answer_names_at_most_twenty_and_the_beginning_of_each() {
        let query: Vec<String> = (0..300).map(|at| format!("x{at}=1")).collect();
        let read = extract::<ValidatedQuery<Listed>>(&query.join("&")).await;
        assert_eq!(refused(read).len(), 20);
        let query: Vec<String> = (0..300).map(|at| format!("x{at}=%00")).collect();
        let read = extract::<ValidatedQuery<Listed>>(&query.join("&")).await;
        assert_eq!(refused(read).len(), MAX_FAULTS);
        let read = extract::<ValidatedQuery<Listed>>(&"y".repeat(500)).await;
        assert_eq!(refused(read), [("y".repeat(64), "field.unknown")]);
    }
}
