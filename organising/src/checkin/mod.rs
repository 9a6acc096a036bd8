//! Check-in: scans, the welcome screen and the keys of devices.
//!
//! Every attempt is recorded in an append-only log (`scan`). Attempts of one moment are decided together, on locked rows
//! of the participants. The log contains all attempts; `attendance.checked_in_time` is the resulting state.
//!
//! This feature takes no seats. Devices to which the owner gave the right also find guests by name and note cash, which
//! the registration desk records; it changes nothing else of participants.

mod access;
mod arrivals;
mod at_door;
mod attempt;
mod conflicts;
mod draw_remotes;
mod dto;
pub mod entity;
mod guests;
mod keys;
mod live;
mod participant_history;
mod practice;
mod routes;
mod rules;
mod scan_batches;
mod store;
mod welcome_screen;

pub use access::{CheckinAccess, CheckinActor, CheckinCaller, KEY_HEADER};
pub use arrivals::{arrivals_range, count_arrivals};
pub use attempt::ACCOUNT;
pub use conflicts::count_conflicts;
pub use draw_remotes::show_remote;
pub use dto::{CheckIn, CheckedIn, CheckinRefusal, CheckinRefusedEnvelope, DoorPerson};
pub use guests::{GuestSearches, desk_routes};
pub use hoi_platform::ids::CheckinKeyId;
pub use keys::{count_keys, find_live_key};
pub use live::{disconnect_key_here, greet_all, open as open_sockets, resync, show, tell_screens};
pub use practice::PracticeScans;
pub use routes::{routes, scan, set_checked_in};
pub use rules::{Admission, RESULTS as SCAN_RESULTS};
pub use scan_batches::ScanBatches;
pub use welcome_screen::{Counters, count};
