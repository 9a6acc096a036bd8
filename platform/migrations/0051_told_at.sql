-- The last change of its time or place that the event's letters told this person of; null: they know how it was when they
-- registered.
alter table attendance add column told_at bigint;
update attendance set told_at =
    (select max(event_mailing.about) from event_mailing
        where event_mailing.event_id = attendance.event_id
          and event_mailing.kind = 'change'
          and event_mailing.about > attendance.registration_time
          and (event_mailing.ended_at is not null or attendance.id <= event_mailing.told_until))
    where event_id in (select event_mailing.event_id from event_mailing where event_mailing.kind = 'change')
      -- Their mail is still on its way, or was refused.
      and id not in
        (select job.subject from job where job.name = 'registration.mailChange' and job.subject is not null);
