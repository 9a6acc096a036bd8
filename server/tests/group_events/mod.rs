//! Events of groups: who gives an event to a group, who sees it, and who can register.

mod hidden;
mod list;
mod members_only;
mod one_step;
mod series;
mod settings;
mod support;
