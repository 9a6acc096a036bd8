//! The operator's commands, on both engines. The program itself is run in `tests/process`.

mod check;
pub mod jobs;
