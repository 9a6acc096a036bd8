-- From which network the consent was given: the keyed hash of address_hash, kept as long as the consent itself.
alter table attendance add column consent_address text;
update attendance set consent_address = address_hash where consent is not null;
