-- compatible since: 0022
-- What one piece costs the seller, in whole rupiah; null: not known. An order's line keeps that of its moment. Only
-- administrators read it.
alter table products add column cost_price integer check (cost_price > 0);
alter table order_items add column cost_price integer check (cost_price > 0);

drop trigger unchanging on order_items;
create trigger unchanging before update
  of id, order_id, position, product_id, name, image, weight, packaging, unit_price, quantity, cost_price on order_items
  for each row execute function refuse_change();

-- `+62 812-3456` and `0812 3456` are the same number. The page of a customer without an account finds the orders by it.
create function phone_digits(phone text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(62|0)', '');
create index orders_without_account on orders (phone_digits(buyer_phone)) where user_id is null;
