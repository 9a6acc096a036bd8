-- Each index of a table that many write at once costs every registration, and one whose key is random costs most: each
-- row changes a page of its own.

-- This one has what the figures count, which had an index of their own. The embedded engine reads no row only where the
-- index has every column of the condition, so `deleted_at` is in it.
drop index attendance_registered;
drop index attendance_by_registration;
create index attendance_by_registration on attendance (event_id, registration_time, id, confirm_by, deleted_at)
    where deleted_at is null;
-- Without those who have no ticket class.
drop index attendance_ticket;
create index attendance_ticket on attendance (ticket_id) where ticket_id is not null and deleted_at is null;

-- A reference is drawn when somebody owes something for the first time; until then it is empty.
drop index attendance_payment_ref;
create unique index attendance_payment_ref on attendance (payment_ref) where payment_ref <> '';
-- The lucky draw shows every tenth participant, or hundredth, instead of those with the first references.
drop index attendance_glimpse;

-- Only events with a limit per network address ask for the registrations of an address, and only those have it here.
alter table attendance add column counted_address text;
update attendance set counted_address = address_hash where address_hash is not null
    and event_id in (select id from event where registrations_per_address is not null);
drop index attendance_address;
create index attendance_counted_address on attendance (event_id, counted_address, registration_time)
    where counted_address is not null;
-- The registrations of a burst, and the addresses that are to be forgotten.
create index attendance_network on attendance (event_id, registration_time, address_hash, deleted_at)
    where address_hash is not null;
