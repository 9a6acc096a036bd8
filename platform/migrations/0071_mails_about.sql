-- The registration, account or invitation whose person a mail is written to, so that an erasure finds the mails to a
-- former address, too; null: only the address tells, as in the entries from before. Without an index: what finds
-- entries by it reads the table for the addresses as well.
alter table mail_log add column about uuid;
