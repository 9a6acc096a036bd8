//! Compares the rules with a second, naive implementation: it keeps every seat ever given in a list, counts by
//! searching, and finds the expected refusal by trying all in order.

#![allow(clippy::pedantic)]

use proptest::collection::vec;
use proptest::prelude::*;
use uuid::Uuid;

use super::*;

const OPENS: Timestamp = Timestamp(1_000);
const CLOSES: Timestamp = Timestamp(2_000);
const HELD: Duration = Duration::from_millis(200);

fn event_id(number: u8) -> EventId {
    EventId(Uuid::from_u128(0x0e00 + u128::from(number)))
}

fn class_id(number: u8) -> TicketId {
    TicketId(Uuid::from_u128(0x0c00 + u128::from(number)))
}

fn code_id(number: u8) -> InvitationCodeId {
    InvitationCodeId(Uuid::from_u128(0x0d00 + u128::from(number)))
}

fn seat_id(number: usize) -> AttendanceId {
    AttendanceId(Uuid::from_u128(0x5ea7_0000 + number as u128))
}

#[derive(Debug, Clone)]
struct NaiveInventory {
    totals: Vec<i64>,
    cancelled: Vec<bool>,
    /// Event, number of seats, price, whether hidden.
    classes: Vec<(u8, i64, i64, bool)>,
    /// Event, class, uses, whether active.
    codes: Vec<(u8, Option<u8>, i64, bool)>,
    /// Every seat ever given, with the code used for it.
    seats: Vec<NaiveSeat>,
    /// The limit of registrations per address, for each event.
    per_address: Vec<Option<i64>>,
    /// Whether visitors have to confirm, for each event.
    confirms: Vec<bool>,
}

#[derive(Debug, Clone)]
struct NaiveSeat {
    id: AttendanceId,
    event: u8,
    class: Option<u8>,
    email: String,
    code: Option<u8>,
    address: Option<u8>,
    confirm_by: Option<Timestamp>,
    live: bool,
}

#[derive(Debug, Clone)]
struct Asked {
    public: bool,
    event: u8,
    class: Option<u8>,
    email: u8,
    code: Option<u8>,
    address: u8,
}

#[derive(Debug, Clone)]
enum Step {
    Take(Asked),
    TakeAll(Vec<Asked>),
    /// Changes the seat with this index in the list of all seats ever given, modulo its length.
    Change(usize, Option<u8>, Option<Option<u8>>),
    Release(Vec<usize>),
    Confirm(usize),
    Expire(Vec<usize>),
}

impl NaiveInventory {
    fn live(&self) -> impl Iterator<Item = &NaiveSeat> {
        self.seats.iter().filter(|seat| seat.live)
    }

    fn in_event(&self, event: u8) -> i64 {
        self.live().filter(|seat| seat.event == event).count() as i64
    }

    fn in_class(&self, class: u8) -> i64 {
        self.live().filter(|seat| seat.class == Some(class)).count() as i64
    }

    fn uses(&self, code: u8) -> i64 {
        self.seats
            .iter()
            .filter(|seat| seat.code == Some(code))
            .count() as i64
    }

    /// Counts registrations from an address, including those that have left.
    fn registered_from(&self, event: u8, address: u8) -> i64 {
        self.seats
            .iter()
            .filter(|seat| seat.event == event && seat.address == Some(address))
            .count() as i64
    }

    fn has(&self, event: u8, email: &str) -> bool {
        self.live()
            .any(|seat| seat.event == event && seat.email == email)
    }

    /// Returns the inventory as the desk would read it.
    fn inventory(&self) -> SeatInventory {
        let mut inventory = SeatInventory::default();
        for event in 0..2 {
            let at = usize::from(event);
            let seats = EventSeats {
                opens: OPENS,
                closes: CLOSES,
                cancelled: self.cancelled[at],
                seats: Count::new(Quota::new(self.totals[at], self.in_event(event))),
                mails_tickets: false,
                of_group: false,
                payment_off: false,
                per_address: self.per_address[at],
                confirm_within: self.confirms[at].then_some(HELD),
                changes_end: None,
                deadline: None,
            };
            inventory.events.insert(event_id(event), seats);
        }
        for (number, (event, quantity, price, hidden)) in (0..).zip(&self.classes) {
            let class = Class {
                event: event_id(*event),
                price: *price,
                hidden: *hidden,
                sold: Count::new(Quota::new(*quantity, self.in_class(number))),
            };
            inventory.classes.insert(class_id(number), class);
        }
        for (number, (event, class, uses, active)) in (0..).zip(&self.codes) {
            let code = Code {
                invitation: Invitation {
                    code: code_id(number),
                    participation_type: ParticipationType::Invited,
                    owner: None,
                },
                ticket: class.map(class_id),
                active: *active,
                expires: None,
                uses: Count::new(Quota::new(*uses, self.uses(number))),
            };
            let named = (event_id(*event), code_text(number));
            inventory.code_ids.insert(named, code_id(number));
            inventory.codes.insert(code_id(number), code);
        }
        for seat in &self.seats {
            if let Some(address) = seat.address
                && self.per_address[usize::from(seat.event)].is_some()
            {
                let network = (event_id(seat.event), address_text(address));
                *inventory.addresses.entry(network).or_default() += 1;
            }
        }
        for seat in self.live() {
            inventory
                .emails
                .insert((event_id(seat.event), seat.email.clone()));
            let seen = Seat {
                event: event_id(seat.event),
                ticket: seat.class.map(class_id),
                name: String::new(),
                email_key: seat.email.clone(),
                amount: 0,
                received: 0,
                is_paid: true,
                is_checked_in: false,
                confirm_by: seat.confirm_by,
                code: None,
                has_reference: false,
                owed: None,
            };
            inventory.seats.insert(seat.id, seen);
        }
        inventory
    }

