//! Events: what an organiser announces, its form, payment details and mails.

pub mod entity;
mod store;

pub use store::find_event;

hoi_db::id! {
    /// Names an event.
    EventId
}
hoi_db::id! {
    /// Names an image in somebody's cover album.
    CoverId
}
