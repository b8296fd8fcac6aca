-- Who may do a job now, of all processes on this database. Times are those of the database's clock.
create table leases (
  name text primary key,
  -- Raised at each take-over: a write by the holder of a lower number is refused.
  number bigint not null,
  ends_at timestamptz not null,
  -- A transaction that holds the row FOR KEY SHARE must delay a take-over, but not a renewal. Only a change of a column
  -- with a unique index conflicts with that lock.
  unique (name, number)
);

-- The lease on asking the gateway for an attempt's token gets the same form.
alter table payment_attempts
  drop column token_asked_at,
  add column token_lease_number integer not null default 0,
  add column token_lease_ends_at timestamptz;

-- So does the lease on sending a mail, whose number is `attempts`.
alter table mail_outbox add column lease_ends_at timestamptz;
