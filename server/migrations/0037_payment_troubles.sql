-- compatible since: 0022
-- The sentence of the last notification, which the dashboard shows while the trouble lasts.
alter table alarms add column message text;
alter table payment_attempts
  -- When the gateway gave its token.
  add column token_made_at timestamptz,
  -- How often the gateway was asked about it after it had ended.
  add column asked_after_end smallint not null default 0;
