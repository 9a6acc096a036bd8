-- Of an event whose address for answers was filled in by itself: answers go there as before, but visitors see it only if
-- its organiser says so. The wizard offered the address of the account, and an empty field meant the same one.
alter table event add column hide_contact_email boolean not null default false;
update event set hide_contact_email = true
    where contact_email is null
       or exists (select 1 from "user"
           where "user".id = event.owner_id and lower("user".email) = lower(event.contact_email));
update event set contact_email =
    (select email from "user" where "user".id = event.owner_id and "user".deleted_at is null)
    where contact_email is null;
-- How often somebody has registered for an event and given the seat back decides which calendar entry is the newer one.
create index attendance_given_back on attendance (event_id, email_key, id) where deleted_at is not null;
-- The text that the wizard offered said that the account and the code stand below it. They stand above it.
update event set payment_email_content =
    replace(payment_email_content, '{{amount}} theo thông tin bên dưới.', '{{amount}} theo thông tin ở đầu thư này.')
    where payment_email_content like '%{{amount}} theo thông tin bên dưới.%';
update event set payment_email_content =
    replace(payment_email_content, '{{amount}} with the details below.', '{{amount}} with the details at the top of this mail.')
    where payment_email_content like '%{{amount}} with the details below.%';
