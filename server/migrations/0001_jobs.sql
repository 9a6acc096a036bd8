-- Work to be done after a commit; see crates/jobs.
create table job (
    id uuid primary key,
    name text not null,
    payload jsonb not null,
    state text not null check (state in ('waiting', 'dead')),
    attempts bigint not null,
    run_at bigint not null,
    leased_until bigint,
    last_error text,
    created_at bigint not null
);
create index job_due on job (run_at, id) where state = 'waiting';
