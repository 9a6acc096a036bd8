use proptest::prelude::*;

use super::*;
use uuid::Uuid;

const START: Duration = Duration::from_mins(1);

/// A room with the desk behind it.
struct Hall {
    room: Room,
    now: Duration,
    events: Vec<EventId>,
}

impl Hall {
    fn new(events: usize) -> Self {
        Self {
            room: Room::default(),
            now: START,
            events: (0..events)
                .map(|at| EventId(Uuid::from_u128(u128::try_from(at).unwrap())))
                .collect(),
        }
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
    }

    fn come(&mut self, event: usize) -> Entry {
        let present = Arrival(i64::try_from(self.now.as_micros()).unwrap());
        self.enter(event, None, Some(present))
    }

    fn come_back(&mut self, event: usize, place: Arrival) -> Entry {
        self.enter(event, Some(place), None)
    }

    fn enter(&mut self, event: usize, place: Option<Arrival>, present: Option<Arrival>) -> Entry {
        self.room
            .enter(self.events[event], place, present, 0, self.now)
    }

    fn ask(&mut self, event: usize, place: Arrival) -> Standing {
        self.room.ask(self.events[event], place, 0, self.now)
    }

    fn is_called(&self, event: usize, place: Arrival) -> bool {
        self.room.standing(self.events[event], place).is_called
    }

    /// Fills the desk with visitors of the last event.
    fn fill(&mut self) {
        let last = self.events.len() - 1;
        while self.room.inside.len() < MOST_AT_DESK {
            assert_eq!(self.come(last), Entry::In);
        }
    }

    fn empty(&mut self) {
        while !self.room.inside.is_empty() {
            self.room.leave();
        }
    }

    fn wait(&mut self, event: usize) -> Arrival {
        match self.come(event) {
            Entry::Wait(arrival, _) => arrival,
            other => panic!("{other:?}"),
        }
    }
}

#[derive(Debug, Clone)]
enum Act {
    Come(usize),
    /// A waiting visitor looks, and comes if called.
    Look(usize),
    /// The desk answers so many.
    Answer(usize),
    Pass(u64),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        5 => (0..3_usize).prop_map(Act::Come),
        3 => any::<usize>().prop_map(Act::Look),
        1 => (0..400_usize).prop_map(Act::Answer),
        2 => (1..900_u64).prop_map(Act::Pass),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_visitor_is_called_or_let_in_before_earlier_ones(
        acts in proptest::collection::vec(act(), 1..600),
        crowd in 0..200_usize,
    ) {
        let mut hall = Hall::new(3);
        for _ in 0..MOST_AT_DESK {
            hall.come(0);
        }
        let mut waiting: Vec<(usize, Arrival)> = (0..crowd).map(|_| (0, hall.wait(0))).collect();
        for act in acts {
            match act {
                Act::Come(event) => {
                    let before = waiting.iter().any(|(of, place)| *of == event && !hall.is_called(event, *place));
                    match hall.come(event) {
                        Entry::In => prop_assert!(!before, "overtook those who wait"),
                        Entry::Wait(place, _) => waiting.push((event, place)),
                        Entry::NoPlace => prop_assert!(false, "there are three lines"),
                    }
                }
                Act::Look(at) if !waiting.is_empty() => {
                    let at = at % waiting.len();
                    let (event, place) = waiting[at];
                    if hall.ask(event, place).is_called && hall.come_back(event, place) == Entry::In {
                        waiting.remove(at);
                    }
                }
                Act::Look(_) => {}
                Act::Answer(number) => (0..number).for_each(|_| hall.room.leave()),
                Act::Pass(time) => hall.pass(Duration::from_millis(time)),
            }
            prop_assert!(hall.room.inside.len() <= MOST_AT_DESK);
            for event in 0..3 {
                let places = waiting.iter().filter(|(of, _)| *of == event);
                let called: Vec<bool> = places.map(|(_, place)| hall.is_called(event, *place)).collect();
                prop_assert!(called.is_sorted_by_key(|is_called| !is_called), "{called:?}");
            }
        }
    }

    #[test]
    fn everybody_is_called_even_if_all_the_others_have_left(
        crowds in proptest::collection::vec(1..6000_usize, 1..5),
    ) {
        let mut hall = Hall::new(crowds.len() + 1);
        hall.fill();
        let mut last = Vec::new();
        for (event, crowd) in crowds.iter().enumerate() {
            last.push((0..*crowd).map(|_| hall.wait(event)).last().unwrap());
        }
        hall.empty();
        let all: usize = crowds.iter().sum();
        // A little more than the turns of all of them: each event's share is rounded.
        for _ in 0..(2 * all / CALLED + crowds.len() + 2) {
            hall.pass(TURN);
            hall.ask(0, Arrival(0));
        }
        for (event, place) in last.into_iter().enumerate() {
            prop_assert!(hall.is_called(event, place));
        }
        prop_assert_eq!(hall.room.waiting(), 0);
        hall.pass(TURN);
        prop_assert_eq!(hall.come(0), Entry::In);
        prop_assert!(hall.room.lines.is_empty());
    }
}

