-- Plans that administrators sell, the plans of accounts, and the mails about their end. Days are written YYYY-MM-DD.
create table plan (
    id uuid primary key,
    base_name text not null,
    search_text text not null,
    price bigint not null check (price >= 0),
    -- The first and the last day on which it is sold.
    start_date text not null,
    expiration_date text not null,
    -- Months for which an account has it.
    duration bigint not null check (duration >= 1),
    number_of_packages bigint not null check (number_of_packages >= -1),
    number_of_events bigint not null check (number_of_events >= -1),
    attendees_per_event bigint not null check (attendees_per_event >= -1),
    event_price bigint not null check (event_price >= 0),
    number_of_groups bigint not null check (number_of_groups >= -1),
    users_per_group bigint not null check (users_per_group >= -1),
    has_report boolean not null,
    group_price bigint not null check (group_price >= 0),
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    constraint plan_days check (start_date <= expiration_date)
);

create table personal_plan (
    id uuid primary key,
    plan_id uuid not null references plan (id),
    user_id uuid not null references "user" (id),
    -- The first and the last day on which it counts.
    start_date text not null,
    expiration_date text not null,
    event_limit bigint not null check (event_limit >= -1),
    max_attendees_per_event bigint not null check (max_attendees_per_event >= -1),
    group_limit bigint not null check (group_limit >= -1),
    max_members_per_group bigint not null check (max_members_per_group >= -1),
    has_report boolean not null,
    -- An administrator. Not a reference: checking it would lock two accounts in an order of its own.
    created_by uuid not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint,
    constraint personal_plan_days check (start_date <= expiration_date)
);
create unique index personal_plan_once on personal_plan (plan_id, user_id) where deleted_at is null;
create index personal_plan_user on personal_plan (user_id) where deleted_at is null;
create index personal_plan_end on personal_plan (expiration_date) where deleted_at is null;

-- Which end of which plan its owner was told of, so that nobody is told twice.
create table plan_notice (
    personal_plan_id uuid not null references personal_plan (id),
    expiration_date text not null,
    notice text not null check (notice in ('twoWeeks', 'threeDays', 'ended')),
    created_at bigint not null,
    primary key (personal_plan_id, expiration_date, notice)
);
