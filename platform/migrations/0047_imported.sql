-- What the last import wrote: by field, a fingerprint of the value. A field with another value was changed since.
alter table attendance add column imported jsonb;
