//! The roll call of a group's event, and attendance over meetings.

mod attendance;
mod guests;
mod marks;
mod race;
mod support;
