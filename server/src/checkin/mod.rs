//! The door: scans, the welcome screen and the keys of its devices.
//!
//! Every attempt goes to an append-only log (`scan`); one guarded update of the participant's own row lets them in, so
//! gates never wait for one another. The log is what happened; `attendance.checked_in_time` is what it means.
//!
//! It takes no seats and changes nothing else about a participant: that is `participants`.

mod access;
mod conflicts;
mod door;
mod dto;
pub mod entity;
mod history;
mod keys;
mod live;
mod routes;
mod rules;
mod screen;
mod store;

pub use crate::ids::CheckinKeyId;
pub use access::{CheckinAccess, CheckinActor, CheckinCaller, KEY_HEADER};
pub use dto::{CheckedIn, CheckinRefusal, DoorPerson, Entry};
pub use keys::find_live_key;
pub use live::{open as open_sockets, tell_screens};
pub use routes::routes;
pub use screen::{Counters, count};
