-- ---------------------------------------------------------------- mail

-- A mail is written here in the transaction of its reason, and sent after it: none is lost, none is sent for nothing.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  -- Emptied when it was sent or given up: a mail may carry a link that opens an account.
  text text,
  html text,
  created_at timestamptz not null,
  -- Of no use to the recipient after this.
  expires_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- Also a lease: who takes a mail to send it moves this ahead, so that nobody else takes it meanwhile.
  next_attempt_at timestamptz not null,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz,
  check (sent_at is null or given_up_at is null),
  check ((text is null) = (sent_at is not null or given_up_at is not null)),
  check ((html is null) = (text is null))
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null and given_up_at is null;
create index mail_outbox_by_age on mail_outbox (created_at);

-- ---------------------------------------------------------------- accounts

-- Whoever asks leaves a row, with or without an account, and is answered: who has one is looked up later.
create table password_reset_requests (
  id bigint generated always as identity primary key,
  email text not null,
  requested_at timestamptz not null
);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- Where the link went. It opens nothing once the account has another e-mail.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, followed by a newer one, or made needless by a changed password.
  ended_at timestamptz
);
create index password_resets_by_user on password_resets (user_id, created_at);
create index password_resets_by_age on password_resets (created_at);
create unique index password_resets_one_live on password_resets (user_id) where ended_at is null;
