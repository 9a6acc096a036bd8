-- A check-in changes fewer indexes. How many there are under a filter does not depend on who is inside, so
-- `attendance_count` is without `checked_in_time`; those inside are counted from `attendance_checked_in`. Each has every
-- column of these conditions, as the embedded engine wants it.
drop index attendance_count;
create index attendance_count on attendance
    (event_id, participation_type, payment_status, ticket_id, deleted_at)
    where deleted_at is null;
drop index attendance_checked_in;
create index attendance_checked_in on attendance
    (event_id, checked_in_time, participation_type, payment_status, ticket_id, deleted_at, confirm_by)
    where checked_in_time is not null and deleted_at is null and confirm_by is null;
