-- The name as lists are sorted by it: the given name, which stands last, before the rest, without case and accents.
-- Accounts from before get it when a server starts.
alter table "user" add column name_key text;
