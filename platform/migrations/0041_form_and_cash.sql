-- Whether the form asks for phone number and company, and whether visitors must answer.
alter table event add column phone_question text not null default 'REQUIRED'
    check (phone_question in ('REQUIRED', 'OPTIONAL', 'OFF'));
alter table event add column company_question text not null default 'REQUIRED'
    check (company_question in ('REQUIRED', 'OPTIONAL', 'OFF'));
-- Visitors cannot choose to pay in cash at the door.
alter table event add column turn_off_cash boolean not null default false;
-- Whoever chose cash pays before the deadline, too.
alter table event add column cash_has_deadline boolean not null default false;
