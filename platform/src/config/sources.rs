use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use toml::{Table, Value};

use super::SETTINGS;

/// The file that is read if none is named.
const FILE: &str = "hoi.toml";

/// Variables of the tests, which the program may inherit from them.
const OF_TESTS: &[&str] = &["HOI_BINARY", "HOI_TEST_DATABASE_URL"];

/// The sources of settings: a file, and the environment, which overrides it.
#[derive(Clone, Default)]
pub struct Sources {
    /// The file that was read; None if there is none.
    file: Option<PathBuf>,
    table: Table,
    /// The variables that begin with `HOI_`.
    environment: BTreeMap<String, String>,
    /// The variables that begin with `AWS_`.
    pub(super) storage_options: Vec<(String, String)>,
}

/// Where the value of a setting comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Default,
    File,
    Environment,
}

impl Origin {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::File => "file",
            Self::Environment => "environment",
        }
    }
}

impl Sources {
    /// Reads `file`, which must exist, or else `hoi.toml` in the working directory if it exists; and the environment.
    ///
    /// # Errors
    /// When the file cannot be read or is not TOML.
    pub fn read(file: Option<&Path>) -> Result<Self> {
        let path = file.unwrap_or(Path::new(FILE));
        let shown = path.display();
        let mut sources = match std::fs::read_to_string(path) {
            Ok(text) => Self {
                table: table(&text, &shown.to_string())?,
                file: Some(std::path::absolute(path).unwrap_or_else(|_| path.to_owned())),
                ..Self::default()
            },
            Err(error) if error.kind() == ErrorKind::NotFound && file.is_none() => Self::default(),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                bail!("there is no file {shown}, which --config names");
            }
            Err(error) => {
                return Err(error).with_context(|| {
                    format!(
                        "{shown} cannot be read; let the user that runs hoi read it, or remove it"
                    )
                });
            }
        };
        for (name, value) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.starts_with("HOI_") {
                // A value that is not Unicode is valid for no setting and counts as empty; its name is checked in any
                // case.
                let value = value.into_string().unwrap_or_default();
                sources.environment.insert(name, value);
            } else if name.starts_with("AWS_")
                && let Ok(value) = value.into_string()
            {
                sources.storage_options.push((name, value));
            }
        }
        Ok(sources)
    }

    /// Takes the text of a file and the given environment.
    ///
    /// # Errors
    /// When the text is not TOML.
    pub(super) fn of(file: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let names = SETTINGS.iter().map(|(key, _)| variable(key));
        Ok(Self {
            table: table(file, FILE)?,
            environment: names
                .filter_map(|name| Some((name.clone(), environment(&name)?)))
                .collect(),
            ..Self::default()
        })
    }

    /// The file that was read; None if there is none.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns the setting as it is written; None if it is not set, or set to nothing.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        let from_file = || match self.table.get(key)? {
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        let from_environment = self.environment.get(&variable(key)).cloned();
        from_environment
            .or_else(from_file)
            .filter(|text| !text.is_empty())
    }

    pub(super) fn origin(&self, key: &str) -> Origin {
        if self.text(key).is_none() {
            Origin::Default
        } else if self.environment.contains_key(&variable(key)) {
            Origin::Environment
        } else {
            Origin::File
        }
    }

    /// Returns the setting as it is written, or its default; empty for nothing.
    pub(super) fn or_default(&self, key: &str) -> String {
        if let Some(text) = self.text(key) {
            return text;
        }
        let mut text = default(key).to_owned();
        for other in ["listen", "data_dir"] {
            let sign = format!("{{{other}}}");
            if text.contains(&sign) {
                text = text.replace(&sign, &self.or_default(other));
            }
        }
        text
    }

    /// Returns the same sources with only the named settings in them.
    pub(super) fn only(&self, keys: &[&str]) -> Self {
        let mut few = self.clone();
        few.table.retain(|key, _| keys.contains(&key));
        few.environment
            .retain(|name, _| keys.iter().any(|key| variable(key) == *name));
        few
    }

    /// Returns a sentence about each name that is no setting, so that a misspelt one is not silently ignored.
    pub(super) fn unknown(&self) -> Vec<String> {
        let is_key = |name: &str| SETTINGS.iter().any(|(key, _)| *key == name);
        let file = self.file.as_deref().unwrap_or(Path::new(FILE)).display();
        let in_file = self.table.keys().filter(|key| !is_key(key)).map(|key| {
            let meant = nearest(key);
            format!("{file}: `{key}` is not a setting; did you mean `{meant}`?")
        });
        let is_variable = |name: &str| {
            OF_TESTS.contains(&name) || SETTINGS.iter().any(|(key, _)| variable(key) == name)
        };
        let names = self.environment.keys().filter(|name| !is_variable(name));
        let in_environment = names.map(|name| {
            let meant = variable(nearest(name));
            format!("{name} is not a setting; did you mean {meant}?")
        });
        in_file.chain(in_environment).collect()
    }
}

