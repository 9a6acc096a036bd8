//! Notifications and mails about the end of plans.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::anyhow;
use hoi_db::{Timestamp, Tx};
use hoi_jobs::{Attempt, Job, JobError, Lane, Retry};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::mails::{self, OutgoingMail};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, Set};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entity::{personal_plan, plan, plan_notice};
use super::{EndNotice, PersonalPlanId, PlanId, rules};
use crate::accounts::entity::user;
use crate::notifications::{self, Kind, Mails, News, unsubscribe};

/// The time of day in Vietnam, after midnight, from which accounts are told.
const MORNING: Duration = Duration::from_hours(8);
/// The page on which an account sees its plans.
pub(super) const PLANS: &str = "/profile?tab=plan";

/// Tells each account whose plan ends soon or has ended, and that was not told of this end yet. Several servers may do
/// it at the same moment: the primary key allows one row of each notice.
pub async fn tell_of_ends(app: &App) -> Result<()> {
    let now = app.clock.now();
    let today = rules::day_of(now.minus(MORNING));
    let (first, last) = (
        rules::days_after(&today, -rules::TOLD_LATE),
        rules::days_after(&today, rules::TOLD_EARLY),
    );
    let tx = app.db.write().await?;
    // All servers go through the plans in one order, so that no two of them wait for each other's rows.
    let ending = personal_plan::live()
        .filter(personal_plan::Column::ExpirationDate.between(first.as_str(), last.as_str()))
        .order_by_asc(personal_plan::Column::Id)
        .all(&tx)
        .await?;
    let told: HashSet<_> = plan_notice::Entity::find()
        .filter(plan_notice::Column::ExpirationDate.between(first.as_str(), last.as_str()))
        .all(&tx)
        .await?
        .into_iter()
        .map(|row| (row.personal_plan_id, row.expiration_date, row.notice))
        .collect();
    for row in ending {
        let Some(notice) = rules::end_notice(&row.start_date, &row.expiration_date, &today) else {
            continue;
        };
        let mail = MailPlanEnd {
            personal_plan: row.id,
            expiration_date: row.expiration_date.clone(),
            notice,
        };
        let key = (row.id, mail.expiration_date.clone(), notice);
        if told.contains(&key) {
            continue;
        }
        let once = plan_notice::ActiveModel {
            personal_plan_id: Set(key.0),
            expiration_date: Set(key.1),
            notice: Set(notice),
            created_at: Set(now),
        };
        let nothing = OnConflict::new().do_nothing().to_owned();
        let stored = plan_notice::Entity::insert(once)
            .on_conflict(nothing)
            .exec_without_returning(&tx)
            .await?;
        if stored > 0 && tell(&tx, &row, &mail, now).await? {
            hoi_jobs::enqueue(&tx, &mail, now).await?;
        }
    }
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(())
}

/// Notifies the owner of a plan. Returns whether they want a mail, too.
async fn tell(
    tx: &Tx,
    personal: &personal_plan::Model,
    mail: &MailPlanEnd,
    now: Timestamp,
) -> Result<bool> {
    let plan = find_plan(tx, personal.plan_id).await?;
    let news = News::new(mail.kind(), personal.id, PLANS)
        .text("plan", plan.base_name)
        .moment("end", rules::last_minute(&mail.expiration_date))
        .with_own_mail();
    let mailed = notifications::tell(tx, [personal.user_id], news, now).await?;
    Ok(!mailed.is_empty())
}

async fn find_plan(conn: &impl ConnectionTrait, id: PlanId) -> anyhow::Result<plan::Model> {
    let plan = plan::Entity::find_by_id(id).one(conn).await?;
    plan.ok_or_else(|| anyhow!("a personal plan has no plan"))
}

impl MailPlanEnd {
    fn kind(&self) -> Kind {
        match self.notice {
            EndNotice::Ended => Kind::PlanEnded,
            EndNotice::TwoWeeks | EndNotice::ThreeDays => Kind::PlanExpiring,
        }
    }
}

/// Tells the owner of a plan that it ends or has ended, unless its last day has changed since.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailPlanEnd {
    pub personal_plan: PersonalPlanId,
    /// The last day that the mail is about.
    pub expiration_date: String,
    pub notice: EndNotice,
}

impl Job for MailPlanEnd {
    const NAME: &'static str = "plans.mailPlanEnd";
    const LANE: Lane = Lane::Bulk;
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let personal = personal_plan::live()
            .filter(personal_plan::Column::Id.eq(self.personal_plan))
            .filter(personal_plan::Column::ExpirationDate.eq(self.expiration_date.as_str()))
            .one(conn)
            .await?;
        let Some(personal) = personal else {
            return Ok(());
        };
        let to = user::live()
            .filter(user::Column::Id.eq(personal.user_id))
            .filter(user::Column::IsActive.eq(true))
            .one(conn)
            .await?;
        let Some(to) = to else {
            return Ok(());
        };
        let plan = find_plan(conn, personal.plan_id).await?;
        let stop = unsubscribe(&app.config, &app.secrets, &to, Mails::Of(self.kind()));
        let mail = OutgoingMail {
            template: "plan_ends",
            to: &to.email,
            name: &to.full_name,
            lang: to.lang,
            values: json!({
                "fullName": to.full_name,
                "plan": plan.base_name,
                "end": rules::last_minute(&personal.expiration_date).0,
                "hasEnded": self.notice == EndNotice::Ended,
                "link": format!("{}{PLANS}", app.config.public_url),
                "unsubscribe": stop.page,
            }),
            attachments: Vec::new(),
            dress: None,
            message_id: format!(
                "plan-end-{}-{}-{:?}",
                personal.id, self.expiration_date, self.notice
            ),
            unsubscribe: Some(stop.one_click),
            about: Some(to.id.0),
        };
        mails::send(app, attempt, mail).await
    }
}
