-- Each index of a table that many write at once costs every registration. This one has what the figures count, which had
-- an index of their own. The embedded engine reads no row only where the index has every column of the condition, so
-- `deleted_at` is in it.
drop index attendance_registered;
drop index attendance_by_registration;
create index attendance_by_registration on attendance (event_id, registration_time, id, confirm_by, deleted_at)
    where deleted_at is null;
-- Without those who have no ticket class.
drop index attendance_ticket;
create index attendance_ticket on attendance (ticket_id) where ticket_id is not null and deleted_at is null;
