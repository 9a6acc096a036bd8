-- Attempts per key (an address or a network peer) in a sliding window; see limits/throttle.
create table throttle (
    key text primary key,
    failures bigint not null,
    locked_until bigint,
    updated_at bigint not null
);
