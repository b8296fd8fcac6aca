-- The rules that the shop's records must obey. Each row is one violation: the rule, the order or product, and its
-- figures, of which finding-sentence.ts makes the sentence for the seller.
-- $1: timestamptz; unpaid orders that expired before this moment should have been ended.
-- $2: order_status[]; the statuses of paid orders.
-- $3: text[]; the legal steps of an order's history, as 'DIPROSES customer' for a first one and
--     'DIPROSES>DIBAYAR gateway' for a transition.

select 'stock-negative' as rule, id::text as subject, jsonb_build_object('name', name, 'stock', stock) as figures
from products where stock < 0

union all
select 'stock-not-explained', product.id::text,
  jsonb_build_object('name', product.name, 'kept', product.stock, 'found', coalesce(sum(moved.quantity), 0))
from products as product left join stock_movements as moved on moved.product_id = product.id
group by product.id having product.stock <> coalesce(sum(moved.quantity), 0)

union all
select 'sale-not-taken', item.order_id,
  jsonb_build_object('name', item.name, 'kept', -coalesce(moved.quantity, 0), 'found', item.quantity)
from (
  select order_id, product_id, max(name) as name, sum(quantity) as quantity from order_goods
  where batch_id is null group by order_id, product_id
) as item
left join stock_movements as moved
  on moved.order_id = item.order_id and moved.product_id = item.product_id and moved.quantity < 0
join orders on orders.id = item.order_id
where coalesce(moved.quantity, 0) <> -item.quantity
  -- Orders that were cancelled before stock movements were recorded have none.
  and not (orders.status = 'DIBATALKAN' and moved.id is null)

union all
select 'stock-not-returned', item.order_id,
  jsonb_build_object('name', item.name, 'kept', coalesce(returned, 0), 'found', expected)
from (
  select order_id, product_id, max(name) as name, sum(quantity) as quantity, sum(taken_quantity) as taken_quantity,
    sum(returned_quantity) as returned_quantity
  from order_goods where batch_id is null group by order_id, product_id
) as item
join orders on orders.id = item.order_id
join stock_movements as sold
  on sold.order_id = item.order_id and sold.product_id = item.product_id and sold.quantity < 0
cross join lateral (
  select sum(quantity) as returned from stock_movements
  where order_id = item.order_id and product_id = item.product_id and quantity > 0) as back
cross join lateral (
  select item.returned_quantity + case
    when orders.status = 'DIBATALKAN' and not keeps_stock then item.quantity - item.taken_quantity else 0 end as expected
  ) as due
where coalesce(returned, 0) <> expected

union all
select 'total-differs', orders.id,
  jsonb_build_object('kept', total_price, 'found', ordered + coalesce(sum(amount_idr) filter (where kind <> 'goods'), 0))
from orders
cross join lateral (
  select coalesce(sum(unit_price::bigint * quantity), 0) as ordered from order_items where order_id = orders.id) as items
left join order_charges on order_id = orders.id
group by orders.id, ordered
having (total_price, ordered)
  <> (coalesce(sum(amount_idr), 0), coalesce(sum(amount_idr) filter (where kind = 'goods'), 0))

union all
select 'parts-differ', item.order_id, jsonb_build_object('name', item.name,
  'kept', sum(price_idr) * item.quantity - sum(part.discount_idr), 'found', unit_price::bigint * item.quantity - item.discount_idr)
from order_items as item join order_item_parts as part on part.order_id = item.order_id and item_position = item.position
group by item.id having (sum(price_idr), sum(part.discount_idr)) <> (unit_price, item.discount_idr)

union all
select 'payments-that-count', orders.id, jsonb_build_object('status', orders.status, 'count', count(attempt.id))
from orders
left join payment_attempts as attempt
  on attempt.order_id = orders.id and attempt.status = 'SUKSES' and pays_order
where orders.status <> 'DIBATALKAN'
group by orders.id
having count(attempt.id) <> (orders.status = any($2::order_status[]))::int

union all
select 'amount-differs', orders.id, jsonb_build_object('kept', attempt.amount, 'found', orders.total_price)
from orders join payment_attempts as attempt on attempt.order_id = orders.id
where attempt.amount <> orders.total_price

