-- compatible since: 0022
-- What an order costs, as one list: its sum is orders.total_price, and everything else about its costs is made from it.
create type charge_kind as enum ('goods', 'delivery', 'service');
create table order_charges (
  order_id text not null references orders,
  position integer not null,
  kind charge_kind not null,
  -- What the charge is called where the name of its kind does not fit.
  label text check (char_length(label) between 1 and 50),
  -- Whole rupiah; below zero where something is taken off.
  amount_idr bigint not null check (amount_idr <> 0),
  primary key (order_id, position)
);

-- The charges of an order that has only the columns of former releases. The present release still writes other_costs,
-- shipping_cost and service_fee, for a former one that runs beside it, and reads none of them. A later release may drop
-- them, with this function, fill_order_charges and the insert in check_order_charges.
create function charges_of_columns(placed orders) returns setof order_charges language sql stable as $$
  select placed.id, charge.* from (values
    (0, 'goods'::charge_kind, null::text, placed.total_price - placed.other_costs),
    (1, 'delivery', case when placed.shipping_cost is null then 'Biaya Pengiriman dan Pelayanan' end,
      coalesce(placed.shipping_cost, placed.other_costs)),
    (2, 'service', null, placed.service_fee)
  ) as charge (position, kind, label, amount_idr) where amount_idr <> 0
$$;

-- For the orders before this migration, and those of a backup that a former release made.
create function fill_order_charges() returns void language sql as $$
  insert into order_charges
  select charge.* from orders, charges_of_columns(orders) as charge
  where not exists (select from order_charges where order_id = orders.id)
$$;

-- At the end of the statement, so that it finds what the same statement has written.
create function check_order_charges() returns trigger language plpgsql as $$
declare
  charged bigint := (select sum(amount_idr) from order_charges where order_id = new.id);
begin
  if charged is null then
    insert into order_charges select * from charges_of_columns(new);
  elsif charged <> new.total_price then
    raise check_violation using message = format('order %s: total %s, charges %s', new.id, new.total_price, charged);
  end if;
  return null;
end $$;
create trigger checks_charges after insert on orders for each row execute function check_order_charges();
