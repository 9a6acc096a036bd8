-- Texts about a person are looked for before the transaction that erases the person, and in it those that came since.
-- When a source last gave the texts of a transfer.
alter table transfer add column reported_at bigint not null default 0;
update transfer set reported_at = created_at;
create index transfer_reported on transfer (bank_account_id, reported_at);
create index transfer_attendance on transfer (attendance_id) where attendance_id is not null;
create index bank_delivery_worked on bank_delivery (worked_at) where worked_at is not null;
-- What is unread has an index of its own.
create index notification_read on notification (object_id) where read_at is not null;
