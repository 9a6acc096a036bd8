-- When the personal data of this participant was erased; null: it was not. The row stays for counts, money and draws.
alter table attendance add column erased_at bigint;
create index attendance_erased on attendance (erased_at) where erased_at is not null;
-- When the texts of this transfer were erased, because a participant was for whom it paid; no report fills them again.
alter table transfer add column erased_at bigint;
