-- The account whose name stands in a notification as "name": its erasure takes out the name that it had then. Null: it
-- names no account, or is from before. Without an index, which each notification would pay for: erasures look before
-- their transaction.
alter table notification add column named_id uuid;
