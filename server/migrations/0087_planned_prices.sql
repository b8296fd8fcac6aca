-- compatible since: 0086
-- What a product costs for a time is told by its plans and the moment when it is read; `products.price` is what it costs
-- else. No job writes a price. A server of an earlier release shows the price without its plans.

-- What was planned is never changed, only withdrawn, so that it proves what a product cost.
create table planned_prices (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  product_id uuid not null,
  former_price integer not null check (former_price > 0),
  price integer not null check (price between 1 and 100000000),
  starts_at timestamp with time zone not null,
  -- The first moment without it; null: it stays. As `starts_at`: `products.price` was written, and can be taken back.
  ends_at timestamp with time zone check (ends_at >= starts_at),
  withdrawn_at timestamp with time zone,
  actor_id uuid,
  actor_name text not null
);
create index planned_prices_by_product on planned_prices (product_id, starts_at);
create index planned_prices_by_batch on planned_prices (batch_id);
create index planned_prices_by_start on planned_prices (starts_at) where withdrawn_at is null;
create index planned_prices_by_end on planned_prices (ends_at) where withdrawn_at is null;
create trigger unchanging before delete or update of id, batch_id, product_id, former_price, price, starts_at, ends_at,
  actor_id, actor_name on planned_prices for each row execute function refuse_change();
create trigger withdrawn_once before update of withdrawn_at on planned_prices for each row
  when (old.withdrawn_at is not null) execute function refuse_change();

-- Since when a product has its price without plans. It stays when the product is deleted, which can be brought back.
create table regular_prices (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  price integer not null check (price > 0),
  since timestamp with time zone not null
);
create index regular_prices_by_product on regular_prices (product_id, since);
create trigger unchanging before delete or update on regular_prices for each row execute function refuse_change();

insert into planned_prices (batch_id, product_id, former_price, price, starts_at, ends_at, actor_id, actor_name)
select change.batch_id, product_id, former_price, change.price, starts_at,
  case when finished_at is null then ends_at else starts_at end, actor_id, actor_name
from price_changes as change join products on products.id = product_id
where case
  when finished_at is not null then ends_at is null
  when begun_at is not null then products.price = change.price
  else true
end
order by change.id;
update products set price = former_price from price_changes as change
where product_id = products.id and finished_at is null and begun_at is not null and products.price = change.price;
delete from price_changes;

insert into regular_prices (product_id, price, since)
select id, price, coalesce((
  select max(at) from audit_entries
  where subject_type = 'product' and subject_id = products.id::text and changes @> '[{"field": "price"}]'
), created_at)
from products;

create function record_regular_price() returns trigger language plpgsql as $$
begin
  insert into regular_prices (product_id, price, since) values (new.id, new.price, new.updated_at);
  return null;
end $$;
create trigger regular_price after insert on products for each row execute function record_regular_price();
create trigger changed_regular_price after update of price on products for each row
  when (old.price <> new.price) execute function record_regular_price();