    /// Returns the first refusal in the order that `rules.rs` documents, by checking one after the other.
    fn refusal(&self, asked: &Asked, now: Timestamp) -> Option<Refusal> {
        let at = usize::from(asked.event);
        let class = asked
            .class
            .map(|number| (number, self.classes[usize::from(number)]));
        let code = asked
            .code
            .map(|number| (number, self.codes.get(usize::from(number)).copied()));
        let unlocked = matches!(code, Some((_, Some((event, only, ..)))) if event == asked.event && only == asked.class);
        let bad_code = code.is_some_and(|(number, code)| {
            code.is_none_or(|(event, only, uses, active)| {
                event != asked.event
                    || !active
                    || (only.is_some() && only != asked.class)
                    || (uses != -1 && self.uses(number) >= uses)
            })
        });
        let by_hand = !asked.public;
        let tests = [
            (asked.public && self.cancelled[at], Refusal::NoEvent),
            (asked.public && now < OPENS, Refusal::NotOpen),
            (asked.public && now >= CLOSES, Refusal::Closed),
            (by_hand && self.cancelled[at], Refusal::Cancelled),
            (
                self.has(asked.event, &email(asked.email)),
                Refusal::EmailInUse,
            ),
            (
                class.is_some_and(|(_, (event, ..))| event != asked.event),
                Refusal::NoSuchClass,
            ),
            (
                asked.public && !unlocked && class.is_some_and(|(_, (.., hidden))| hidden),
                Refusal::NoSuchClass,
            ),
            (
                class.is_some_and(|(number, (_, quantity, ..))| {
                    quantity != -1 && self.in_class(number) >= quantity
                }),
                Refusal::SoldOut,
            ),
            (bad_code, Refusal::InvalidCode),
            (self.in_event(asked.event) >= self.totals[at], Refusal::Full),
            (
                asked.public
                    && self.per_address[at].is_some_and(|limit| {
                        self.registered_from(asked.event, asked.address) >= limit
                    }),
                Refusal::AddressLimit,
            ),
        ];
        tests
            .iter()
            .find(|(holds, _)| *holds)
            .map(|(_, refusal)| *refusal)
    }

    fn give(&mut self, asked: &Asked, now: Timestamp) {
        let confirms = asked.public && self.confirms[usize::from(asked.event)];
        self.seats.push(NaiveSeat {
            id: seat_id(self.seats.len()),
            event: asked.event,
            class: asked.class,
            email: email(asked.email),
            code: asked.code,
            address: asked.public.then_some(asked.address),
            confirm_by: confirms.then(|| now.plus(HELD)),
            live: true,
        });
    }

    /// Checks that the counts in the inventory are those of the list, and that none exceeds its limit.
    fn agrees(&self, inventory: &SeatInventory) {
        for event in 0..2 {
            let seats = inventory.events[&event_id(event)].seats;
            assert_eq!(seats.quota().used(), self.in_event(event));
            assert!(seats.quota().used() <= self.totals[usize::from(event)]);
        }
        for (number, (_, quantity, ..)) in (0..).zip(&self.classes) {
            let sold = inventory.classes[&class_id(number)].sold;
            assert_eq!(sold.quota().used(), self.in_class(number));
            assert!(*quantity == -1 || sold.quota().used() <= *quantity);
        }
        for (number, (_, _, uses, _)) in (0..).zip(&self.codes) {
            let count = inventory.codes[&code_id(number)].uses;
            assert_eq!(count.quota().used(), self.uses(number));
            assert!(*uses == -1 || count.quota().used() <= *uses);
        }
        let addresses: HashSet<_> = self
            .live()
            .map(|seat| (event_id(seat.event), seat.email.clone()))
            .collect();
        assert_eq!(
            addresses.len(),
            self.live().count(),
            "one live seat per address and event"
        );
        assert_eq!(inventory.emails, addresses);
    }
}

fn email(number: u8) -> String {
    format!("{number}@hoi.example")
}

fn address_text(number: u8) -> String {
    format!("address{number}")
}

fn code_text(number: u8) -> String {
    format!("code{number}")
}

fn take(
    inventory: &mut SeatInventory,
    asked: &Asked,
    now: Timestamp,
) -> Result<SeatGrant, Refusal> {
    let (email, code) = (email(asked.email), asked.code.map(code_text));
    let address = address_text(asked.address);
    inventory.take(&request(asked, &email, code.as_deref(), &address), now)
}

