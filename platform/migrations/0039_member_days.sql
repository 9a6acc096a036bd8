-- The members that a group had on a day, and those who joined within days, are counted along this index.
create index group_member_days on group_member (group_id, attend_date, left_at, user_id);
