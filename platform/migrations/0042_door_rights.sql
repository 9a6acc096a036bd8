-- The device finds guests by name, checks them in without a ticket, and notes that they paid in cash.
alter table checkin_key add column serves_guests boolean not null default false;
-- The name of the device on which it was noted; null if an account noted it.
alter table payment add column noted_at_device text;