fn request<'a>(
    asked: &Asked,
    email_key: &'a str,
    code_key: Option<&'a str>,
    address_hash: &'a str,
) -> SeatRequest<'a> {
    SeatRequest {
        channel: if asked.public {
            Channel::Public
        } else {
            Channel::ByHand
        },
        event: event_id(asked.event),
        ticket: asked.class.map(class_id),
        email_key,
        may_share_email: false,
        code_key,
        address_hash: Some(address_hash),
    }
}

fn apply(naive: &mut NaiveInventory, inventory: &mut SeatInventory, step: &Step, now: Timestamp) {
    match step {
        Step::Take(asked) => {
            let expected = naive.refusal(asked, now);
            assert_eq!(
                take(inventory, asked, now).err(),
                expected,
                "{asked:?} in {naive:?}"
            );
            if expected.is_none() {
                naive.give(asked, now);
            }
        }
        Step::TakeAll(all) => {
            let mut draft = naive.clone();
            let mut refused = Vec::new();
            for (at, asked) in all.iter().enumerate() {
                match draft.refusal(asked, now) {
                    Some(refusal) => refused.push((at, refusal)),
                    None => draft.give(asked, now),
                }
            }
            let texts: Vec<_> = all
                .iter()
                .map(|asked| {
                    let code = asked.code.map(code_text);
                    (email(asked.email), code, address_text(asked.address))
                })
                .collect();
            let requests: Vec<_> = all
                .iter()
                .zip(&texts)
                .map(|(asked, (email, code, address))| {
                    request(asked, email, code.as_deref(), address)
                })
                .collect();
            match inventory.take_all(&requests, now) {
                Ok(granted) => {
                    assert!(refused.is_empty());
                    assert_eq!(granted.len(), all.len());
                    *naive = draft;
                }
                Err(named) => assert_eq!(named, refused),
            }
        }
        Step::Change(at, address, class) => {
            let Some(at) = at.checked_rem(naive.seats.len()) else {
                return;
            };
            let seat = naive.seats[at].clone();
            let address = address.map(email);
            let to = class.filter(|class| *class != seat.class);
            let outcome = inventory.change(
                event_id(seat.event),
                seat.id,
                address.as_deref(),
                false,
                class.map(|class| class.map(class_id)),
            );
            let taken = address
                .as_ref()
                .is_some_and(|new| *new != seat.email && naive.has(seat.event, new));
            let (foreign, sold_out) = match to.flatten() {
                Some(class) => {
                    let (event, quantity, ..) = naive.classes[usize::from(class)];
                    (
                        event != seat.event,
                        quantity != -1 && naive.in_class(class) >= quantity,
                    )
                }
                None => (false, false),
            };
            let cancelled = to.is_some() && naive.cancelled[usize::from(seat.event)];
            let tests = [
                // Seats taken in this batch are not in the inventory yet, so requests cannot name them.
                (
                    !seat.live || !inventory.seats.contains_key(&seat.id),
                    Refusal::NoSuchSeat,
                ),
                (taken, Refusal::EmailInUse),
                (cancelled, Refusal::Cancelled),
                (foreign, Refusal::NoSuchClass),
                (sold_out, Refusal::SoldOut),
            ];
            let expected = tests
                .iter()
                .find(|(holds, _)| *holds)
                .map(|(_, refusal)| *refusal);
            assert_eq!(outcome.err(), expected);
            if expected.is_none() {
                let seat = &mut naive.seats[at];
                seat.email = address.unwrap_or_else(|| seat.email.clone());
                seat.class = class.unwrap_or(seat.class);
            }
        }
        Step::Confirm(at) => {
            let Some(at) = at.checked_rem(naive.seats.len()) else {
                return;
            };
            let seat = &mut naive.seats[at];
            let known = seat.live && inventory.seats.contains_key(&seat.id);
            let outcome = inventory.confirm(event_id(seat.event), seat.id);
            let expected = if naive.cancelled[usize::from(seat.event)] {
                Err(Refusal::NoEvent)
            } else if known {
                Ok(seat.confirm_by.take().is_some())
            } else {
                Err(Refusal::NoSuchSeat)
            };
            assert_eq!(outcome, expected);
        }
        Step::Expire(numbers) => {
            let size = naive.seats.len();
            for at in numbers.iter().filter_map(|number| number.checked_rem(size)) {
                let seat = &mut naive.seats[at];
                let known = seat.live && inventory.seats.contains_key(&seat.id);
                let is_over = known && seat.confirm_by.is_some_and(|until| until <= now);
                let expired = inventory.expire(event_id(seat.event), &[seat.id], now);
                assert_eq!(expired.len(), usize::from(is_over));
                seat.live &= !is_over;
            }
        }
        Step::Release(numbers) => {
            let chosen: Vec<usize> = numbers
                .iter()
                .filter_map(|number| number.checked_rem(naive.seats.len()))
                .filter(|at| naive.seats[*at].event == 0)
                .collect();
            let ids: Vec<_> = chosen.iter().map(|at| naive.seats[*at].id).collect();
            let all_there = ids.iter().all(|id| inventory.seats.contains_key(id));
            let outcome = inventory.release(event_id(0), &ids);
            assert_eq!(outcome.is_ok(), all_there);
            if all_there {
                for at in chosen {
                    naive.seats[at].live = false;
                }
            }
        }
    }
}

