-- An export reads an event's participants a page at a time in the order of their identifiers.
create index attendance_export on attendance (event_id, id) where deleted_at is null;
