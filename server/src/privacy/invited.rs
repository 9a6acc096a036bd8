//! Forgetting people who were invited to a group by their address and never came.

use std::time::Duration;

use hoi_community::groups;
use hoi_community::notifications::Kind;
use hoi_community::notifications::entity::notification;
use hoi_db::Tx;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::mails;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::RemoveStoredMails;

/// How long after its end leaders see whom an invitation was for.
const KEPT: Duration = Duration::from_hours(30 * 24);
/// Invitations in one transaction.
const BATCH: u64 = 500;

/// Forgets the people of invitations to an address that were declined, withdrawn or not answered: in the lists of
/// leaders, in the notification that says who declined, in the mail log, and in mails that are stored as files.
/// A person who declined by the mailed link left the lists at once.
#[tracing::instrument(name = "privacy.forget_invited", skip_all)]
pub async fn forget_invited(app: &App) -> Result<()> {
    let before = app.clock.now().minus(KEPT);
    loop {
        let conn = app.db.read();
        let invitations = groups::ended_invitations(conn, before, BATCH).await?;
        if invitations.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = invitations.iter().map(|id| id.0).collect();
        // Before the transaction, because no index helps. No mail of them is sent any more.
        let mailed = mails::find_recipients(conn, &ids, &[], &[], None).await?;
        let tx = app.db.write().await?;
        groups::forget_invitations(&tx, &invitations, String::new()).await?;
        mails::forget_recipients(&tx, &mailed).await?;
        remove_notifications(&tx, &ids).await?;
        RemoveStoredMails::order(app, &tx, ids, &[]).await?;
        tx.commit().await?;
        app.jobs.notify_one();
    }
}

async fn remove_notifications(tx: &Tx, invitations: &[Uuid]) -> Result<(), DbErr> {
    use notification::Column::{Kind as OfKind, ObjectId, ReadAt};
    // Two statements, because each finds its rows by an index.
    for is_read in [ReadAt.is_null(), ReadAt.is_not_null()] {
        notification::Entity::delete_many()
            .filter(ObjectId.is_in(invitations.iter().copied()))
            .filter(OfKind.eq(Kind::InvitationDeclined))
            .filter(is_read)
            .exec(tx)
            .await?;
    }
    Ok(())
}
