//! Figures of the platform, of organisers and of events.

mod calls;
mod export;
mod figures;
mod visits;
