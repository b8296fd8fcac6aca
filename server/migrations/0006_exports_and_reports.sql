-- A browser's download carries no bearer token: a ticket, good once and for a minute, stands in for it.
create table export_tickets (
  ticket_hash bytea primary key,
  -- The list's query string, as it was asked for.
  query text not null,
  expires_at timestamptz not null
);

-- The dashboard adds up all orders, and those of the last days: from the indexes alone.
create index orders_sums on orders (status) include (total_price);
create index orders_sums_by_time on orders (order_time) include (status, total_price, id);
