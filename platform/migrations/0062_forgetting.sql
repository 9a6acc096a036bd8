-- When a participant took the consent back that stands in consent.
alter table attendance add column consent_withdrawn_at bigint;
-- The registration that used a file before it came to use another one: erasing the person takes both.
alter table file add column attendance_id uuid references attendance (id);
create index file_of_attendance on file (attendance_id) where attendance_id is not null;