#[test]
fn the_desk_takes_3072_visitors_and_the_next_one_waits() {
    let mut hall = Hall::new(1);
    for _ in 0..3072 {
        assert_eq!(hall.come(0), Entry::In);
    }
    let place = hall.wait(0);
    let Entry::Wait(_, standing) = hall.come(0) else {
        panic!("not in");
    };
    assert_eq!((standing.is_called, standing.ahead), (false, 1));
    // No visitor is called until the desk has answered a third.
    (0..1024).for_each(|_| hall.room.leave());
    hall.pass(TICK);
    assert!(!hall.ask(0, place).is_called);
    hall.room.leave();
    hall.pass(TICK);
    assert!(hall.ask(0, place).is_called);
    assert_eq!(hall.come_back(0, place), Entry::In);
}

#[test]
fn organisers_in_the_queue_count_and_visitors_leave_them_room() {
    let mut room = Room::default();
    let event = EventId(Uuid::from_u128(7));
    let mut come = |queue| room.enter(event, None, Some(Arrival(1)), queue, START);
    assert_eq!(come(MOST_AT_DESK - 1), Entry::In);
    assert!(matches!(come(MOST_AT_DESK), Entry::Wait(..)));
}

#[test]
fn no_visitor_goes_to_a_desk_that_does_not_answer() {
    let mut hall = Hall::new(1);
    assert_eq!(hall.come(0), Entry::In);
    hall.pass(STALLED.checked_sub(Duration::from_millis(1)).unwrap());
    assert_eq!(hall.come(0), Entry::In);
    hall.pass(Duration::from_millis(1));
    let place = hall.wait(0);
    hall.pass(STALLED);
    assert!(!hall.ask(0, place).is_called);
    // The first is answered, the second waits as long now.
    hall.room.leave();
    hall.pass(TICK);
    assert!(!hall.ask(0, place).is_called);
    hall.room.leave();
    hall.pass(TICK);
    assert!(hall.ask(0, place).is_called);
}

#[test]
fn a_visitor_who_misses_the_turn_is_let_in_later_and_holds_up_no_other() {
    let mut hall = Hall::new(2);
    hall.fill();
    let late = hall.wait(0);
    hall.empty();
    hall.pass(TICK);
    assert!(hall.ask(0, late).is_called);
    // While the desk expects them, newcomers stay behind; afterwards they do not wait.
    let behind = hall.wait(0);
    hall.pass(TURN);
    assert!(hall.ask(0, behind).is_called);
    assert_eq!(hall.come_back(0, behind), Entry::In);
    hall.empty();
    hall.pass(TURN);
    assert_eq!(hall.come(0), Entry::In);
    hall.fill();
    let newest = hall.wait(0);
    hall.room.leave();
    assert_eq!(hall.come_back(0, late), Entry::In);
    assert!(!hall.ask(0, newest).is_called);
}

#[test]
fn a_small_event_does_not_wait_for_a_large_one() {
    let mut hall = Hall::new(3);
    hall.fill();
    let crowd: Vec<_> = (0..40_000).map(|_| hall.wait(0)).collect();
    let few: Vec<_> = (0..10).map(|_| hall.wait(1)).collect();
    hall.empty();
    hall.pass(TICK);
    hall.ask(0, crowd[0]);
    assert!(few.iter().all(|place| hall.is_called(1, *place)));
    assert!(hall.is_called(0, crowd[0]) && !hall.is_called(0, crowd[5000]));
    // An event without waiting visitors has room of its own.
    hall.pass(TICK);
    assert_eq!(hall.come(2), Entry::In);
}

#[test]
fn lines_take_turns_when_the_desk_has_room_for_few() {
    let mut hall = Hall::new(4);
    hall.fill();
    let places: Vec<_> = (0..3)
        .map(|event| (0..500).map(|_| hall.wait(event)).last().unwrap())
        .collect();
    let mut rounds = 0;
    while !(0..3).all(|event| hall.is_called(event, places[event])) {
        hall.pass(TURN);
        // There is room for one group.
        let busy = CALLED - usize::try_from(GRAIN).unwrap();
        hall.room.inside = std::iter::repeat_n(hall.now, busy).collect();
        hall.ask(0, places[0]);
        rounds += 1;
        let waiting: Vec<_> = hall.room.lines.values().map(|line| line.waiting).collect();
        let (least, most) = (waiting.iter().min(), waiting.iter().max());
        assert!(
            most.unwrap() - least.unwrap() <= u64::from(GRAIN),
            "{waiting:?}"
        );
        assert!(rounds < 200);
    }
}

#[test]
fn a_place_from_elsewhere_is_judged_by_its_time() {
    let mut hall = Hall::new(2);
    let from = |time: Duration| Arrival(i64::try_from(time.as_micros()).unwrap());
    let (early, late) = (from(START / 2), from(START * 2));
    // Where no visitor waits, every place counts as called.
    assert!(hall.ask(0, late).is_called);
    hall.fill();
    hall.wait(0);
    assert!(hall.ask(0, early).is_called && !hall.ask(0, late).is_called);
    assert_eq!(hall.ask(0, late).ahead, 0);
    // The desk is full, so they keep the place.
    assert!(matches!(hall.come_back(0, early), Entry::Wait(place, _) if place == early));
    hall.room.leave();
    assert_eq!(hall.come_back(0, early), Entry::In);
}

