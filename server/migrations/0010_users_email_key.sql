-- E-mail addresses are compared without regard to case. The rule is defined here and nowhere else.
create function lower_email(email text) returns text
  language sql immutable strict parallel safe
  return lower(email collate "C");

alter table users add column email_key text collate "C" not null
  generated always as (lower_email(email)) stored;
drop index users_email_key;
create unique index users_email_key on users (email_key);

alter table password_reset_requests add column email_key text collate "C" not null
  generated always as (lower_email(email)) stored;

alter table password_resets add column email_key text collate "C" not null
  generated always as (lower_email(email)) stored;
