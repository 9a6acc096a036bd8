-- The list sorted by name, which is also what a search reads: whether somebody is found and inside stands in the index.
-- The embedded engine reads no row only where the index has every column of the condition, so `deleted_at` is in it.
drop index attendance_by_name;
create index attendance_search on attendance (event_id, search_text, id, checked_in_time, deleted_at)
    where deleted_at is null;
-- How many there are under a filter, and how many of them are inside, for the same reason with `deleted_at`.
drop index attendance_filter;
create index attendance_count on attendance
    (event_id, participation_type, payment_status, ticket_id, checked_in_time, deleted_at)
    where deleted_at is null;
-- `attendance_page` orders the list, and `attendance_checked_in` has those inside.
drop index attendance_list;