prop_compose! {
    fn asked()(
        public in any::<bool>(),
        event in 0..2_u8,
        class in proptest::option::of(0..3_u8),
        email in 0..12_u8,
        code in proptest::option::weighted(0.3, 0..4_u8),
        address in 0..3_u8,
    ) -> Asked {
        Asked { public, event, class, email, code, address }
    }
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => asked().prop_map(Step::Take),
        1 => vec(asked(), 0..5).prop_map(Step::TakeAll),
        2 => (any::<usize>(), proptest::option::of(0..12_u8), proptest::option::of(proptest::option::of(0..3_u8)))
            .prop_map(|(seat, email, class)| Step::Change(seat, email, class)),
        2 => vec(any::<usize>(), 0..4).prop_map(Step::Release),
        2 => any::<usize>().prop_map(Step::Confirm),
        2 => vec(any::<usize>(), 0..4).prop_map(Step::Expire),
    ]
}

prop_compose! {
    fn naive_inventory()(
        totals in vec(1..8_i64, 2),
        cancelled in vec(proptest::bool::weighted(0.1), 2),
        classes in vec((0..2_u8, prop_oneof![Just(-1), 1..4_i64], 0..3_i64, proptest::bool::weighted(0.2)), 3),
        codes in vec((0..2_u8, proptest::option::of(0..3_u8), prop_oneof![Just(-1), 1..3_i64], proptest::bool::weighted(0.8)), 3),
        per_address in vec(proptest::option::of(1..4_i64), 2),
        confirms in vec(any::<bool>(), 2),
    ) -> NaiveInventory {
        NaiveInventory { totals, cancelled, classes, codes, per_address, confirms, seats: Vec::new() }
    }
}

proptest! {
    /// After any sequence of steps, in any batches: the counts equal the seats, no limit is exceeded, and every refusal
    /// is the first that applies.
    #[test]
    fn counts_match_the_seats(mut naive in naive_inventory(), batches in vec((vec(step(), 0..12), 900..2_100_i64), 1..6)) {
        for (steps, now) in batches {
            let mut inventory = naive.inventory();
            for step in steps {
                apply(&mut naive, &mut inventory, &step, Timestamp(now));
            }
            naive.agrees(&inventory);
        }
    }

    /// With room for some, exactly the first requests get seats.
    #[test]
    fn seats_go_in_order_of_arrival(room in 1..20_usize, people in 0..40_u8) {
        let mut naive = open_event(room as i64);
        let mut inventory = naive.inventory();
        let sat: Vec<bool> = (0..people)
            .map(|email| {
                let asked = Asked { public: true, event: 0, class: None, email, code: None, address: 0 };
                let sat = take(&mut inventory, &asked, OPENS).is_ok();
                if sat {
                    naive.give(&asked, OPENS);
                }
                sat
            })
            .collect();
        let expected: Vec<bool> = (0..usize::from(people)).map(|place| place < room).collect();
        prop_assert_eq!(sat, expected);
        naive.agrees(&inventory);
    }
}

fn open_event(total: i64) -> NaiveInventory {
    NaiveInventory {
        totals: vec![total, 1],
        cancelled: vec![false, false],
        classes: vec![(0, 1, 250_000, false), (0, -1, 0, true), (1, -1, 0, false)],
        codes: vec![(0, Some(1), 1, true)],
        per_address: vec![None, None],
        confirms: vec![false, false],
        seats: Vec::new(),
    }
}

#[test]
fn registration_is_open_from_its_opening_until_just_before_its_closing() {
    for (now, expected) in [
        (OPENS.0 - 1, Some(Refusal::NotOpen)),
        (OPENS.0, None),
        (CLOSES.0 - 1, None),
        (CLOSES.0, Some(Refusal::Closed)),
    ] {
        let mut inventory = open_event(5).inventory();
        let visitor = Asked {
            public: true,
            event: 0,
            class: None,
            email: 0,
            code: None,
            address: 0,
        };
        assert_eq!(
            take(&mut inventory, &visitor, Timestamp(now)).err(),
            expected,
            "{now}"
        );
        let by_hand = Asked {
            public: false,
            email: 1,
            ..visitor
        };
        assert_eq!(
            take(&mut inventory, &by_hand, Timestamp(now)).err(),
            None,
            "{now}"
        );
    }
}

#[test]
fn a_code_opens_its_hidden_class_once_and_a_released_seat_does_not_renew_it() {
    let mut naive = open_event(5);
    let mut inventory = naive.inventory();
    let guest = Asked {
        public: true,
        event: 0,
        class: Some(1),
        email: 0,
        code: None,
        address: 0,
    };
    assert_eq!(
        take(&mut inventory, &guest, OPENS).err(),
        Some(Refusal::NoSuchClass)
    );
    let with_code = Asked {
        code: Some(0),
        ..guest.clone()
    };
    let grant = take(&mut inventory, &with_code, OPENS).unwrap();
    assert_eq!(grant.invitation.unwrap().code, code_id(0));
    naive.give(&with_code, OPENS);
    let mut inventory = naive.inventory();
    inventory.release(event_id(0), &[seat_id(0)]).unwrap();
    let again = take(&mut inventory, &with_code, OPENS);
    assert_eq!(again.err(), Some(Refusal::InvalidCode));
}

