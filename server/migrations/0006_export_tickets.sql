-- A browser's download carries no bearer token: a ticket, good once and for a minute, stands in for it.
create table export_tickets (
  ticket_hash bytea primary key,
  -- The list's query string, as it was asked for.
  query text not null,
  expires_at timestamptz not null
);
