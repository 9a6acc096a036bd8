-- Who appears in an event's log, and what one of them did: most entries of a large event are registrations, which nobody
-- with an account made.
create index event_activity_actor on event_activity (event_id, actor_id, created_at, id) where actor_id is not null;
