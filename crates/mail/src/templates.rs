//! Mails from templates, in the reader's language.
//!
//! A mail is a folder of three minijinja templates: `subject.j2`, `text.j2` and `html.j2`. They hold the
//! mail's shape once; its sentences stand in the message catalogue with all others, so translators work
//! in one place and the catalogue's completeness check covers mails too. Besides the caller's values, a
//! template has
//! - `t("mail.verify.hello", name=fullName)`: a message of the catalogue;
//! - `money(dong)` and `date_time(epoch_ms)`: written as the reader's language does;
//! - `lang`: `vi` or `en`.
//!
//! Files outside of such folders, e.g. `layout.html.j2`, are for `extends` and `include`. Everything in a
//! file whose name ends in `html.j2` is escaped for HTML, messages and values alike.

use std::{collections::BTreeSet, fmt::Display, sync::Arc};

use hoi_i18n::{Catalogue, Lang, format_date_time, format_money};
use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value, context,
    syntax::SyntaxConfig,
    value::{Kwargs, Serde},
};
use serde::Serialize;

/// All mails of the product.
#[derive(Debug)]
pub struct Templates {
    environment: Environment<'static>,
    catalogue: Arc<Catalogue>,
    names: BTreeSet<String>,
}

/// A mail in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// One line.
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
}

/// Why templates cannot be loaded or rendered; always a mistake of ours.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// A mail lacks one of its three files.
    #[error("the mail {mail} has no {file}")]
    Incomplete {
        /// The mail's folder.
        mail: String,
        /// The missing file.
        file: &'static str,
    },
    /// No folder of that name was loaded.
    #[error("there is no mail {0}")]
    Unknown(String),
    /// A template is malformed, or uses a value or a message that is not there.
    #[error("{0:#}")]
    Template(#[from] Error),
}

const FILES: [&str; 3] = ["subject.j2", "text.j2", "html.j2"];

impl Templates {
    /// Loads templates from pairs of path and source, paths such as `verify/subject.j2`.
    ///
    /// The caller embeds the files (`include_str!`, or a crate that embeds a folder); this crate does not
    /// look for them.
    ///
    /// # Errors
    /// [`TemplateError`] for a template that is malformed and for a mail that is not whole.
    pub fn new(
        files: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
        catalogue: Arc<Catalogue>,
    ) -> Result<Self, TemplateError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_syntax(
            SyntaxConfig::builder()
                .trim_blocks(true)
                .lstrip_blocks(true)
                .build()?,
        );
        environment.set_auto_escape_callback(|path| {
            if path.ends_with("html.j2") {
                AutoEscape::Html
            } else {
                AutoEscape::None
            }
        });
        let mut names = BTreeSet::new();
        for (path, source) in files {
            let path: String = path.into();
            if let Some((name, _)) = path.split_once('/') {
                names.insert(name.to_owned());
            }
            environment.add_template_owned(path, source.into())?;
        }
        for mail in &names {
            let missing =
                |file: &&str| environment.get_template(&format!("{mail}/{file}")).is_err();
            if let Some(file) = FILES.into_iter().find(missing) {
                return Err(TemplateError::Incomplete {
                    mail: mail.clone(),
                    file,
                });
            }
        }
        Ok(Self {
            environment,
            catalogue,
            names,
        })
    }

    /// The mails that were loaded: for a test that renders every one in every language.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Renders the mail `name` with an object of values.
    ///
    /// # Errors
    /// [`TemplateError`] for an unknown mail, and for a template that uses a value that is not there or a
    /// message that the catalogue lacks: sending half a sentence would be worse.
    pub fn render(
        &self,
        name: &str,
        lang: Lang,
        values: impl Serialize,
    ) -> Result<Rendered, TemplateError> {
        if !self.names.contains(name) {
            return Err(TemplateError::Unknown(name.to_owned()));
        }
        let catalogue = Arc::clone(&self.catalogue);
        let context = context! {
            lang => lang.code(),
            t => Value::from_function(move |key: &str, values: Kwargs| translate(&catalogue, lang, key, &values)),
            money => Value::from_function(move |dong: i64| format_money(lang, dong)),
            date_time => Value::from_function(move |epoch_ms: i64| format_date_time(lang, epoch_ms)),
            ..Value::from(Serde(values))
        };
        let render = |file: &str| {
            self.environment
                .get_template(&format!("{name}/{file}"))?
                .render(&context)
        };
        let [subject, text, html] = FILES.map(render);
        // A subject is one line, whatever the values in it held.
        let subject = subject?.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Rendered {
            subject,
            text: text?.trim().to_owned() + "\n",
            html: html?,
        })
    }
}

fn translate(
    catalogue: &Catalogue,
    lang: Lang,
    key: &str,
    values: &Kwargs,
) -> Result<String, Error> {
    if !catalogue.contains(key) {
        return Err(Error::new(
            ErrorKind::InvalidOperation,
            format!("there is no message {key}"),
        ));
    }
    let mut filled: Vec<(&str, Value)> = Vec::new();
    for name in values.args() {
        let value: Value = values.get(name)?;
        if value.is_undefined() {
            return Err(Error::new(
                ErrorKind::UndefinedError,
                format!("{name} of {key} is undefined"),
            ));
        }
        filled.push((name, value));
    }
    let mut values: Vec<(&str, &dyn Display)> = Vec::new();
    for (name, value) in &filled {
        values.push((name, value));
    }
    Ok(catalogue.text(lang, key, &values))
}
