-- Registrations that wait for a confirmation, which figures leave out of the seats that an event has given away.
create index attendance_unconfirmed_event on attendance (event_id)
    where confirm_by is not null and deleted_at is null;
