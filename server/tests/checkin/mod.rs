//! Check-in: permissions, answers and stored scans.

mod arrivals;
mod devices;
mod guests;
mod live;
mod practice;
mod race;
mod replay;
mod scans;
mod support;
mod welcome_screen;