#[test]
fn a_visitor_gives_a_seat_back_in_time_unless_it_was_used_or_paid_for() {
    let guest = Asked {
        public: true,
        event: 0,
        class: Some(0),
        email: 0,
        code: None,
        address: 0,
    };
    let mut naive = open_event(5);
    naive.give(&guest, OPENS);
    let id = seat_id(0);
    let give_back = |end: Option<Timestamp>, change: fn(&mut Seat), cancelled: bool| {
        let mut inventory = naive.inventory();
        let event = inventory.events.get_mut(&event_id(0)).unwrap();
        event.changes_end = end;
        event.cancelled = cancelled;
        change(inventory.seats.get_mut(&id).unwrap());
        let outcome = inventory.give_back(event_id(0), id, OPENS);
        let change = inventory.events[&event_id(0)].seats.change();
        assert_eq!(change, if outcome.is_ok() { -1 } else { 0 });
        assert_eq!(
            outcome.is_ok(),
            inventory.give_back(event_id(0), id, OPENS) == Err(Refusal::NoSuchSeat),
            "once"
        );
        outcome.map(drop)
    };
    let end = Some(Timestamp(OPENS.0 + 1));
    assert_eq!(give_back(end, |_| {}, false), Ok(()));
    assert_eq!(give_back(end, |_| {}, true), Err(Refusal::NoEvent));
    assert_eq!(
        give_back(Some(OPENS), |_| {}, false),
        Err(Refusal::ChangesOver)
    );
    assert_eq!(give_back(None, |_| {}, false), Err(Refusal::ChangesOver));
    let came = |seat: &mut Seat| seat.is_checked_in = true;
    assert_eq!(give_back(end, came, false), Err(Refusal::CheckedIn));
    let paid = |seat: &mut Seat| (seat.amount, seat.received) = (1, 1);
    assert_eq!(give_back(end, paid, false), Err(Refusal::Paid));
    let part = |seat: &mut Seat| (seat.amount, seat.received, seat.is_paid) = (2, 1, false);
    assert_eq!(give_back(end, part, false), Err(Refusal::Paid));
    let unpaid = |seat: &mut Seat| (seat.amount, seat.is_paid) = (1, false);
    assert_eq!(give_back(end, unpaid, false), Ok(()));
}

#[test]
fn the_amount_due_is_the_price_of_the_class_also_if_the_organiser_collects_it() {
    let visitor = Asked {
        public: true,
        event: 0,
        class: Some(0),
        email: 0,
        code: None,
        address: 0,
    };
    let mut inventory = open_event(5).inventory();
    assert_eq!(
        take(&mut inventory, &visitor, OPENS).unwrap().price,
        250_000
    );
    let mut inventory = open_event(5).inventory();
    inventory.events.get_mut(&event_id(0)).unwrap().payment_off = true;
    assert_eq!(
        take(&mut inventory, &visitor, OPENS).unwrap().price,
        250_000
    );
}

#[test]
fn an_address_counts_for_its_wider_networks() {
    let mut inventory = open_event(50).inventory();
    let event = inventory.events.get_mut(&event_id(0)).unwrap();
    event.per_address = Some(2);
    let mut seats = |widest: u8, wider: u8, own: u8| {
        let hash = format!("{widest:032}{wider:016}{own:016}");
        let mut taken = 0;
        loop {
            let email = format!("{taken}@{hash}");
            let request = SeatRequest {
                channel: Channel::Public,
                event: event_id(0),
                ticket: None,
                email_key: &email,
                may_share_email: false,
                code_key: None,
                address_hash: Some(&hash),
            };
            match inventory.take(&request, OPENS) {
                Ok(grant) => assert!(grant.counts_address),
                Err(refusal) => {
                    assert_eq!(refusal, Refusal::AddressLimit);
                    return taken;
                }
            }
            taken += 1;
        }
    };
    assert_eq!(seats(0, 0, 0), 2);
    assert_eq!(seats(0, 0, 1), 1);
    assert_eq!(seats(0, 0, 2), 0);
    assert_eq!(seats(0, 1, 0), 1);
    assert_eq!(seats(0, 2, 0), 0);
    assert_eq!(seats(1, 0, 0), 2);
}

#[test]
fn an_address_stands_for_as_many_people_as_the_organiser_may_give_it() {
    let mut inventory = open_event(50).inventory();
    let request = |may_share_email| SeatRequest {
        channel: Channel::ByHand,
        event: event_id(0),
        ticket: None,
        email_key: "lan@x.vn",
        may_share_email,
        code_key: None,
        address_hash: None,
    };
    let first = inventory.take(&request(true), OPENS).unwrap();
    assert_eq!(first.email_key, "lan@x.vn");
    let refused = inventory.take(&request(false), OPENS).unwrap_err();
    assert_eq!(refused, Refusal::EmailInUse);
    for number in 2..=MAX_OF_ADDRESS {
        let further = inventory.take(&request(true), OPENS).unwrap();
        assert_eq!(further.email_key, format!("lan@x.vn {number}"));
    }
    let refused = inventory.take(&request(true), OPENS).unwrap_err();
    assert_eq!(refused, Refusal::EmailInUse);

    let mut inventory = open_event(50).inventory();
    inventory.events.get_mut(&event_id(0)).unwrap().of_group = true;
    inventory.take(&request(true), OPENS).unwrap();
    let refused = inventory.take(&request(true), OPENS).unwrap_err();
    assert_eq!(refused, Refusal::EmailInUse, "members are known by it");
}

