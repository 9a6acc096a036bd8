//! The audit log, with the names of the accounts that acted and of the accounts and plans concerned.

use std::collections::HashMap;

use hoi_community::accounts::entity::user;
use hoi_community::plans::entity::{personal_plan, plan};
use hoi_db::containing;
use hoi_platform::audit::{AuditAction, entity as audit_log};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::ids::{PersonalPlanId, PlanId, UserId};
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ActiveEnum as _, ColumnTrait, Condition, ConnectionTrait, EntityTrait, Iterable as _,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait as _,
};
use uuid::Uuid;

use super::dto::{AuditActor, AuditEntry, AuditQuery, AuditSubject, AuditSubjectKind};

/// Returns the entries that the query asks for. 5002: it names an unknown action.
pub fn condition(query: &AuditQuery) -> Result<Condition> {
    use audit_log::Column::{Action, ActorId, CreatedAt, Ip, SubjectId};
    let names = query.action.as_deref().unwrap_or_default().split(',');
    let actions: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let is_known = |name: &&str| AuditAction::iter().any(|action| action.name() == **name);
    if !actions.iter().all(is_known) {
        return Err(Error::field("action", LocalizedText::new("field.filter")));
    }
    let actions = (!actions.is_empty()).then(|| Action.is_in(actions));
    let ip = query
        .ip
        .as_deref()
        .map(str::trim)
        .filter(|ip| !ip.is_empty());
    Ok(Condition::all()
        .add_option(actions)
        .add_option(query.actor.map(|actor| ActorId.eq(actor)))
        .add_option(query.subject.map(|subject| SubjectId.eq(subject)))
        .add_option(ip.map(|ip| Ip.like(containing(ip))))
        .add_option(query.from.map(|from| CreatedAt.gte(from)))
        .add_option(query.until.map(|until| CreatedAt.lt(until))))
}

/// Selects the actions of an account, and those on it or its plans.
pub fn condition_of(account: UserId) -> Condition {
    use audit_log::Column::{ActorId, SubjectId};
    let plans = personal_plan::Entity::find()
        .select_only()
        .column(personal_plan::Column::Id)
        .filter(personal_plan::Column::UserId.eq(account))
        .into_query();
    Condition::any()
        .add(ActorId.eq(account))
        .add(SubjectId.eq(account.0))
        .add(SubjectId.in_subquery(plans))
}

/// Returns one page of these entries, the newest first.
#[tracing::instrument(name = "system.audit_log", skip_all)]
pub async fn page(
    conn: &impl ConnectionTrait,
    which: Condition,
    page: PageQuery,
) -> Result<Page<AuditEntry>> {
    let entries = audit_log::Entity::find().filter(which);
    let total = entries.clone().count(conn).await?;
    let rows = entries
        .order_by_desc(audit_log::Column::CreatedAt)
        .order_by_desc(audit_log::Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let names = Names::find(conn, &rows).await?;
    let items = rows.into_iter().map(|row| AuditEntry {
        actor: row.actor_id.and_then(|id| names.actor(id)),
        subject: row.subject_id.map(|id| names.subject(id, &row.action)),
        id: row.id,
        action: row.action,
        ip: row.ip,
        times: row.times,
        created_at: row.created_at,
    });
    Ok(Page {
        items: items.collect(),
        total,
    })
}

/// The names of accounts and plans in the entries of a page, also of deleted ones.
struct Names {
    /// Name and e-mail address.
    accounts: HashMap<UserId, (String, String)>,
    plans: HashMap<PlanId, String>,
    personal: HashMap<Uuid, (PlanId, UserId)>,
}

impl Names {
    async fn find(conn: &impl ConnectionTrait, rows: &[audit_log::Model]) -> Result<Self> {
        let subjects: Vec<Uuid> = rows.iter().filter_map(|row| row.subject_id).collect();
        let personal: Vec<(PersonalPlanId, PlanId, UserId)> = personal_plan::Entity::find()
            .select_only()
            .columns([
                personal_plan::Column::Id,
                personal_plan::Column::PlanId,
                personal_plan::Column::UserId,
            ])
            .filter(personal_plan::Column::Id.is_in(subjects.iter().copied()))
            .into_tuple()
            .all(conn)
            .await?;
        let sold = personal.iter().map(|(_, plan, _)| plan.0);
        let plans: Vec<(PlanId, String)> = plan::Entity::find()
            .select_only()
            .columns([plan::Column::Id, plan::Column::BaseName])
            .filter(plan::Column::Id.is_in(subjects.iter().copied().chain(sold)))
            .into_tuple()
            .all(conn)
            .await?;
        let actors = rows.iter().filter_map(|row| row.actor_id.map(|id| id.0));
        let owners = personal.iter().map(|(_, _, owner)| owner.0);
        let people = subjects.iter().copied().chain(actors).chain(owners);
        let accounts: Vec<(UserId, String, String)> = user::Entity::find()
            .select_only()
            .columns([
                user::Column::Id,
                user::Column::FullName,
                user::Column::Email,
            ])
            .filter(Expr::col(user::Column::Id).is_in(people))
            .into_tuple()
            .all(conn)
            .await?;
        let accounts = accounts.into_iter();
        let personal = personal.into_iter();
        Ok(Self {
            accounts: accounts
                .map(|(id, name, email)| (id, (name, email)))
                .collect(),
            plans: plans.into_iter().collect(),
            personal: personal
                .map(|(id, plan, owner)| (id.0, (plan, owner)))
                .collect(),
        })
    }

    fn actor(&self, id: UserId) -> Option<AuditActor> {
        let (full_name, email) = self.accounts.get(&id)?.clone();
        Some(AuditActor {
            id,
            full_name,
            email,
        })
    }

    fn subject(&self, id: Uuid, action: &str) -> AuditSubject {
        let account = |id: UserId| self.accounts.get(&id).map(|(name, _)| name.as_str());
        let plan = |id: PlanId| self.plans.get(&id).map(String::as_str);
        let (kind, name) = if let Some((sold, owner)) = self.personal.get(&id) {
            let names = [plan(*sold), account(*owner)].map(Option::unwrap_or_default);
            (AuditSubjectKind::PersonalPlan, Some(names.join(" · ")))
        } else if let Some(name) = plan(PlanId(id)) {
            (AuditSubjectKind::Plan, Some(name.to_owned()))
        } else {
            match AuditAction::try_from_value(&action.to_owned()) {
                Ok(AuditAction::PrivateFileRead) => (AuditSubjectKind::File, None),
                Ok(AuditAction::JobsRetried) => (AuditSubjectKind::Job, None),
                _ => {
                    let name = account(UserId(id)).map(ToOwned::to_owned);
                    (AuditSubjectKind::Account, name)
                }
            }
        };
        AuditSubject { kind, id, name }
    }
}
