//! Mails from templates, in the reader's language.
//!
//! A mail is a folder of three minijinja templates: `subject.j2`, `text.j2` and `html.j2`. The templates hold the
//! structure. The sentences stand in the message catalogue with all others, so translators work in one place and the
//! catalogue's completeness check covers mails. Besides the caller's values, a template can use
//! - `t("mail.verify.hello", name=fullName)`: a message of the catalogue; `count=` selects its plural form;
//! - `money(dong)` and `date_time(epoch_ms)`: formatted for the reader's language; `date_time(start_ms, end_ms)` is the
//!   time from one moment to another, or only the first where the second is null;
//! - `phone(text)`: a Vietnamese mobile number in groups, any other text as it is;
//! - `lang`: the code of the language.
//!
//! Files outside of such folders, e.g. `layout.html.j2`, are used by `extends` and `include`. In files whose names end
//! in `html.j2`, messages and values are escaped for HTML.

use std::{collections::BTreeSet, fmt::Display, sync::Arc};

use hoi_i18n::{
    Catalogue, Lang, format_date_time, format_date_time_range, format_money, format_phone,
};
use minijinja::{
    AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value, context,
    syntax::SyntaxConfig,
    value::{Kwargs, Serde},
};
use serde::Serialize;

/// All mail templates of the product.
#[derive(Debug)]
pub struct Templates {
    environment: Environment<'static>,
    catalogue: Arc<Catalogue>,
    names: BTreeSet<String>,
}

/// The text of one mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The subject, without line breaks.
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Templates that cannot be loaded or rendered: always a programming mistake.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// A mail lacks one of its three files.
    #[error("the mail {mail} has no {file}")]
    Incomplete { mail: String, file: &'static str },
    /// No mail of that name was loaded.
    #[error("there is no mail {0}")]
    Unknown(String),
    /// A template is malformed, or uses a value or a message that does not exist.
    #[error("{0:#}")]
    Template(#[from] Error),
}

const FILES: [&str; 3] = ["subject.j2", "text.j2", "html.j2"];

impl Templates {
    /// Loads templates from pairs of path and source, with paths such as `verify/subject.j2`.
    ///
    /// The caller embeds the files; this crate does not search for them.
    ///
    /// # Errors
    /// [`TemplateError`] for a malformed template and for a mail without one of its files.
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

    /// Returns the names of all mails, for a test that renders each in every language.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Renders the mail `name` with an object of values.
    ///
    /// # Errors
    /// [`TemplateError`] for an unknown mail, and for a template that uses a missing value or message: sending half a
    /// sentence would be worse.
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
            date_time => Value::from_function(move |start_ms: i64, end_ms: Option<i64>| match end_ms {
                Some(end_ms) => format_date_time_range(lang, start_ms, end_ms),
                None => format_date_time(lang, start_ms),
            }),
            phone => Value::from_function(|number: &str| format_phone(number)),
            ..Value::from(Serde(values))
        };
        let render = |file: &str| {
            self.environment
                .get_template(&format!("{name}/{file}"))?
                .render(&context)
        };
        let [subject, text, html] = FILES.map(render);
        // Values may contain line breaks, and a subject is one line.
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