union all
select 'payable-when-over', orders.id, jsonb_build_object('status', orders.status)
from orders join payment_attempts as attempt on attempt.order_id = orders.id
where orders.status <> 'DIPROSES' and attempt.status = 'PENDING'

union all
select 'overdue', id, jsonb_build_object('at', expires_at)
from orders where status = 'DIPROSES' and expires_at < $1::timestamptz

union all
select 'history-illegal', step.order_id, jsonb_build_object('earlier', step.earlier, 'status', step.status)
from (
  select order_id, status, actor,
    lag(status) over by_age as earlier, lead(status) over by_age as later
  from order_history window by_age as (partition by order_id order by id)
) as step
join orders on orders.id = step.order_id
where (step.later is null and orders.status <> step.status)
  or (coalesce(step.earlier || '>', '') || step.status || ' ' || step.actor) <> all ($3::text[])

union all
select 'history-missing', orders.id, jsonb_build_object('status', orders.status)
from orders where not exists (select from order_history where order_id = orders.id)

union all
select 'notified-twice', order_id, jsonb_build_object('count', count(*))
from notifications where kind = 'payment-received'
group by order_id, user_id having count(*) > 1

union all
select 'due-differs', coalesce(kept.order_id, due.order_id),
  jsonb_build_object('kept', coalesce(due_idr, 0), 'found', coalesce(due, 0))
from money_due as kept
full join (select order_id, due from order_balances where due <> 0) as due using (order_id)
where due_idr is distinct from due

union all
select 'due-not-promised', order_id, jsonb_build_object('kept', promised, 'found', due_idr)
from money_due
cross join lateral (
  select coalesce(sum(amount_idr), 0) as promised from refunds where order_id = money_due.order_id and state <> 'done') as open
where due_idr > promised

union all
select 'payment-not-booked', id, jsonb_build_object('amount', coalesce(received_amount, amount))
from payment_attempts as attempt
where (status = 'SUKSES') > exists (select from money_entries where attempt_id = attempt.id and kind = 'received')

union all
select 'refund-not-booked', order_id, jsonb_build_object('kept', sum(booked), 'found', sum(made))
from (
  select order_id, amount_idr as made, 0 as booked from refunds where state = 'done'
  union all select order_id, 0, amount_idr from money_entries where kind = 'given_back') as sums
group by order_id having sum(made) > sum(booked)

union all
select 'day-sums-differ', day::text, jsonb_build_object('day', day, 'status', status, 'kept', sum(kept),
  'kept_total', sum(kept_total), 'found', sum(orders), 'found_total', sum(total))
from (
  select day, status, orders as kept, total as kept_total, 0 as orders, 0 as total from order_days
  union all select day, status, change, change * total_price, 0, 0 from order_changes
  union all select jakarta_day(order_time), status, 0, 0, 1, total_price from orders
) as sums
group by day, status having (sum(kept), sum(kept_total)) <> (sum(orders), sum(total))

union all
select 'day-products-differ', day::text, jsonb_build_object('day', day,
  'name', (select name from products where id = product_id), 'kept', sum(kept), 'found', sum(sold))
from (
  select day, product_id, quantity as kept, revenue as kept_revenue, 0 as sold, 0 as sold_revenue from product_days
  union all
  select day, product_id, change * quantity, change * goods_idr, 0, 0
  from order_changes join order_goods using (order_id) where status = any($2::order_status[])
  union all
  select jakarta_day(order_time), product_id, 0, 0, quantity, goods_idr
  from orders join order_goods on order_id = orders.id where status = any($2::order_status[])
) as sums
group by day, product_id having (sum(kept), sum(kept_revenue)) <> (sum(sold), sum(sold_revenue))

union all
select 'search-text-differs', coalesce(orders.id, kept.id), jsonb_build_object('is_missing', kept.id is null)
from orders full join order_texts as kept using (id)
where (kept.order_time, kept.status, kept.found_by) is distinct from (orders.order_time, orders.status, orders.found_by)
  and not exists (select from order_changes where order_id = orders.id)
