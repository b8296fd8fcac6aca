-- compatible since: 0022
-- The columns that administrators assigned in reports of the gateway, by a hash of the headers.
create table payment_report_columns (
  headers_hash bytea primary key,
  -- The index of each role's column.
  columns jsonb not null,
  used_at timestamptz not null
);

-- What the gateway keeps of a payment, from the last report that says it.
create table payment_fees (
  attempt_id text primary key references payment_attempts (id) on delete cascade,
  fee_idr bigint not null
);

-- The times of which a restored shop may lack orders and payments: from the backup to the restore.
-- `if not exists`: restoring an older backup makes the table before this migration runs.
create table if not exists missing_spans (
  until_at timestamptz primary key,
  from_at timestamptz not null,
  -- The first comparison with a report of that time.
  compared_at timestamptz
);
