-- compatible since: 0022
-- Troubles of the shop that last now, and of which the administrators were notified.
create table alarms (
  name text primary key,
  began_at timestamptz not null,
  -- When they were last notified that it lasts.
  told_at timestamptz not null
);

-- How many notifications of the gateway were forged, and how payments became known, in periods of ten minutes.
create table payment_signals (
  began_at timestamptz not null,
  signal text not null,
  count integer not null check (count > 0),
  primary key (began_at, signal)
);

-- Written by the readiness check, to find out whether the database takes writes.
create table readiness (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null
);
