//! Fields that people fill in, declared once for every use: the type that rules check and answers show, the change that
//! a request makes, and the columns that keep them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// Between the place and the text of a mistake that [`flattened`] reports.
const PLACE_ENDS: char = '\u{1f}';
/// The most names in one answer that no field has, and the most characters of one: a body can be full of them.
pub const MAX_UNKNOWN: usize = 20;
const MAX_NAME: usize = 64;

/// Defines a struct of fields and the struct of a change to them.
///
/// `row` is an entity that has a column of the same name and type for each field; the compiler refuses anything else.
/// In a change an absent field stays as it is, and `null` clears a field of type `Option`.
#[macro_export]
macro_rules! fields {
    (
        $(#[$meta:meta])*
        $Fields:ident, changed by $Change:ident, kept in $row:ident {
            $( $(#[$field_meta:meta])* $field:ident: $Type:ident $(<$Inner:ident>)?, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        #[allow(clippy::struct_field_names, reason = "the names are part of the API's contract")]
        pub struct $Fields {
            $( $(#[$field_meta])* #[schema(required)] pub $field: $Type $(<$Inner>)?, )*
        }

        #[doc = concat!("A change of [`", stringify!($Fields), "`].")]
        #[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $Change {
            $(
                $(#[$field_meta])*
                #[serde(default, deserialize_with = "hoi_platform::fields::sent")]
                #[schema(value_type = $Type $(<$Inner>)?, required = false)]
                pub $field: Option<$Type $(<$Inner>)?>,
            )*
        }

        impl From<&$row::Model> for $Fields {
            fn from(row: &$row::Model) -> Self {
                Self { $( $field: row.$field.clone(), )* }
            }
        }

        impl $Fields {
            /// Replaces the fields that `change` contains.
            pub fn apply(&mut self, change: $Change) {
                $( if let Some(value) = change.$field { self.$field = value; } )*
            }

            /// Writes the fields that differ from `before` into `row`, or all of them without `before`, and returns the
            /// names of the written fields, as the API calls them.
            pub fn write(&self, before: Option<&Self>, row: &mut $row::ActiveModel) -> Vec<String> {
                let mut written = Vec::new();
                $(
                    if before.is_none_or(|before| before.$field != self.$field) {
                        row.$field = sea_orm::Set(self.$field.clone());
                        written.push($crate::fields::api_name(stringify!($field)));
                    }
                )*
                written
            }
        }

        impl $Change {
            /// Leaves out the fields that are as in `before`, and returns the names of the others, as the API calls them.
            pub fn leave_out_same(&mut self, before: &$Fields) -> Vec<String> {
                let mut left = Vec::new();
                $(
                    self.$field.take_if(|value| *value == before.$field);
                    if self.$field.is_some() {
                        left.push($crate::fields::api_name(stringify!($field)));
                    }
                )*
                left
            }

            /// Writes the fields that the change contains into `row`.
            pub fn write(self, row: &mut $row::ActiveModel) {
                $( if let Some(value) = self.$field { row.$field = sea_orm::Set(value); } )*
            }
        }
    };
}

/// Tells a field that was sent, also as `null`, from an absent one, which is `None`. `null` is refused like a missing
/// value unless `T` is an `Option`. Use with `#[serde(default, deserialize_with = "sent")]`.
pub fn sent<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads a value, and returns with it the places of sent values that no field takes, at most 20.
pub fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<(T, Vec<String>), serde_path_to_error::Error<D::Error>> {
    let mut unknown: Vec<String> = Vec::new();
    let mut note = |path: serde_ignored::Path<'_>| {
        if unknown.len() < MAX_UNKNOWN {
            let place = place_of(&path);
            if !unknown.contains(&place) {
                unknown.push(place);
            }
        }
    };
    let noting = serde_ignored::Deserializer::new(deserializer, &mut note);
    let value = serde_path_to_error::deserialize(noting)?;
    Ok((value, unknown))
}

/// Writes a place as [`mistake`] does.
fn place_of(path: &serde_ignored::Path<'_>) -> String {
    use serde_ignored::Path;
    match path {
        Path::Root => String::new(),
        Path::Seq { parent, index } => format!("{}[{index}]", place_of(parent)),
        Path::Map { parent, key } => within(&place_of(parent), &shortened(key)),
        Path::Some { parent }
        | Path::NewtypeStruct { parent }
        | Path::NewtypeVariant { parent } => place_of(parent),
    }
}

/// The place of the field `name` in the object at `place`.
pub fn within(place: &str, name: &str) -> String {
    if place.is_empty() {
        name.to_owned()
    } else {
        format!("{place}.{name}")
    }
}

/// The beginning of a name that may be long, because others made it up.
pub fn shortened(name: &str) -> String {
    name.chars().take(MAX_NAME).collect()
}

/// Reads a part of a body whose fields stand among others. serde alone forgets which of them was wrong, and which names
/// inside them no field takes. Use with `#[serde(flatten, deserialize_with = "flattened")]` in a type with
/// `#[serde(deny_unknown_fields)]`, without which serde takes any name beside the parts.
pub fn flattened<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let (value, unknown) = read(deserializer).map_err(|error| {
        D::Error::custom(format!("{}{PLACE_ENDS}{}", error.path(), error.inner()))
    })?;
    let Some(place) = unknown.first() else {
        return Ok(value);
    };
    let (place, name) = place.rsplit_once('.').unwrap_or(("", place));
    Err(D::Error::custom(format!(
        "{place}{PLACE_ENDS}unknown field `{name}`"
    )))
}

/// The place and the text of a mistake in a body; the place is empty when it is the body itself.
pub fn mistake<E: std::fmt::Display>(error: &serde_path_to_error::Error<E>) -> (String, String) {
    let (path, text) = (error.path().to_string(), error.inner().to_string());
    if path != "." {
        return (path, text);
    }
    match text.split_once(PLACE_ENDS) {
        Some((place, text)) => (place.trim_matches('.').to_owned(), text.to_owned()),
        None => (String::new(), text),
    }
}

/// Converts a name such as `total_participants` to `totalParticipants`.
pub fn api_name(field: &str) -> String {
    let mut words = field.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let initial = letters.next().map(|letter| letter.to_ascii_uppercase());
        name.chars().chain(initial).chain(letters).collect()
    })
}
