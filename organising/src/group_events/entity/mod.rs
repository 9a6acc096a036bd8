//! The tables of this feature.

pub mod meeting;
