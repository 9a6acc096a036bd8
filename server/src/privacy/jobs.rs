//! Mails to people who asked about their personal data, and the end of those that are stored as files.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::anyhow;
use hoi_community::accounts::email_key;
use hoi_community::accounts::entity::user;
use hoi_db::Tx;
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, Job, JobError, Retry};
use hoi_mail::{MailSummary, Transport};
use hoi_platform::app::App;
use hoi_platform::error::{self, LocalizedText};
use hoi_platform::ids::{DataRequestId, EventId};
use hoi_platform::mails::{self, Dress, OutgoingMail};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::entity::{Entity, Model};
use super::own_data::kind_key;

/// Stored mails that one attempt looks at: the work of a fraction of a second.
const STORED_MAILS: usize = 2_000;
/// Between two attempts.
const PAUSE: Duration = Duration::from_secs(1);

/// Mails the answer to a request, or its outcome.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailDataAnswer {
    pub request: DataRequestId,
    /// The registration or the account that asked.
    pub person: Uuid,
    /// Whether it says how the request was closed.
    pub is_end: bool,
}

impl MailDataAnswer {
    /// Returns the mail about a request.
    pub(super) fn of(row: &Model, is_end: bool) -> Option<Self> {
        let person = row.attendance_id.map(|id| id.0);
        Some(Self {
            request: row.id,
            person: person.or_else(|| row.user_id.map(|id| id.0))?,
            is_end,
        })
    }
}

/// Whom the mail is for.
struct Recipient {
    name: String,
    email: String,
    lang: Lang,
    /// The event that it is about, and how its mails look; None for an account.
    event: Option<(event::Model, Dress)>,
}

impl Job for MailDataAnswer {
    const NAME: &'static str = "privacy.mailAnswer";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.person)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let request = Entity::find_by_id(self.request).one(app.db.read()).await?;
        let Some(request) = request else {
            return Ok(());
        };
        let Some(to) = recipient(app, &request).await? else {
            return Ok(());
        };
        let text = if self.is_end {
            request.reason
        } else {
            request.answer
        };
        let values = json!({
            "fullName": to.name,
            "eventTitle": to.event.as_ref().map(|(event, _)| &event.title),
            "kind": LocalizedText::new(kind_key(request.kind)).in_language(to.lang),
            "askedAt": request.asked_at.0,
            "result": request.result.filter(|_| self.is_end),
            "text": text.unwrap_or_default(),
        });
        let part = if self.is_end { "end" } else { "answer" };
        let mail = OutgoingMail {
            template: "data_answer",
            to: &to.email,
            name: &to.name,
            lang: to.lang,
            values,
            attachments: Vec::new(),
            dress: to.event.map(|(_, dress)| dress),
            message_id: format!("data-{part}-{}-{}", self.request, self.person),
            unsubscribe: None,
            about: Some(self.person),
        };
        mails::send(app, attempt, mail).await
    }
}

/// Finds the recipient of the mail; None for a person who was erased or has no address.
async fn recipient(app: &App, request: &Model) -> Result<Option<Recipient>, JobError> {
    let conn = app.db.read();
    let found = match (request.attendance_id, request.user_id) {
        (Some(id), _) => {
            let person = attendance::Entity::find_by_id(id).one(conn).await?;
            let person = person.filter(|row| row.erased_at.is_none());
            let Some(person) = person else {
                return Ok(None);
            };
            let Some(event) = find(app, person.event_id).await? else {
                return Ok(None);
            };
            Some(Recipient {
                name: person.full_name,
                email: person.email,
                lang: person.lang,
                event: Some(event),
            })
        }
        (None, Some(id)) => {
            let account = user::live()
                .filter(user::Column::Id.eq(id))
                .one(conn)
                .await?;
            account.map(|account| Recipient {
                name: account.full_name,
                email: account.email,
                lang: account.lang,
                event: None,
            })
        }
        (None, None) => None,
    };
    Ok(found.filter(|to| !to.email.is_empty()))
}

/// Mails to the last address of a person that they were erased. The job alone holds the address, until the mail has left
/// or is given up.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailErased {
    /// None for an account.
    pub event: Option<EventId>,
    pub to: String,
    pub lang: Lang,
}

