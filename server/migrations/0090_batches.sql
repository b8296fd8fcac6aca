-- incompatible: a product may be twice in a cart and in an order, from the stock and in a batch
-- What is ordered before it is made: a batch is made and handed over on one day, with a quota of each product.
create table batches (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 50),
  -- Days of Jakarta. Orders are taken until the end of the first.
  order_until date not null,
  made_on date not null,
  handed_over_on date not null,
  created_at timestamptz not null,
  check (order_until <= made_on and made_on <= handed_over_on)
);

create table batch_products (
  batch_id uuid not null references batches on delete cascade,
  product_id uuid not null references products on delete cascade,
  quota integer not null check (quota >= 0),
  primary key (batch_id, product_id)
);
create index batch_products_by_product on batch_products (product_id);

-- A line is of the stock or of a batch, never of both.
alter table cart_items
  add column batch_id uuid references batches,
  drop constraint cart_items_user_id_product_id_key;
create unique index cart_items_of_stock on cart_items (user_id, product_id) where batch_id is null;
create unique index cart_items_of_batch on cart_items (user_id, product_id, batch_id) where batch_id is not null;
create index cart_items_by_batch on cart_items (batch_id) where batch_id is not null;

-- What of a quota is sold, is the sum of these lines whose orders are not cancelled.
alter table order_items
  add column batch_id uuid references batches,
  drop constraint order_items_order_id_product_id_key;
create unique index order_items_one_line on order_items (order_id, product_id, batch_id) nulls not distinct;
create index order_items_by_batch on order_items (batch_id, product_id) where batch_id is not null;
drop trigger unchanging on order_items;
create trigger unchanging before update of id, order_id, position, product_id, batch_id, name, image, weight, packaging, unit_price,
  quantity, cost_price, discount_idr on order_items for each row execute function refuse_change();

-- The day of handing over of an order with a batch is that of the batch. `promised_on` is the first, once the day was changed.
alter table orders
  add column promised_on date,
  drop constraint orders_check3,
  add check (wanted_on is null or handover_on is not null and handover_on <= wanted_on),
  add check (promised_on is null or handover_on is not null);

-- With the batch of the line.
create or replace view order_goods as
select item.order_id, item.position as item_position, part.position as part_position,
  coalesce(part.product_id, item.product_id) as product_id,
  coalesce(part.name, item.name) as name,
  case when part.position is null then item.image end as image,
  coalesce(part.weight, item.weight) as weight,
  coalesce(part.packaging, item.packaging) as packaging,
  item.quantity * coalesce(part.quantity, 1) as quantity,
  item.taken_quantity * coalesce(part.quantity, 1) as taken_quantity,
  item.returned_quantity * coalesce(part.quantity, 1) as returned_quantity,
  item.quantity * coalesce(part.price_idr, item.unit_price)::bigint as goods_idr,
  item.taken_quantity * coalesce(part.price_idr, item.unit_price)::bigint as taken_idr,
  coalesce(part.discount_idr, item.discount_idr) as discount_idr,
  case when part.position is null then item.cost_price else part.cost_price end as cost_price,
  case when part.position is null then item.made_at else part.made_at end as made_at,
  item.batch_id
from order_items as item
left join order_item_parts as part on part.order_id = item.order_id and part.item_position = item.position;
