-- An administrator finds an order by everything that its page shows: tracking number, products, address and note too.

-- The names of the ordered products, which never change. Written with the order.
alter table orders add column goods text not null default '';

update orders set goods = named.goods
from (select order_id, string_agg(name, ' ' order by position) as goods from order_items group by order_id) as named
where named.order_id = orders.id;

-- search_text, the column of before, serves server processes of the previous version.
alter table orders add column found_by text collate "C" not null generated always as (
  lower((id || ' ' || buyer_name || ' ' || buyer_phone || ' ' || regexp_replace(buyer_phone, '\D', '', 'g') || ' '
    || coalesce(tracking_number, '') || ' ' || coalesce(courier, '') || ' ' || goods || ' '
    || address || ' ' || coalesce(city, '') || ' ' || coalesce(notes, '')) collate "und-x-icu")
) stored;

-- For processes of the previous version, which write no goods: it changes nothing of an order that has them.
create function name_goods_of_orders() returns trigger language plpgsql as $$
begin
  update orders set goods = named.goods
  from (select order_id, string_agg(name, ' ' order by position) as goods from new_items group by order_id) as named
  where named.order_id = orders.id and orders.goods = '';
  return null;
end
$$;
create trigger goods_of_orders after insert on order_items
  referencing new table as new_items for each statement execute function name_goods_of_orders();
