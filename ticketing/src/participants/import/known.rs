//! Finds people of a file who are or were on the list.

use std::collections::HashSet;

use hoi_community::accounts::email_key;
use hoi_platform::error::Result;
use hoi_platform::ids::EventId;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::names::name_key;
use crate::attendances::{AttendanceId, attendance};
use crate::registration::NewRegistration;

/// Rows that are looked through at once.
const PAGE: u64 = 5_000;
/// Rows that are read whole at once.
const CHUNK: usize = 500;

/// Returns the participants of the event, removed ones too, who share an address or a name with a person in the file.
/// Only these are held in memory, whatever the size of the event.
#[tracing::instrument(name = "participants.find_known", skip_all)]
pub async fn find(
    conn: &impl ConnectionTrait,
    event: EventId,
    people: &[&NewRegistration],
) -> Result<Vec<attendance::Model>> {
    let emails = people.iter().map(|person| email_key(&person.email));
    let emails: HashSet<String> = emails.collect();
    let names = people.iter().map(|person| name_key(&person.full_name));
    let names: HashSet<String> = names.collect();
    let mut found: Vec<AttendanceId> = Vec::new();
    let mut last: Option<AttendanceId> = None;
    loop {
        let mut page = attendance::Entity::find()
            .select_only()
            .columns([
                attendance::Column::Id,
                attendance::Column::Email,
                attendance::Column::FullName,
            ])
            .filter(attendance::Column::EventId.eq(event))
            .order_by_asc(attendance::Column::Id)
            .limit(PAGE);
        if let Some(last) = last {
            page = page.filter(attendance::Column::Id.gt(last));
        }
        let rows: Vec<(AttendanceId, String, String)> = page.into_tuple().all(conn).await?;
        let Some((end, ..)) = rows.last() else { break };
        last = Some(*end);
        let is_last = u64::try_from(rows.len()).is_ok_and(|rows| rows < PAGE);
        let known = rows.into_iter().filter(|(_, email, name)| {
            let has_email = !email.is_empty() && emails.contains(&email_key(email));
            has_email || names.contains(&name_key(name))
        });
        found.extend(known.map(|(id, ..)| id));
        if is_last {
            break;
        }
    }
    let mut known = Vec::with_capacity(found.len());
    for ids in found.chunks(CHUNK) {
        let rows = attendance::Entity::find()
            .filter(attendance::Column::Id.is_in(ids.iter().copied()))
            .all(conn);
        known.extend(rows.await?);
    }
    // The last of those who are gone counts.
    known.sort_unstable_by_key(|row| row.id);
    Ok(known)
}
