-- What statistics count, for each event in the order of time: reading these needs no row of the table itself. Removed
-- and unconfirmed registrations are no participants.
create index attendance_registered on attendance (event_id, registration_time)
    where deleted_at is null and confirm_by is null;
create index attendance_checked_in on attendance (event_id, checked_in_time)
    where checked_in_time is not null and deleted_at is null and confirm_by is null;
create index attendance_money on attendance (event_id, payment_status, paid_at, amount)
    where amount > 0 and deleted_at is null and confirm_by is null;