#[test]
fn a_reserved_free_seat_that_moves_to_a_paid_class_is_taken_back_in_the_same_batch() {
    let free = Asked {
        public: true,
        event: 0,
        class: Some(1),
        email: 0,
        code: Some(0),
        address: 0,
    };
    let (free_class, paid_class) = (class_id(1), class_id(0));
    let mut naive = open_event(5);
    naive.confirms[0] = true;
    naive.give(&free, OPENS);
    let (event, id) = (event_id(0), seat_id(0));
    let over = OPENS.plus(HELD);
    let moved = || {
        let mut inventory = naive.inventory();
        inventory.events.get_mut(&event).unwrap().changes_end = Some(CLOSES);
        let due = inventory.change(event, id, None, false, Some(Some(paid_class)));
        assert_eq!(due, Ok(Some(250_000)));
        assert!(!inventory.seats[&id].is_paid, "the price is due now");
        let sold = |class: &TicketId| inventory.classes[class].sold.quota().used();
        assert_eq!([sold(&free_class), sold(&paid_class)], [0, 1]);
        inventory
    };
    let check_empty = |inventory: &SeatInventory| {
        for class in [free_class, paid_class] {
            assert_eq!(inventory.classes[&class].sold.quota().used(), 0);
        }
        assert_eq!(inventory.classes[&free_class].sold.change(), -1);
        assert_eq!(inventory.classes[&paid_class].sold.change(), 0);
        assert_eq!(inventory.events[&event].seats.quota().used(), 0);
        assert!(inventory.emails.is_empty() && inventory.seats.is_empty());
    };

    let mut inventory = moved();
    let expired = inventory.expire(event, &[id], over);
    assert_eq!(expired.len(), 1);
    assert_eq!(expired[0].1.ticket, Some(paid_class));
    check_empty(&inventory);
    assert!(inventory.expire(event, &[id], over).is_empty(), "once");
    check_empty(&inventory);

    let mut inventory = moved();
    inventory.give_back(event, id, OPENS).unwrap();
    check_empty(&inventory);

    let mut inventory = moved();
    inventory.release(event, &[id]).unwrap();
    check_empty(&inventory);
}

/// An inventory with one seat of 250,000 dong that is due, and one transfer.
fn one_due() -> (SeatInventory, (EventId, AttendanceId), TransferId) {
    let visitor = Asked {
        public: true,
        event: 0,
        class: Some(0),
        email: 0,
        code: None,
        address: 0,
    };
    let mut naive = open_event(5);
    naive.give(&visitor, OPENS);
    let mut inventory = naive.inventory();
    let seat = inventory.seats.get_mut(&seat_id(0)).unwrap();
    (seat.amount, seat.is_paid) = (250_000, false);
    let transfer = TransferId(uuid::Uuid::from_u128(1));
    inventory.open_transfers.insert(transfer);
    (inventory, (event_id(0), seat_id(0)), transfer)
}

fn receipt(transfer: Option<TransferId>, amount: i64) -> Receipt {
    Receipt {
        amount,
        way: if transfer.is_some() {
            PaidWay::Webhook
        } else {
            PaidWay::Hand
        },
        transfer,
        at: OPENS,
        by: None,
        device: None,
    }
}

#[test]
fn a_transfer_pays_everything_or_a_part_or_is_taken_as_enough() {
    use PaymentTerms::{Enough, Exact, Price};
    for (terms, amount, expected) in [
        (Exact, 250_000, Ok(true)),
        (Exact, 249_999, Err(Refusal::NothingDue)),
        (Exact, 250_001, Err(Refusal::NothingDue)),
        (Price, 250_000, Ok(true)),
        (Price, 249_999, Ok(false)),
        (Price, 300_000, Err(Refusal::Surplus(50_000))),
        (Enough, 1, Ok(true)),
        (Enough, 250_001, Err(Refusal::Surplus(1))),
    ] {
        let (mut inventory, (event, id), transfer) = one_due();
        let part = [(event, id, receipt(Some(transfer), amount))];
        let settled = inventory.settle(transfer, &part, terms, None);
        let is_paid = settled.map(|_| inventory.seats[&id].is_paid);
        assert_eq!(is_paid, expected, "{terms:?} {amount}");
        let seat = &inventory.seats[&id];
        let received = if expected.is_ok() { amount } else { 0 };
        assert_eq!(seat.received, received);
        let outstanding = if expected == Ok(true) {
            0
        } else {
            250_000 - received
        };
        assert_eq!(seat.outstanding(), outstanding);
        let again = inventory.settle(transfer, &part, Enough, None);
        let refusal = match (expected, amount - 250_000) {
            (Ok(_), _) => Some(Refusal::TransferUsed),
            (Err(_), over @ 1..) => Some(Refusal::Surplus(over)),
            (Err(_), _) => None,
        };
        assert_eq!(again.err(), refusal);
    }
}

