//! Events of groups: giving an event to a group, visibility, and registration.

mod front;
mod hidden;
mod list;
mod members_only;
mod one_step;
mod series;
mod settings;
mod support;
