/// Declares an identifier: a newtype over a `UUIDv7`, stored as `uuid`, written as a string in JSON.
#[macro_export]
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            ::serde::Serialize, ::serde::Deserialize, ::sea_orm::DeriveValueType, ::utoipa::ToSchema,
        )]
        #[schema(value_type = String, format = Uuid)]
        #[serde(transparent)]
        pub struct $name(pub ::uuid::Uuid);

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl ::sea_orm::TryFromU64 for $name {
            /// Always fails: the database never generates keys by counting.
            fn try_from_u64(_: u64) -> ::std::result::Result<Self, ::sea_orm::DbErr> {
                Err(::sea_orm::DbErr::ConvertFromU64(stringify!($name)))
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::uuid::Error;
            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                ::uuid::Uuid::parse_str(text).map(Self)
            }
        }

        impl From<::uuid::Uuid> for $name {
            fn from(id: ::uuid::Uuid) -> Self {
                Self(id)
            }
        }

        impl From<$name> for ::uuid::Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    };
}
