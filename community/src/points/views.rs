//! Points and tallies as a caller may see them.

use std::collections::{HashMap, HashSet};

use hoi_platform::error::Result;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::UserId;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::dto::{AllowedActions, Figure, MemberTally, OwnPlace, Point, PointParty};
use super::rules::{Place, Tallies, next_better};
use super::{PointId, PointStatus, entity, store};
use crate::accounts::entity::user;
use crate::groups::{InGroup, Leader, Member, Owner};

/// Returns names and pictures of these accounts, also of deleted ones.
pub async fn parties(
    conn: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = UserId>,
) -> Result<HashMap<UserId, PointParty>> {
    let users = user::Entity::find()
        .filter(user::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let parties = users.into_iter().map(|user| {
        let party = PointParty {
            id: user.id,
            full_name: user.full_name,
            avatar: user.avatar_file_id.map(FileUrl),
        };
        (party.id, party)
    });
    Ok(parties.collect())
}

/// Returns these points as the caller may see them, in the same order.
pub async fn points<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    rows: Vec<entity::Model>,
) -> Result<Vec<Point>> {
    let own = caller.user.id;
    let accounts = rows.iter().flat_map(|row| {
        let always = [row.seller_id, row.counterparty_id, row.submitted_by];
        let later = [row.decided_by, row.voided_by];
        always.into_iter().chain(later.into_iter().flatten())
    });
    let parties = parties(conn, accounts).await?;
    let party = |id: UserId| {
        parties.get(&id).cloned().unwrap_or(PointParty {
            id,
            full_name: String::new(),
            avatar: None,
        })
    };
    let name = |id: Option<UserId>| id.map(|id| party(id).full_name);
    let leads = caller.has::<Leader>();
    let is_open = caller.group.archived_at.is_none();
    let decidable = if leads {
        let ids: Vec<PointId> = rows.iter().map(|row| row.id).collect();
        store::find_decidable(conn, own, &ids).await?
    } else {
        HashSet::new()
    };
    let views = rows.into_iter().map(|row| {
        let is_own = row.is_party(own) || row.submitted_by == own;
        let shows_value = is_own || store::sees_values(caller);
        let is_pending = is_open && row.status == PointStatus::Pending;
        let is_member = caller.has::<Member>();
        Point {
            allowed: AllowedActions {
                change: is_pending && is_member && row.submitted_by == own,
                answer: is_pending && is_member && row.other_party() == own,
                decide: is_pending && decidable.contains(&row.id),
                void: is_open && row.status == PointStatus::Approved && caller.has::<Owner>(),
            },
            seller: party(row.seller_id),
            counterparty: party(row.counterparty_id),
            submitted_by_name: party(row.submitted_by).full_name,
            decided_by_name: name(row.decided_by),
            voided_by_name: name(row.voided_by),
            id: row.id,
            version: row.version,
            role_type: row.role_type,
            buyer_name: row.buyer_name.filter(|_| shows_value),
            value: shows_value.then_some(row.value),
            deal_date: row.deal_date,
            note: row.note.filter(|_| shows_value),
            proof: row.proof.filter(|_| is_own || leads),
            status: row.status,
            submitted_by: row.submitted_by,
            other_party_answer: row.other_party_answer,
            decided_at: row.decided_at,
            voided_at: row.voided_at,
            reason: row.reason,
            created_at: row.created_at,
        }
    });
    Ok(views.collect())
}

/// Returns the tallies of a member as the caller may see them.
pub fn tally<R>(caller: &InGroup<R>, user_id: UserId, tallies: &Tallies) -> MemberTally {
    let shows_value = user_id == caller.user.id || store::sees_values(caller);
    MemberTally {
        user_id,
        sold: Figure::of(&tallies.sold, shows_value),
        buy: Figure::of(&tallies.buy, shows_value),
        referral: Figure::of(&tallies.referral, shows_value),
    }
}

/// Returns the caller's place among these, which are ordered by value if the caller may see values; None without one.
pub fn own_place<R>(caller: &InGroup<R>, places: &[Place]) -> Option<OwnPlace> {
    let own = places
        .iter()
        .find(|place| place.account == caller.user.id)?;
    let above = next_better(places, own);
    let figure = |place: &Place| {
        if store::sees_values(caller) {
            place.tally.value
        } else {
            place.tally.count
        }
    };
    Some(OwnPlace {
        rank: own.rank,
        next_rank: above.map(|place| place.rank),
        missing: above.map_or(0, |place| figure(place) - figure(own)),
    })
}
