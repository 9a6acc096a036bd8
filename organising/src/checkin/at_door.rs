//! The data of an event that the door needs for every scan, kept in memory. Attempts are decided on the database.

use std::collections::HashMap;
use std::sync::Arc;

use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::TicketId;
use hoi_platform::secrets;
use hoi_platform::snapshots::Snapshot;
use hoi_ticketing::events::entity::ticket;
use hoi_ticketing::events::{self, EventId};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use super::dto::DoorPerson;
use super::entity::checkin_key;
use super::store::DoorAttendance;

/// Devices and ticket classes of an event.
pub struct AtDoor {
    /// Live keys by their hashes.
    keys: HashMap<String, checkin_key::Model>,
    /// Names of ticket classes, of deleted ones too.
    classes: HashMap<TicketId, String>,
}

impl Snapshot for AtDoor {
    const COUNTS_SEATS: bool = false;

    fn bytes(&self) -> usize {
        let keys = self.keys.values();
        let keys = keys.map(|key| size_of_val(key) + 2 * key.hash.len() + key.label.len());
        let classes = self.classes.values();
        keys.sum::<usize>()
            + classes
                .map(|name| size_of_val(name) + name.len())
                .sum::<usize>()
    }
}

impl AtDoor {
    /// 5005: there is no such event.
    pub async fn of(app: &App, event: EventId) -> Result<Arc<Self>> {
        let now = app.clock.monotonic();
        let load = || Self::load(app, event);
        app.snapshots.get(event, None, now, load).await
    }

    async fn load(app: &App, event: EventId) -> Result<Self> {
        let conn = app.db.read();
        if events::find_event(conn, event).await?.is_none() {
            return Err(Error::NotFound(LocalizedText::new("event.notFound")));
        }
        let keys = checkin_key::Entity::find()
            .filter(checkin_key::Column::EventId.eq(event))
            .filter(checkin_key::Column::RevokedAt.is_null())
            .all(conn)
            .await?;
        let classes: Vec<(TicketId, String)> = ticket::Entity::find()
            .select_only()
            .columns([ticket::Column::Id, ticket::Column::Name])
            .filter(ticket::Column::EventId.eq(event))
            .into_tuple()
            .all(conn)
            .await?;
        Ok(Self {
            keys: keys
                .into_iter()
                .map(|key| (key.hash.clone(), key))
                .collect(),
            classes: classes.into_iter().collect(),
        })
    }

    /// Returns the key if it is one of this event's devices.
    pub fn key(&self, key: &str) -> Option<&checkin_key::Model> {
        self.keys.get(&secrets::hash(key))
    }

    /// Returns the name of a ticket class.
    pub fn class_name(&self, id: TicketId) -> Option<&String> {
        self.classes.get(&id)
    }
}

/// Returns the limited data of a participant for devices at check-in.
pub async fn describe(app: &App, row: DoorAttendance) -> Result<DoorPerson> {
    let ticket_name = match row.ticket_id {
        Some(id) => AtDoor::of(app, row.event_id).await?.class_name(id).cloned(),
        None => None,
    };
    Ok(DoorPerson {
        attendance_id: row.id,
        full_name: row.full_name,
        company: row.company,
        avatar: row.avatar,
        participation_type: row.participation_type,
        ticket_name,
    })
}
