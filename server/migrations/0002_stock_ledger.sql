-- Every change of a product's stock leaves a row, whoever made it and however, so that the books can be checked:
-- a product's stock is the sum of its movements. What an order took or gave back names the order.

create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references products on delete cascade,
  -- Null: the administrator counted anew.
  order_id text references orders,
  quantity integer not null check (quantity <> 0),
  moved_at timestamptz not null default now()
);
create index stock_movements_by_product on stock_movements (product_id, id);
-- An order takes the stock of a product once and gives it back once.
create unique index stock_movements_one_sale on stock_movements (order_id, product_id) where quantity < 0;
create unique index stock_movements_one_return on stock_movements (order_id, product_id) where quantity > 0;

insert into stock_movements (product_id, quantity)
select products.id, products.stock + coalesce(sum(item.quantity) filter (where orders.status <> 'DIBATALKAN'), 0)
from products
left join order_items as item on item.product_id = products.id
left join orders on orders.id = item.order_id
group by products.id
having products.stock + coalesce(sum(item.quantity) filter (where orders.status <> 'DIBATALKAN'), 0) <> 0;

insert into stock_movements (product_id, order_id, quantity, moved_at)
select item.product_id, item.order_id, -item.quantity, orders.order_time
from order_items as item
join orders on orders.id = item.order_id
where orders.status <> 'DIBATALKAN';

-- The setting camilan.order_id is local to the transaction that sells or gives back: see catalog/stock.ts.
create function record_stock_movement() returns trigger language plpgsql as $$
declare
  moved integer := new.stock - case tg_op when 'UPDATE' then old.stock else 0 end;
begin
  if moved <> 0 then
    insert into stock_movements (product_id, order_id, quantity)
    values (new.id, nullif(current_setting('camilan.order_id', true), ''), moved);
  end if;
  return null;
end
$$;
create trigger stock_movement after insert or update of stock on products
  for each row execute function record_stock_movement();

-- What was ordered, at which price, never changes.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed', tg_table_name;
end
$$;
create trigger unchanging before update on order_items for each row execute function refuse_change();
create trigger unchanging before update on order_history for each row execute function refuse_change();
