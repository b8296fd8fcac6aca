-- compatible since: 0022
-- A row for each event of the catalogue that is committed and not sent yet. Unlogged: after a crash of PostgreSQL every process
-- has lost its connection, and reads everything again.
create unlogged table event_marks (
  id uuid primary key,
  written_at timestamptz not null default clock_timestamp()
);
