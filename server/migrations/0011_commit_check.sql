-- One row that every server counts up and reads back, so that a commit that does not reach the file is noticed.
create table commit_check (
    id bigint primary key,
    count bigint not null
);
