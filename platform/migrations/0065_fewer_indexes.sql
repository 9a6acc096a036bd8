-- Each index of a table that many write at once costs every registration. docs/performance.md names the queries that
-- need those that are left.

-- One index for counts by status, type and class, for what is owed and for payments that are late. The embedded engine
-- reads no row only where the index has every column of the condition.
create index attendance_filter on attendance
    (event_id, payment_status, participation_type, ticket_id, amount, received, confirm_by, registration_time,
    deleted_at)
    where deleted_at is null;
drop index attendance_count;
drop index attendance_outstanding;
drop index attendance_ticket;
drop index attendance_due;

-- With the network addresses, and with those who were removed, whose addresses are counted and forgotten, too.
drop index attendance_network;
drop index attendance_by_registration;
create index attendance_by_registration on attendance
    (event_id, registration_time, id, confirm_by, deleted_at, address_hash);

-- After `attendance_filter`: of two indexes that serve a query alike, the embedded engine takes the younger one, and
-- this one has only those who paid.
drop index attendance_received;
create index attendance_received on attendance
    (event_id, paid_at, received, amount, ticket_id, paid_way, confirm_by, deleted_at)
    where received > 0 and deleted_at is null and confirm_by is null;

-- Expired answers are looked for once an hour; until then they are few enough to be read.
drop index idempotency_expiry;

-- The order of the log is its primary key, so it needs no index of its own.
-- Renamed first, so that on PostgreSQL a server of the version before cannot add entries while they are copied.
alter table event_activity rename to event_activity_before;
create table event_activity (
    id uuid not null,
    event_id uuid not null references event (id),
    actor_id uuid,
    action text not null,
    subject_id uuid,
    data jsonb not null,
    created_at bigint not null,
    primary key (event_id, created_at, id)
);
insert into event_activity (id, event_id, actor_id, action, subject_id, data, created_at)
    select id, event_id, actor_id, action, subject_id, data, created_at from event_activity_before
    order by event_id, created_at, id;
drop table event_activity_before;
-- The history of a participant. With the whole order of the log, because otherwise the embedded engine would read the
-- log of the event instead.
create index event_activity_subject on event_activity (subject_id, created_at, id) where subject_id is not null;
-- What an account did.
create index event_activity_actor on event_activity (event_id, actor_id, created_at, id) where actor_id is not null;