/// Returns the name of a setting's variable.
pub(super) fn variable(key: &str) -> String {
    format!("HOI_{}", key.to_uppercase())
}

/// Returns the default of the setting, with the placeholders for other settings in it.
pub(super) fn default(key: &str) -> &'static str {
    let setting = SETTINGS.iter().find(|(known, _)| *known == key);
    setting.map_or("", |(_, default)| default)
}

/// Reads a file. The error names the line and does not show it, because it may contain a password.
fn table(text: &str, file: &str) -> Result<Table> {
    text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.unwrap_or_default().matches('\n').count() + 1;
        anyhow!(
            "{file} is not valid TOML in line {line}: {}",
            error.message()
        )
    })
}

/// Returns the setting with the most similar spelling.
fn nearest(key: &str) -> &'static str {
    let key = key.to_lowercase();
    let key = key.strip_prefix("hoi_").unwrap_or(&key);
    let likeness = |known: &str| strsim::jaro_winkler(known, key);
    let mut keys = SETTINGS.iter().map(|(key, _)| *key);
    let first = keys.next().unwrap_or_default();
    keys.fold(first, |best, other| {
        if likeness(other) > likeness(best) {
            other
        } else {
            best
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_names_are_refused_with_the_nearest_known_one() {
        let said = |name: &str| {
            let environment = BTreeMap::from([(name.to_owned(), String::new())]);
            let sources = Sources {
                environment,
                ..Sources::default()
            };
            sources.unknown().concat()
        };
        for known in ["HOI_SMTP_URL", "HOI_BINARY", "HOI_TEST_DATABASE_URL"] {
            assert_eq!(said(known), "", "{known}");
        }
        for (wrong, meant) in [
            ("HOI_SMTP_ULR", "HOI_SMTP_URL"),
            ("HOI_DATABASE", "HOI_DATABASE_URL"),
            ("HOI_TRUSTED_PROXY", "HOI_TRUSTED_PROXIES"),
            ("HOI_listen", "HOI_LISTEN"),
        ] {
            let said = said(wrong);
            assert!(said.contains(wrong) && said.contains(meant), "{said}");
        }
    }

    #[test]
    fn a_line_that_is_no_toml_is_named_and_not_shown() {
        let text = "listen = \"127.0.0.1:1\"\nadmin_password = hunter2\n";
        let said = Sources::of(text, |_| None).err().unwrap();
        let said = format!("{said:#}");
        assert!(
            said.contains("line 2") && !said.contains("hunter2"),
            "{said}"
        );
    }

    #[test]
    fn a_default_follows_the_settings_that_it_names() {
        let sources = Sources::of("data_dir = \"/srv\"\nlisten = \"[::1]:1\"", |_| None).unwrap();
        assert_eq!(sources.or_default("database_url"), "sqlite:///srv/hoi.db");
        assert_eq!(sources.or_default("public_url"), "http://[::1]:1");
        assert_eq!(sources.origin("data_dir"), Origin::File);
        assert_eq!(sources.origin("public_url"), Origin::Default);
    }
}
