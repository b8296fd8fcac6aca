-- compatible since: 0022
-- The latest changes of an order's payment. While one runs, no other one asks the gateway about that order.
create table payment_changes (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id) on delete cascade,
  -- The method that its buyer asked for; null: any.
  method text,
  began_at timestamptz not null,
  -- By the clock of the database; null: it has ended.
  lease_ends_at timestamptz
);
create index payment_changes_of_order on payment_changes (order_id, began_at);
