-- How far jobs have told many people of something, so that a job that begins again tells nobody twice.
create table told_so_far (
    -- The job.
    job_id uuid primary key,
    -- The last account that was told; accounts are told in the order of their identifiers.
    user_id uuid not null,
    told_at bigint not null
);
create index told_so_far_age on told_so_far (told_at);
