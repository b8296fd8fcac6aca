-- incompatible: an order's lines have their shares of its discounts
-- Every rupiah of a discount lies on a line or a fee, and stays there.

-- What of a discount is not of the goods.
alter table order_charges
  add column of_delivery_idr bigint not null default 0 check (of_delivery_idr >= 0),
  add column of_service_idr bigint not null default 0 check (of_service_idr >= 0),
  add check (kind = 'discount' or (of_delivery_idr, of_service_idr) = (0, 0)),
  add check (kind <> 'discount' or of_delivery_idr + of_service_idr <= -amount_idr);

-- The line's share of the discounts on goods, in rupiah. A former order's has fractions, because its whole discount lowered every
-- price by the same share.
alter table order_items
  add column discount_idr numeric not null default 0,
  add check (discount_idr between 0 and quantity * unit_price::numeric);

update order_charges set of_delivery_idr = least(greatest(-amount_idr - goods, 0), delivery),
  of_service_idr = least(greatest(-amount_idr - goods - delivery, 0), service)
from (
  select order_id, sum(amount_idr) filter (where kind = 'goods') as goods,
    coalesce(sum(amount_idr) filter (where kind = 'delivery'), 0) as delivery,
    coalesce(sum(amount_idr) filter (where kind = 'service'), 0) as service
  from order_charges group by order_id) as costs
where costs.order_id = order_charges.order_id and kind = 'discount';

update order_items set discount_idr = round((quantity::numeric * unit_price * discount)::numeric(60, 20) / goods, 20)
from (
  select order_id, sum(-amount_idr - of_delivery_idr - of_service_idr) filter (where kind = 'discount') as discount,
    sum(amount_idr) filter (where kind = 'goods') as goods
  from order_charges group by order_id) as costs
where costs.order_id = order_items.order_id and discount > 0;

drop trigger unchanging on order_items;
create trigger unchanging before update of
  id, order_id, "position", product_id, name, image, weight, packaging, unit_price, quantity, cost_price, discount_idr
  on order_items for each row execute function refuse_change();

-- What the pieces that were taken out of an order had cost its buyer: their price without their part of the line's share. The
-- fraction of a rupiah is the buyer's.
create or replace function taken_price(of_order text) returns bigint language sql stable as $$
  select coalesce(sum(taken_quantity * unit_price::bigint), 0)::bigint
    - floor(round(coalesce(sum(taken_quantity * discount_idr / quantity), 0), 12))::bigint
  from order_items where order_id = of_order
$$;

create or replace function check_order_charges() returns trigger language plpgsql as $$
declare
  found record;
begin
  select coalesce(sum(amount_idr), 0) as total,
    coalesce(sum(amount_idr) filter (where kind = 'delivery'), 0) - coalesce(sum(of_delivery_idr), 0) as delivery,
    coalesce(sum(amount_idr) filter (where kind = 'service'), 0) - coalesce(sum(of_service_idr), 0) as service,
    coalesce(-sum(amount_idr) filter (where kind = 'discount'), 0) - coalesce(sum(of_delivery_idr + of_service_idr), 0) as discount
    into found from order_charges where order_id = new.id;
  if found.total <> new.total_price then
    raise check_violation using message = format('order %s: total %s, charges %s', new.id, new.total_price, found.total);
  elsif least(found.total, found.delivery, found.service) < 0 then
    raise check_violation using message = format('order %s: a total or fee below zero', new.id);
  elsif found.discount <> (select coalesce(sum(discount_idr), 0) from order_items where order_id = new.id) then
    raise check_violation using message = format('order %s: the shares of its lines are not its discounts', new.id);
  end if;
  return null;
end $$;
