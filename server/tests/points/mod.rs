//! Points of members, and the figures of their groups.

mod decide;
mod life;
mod race;
mod recap;
mod report;
mod submit;
pub mod support;
mod values;
