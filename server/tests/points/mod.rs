//! Points of members, and the figures of their groups.

mod decide;
mod life;
mod race;
mod report;
mod submit;
mod support;
mod values;
