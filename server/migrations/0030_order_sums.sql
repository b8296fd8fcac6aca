-- compatible since: 0022
-- Sums and texts of orders, which lists, dashboard and search read instead of all orders. A change of an order only adds
-- rows to order_changes, so that no order waits for a row that others change too. A job applies them
-- (orders/apply-order-changes.ts); until then each reader adds them. Only the previous release uses sales_days and
-- sales_day_products; a later one may drop them, with reopen_sales_days.

-- The orders of each Jakarta day and status. Where all have left the status, the row has 0.
create table order_days (
  day date not null,
  status order_status not null,
  orders integer not null,
  -- The total prices of these orders.
  total bigint not null,
  primary key (day, status)
);
-- What the paid orders of a Jakarta day sold. Without foreign key, which would ask for each row of a large shop.
create table product_days (
  day date not null,
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (day, product_id)
);
-- What a search reads whole: a narrow copy of orders. Columns of a fixed length first, as those are read fastest.
create table order_texts (
  order_time timestamptz not null,
  status order_status not null,
  id text primary key,
  found_by text collate "C" not null
);
-- An order counts 1 as it is, and -1 as it was before a change. Without key or index: writing it costs an order little.
create table order_changes (
  order_id text not null,
  day date not null,
  status order_status not null,
  change smallint not null,
  total_price bigint not null
);

create function record_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_changes values (new.id, jakarta_day(new.order_time), new.status, 1, new.total_price);
  else
    insert into order_changes values
      (old.id, jakarta_day(old.order_time), old.status, -1, old.total_price),
      (new.id, jakarta_day(new.order_time), new.status, 1, new.total_price);
  end if;
  return null;
end $$;
create trigger records_order after insert on orders for each row execute function record_order_change();
create trigger records_change after update on orders for each row
  when ((old.status, old.order_time, old.total_price, old.found_by)
    is distinct from (new.status, new.order_time, new.total_price, new.found_by))
  execute function record_order_change();

create function forget_orders() returns trigger language plpgsql as $$
begin
  truncate order_days, product_days, order_texts, order_changes;
  return null;
end $$;
create trigger forgets_orders after truncate on orders execute function forget_orders();

-- Empties the sums and records each order as new. Orders may change meanwhile: the one statement sees one moment of all
-- tables. They are never deleted.
create function recount_orders() returns void language plpgsql as $$
begin
  lock table order_days in share row exclusive mode;
  with changes as (delete from order_changes), days as (delete from order_days), products as (delete from product_days),
    texts as (delete from order_texts)
  insert into order_changes
  select id, jakarta_day(order_time), status, 1, total_price from orders;
end $$;
