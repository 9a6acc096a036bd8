-- Points: closed deals between members of a group. Days are written YYYY-MM-DD.
create table point (
    id uuid primary key,
    group_id uuid not null references "group" (id),
    -- Who got the business.
    seller_id uuid not null references "user" (id),
    -- Who is thanked: the buyer, or who introduced one.
    counterparty_id uuid not null references "user" (id),
    role_type text not null check (role_type in ('buyer', 'introducer')),
    -- The buyer whom the counterparty introduced.
    buyer_name text,
    -- In dong, before tax.
    value bigint not null check (value > 0),
    deal_date text not null,
    note text,
    proof_file_id uuid references file (id),
    -- A voided point is rejected, and voided_at says when.
    status text not null check (status in ('pending', 'approved', 'rejected')),
    -- Accounts; not references, because checking them would lock accounts in an order of its own.
    submitted_by uuid not null,
    -- What the party says who did not submit it.
    other_party_answer text check (other_party_answer in ('confirmed', 'disputed')),
    decided_by uuid,
    decided_at bigint,
    voided_by uuid,
    voided_at bigint,
    -- Why it was rejected or voided.
    reason text,
    -- Changes with every change, so that nobody approves what they have not read.
    version bigint not null,
    created_at bigint not null,
    constraint point_parties check (seller_id <> counterparty_id),
    constraint point_decided check (status = 'pending' or decided_at is not null),
    constraint point_voided check (voided_at is null or status = 'rejected')
);
create index point_group on point (group_id, deal_date);
create index point_seller on point (group_id, seller_id);
create index point_counterparty on point (group_id, counterparty_id);
create index point_proof on point (proof_file_id) where proof_file_id is not null;
