-- compatible since: 0022
-- Prices that an administrator changed together: the rows of one batch. A job begins and ends those that have a time; a
-- finished row stays for a day, in which the batch can be undone.
create table price_changes (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  product_id uuid not null references products on delete cascade,
  -- The price that the administrator saw. It returns at the end.
  former_price integer not null check (former_price > 0),
  price integer not null check (price between 1 and 100000000),
  starts_at timestamptz not null,
  -- Null: the price stays.
  ends_at timestamptz check (ends_at > starts_at),
  begun_at timestamptz,
  finished_at timestamptz,
  actor_id uuid not null,
  actor_name text not null
);
create index price_changes_by_batch on price_changes (batch_id);
-- A product has one open change at most, so that the price at its end is clear.
create unique index price_changes_open on price_changes (product_id) where finished_at is null;
