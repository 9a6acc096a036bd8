-- Work to be done after a commit; see crates/jobs.
create table job (
    id uuid primary key,
    name text not null,
    payload jsonb not null,
    state text not null check (state in ('waiting', 'dead')),
    -- See Lane in crates/jobs.
    lane text not null default 'normal',
    attempts bigint not null,
    run_at bigint not null,
    -- When it was first due; how long it has been tried counts from here.
    due_at bigint not null default 0,
    -- When it was last tried.
    tried_at bigint,
    leased_until bigint,
    -- What the job is about, as the server means it (a registration), so that the organiser can be told about a dead letter.
    subject uuid,
    -- Why it is dead: 'refused' for good, or 'expired' after trying for as long as its kind is tried.
    cause text,
    last_error text,
    created_at bigint not null
);
create index job_due on job (lane, run_at, id) where state = 'waiting';
create index job_dead on job (subject) where state = 'dead';

-- A service that jobs need and that does not work now; no row while it works.
create table outage (
    service text primary key,
    since bigint not null,
    -- Probes that have failed, the first failure included.
    failures bigint not null check (failures >= 1),
    probed_at bigint not null,
    -- What the service answered; for administrators.
    reason text not null
);