#[test]
fn parts_add_up_and_are_taken_back_one_by_one() {
    let (mut inventory, (event, id), first) = one_due();
    let second = TransferId(uuid::Uuid::from_u128(2));
    inventory.open_transfers.insert(second);
    let state = |inventory: &SeatInventory| {
        let seat = &inventory.seats[&id];
        (seat.received, seat.is_paid)
    };
    let settle = |inventory: &mut SeatInventory, transfer, amount, terms| {
        let part = [(event, id, receipt(Some(transfer), amount))];
        let payments = inventory.settle(transfer, &part, terms, None)?;
        Ok::<_, Refusal>(payments[0].number)
    };
    let part = settle(&mut inventory, first, 100_000, PaymentTerms::Price);
    assert_eq!((part, state(&inventory)), (Ok(1), (100_000, false)));
    let rest = settle(&mut inventory, second, 150_000, PaymentTerms::Exact);
    assert_eq!((rest, state(&inventory)), (Ok(2), (250_000, true)));

    let used = [first, second].map(|transfer| (transfer, vec![(event, id)]));
    inventory.used_transfers.extend(used);
    let back = |inventory: &mut SeatInventory, transfer| {
        let taken = inventory.take_back(transfer)?;
        Ok::<_, Refusal>(taken[0].receipt.amount)
    };
    assert_eq!(back(&mut inventory, first), Ok(100_000));
    assert_eq!(state(&inventory), (150_000, false));
    assert_eq!(back(&mut inventory, first), Err(Refusal::TransferUsed));
    assert_eq!(back(&mut inventory, second), Ok(150_000));
    assert_eq!(state(&inventory), (0, false));
}

#[test]
fn more_than_is_due_is_agreed_about_to_the_dong() {
    use PaymentTerms::{Enough, Exact, Price};
    let agreed = |amount, kept_for: Option<&str>| Surplus {
        amount,
        kept_for: kept_for.map(str::to_owned),
    };
    for (terms, amount, agreed, expected) in [
        (Price, 300_000, Some(agreed(50_000, None)), Ok(true)),
        (Price, 300_000, Some(agreed(50_000, Some("góp"))), Ok(true)),
        (Enough, 300_000, Some(agreed(50_000, None)), Ok(true)),
        (
            Price,
            300_000,
            Some(agreed(49_999, None)),
            Err(Refusal::Surplus(50_000)),
        ),
        (
            Price,
            300_000,
            Some(agreed(50_001, None)),
            Err(Refusal::Surplus(50_000)),
        ),
        // A transfer that pays by itself never pays more than is due.
        (
            Exact,
            300_000,
            Some(agreed(50_000, None)),
            Err(Refusal::NothingDue),
        ),
        // Nothing is too much after all.
        (Price, 250_000, Some(agreed(50_000, None)), Ok(true)),
        (Price, 100_000, Some(agreed(50_000, None)), Ok(false)),
        (
            Price,
            i64::MAX,
            None,
            Err(Refusal::Surplus(i64::MAX - 250_000)),
        ),
    ] {
        let (mut inventory, (event, id), transfer) = one_due();
        let part = [(event, id, receipt(Some(transfer), amount))];
        let settled = inventory.settle(transfer, &part, terms, agreed.as_ref());
        let is_paid = settled.map(|_| inventory.seats[&id].is_paid);
        assert_eq!(is_paid, expected, "{terms:?} {amount} {agreed:?}");
    }

    // A second payment is too much as a whole, and takes its own decision with it, but not a later one.
    let (mut inventory, (event, id), first) = one_due();
    let second = TransferId(uuid::Uuid::from_u128(2));
    inventory.open_transfers.insert(second);
    let part = |transfer| [(event, id, receipt(Some(transfer), 250_000))];
    inventory.settle(first, &part(first), Exact, None).unwrap();
    let refused = inventory.settle(second, &part(second), Price, None);
    assert_eq!(refused, Err(Refusal::Surplus(250_000)));
    let whole = agreed(250_000, Some("góp"));
    let paid = inventory.settle(second, &part(second), Price, Some(&whole));
    let paid = paid.unwrap().remove(0);
    let kept = inventory.keep_surplus(&paid, 250_000);
    assert_eq!((kept.number, kept.payment), (1, Some(2)));
    let used = [first, second].map(|transfer| (transfer, vec![(event, id)]));
    inventory.used_transfers.extend(used);
    let mut other = inventory.clone();
    let refused = other.take_back(first);
    assert_eq!(
        refused,
        Err(Refusal::RefundDecided),
        "the second would be the price"
    );
    assert_eq!(other.seats[&id].received, 500_000);
    let taken = other.take_back(second).unwrap();
    assert_eq!(other.forget_decided(&taken[0]), [1]);
    assert_eq!(other.take_back(first).map(|taken| taken.len()), Ok(1));
    // Given back later: the payments stay until that is taken back.
    inventory.forget_decided(&paid);
    let returned = Decided {
        number: 2,
        settles: 0,
        deducted: 250_000,
        payment: None,
    };
    inventory.decided.insert(id, vec![returned]);
    inventory.seats.get_mut(&id).unwrap().received = 250_000;
    assert_eq!(inventory.take_back(second), Err(Refusal::RefundDecided));
    assert_eq!(
        inventory.mark_unpaid(event, id),
        Err(Refusal::RefundDecided)
    );
    assert_eq!(inventory.seats[&id].received, 250_000);
}

