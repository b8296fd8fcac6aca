-- Payments that the gateway has and the shop does not, as after restoring a backup. A person decides what to do with them.
create table unmatched_payments (
  -- The gateway's order_id.
  id text primary key check (char_length(id) <= 50),
  -- The gateway's transaction_status.
  gateway_state text,
  -- Whole rupiah.
  amount bigint,
  currency text,
  transaction_id text,
  va_number text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
