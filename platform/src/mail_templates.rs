//! The templates of mails inside the program.

use std::sync::Arc;

use anyhow::Result;
use hoi_mail::Templates;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "templates/mail"]
struct Files;

/// Loads all templates of the program.
pub fn templates() -> Result<Templates> {
    let files = Files::iter().filter_map(|path| {
        let file = Files::get(&path)?;
        Some((
            path.into_owned(),
            String::from_utf8_lossy(&file.data).into_owned(),
        ))
    });
    Ok(Templates::new(files, Arc::clone(crate::language::texts()))?)
}
