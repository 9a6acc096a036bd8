//! The desk and the public form in front of it.

mod desk;