#[test]
fn noted_payments_are_kept_apart_from_transfers() {
    let (inventory, (event, id), transfer) = one_due();
    let amounts = |taken: Vec<Payment>| -> Vec<i64> {
        taken.iter().map(|payment| payment.receipt.amount).collect()
    };
    // Of the transfer and of noted money: the part that "unpaid" takes, and the part that is left.
    for (by_transfer, by_hand, taken, left) in [
        (100_000, 150_000, vec![150_000], 100_000),
        (0, 250_000, vec![250_000], 0),
        (250_000, 0, vec![250_000], 0),
        (250_000, 1, vec![250_000, 1], 0),
    ] {
        let mut inventory = inventory.clone();
        if by_transfer > 0 {
            let part = receipt(Some(transfer), by_transfer);
            inventory.receive(event, id, part).unwrap();
        }
        if by_hand > 0 {
            let noted = receipt(None, by_hand);
            inventory.receive(event, id, noted).unwrap();
        }
        assert!(inventory.seats[&id].is_paid);
        assert_eq!(inventory.mark_unpaid(event, id).map(amounts), Ok(taken));
        let seat = &inventory.seats[&id];
        assert_eq!((seat.received, seat.is_paid), (left, false));
    }

    let mut inventory = inventory;
    let part = receipt(Some(transfer), 100_000);
    inventory.receive(event, id, part).unwrap();
    let noted = inventory.receive(event, id, receipt(None, 150_000));
    let number = noted.unwrap().number;
    let take = |inventory: &mut SeatInventory, number| {
        inventory.take_noted(event, id, number).map(amounts)
    };
    assert_eq!(take(&mut inventory, 1), Err(Refusal::PaidByTransfer));
    assert_eq!(take(&mut inventory, number), Ok(vec![150_000]));
    assert_eq!(take(&mut inventory, number), Err(Refusal::NoSuchPayment));
    assert_eq!(inventory.seats[&id].received, 100_000);
    inventory.events.get_mut(&event).unwrap().cancelled = true;
    assert_eq!(take(&mut inventory, 1), Err(Refusal::Cancelled));
    let unpaid = inventory.mark_unpaid(event, id).map(amounts);
    assert_eq!(unpaid, Err(Refusal::Cancelled), "it is owed back");
}

#[test]
fn received_money_counts_for_another_class() {
    let (inventory, (event, id), _) = one_due();
    // Class 0 costs 250,000 dong, class 1 nothing.
    for (received, was_paid, is_paid) in [
        (0, false, false),
        (100_000, false, false),
        // Taken as enough before, but not for the price that is due again.
        (100_000, true, false),
        (250_000, true, true),
    ] {
        let mut inventory = inventory.clone();
        let seat = inventory.seats.get_mut(&id).unwrap();
        (seat.received, seat.is_paid) = (received, was_paid);
        inventory
            .change(event, id, None, false, Some(Some(class_id(1))))
            .unwrap();
        assert!(inventory.seats[&id].is_paid, "nothing is due");
        let due = inventory.change(event, id, None, false, Some(Some(class_id(0))));
        assert_eq!(due, Ok(Some(250_000)));
        let seat = &inventory.seats[&id];
        assert_eq!(seat.is_paid, is_paid);
        assert_eq!(seat.outstanding(), 250_000 - received);
    }
    // To a class that costs more, and to one that costs less.
    for (received, price, is_paid) in [
        (250_000, 1_000_000, false),
        (250_000, 250_000, true),
        (250_000, 100_000, true),
        (200_000, 1_000_000, false),
        (200_000, 240_000, true),
    ] {
        let mut inventory = inventory.clone();
        let seat = inventory.seats.get_mut(&id).unwrap();
        (seat.received, seat.is_paid) = (received, true);
        inventory.classes.get_mut(&class_id(1)).unwrap().price = price;
        inventory
            .change(event, id, None, false, Some(Some(class_id(1))))
            .unwrap();
        let seat = &inventory.seats[&id];
        assert_eq!(seat.is_paid, is_paid, "{received} of {price}");
        let outstanding = if is_paid { 0 } else { price - received };
        assert_eq!(seat.outstanding(), outstanding);
    }
}

#[test]
fn a_visitor_who_paid_a_part_keeps_the_seat() {
    let (mut inventory, (event, id), _) = one_due();
    let seat = inventory.seats.get_mut(&id).unwrap();
    seat.confirm_by = Some(OPENS);
    seat.received = 1;
    assert!(inventory.expire(event, &[id], CLOSES).is_empty());
    inventory.seats.get_mut(&id).unwrap().received = 0;
    assert_eq!(inventory.expire(event, &[id], CLOSES).len(), 1, "control");
}
