//! Ticket classes, among which participants choose, each with a price and a number of seats. Only the registration desk
//! sells seats, so nothing here writes `sold`.

mod dto;
mod routes;
mod store;
pub mod ticket;

pub use dto::{
    MAX_CLASSES, MAX_PRICE, MAX_SEATS, NewTicket, PublicTicket, Ticket, TicketChange, check_all,
    name_key,
};
pub use routes::routes;
pub use store::{Offer, find_all, find_offers, find_public, find_rows, insert_all, quota};