#[test]
fn a_time_that_goes_back_turns_no_order_around() {
    let mut hall = Hall::new(2);
    hall.fill();
    let first = hall.wait(0);
    let second = hall.enter(0, None, Some(Arrival(0)));
    assert!(
        matches!(second, Entry::Wait(place, _) if place > first),
        "{second:?}"
    );
}

#[test]
fn memory_is_bounded_however_many_come() {
    let mut hall = Hall::new(2);
    hall.fill();
    let first = hall.wait(0);
    for _ in 0..1_000_000 {
        hall.wait(0);
    }
    let line = &hall.room.lines[&hall.events[0]];
    assert!(line.groups.len() <= MOST_GROUPS, "{}", line.groups.len());
    assert_eq!(line.waiting, 1_000_001);
    let counted: u64 = line
        .groups
        .iter()
        .map(|group| u64::from(group.people))
        .sum();
    assert_eq!(counted, line.waiting);
    assert_eq!(hall.ask(0, first).ahead, 0);
}

#[test]
fn so_many_events_have_a_line_and_one_more_has_none() {
    let mut hall = Hall::new(MOST_LINES + 2);
    hall.fill();
    for event in 0..MOST_LINES {
        hall.wait(event);
    }
    assert_eq!(hall.come(MOST_LINES), Entry::NoPlace);
    assert!(matches!(hall.come(0), Entry::Wait(..)));
    // Without a time there is no place either.
    assert_eq!(hall.enter(0, None, None), Entry::NoPlace);
}

#[test]
fn visitors_far_away_ask_seldom_and_visitors_in_front_often() {
    let mut hall = Hall::new(2);
    hall.fill();
    let places: Vec<_> = (0..50_000).map(|_| hall.wait(0)).collect();
    let pauses: Vec<_> = places
        .iter()
        .map(|place| hall.ask(0, *place).ask_again)
        .collect();
    assert!(pauses.is_sorted());
    assert_eq!(pauses[0], SOONEST);
    assert_eq!(pauses[49_999], Duration::from_millis(50_000 / 4));
    let asking: f64 = pauses.iter().map(|pause| 1.0 / pause.as_secs_f64()).sum();
    assert!(asking < 10_000.0, "{asking}");
    // The reported wait follows the measured pace.
    hall.empty();
    let before = hall.ask(0, places[40_000]).wait;
    for _ in 0..10 {
        hall.pass(Duration::from_millis(200));
        hall.ask(0, places[0]);
        // All who were called come.
        for line in hall.room.lines.values_mut() {
            line.turns.clear();
            line.expected = 0;
        }
    }
    let after = hall.ask(0, places[40_000]).wait;
    assert!(
        before > Duration::from_secs(30) && after < Duration::from_secs(5),
        "{after:?}"
    );
}

#[test]
fn an_ended_line_lets_everybody_ask_the_desk() {
    let mut hall = Hall::new(2);
    hall.fill();
    let place = hall.wait(0);
    hall.room.end_line(hall.events[0]);
    assert!(hall.ask(0, place).is_called);
    hall.room.leave();
    assert_eq!(hall.come(0), Entry::In);
}

/// Lets a crowd come that the desk cannot take at once, and returns the most people by whom one visitor was overtaken.
fn most_overtaken(has_places: bool) -> usize {
    let mut hall = Hall::new(1);
    for _ in 0..MOST_AT_DESK {
        hall.come(0);
    }
    let crowd: Vec<_> = (0..6000).map(|_| hall.wait(0)).collect();
    let mut outside: Vec<usize> = (0..crowd.len()).collect();
    let mut seated = Vec::new();
    let mut random = 1_u64;
    for _ in 0..400 {
        hall.pass(Duration::from_millis(100));
        (0..500).for_each(|_| hall.room.leave());
        // All look, in any order.
        outside.sort_by_cached_key(|_| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            random >> 33
        });
        outside.retain(|number| {
            let is_in = if has_places {
                hall.come_back(0, crowd[*number]) == Entry::In
            } else {
                let is_free = hall.room.inside.len() < MOST_AT_DESK;
                if is_free {
                    hall.room.inside.push_back(hall.now);
                }
                is_free
            };
            if is_in {
                seated.push(*number);
            }
            !is_in
        });
    }
    assert!(outside.is_empty());
    let places = seated.iter().enumerate();
    places
        .map(|(at, number)| number.saturating_sub(at))
        .max()
        .unwrap()
}

#[test]
fn no_visitor_gains_more_than_one_call_and_without_places_luck_decides() {
    let (with, without) = (most_overtaken(true), most_overtaken(false));
    assert!(with <= CALLED, "{with}");
    assert!(without > 4000, "{without}");
}
