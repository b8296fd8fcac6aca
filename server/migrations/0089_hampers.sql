-- compatible since: 0088
-- A hamper is a product with parts, which are other products: '<id>:<quantity>', separated by spaces. It sells the stock of its
-- parts. Its own column keeps what was counted before it had parts, as orders of that time may return theirs.
alter table products add column parts text check (parts ~ '^[0-9a-f-]{36}:[1-9][0-9]{0,3}( [0-9a-f-]{36}:[1-9][0-9]{0,3})*$');

create function parts_of(parts text) returns table (product_id uuid, quantity integer)
language sql immutable strict parallel safe rows 5 as $$
  select split_part(part, ':', 1)::uuid, split_part(part, ':', 2)::integer from string_to_table(parts, ' ') as part
$$;

-- As many as every part is enough for; none where a part was deleted or has parts itself.
create function hamper_stock(parts text) returns integer language sql stable parallel safe as $$
  select min(coalesce(products.stock / part.quantity, 0))
  from parts_of(parts) as part left join products on products.id = part.product_id and archived_at is null
    and products.parts is null
$$;

-- Null where the cost of a part is not known.
create function hamper_cost(parts text) returns integer language sql stable parallel safe as $$
  select case when count(*) = count(cost_price) then least(sum(cost_price::bigint * quantity), 2147483647)::integer end
  from parts_of(parts) as part left join products on products.id = part.product_id
$$;

-- The parts of a hamper as they were when it was ordered. `price_idr` is the share of the price of one hamper, `discount_idr` that of
-- the discount of the whole line.
create table order_item_parts (
  order_id text not null,
  item_position integer not null,
  position integer not null,
  product_id uuid not null references products,
  name text not null,
  weight text collate "C" not null,
  packaging text collate "C" not null,
  -- In one hamper.
  quantity integer not null check (quantity > 0),
  price_idr integer not null check (price_idr >= 0),
  discount_idr bigint not null check (discount_idr >= 0),
  -- Of one piece; null: not known.
  cost_price integer check (cost_price > 0),
  made_at timestamptz,
  primary key (order_id, item_position, position),
  foreign key (order_id, item_position) references order_items (order_id, position)
);
create index order_item_parts_by_product on order_item_parts (product_id);
create trigger unchanging before update of order_id, item_position, position, product_id, name, weight, packaging, quantity,
  price_idr, discount_idr, cost_price on order_item_parts for each row execute function refuse_change();

-- The goods of orders: of a hamper its parts, else the ordered product itself.
create view order_goods as
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
  case when part.position is null then item.made_at else part.made_at end as made_at
from order_items as item
left join order_item_parts as part on part.order_id = item.order_id and part.item_position = item.position;

create or replace function keep_ordered_terms() returns trigger language plpgsql as $$
begin
  if exists (select from order_items where old.code in (packaging, weight))
    or exists (select from order_item_parts where old.code in (packaging, weight)) then
    raise foreign_key_violation using message = format('term %s was ordered', old.code);
  end if;
  return old;
end $$;
