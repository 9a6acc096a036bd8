//! Check-in: who is let in, what is shown, and what is stored.

mod devices;
mod guests;
mod live;
mod practice;
mod race;
mod replay;
mod scans;
mod support;
mod welcome_screen;
