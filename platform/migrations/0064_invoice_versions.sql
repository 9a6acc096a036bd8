-- The version of the contents of an invoice, which its participant and several organisers may edit: a change that names
-- another one than this is refused. A request that is made after an earlier one was withdrawn begins with its time, so
-- that it is not taken for the earlier one.
alter table invoice_request add column version bigint not null default 1;
