-- compatible since: 0022
-- What a seller changes of an order after it was placed. Its items and its total stay as ordered.

-- Of what was ordered, the pieces that the order does not send, and those of them that came back to the stock.
alter table order_items
  add column taken_quantity integer not null default 0,
  add column returned_quantity integer not null default 0,
  add check (returned_quantity between 0 and taken_quantity and taken_quantity <= quantity);
create index order_items_taken on order_items (order_id) where taken_quantity > 0;

drop trigger unchanging on order_items;
create trigger unchanging before update
  of id, order_id, position, product_id, name, image, weight, packaging, unit_price, quantity on order_items
  for each row execute function refuse_change();
create trigger never_given_back before update of taken_quantity, returned_quantity on order_items
  for each row when (new.taken_quantity < old.taken_quantity or new.returned_quantity < old.returned_quantity)
  execute function refuse_change();

-- An order may return its stock in several steps, and never more than it took. The locked product lets only one transaction
-- at a time add it up.
drop index stock_movements_one_return;
create index stock_movements_returns on stock_movements (order_id, product_id) where quantity > 0;
create function check_returned_stock() returns trigger language plpgsql as $$
declare
  moved integer := (
    select sum(quantity) from (
      select quantity from stock_movements
      where order_id = new.order_id and product_id = new.product_id and quantity < 0
      union all
      select quantity from stock_movements
      where order_id = new.order_id and product_id = new.product_id and quantity > 0) as all_moved);
begin
  if moved > 0 then
    raise check_violation using message = format('order %s: %s pieces too many returned', new.order_id, moved);
  end if;
  return null;
end $$;
create trigger checks_return after insert on stock_movements
  for each row when (new.quantity > 0 and new.order_id is not null) execute function check_returned_stock();

alter table orders
  -- The seller's own words. No buyer reads them.
  add column seller_note text check (char_length(seller_note) between 1 and 500),
  -- When a shipped order completes itself, where the shop has set that.
  add column completes_at timestamptz;
