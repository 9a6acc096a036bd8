//! Delivers an invitation that was made to an e-mail address.

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, Job, JobError, Retry};
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::mails::{self, OutgoingMail};
use sea_orm::EntityTrait as _;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entity::{group, join_request};
use super::{JoinRequestId, RequestStatus, invitations, store, tell};
use crate::accounts::entity::user;
use crate::accounts::{self, Role};

/// Tells the owner of an address of an invitation: with a notification if the address has an account, otherwise with a
/// mail that leads to sign-up.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendInvitation {
    pub invitation: JoinRequestId,
    /// Tells apart the mails of an invitation that is sent again.
    pub sent_at: Timestamp,
    /// The language of the inviting leader, for a person without an account.
    pub lang: Lang,
}

impl Job for SendInvitation {
    const NAME: &'static str = "groups.sendInvitation";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some((invitation, group)) = self.find(app).await.map_err(Error::to_be_retried)? else {
            return Ok(());
        };
        let email = invitation.email.as_deref().unwrap_or_default();
        let found = accounts::find_by_email(app.db.read(), email).await;
        let found = found.map_err(Error::to_be_retried)?;
        match found.filter(|user| user.email_verified_at.is_some()) {
            Some(user) => self
                .notify(app, &invitation, &group, &user)
                .await
                .map_err(Error::to_be_retried),
            None => self.mail(app, attempt, &invitation, &group).await,
        }
    }
}

impl SendInvitation {
    async fn find(&self, app: &App) -> Result<Option<(join_request::Model, group::Model)>> {
        let conn = app.db.read();
        let invitation = join_request::Entity::find_by_id(self.invitation);
        let waits = |row: &join_request::Model| row.status == RequestStatus::Pending;
        let Some(invitation) = invitation.one(conn).await?.filter(waits) else {
            return Ok(None);
        };
        let group = store::find(conn, invitation.group_id).await?;
        Ok(group.map(|group| (invitation, group)))
    }

    async fn notify(
        &self,
        app: &App,
        invitation: &join_request::Model,
        group: &group::Model,
        user: &user::Model,
    ) -> Result<()> {
        if !user.is_active || user.role == Role::Admin {
            return Ok(());
        }
        let tx = app.db.write().await?;
        tell::of_invitation(&tx, group, invitation, user.id, app.clock.now()).await?;
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }

    async fn mail(
        &self,
        app: &App,
        attempt: Attempt,
        invitation: &join_request::Model,
        group: &group::Model,
    ) -> Result<(), JobError> {
        let by = accounts::full_name(app.db.read(), invitation.created_by).await;
        let token = invitations::token(&app.secrets, invitation.id);
        let name = invitation.full_name.as_deref().unwrap_or_default();
        let mail = OutgoingMail {
            template: "group_invitation",
            to: invitation.email.as_deref().unwrap_or_default(),
            name,
            lang: self.lang,
            values: json!({
                "fullName": invitation.typed_name(),
                "inviter": by.map_err(Error::to_be_retried)?,
                "group": group.name,
                "link": format!("{}/invitation/{token}", app.config.public_url),
                "end": invitation.expires_at.unwrap_or(self.sent_at).0,
            }),
            attachments: Vec::new(),
            dress: None,
            message_id: format!("group_invitation-{}-{}", invitation.id, self.sent_at.0),
            unsubscribe: None,
            about: Some(invitation.id.0),
        };
        mails::send(app, attempt, mail).await
    }
}
