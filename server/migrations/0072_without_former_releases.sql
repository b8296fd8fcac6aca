-- incompatible: release 0.3.0 writes the columns that go here
-- What only former releases used: sums of days, the costs of an order beside its charges, keys of requests that were not hashed,
-- tickets without a session, and what filled newer tables and columns.
drop trigger reopens_sales_days on orders;
drop function reopen_sales_days;
drop table sales_day_products, sales_days;

drop function fill_order_charges;
create or replace function check_order_charges() returns trigger language plpgsql as $$
declare
  charged bigint := (select coalesce(sum(amount_idr), 0) from order_charges where order_id = new.id);
begin
  if charged <> new.total_price then
    raise check_violation using message = format('order %s: total %s, charges %s', new.id, new.total_price, charged);
  end if;
  return null;
end $$;
drop function charges_of_columns;
alter table orders
  drop column other_costs,
  drop column shipping_cost,
  drop column service_fee;

delete from idempotency_keys where key is not null and created_at < now() - interval '1 day';
alter table idempotency_keys drop column key;
create or replace function check_idempotency_key() returns trigger language plpgsql as $$
begin
  -- The lifetime and the limit are those of server/src/platform/http/idempotency.ts and docs/security.md.
  if (
    select count(*) from (
      select from idempotency_keys
      where user_id = new.user_id and route = new.route and created_at >= new.created_at - interval '1 day'
      limit 500
    ) as living
  ) = 500 then
    raise exception 'too many idempotency keys'
      using errcode = 'check_violation', constraint = 'idempotency_keys_limit';
  end if;
  return new;
end $$;

drop trigger keep_more_images on images;
drop function keep_more_images;
drop function fill_money_book;

drop trigger goods_of_orders on order_items;
drop function name_goods_of_orders;
alter table notifications alter column kind drop default;
delete from export_tickets where session_token_hash is null;
alter table export_tickets alter column session_token_hash set not null;
