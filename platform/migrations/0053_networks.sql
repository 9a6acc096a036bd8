-- The hash of an IPv6 address begins with that of its /48: an event's limit counts the registrations of all of it.
drop index attendance_counted_address;
create index attendance_counted_network on attendance (event_id, substr(counted_address, 1, 32), registration_time)
    where counted_address is not null;
