-- ---------------------------------------------------------------- registrations

-- Attempts to register an e-mail that an account has. They are counted apart from the registrations.
create table taken_registrations (
  id bigint generated always as identity primary key,
  address text not null,
  tried_at timestamptz not null
);
create index taken_registrations_by_address on taken_registrations (address, tried_at);

-- ---------------------------------------------------------------- changes of the e-mail

create table email_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  -- The e-mail before this change.
  former_email text not null,
  former_email_key text collate "C" not null generated always as (lower_email(former_email)) stored,
  -- Where the notice was sent: the e-mail before the first change within seven days. The link in it restores this one.
  notified_email text not null,
  notified_email_key text collate "C" not null generated always as (lower_email(notified_email)) stored,
  -- Of the link in the notice.
  undo_token_hash bytea not null unique,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index email_changes_by_user on email_changes (user_id, changed_at);
create index email_changes_by_former_email on email_changes (former_email_key);
create index email_changes_by_notified_email on email_changes (notified_email_key);

-- ---------------------------------------------------------------- mail

-- True for mail of which a recipient gets only a few in a day.
alter table mail_outbox add column is_limited boolean not null default false;
create index mail_outbox_limited on mail_outbox (lower_email(recipient), created_at) where is_limited;

create index password_reset_requests_by_email on password_reset_requests (email_key);

-- ---------------------------------------------------------------- exports

-- A ticket ends with the session that asked for it. Null in tickets of the previous version, which are not accepted.
alter table export_tickets add column session_token_hash bytea references sessions on delete cascade;
create index export_tickets_by_session on export_tickets (session_token_hash);
