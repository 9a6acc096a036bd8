-- An event's lucky draw: what is drawn from whom, the rounds with what was promised before each, and the winners.
create table lucky_draw (
    event_id uuid primary key references event (id),
    source text not null check (source in ('checkedIn', 'all')),
    exclude_winners boolean not null,
    -- {"types": [...]}: participation types that do not take part.
    excluded_types jsonb not null,
    -- {"prizes": [{id, name, quantity, image}]}
    prizes jsonb not null,
    -- How the public page names people, and whether it shows the draw at all.
    name_form text not null default 'givenInitial' check (name_form in ('full', 'givenInitial', 'code')),
    is_open boolean not null default false,
    updated_at bigint not null
);

create table lucky_draw_round (
    id uuid primary key,
    event_id uuid not null references event (id),
    number bigint not null check (number >= 1),
    -- 64 hexadecimal digits. Secret until drawn_at is set.
    seed text not null,
    seed_hash text not null,
    -- Who takes part: the identifiers in order, 32 hexadecimal digits each. Empty once another round has replaced one that
    -- was never drawn.
    pool text not null,
    pool_hash text not null,
    pool_size bigint not null check (pool_size >= 1),
    -- What the audience said after the promise and before the draw.
    word text not null,
    opened_at bigint not null,
    opened_by uuid not null references "user" (id),
    drawn_at bigint
);
create unique index lucky_draw_round_number on lucky_draw_round (event_id, number);

create table lucky_draw_winner (
    id uuid primary key,
    event_id uuid not null references event (id),
    round_id uuid not null references lucky_draw_round (id),
    attendance_id uuid not null references attendance (id),
    prize_id uuid,
    drawn_at bigint not null,
    drawn_by uuid not null references "user" (id),
    voided_at bigint,
    voided_by uuid references "user" (id),
    -- Voided because the winner was absent: they take part in no later draw of the event.
    stays_out boolean not null
);
create unique index lucky_draw_winner_round on lucky_draw_winner (round_id);
create index lucky_draw_winner_event on lucky_draw_winner (event_id, drawn_at, id);
