//! What the operator's commands find and change, on both engines. The program itself is run in `tests/process`.

mod check;
pub mod jobs;
