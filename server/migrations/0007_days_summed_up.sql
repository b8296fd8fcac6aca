-- What was sold on each Jakarta day, so that the dashboard adds up days and not all orders.

-- A day is here once it is over and none of its orders waits for payment: which of them were paid is certain then.
-- So are all days before it, but those without orders.
create table sales_days (
  day date primary key,
  paid_orders integer not null,
  cancelled_orders integer not null,
  -- The total prices of its paid orders.
  revenue bigint not null
);
create table sales_day_products (
  day date not null references sales_days on delete cascade,
  product_id uuid not null references products,
  quantity integer not null,
  revenue bigint not null,
  primary key (day, product_id)
);

-- An order may still come to such a day: from a clock that was wrong, or from a script. That day and those after it are
-- then to be summed up again. The question first, as deleting nothing would wait for whoever is summing up.
create function reopen_sales_days() returns trigger language plpgsql as $$
declare
  placed_on date := (new.order_time at time zone 'Asia/Jakarta')::date;
begin
  if exists (select from sales_days where day >= placed_on) then
    delete from sales_days where day >= placed_on;
  end if;
  return null;
end $$;
create trigger reopens_sales_days after insert on orders for each row execute function reopen_sales_days();

-- One index answers both what a list skips and what the days since then come to.
drop index orders_by_time;
drop index orders_sums_by_time;
create index orders_by_time on orders (order_time, id) include (status, total_price);
