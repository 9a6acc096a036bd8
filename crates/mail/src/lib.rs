//! From a template to a sent mail.
//!
//! [`Templates`] renders a mail in the reader's language, [`substitute`] fills in an organiser's text, [`Email`] holds
//! the result, and a [`Transport`] sends it: over SMTP, into a folder of `.eml` files, or into memory for tests.
//!
//! [`check_sender_domain`] asks DNS whether receivers can tell the sender's mails from forged ones. A [`DkimSigner`] signs
//! them where no mail provider does.
//!
//! The crate sends once and returns the outcome. The caller is responsible for queues, retries, recipients and
//! sanitising HTML from users.

mod content;
mod dkim;
mod domain;
mod email;
mod folder;
mod sender_domain;
mod smtp;
mod templates;
mod transport;

pub use content::{
    html_to_text, substitute, substitute_text, substitute_with_links, unknown_variable,
};
pub use dkim::{DkimError, DkimSigner};
pub use domain::{encoded_domain, readable_domain};
pub use email::{Attachment, Email};
pub use folder::{MailFolder, MailSummary, StoredMail};
pub use lettre::{
    Address,
    message::{Mailbox, header::ContentType},
};
pub use sender_domain::{
    Finding, Verdict, check_sender_domain, check_signed_domain, system_dns_servers,
};
pub use smtp::{SmtpUrlError, Times};
pub use templates::{Rendered, TemplateError, Templates};
pub use transport::{Memory, SendError, Transport};
