//! Which program this is: told on the command line, in the log, by `/api/health`, on the System page and in the metrics.

use std::fmt;
use std::sync::LazyLock;

use serde::Serialize;
use utoipa::ToSchema;

/// The word of the text forms for a part that the build did not know.
const UNKNOWN: &str = "unknown";

/// The version of the program, the commit that was built, and its databases.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgramVersion {
    /// The name of the program: `hoi`.
    pub name: &'static str,
    /// The version of the program, such as `1.2.0`.
    pub version: &'static str,
    /// The first twelve digits of the commit that was built; null if the build did not know it.
    #[schema(required)]
    pub commit: Option<&'static str>,
    /// The day of that commit in UTC, as `YYYY-MM-DD`; null if the build did not know it.
    #[schema(required)]
    pub built_on: Option<&'static str>,
    /// The version of the embedded SQLite.
    pub sqlite: &'static str,
    /// The lowest major version of PostgreSQL that is supported.
    pub lowest_postgres: &'static str,
}

impl ProgramVersion {
    /// Returns the version of this program.
    #[must_use]
    pub fn current() -> Self {
        static BUILT_ON: LazyLock<Option<String>> = LazyLock::new(|| day_of(env!("BUILD_SECONDS")));
        let commit = env!("BUILD_COMMIT");
        Self {
            name: "hoi",
            version: env!("CARGO_PKG_VERSION"),
            commit: (!commit.is_empty()).then_some(commit),
            built_on: BUILT_ON.as_deref(),
            sqlite: hoi_db::SQLITE_VERSION,
            lowest_postgres: hoi_db::LOWEST_POSTGRES_VERSION,
        }
    }

    /// Returns the parts with their names, as the log and the metrics call them.
    #[must_use]
    pub fn parts(&self) -> [(&'static str, &'static str); 5] {
        [
            ("version", self.version),
            ("commit", self.commit.unwrap_or(UNKNOWN)),
            ("built_on", self.built_on.unwrap_or(UNKNOWN)),
            ("sqlite", self.sqlite),
            ("lowest_postgres", self.lowest_postgres),
        ]
    }
}

/// Everything but the name.
impl fmt::Display for ProgramVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [version, commit, built_on, sqlite, postgres] = self.parts().map(|(_, value)| value);
        write!(
            f,
            "{version} (commit {commit}, {built_on}; SQLite {sqlite}; PostgreSQL {postgres} or newer)"
        )
    }
}

/// Returns the text that `hoi --version` prints behind the name.
#[must_use]
pub fn line() -> &'static str {
    static LINE: LazyLock<String> = LazyLock::new(|| ProgramVersion::current().to_string());
    &LINE
}

/// Returns the day in UTC of a moment in seconds since 1970; None if `seconds` is not one.
fn day_of(seconds: &str) -> Option<String> {
    let moment = jiff::Timestamp::from_second(seconds.parse().ok()?).ok()?;
    Some(moment.strftime("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_is_that_of_the_commit_in_utc() {
        for (seconds, day) in [
            ("1772323199", Some("2026-02-28")),
            ("1772323200", Some("2026-03-01")),
            ("", None),
            ("yesterday", None),
            ("99999999999999999", None),
        ] {
            assert_eq!(day_of(seconds).as_deref(), day, "{seconds}");
        }
    }

    #[test]
    fn a_build_that_knows_nothing_says_so() {
        let version = ProgramVersion {
            commit: None,
            built_on: None,
            ..ProgramVersion::current()
        };
        let said = version.to_string();
        assert!(
            said.contains("(commit unknown, unknown; SQLite 3."),
            "{said}"
        );
    }
}
