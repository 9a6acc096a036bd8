//! From a template to a sent message.
//!
//! [`Templates`] renders a mail in the reader's language, [`substitute`] fills in what an organiser
//! wrote, [`Email`] holds the result, and a [`Transport`] sends it: over SMTP, into a folder of
//! `.eml` files, or into memory for tests.
//!
//! It sends once and says how it went. Queues, retries and who receives which mail are the caller's,
//! and so is sanitising HTML that somebody typed.

mod content;
mod email;
mod folder;
mod smtp;
mod templates;
mod transport;

pub use content::{
    html_to_text, substitute, substitute_text, substitute_with_links, unknown_variable,
};
pub use email::{Attachment, Email};
pub use folder::{MailFolder, MailSummary, StoredMail};
pub use lettre::{
    Address,
    message::{Mailbox, header::ContentType},
};
pub use smtp::{SmtpUrlError, Times};
pub use templates::{Rendered, TemplateError, Templates};
pub use transport::{Memory, SendError, Transport};