impl Job for MailErased {
    const NAME: &'static str = "privacy.mailErased";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        // It would not reach the person, and the file would keep the address.
        if matches!(app.mail, Transport::File(_)) {
            return Ok(());
        }
        let event = match self.event {
            Some(id) => find(app, id).await?,
            None => None,
        };
        let title = event.as_ref().map(|(event, _)| event.title.clone());
        let mail = OutgoingMail {
            template: "data_erased",
            to: &self.to,
            name: "",
            lang: self.lang,
            values: json!({ "eventTitle": title }),
            attachments: Vec::new(),
            dress: event.map(|(_, dress)| dress),
            message_id: format!("data-erased-{}", attempt.job),
            unsubscribe: None,
            about: None,
        };
        mails::send(app, attempt, mail).await
    }

    /// A dead letter would keep the address.
    async fn on_dead(&self, _: &App, _: Attempt, _: &JobError) -> anyhow::Result<bool> {
        Ok(false)
    }
}

/// Removes the mails to erased people that were stored as files without a mail server, a few at a time. The job alone
/// holds the addresses, until the last mail was looked at or the job is given up.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RemoveStoredMails {
    /// Registrations, accounts and invitations, whose identifiers stand in the names of the files.
    ids: Vec<Uuid>,
    /// Other mails to these addresses go, too, unless another person has the address.
    addresses: Vec<String>,
    /// The last file that was looked at; None before the first.
    after: Option<String>,
}

impl RemoveStoredMails {
    /// Stores the job, if there are mails as files.
    pub(super) async fn order(
        app: &App,
        tx: &Tx,
        ids: Vec<Uuid>,
        addresses: &[&str],
    ) -> error::Result<()> {
        if mails::stored(&app.config).is_none() {
            return Ok(());
        }
        let job = Self {
            ids,
            addresses: addresses.iter().map(|one| (*one).to_owned()).collect(),
            after: None,
        };
        Ok(hoi_jobs::enqueue(tx, &job, app.clock.now()).await?)
    }
}

impl Job for RemoveStoredMails {
    const NAME: &'static str = "privacy.removeStoredMails";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let Some(folder) = mails::stored(&app.config) else {
            return Ok(());
        };
        let mut keys = HashSet::new();
        for address in &self.addresses {
            let key = email_key(address);
            if !is_in_use(app, &key).await? {
                keys.insert(key);
            }
        }
        let ids: Vec<String> = self.ids.iter().map(ToString::to_string).collect();
        let is_theirs = move |mail: &MailSummary| {
            let mut ids = ids.iter();
            ids.any(|id| mail.file.contains(id)) || keys.contains(&email_key(&mail.to))
        };
        let after = self.after.clone();
        let after = folder.remove(after, STORED_MAILS, is_theirs).await?;
        if after.is_some() {
            let rest = Self {
                after,
                ..self.clone()
            };
            let now = app.clock.now();
            let tx = app.db.write().await?;
            hoi_jobs::enqueue_at(&tx, &rest, now, now.plus(PAUSE)).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// A dead letter would keep the addresses.
    async fn on_dead(&self, _: &App, _: Attempt, error: &JobError) -> anyhow::Result<bool> {
        let error = error.error();
        tracing::error!(?error, "stored mails to erased people were not removed");
        Ok(false)
    }
}

/// Whether a registration or an account that is not erased has the address.
async fn is_in_use(app: &App, key: &str) -> Result<bool, DbErr> {
    let conn = app.db.read();
    let accounts = user::live().filter(user::Column::EmailKey.eq(key));
    if accounts.count(conn).await? > 0 {
        return Ok(true);
    }
    let keys = registration::keys_of_address(key, true);
    let people = attendance::Entity::find()
        .filter(attendance::Column::EmailKey.is_in(keys))
        .filter(attendance::Column::ErasedAt.is_null());
    Ok(people.count(conn).await? > 0)
}

/// Finds the event, also a deleted or cancelled one, and how its mails look.
async fn find(app: &App, id: EventId) -> Result<Option<(event::Model, Dress)>, JobError> {
    let conn = app.db.read();
    let Some(event) = event::Entity::find_by_id(id).one(conn).await? else {
        return Ok(None);
    };
    let dress = events::dress(conn, &event, &app.config.public_url).await;
    let dress = dress.map_err(|error| anyhow!("{error:?}"))?;
    Ok(Some((event, dress)))
}
