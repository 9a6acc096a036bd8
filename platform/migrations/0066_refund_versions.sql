-- The version of the texts about a refund, which its person and several organisers may change: an organiser's change that
-- names another one than this is refused, so that no transfer goes to an account that the person has replaced.
alter table refund add column version bigint not null default 1;
