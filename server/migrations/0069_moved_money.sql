-- compatible since: 0066
-- The one place that says which entries bring money to the shop, and which take it away.
create function moved_money(of_kind money_entry_kind, amount_idr bigint) returns bigint language sql immutable as $$
  select case when of_kind in ('received', 'restored') then amount_idr
    when of_kind in ('taken_back', 'given_back') then -amount_idr else 0 end
$$;

-- As before, with the price of what was taken out.
create or replace view order_balances as
  select orders.id as order_id, received, taken_back, restored, given_back, allowances, accepted, held, kept,
    held - kept - accepted as due, taken
  from orders
  cross join lateral (
    select coalesce(sum(amount_idr) filter (where kind = 'received'), 0)::bigint as received,
      coalesce(sum(amount_idr) filter (where kind = 'taken_back'), 0)::bigint as taken_back,
      coalesce(sum(amount_idr) filter (where kind = 'restored'), 0)::bigint as restored,
      coalesce(sum(amount_idr) filter (where kind = 'given_back'), 0)::bigint as given_back,
      coalesce(sum(amount_idr) filter (where kind = 'allowance'), 0)::bigint as allowances,
      coalesce(sum(amount_idr) filter (where kind = 'accepted'), 0)::bigint as accepted,
      coalesce(sum(moved_money(kind, amount_idr)), 0)::bigint as held
    from money_entries where order_id = orders.id) as book
  cross join lateral (
    select coalesce((
      select taken_price(orders.id) from order_items where order_id = orders.id and taken_quantity > 0 limit 1), 0) as taken
  ) as lines
  cross join lateral (
    select case when orders.status in ('DIPROSES', 'DIBATALKAN') then 0 else greatest(total_price - allowances - taken, 0) end as kept
  ) as kept;

create or replace view attempt_balances as
  select attempt_id, order_id, sum(moved_money(kind, amount_idr))::bigint as held
  from money_entries where attempt_id is not null group by attempt_id, order_id;

-- One trigger for each table by which an order's money is computed; its argument is the column with the order's id.
create function keep_due_of_row() returns trigger language plpgsql as $$
begin
  perform keep_due(array[to_jsonb(new) ->> tg_argv[0]]);
  return null;
end $$;
create or replace trigger keeps_due after update of status on orders for each row
  when (old.status is distinct from new.status
    and (old.status = 'DIPROSES' or old.status = 'DIBATALKAN' or new.status = 'DIPROSES' or new.status = 'DIBATALKAN'))
  execute function keep_due_of_row('id');
create or replace trigger keeps_due after update of taken_quantity on order_items for each row
  when (old.taken_quantity is distinct from new.taken_quantity) execute function keep_due_of_row('order_id');
drop function keep_due_of_order();
drop function keep_due_of_item();
