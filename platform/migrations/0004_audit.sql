-- Who did what to which account, and what was refused to whom.
create table audit_log (
    id uuid primary key,
    actor_id uuid,
    action text not null,
    subject_id uuid,
    ip text,
    -- Repeated refusals are one row per hour: how often it happened, and the key by which the row is found.
    times bigint not null default 1,
    hourly_key text,
    created_at bigint not null
);
create unique index audit_log_hourly on audit_log (hourly_key);
create index audit_log_hourly_age on audit_log (created_at) where hourly_key is not null;
