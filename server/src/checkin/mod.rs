//! The door: scans, the welcome screen and the keys of its devices.

pub mod entity;

hoi_db::id! {
    /// Names a door device's key.
    CheckinKeyId
}
