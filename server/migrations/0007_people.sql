-- Finding what belongs to one participant: their guests, their codes, their history.
create index attendance_inviter on attendance (invited_by_attendance_id) where invited_by_attendance_id is not null;
create index invitation_code_owner on invitation_code (owner_attendance_id) where owner_attendance_id is not null;
create index event_activity_subject on event_activity (subject_id, created_at) where subject_id is not null;
-- The list as it is shown: who is inside comes first, the latest of them on top. Any page is a walk along it.
create index attendance_page on attendance
    (event_id, (checked_in_time is null), checked_in_time desc, registration_time desc, id desc)
    where deleted_at is null;
-- How many there are under a filter, and how many of them are inside, without reading the rows.
create index attendance_filter on attendance
    (event_id, participation_type, payment_status, ticket_id, checked_in_time)
    where deleted_at is null;
