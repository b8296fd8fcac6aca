-- The rules that the shop's records must obey. Each row is one violation: the rule, the order or product, the figures.
-- $1: timestamptz; unpaid orders that expired before this moment should have been ended.
-- $2: order_status[]; the statuses of paid orders.
-- $3: text[]; the legal steps of an order's history, as 'DIPROSES customer' for the first one and
--     'DIPROSES>DIBAYAR gateway' for a transition.

select 'stock-negative' as rule, id::text as subject, name as detail
from products where stock < 0

union all
select 'stock-not-explained', product.id::text,
  format('%s: stok %s, menurut catatan %s', product.name, product.stock, coalesce(sum(moved.quantity), 0))
from products as product left join stock_movements as moved on moved.product_id = product.id
group by product.id having product.stock <> coalesce(sum(moved.quantity), 0)

union all
select 'sale-not-taken', item.order_id, format('%s: dipesan %s, diambil %s', item.name, item.quantity, -coalesce(moved.quantity, 0))
from order_items as item
left join stock_movements as moved
  on moved.order_id = item.order_id and moved.product_id = item.product_id and moved.quantity < 0
join orders on orders.id = item.order_id
where coalesce(moved.quantity, 0) <> -item.quantity
  -- Orders that were cancelled before stock movements were recorded have none.
  and not (orders.status = 'DIBATALKAN' and moved.id is null)

union all
select 'stock-not-returned', item.order_id,
  format('%s: dipesan %s, dikembalikan %s', item.name, item.quantity, coalesce(back.quantity, 0))
from order_items as item
join orders on orders.id = item.order_id
join stock_movements as sold
  on sold.order_id = item.order_id and sold.product_id = item.product_id and sold.quantity < 0
left join stock_movements as back
  on back.order_id = item.order_id and back.product_id = item.product_id and back.quantity > 0
where coalesce(back.quantity, 0) <> case orders.status when 'DIBATALKAN' then item.quantity else 0 end

union all
select 'total-differs', orders.id,
  format('total %s, isi dan biaya %s', total_price, coalesce(sum(unit_price::bigint * quantity), 0) + other_costs)
from orders left join order_items on order_id = orders.id
group by orders.id having total_price <> coalesce(sum(unit_price::bigint * quantity), 0) + other_costs

union all
select 'payments-that-count', orders.id, format('status %s, pembayaran %s', orders.status, count(attempt.id))
from orders
left join payment_attempts as attempt
  on attempt.order_id = orders.id and attempt.status = 'SUKSES' and attempt.refund_due_at is null
group by orders.id
having count(attempt.id) <> (orders.status = any($2::order_status[]))::int

union all
select 'amount-differs', orders.id, format('pesanan %s, tagihan %s', orders.total_price, attempt.amount)
from orders join payment_attempts as attempt on attempt.order_id = orders.id
where attempt.amount <> orders.total_price

union all
select 'payable-when-over', orders.id, orders.status::text
from orders join payment_attempts as attempt on attempt.order_id = orders.id
where orders.status <> 'DIPROSES' and attempt.status = 'PENDING'

union all
select 'overdue', id, format('batas waktu %s', expires_at)
from orders where status = 'DIPROSES' and expires_at < $1::timestamptz

union all
select 'history-illegal', step.order_id, format('%s ke %s', coalesce(step.earlier::text, 'awal'), step.status)
from (
  select order_id, status, actor,
    lag(status) over by_age as earlier, lead(status) over by_age as later
  from order_history window by_age as (partition by order_id order by id)
) as step
join orders on orders.id = step.order_id
where (step.later is null and orders.status <> step.status)
  or (coalesce(step.earlier || '>', '') || step.status || ' ' || step.actor) <> all ($3::text[])

union all
select 'history-missing', orders.id, orders.status::text
from orders where not exists (select from order_history where order_id = orders.id)

union all
select 'notified-twice', order_id, count(*)::text
from notifications where kind = 'payment-received'
group by order_id, user_id having count(*) > 1

union all
select 'refund-due', order_id, format('Rp %s sejak %s', coalesce(received_amount, amount), refund_due_at)
from payment_attempts where refund_due_at is not null and refunded_at is null

union all
select 'day-sums-differ', day::text, format('tercatat Rp %s, dari pesanan Rp %s', kept.revenue, sold.revenue)
from (
  select jakarta_day(order_time) as day, count(*) as orders,
    count(*) filter (where status = any($2::order_status[])) as paid,
    coalesce(sum(total_price) filter (where status = any($2::order_status[])), 0) as revenue
  from orders group by 1
) as sold full join sales_days as kept using (day)
where day <= (select max(day) from sales_days)
  and (sold.orders, sold.paid, sold.revenue)
    is distinct from (kept.paid_orders + kept.cancelled_orders, kept.paid_orders, kept.revenue)

union all
select 'day-products-differ', day::text, format('produk %s: tercatat %s, terjual %s', product_id, kept.quantity, sold.quantity)
from (
  select jakarta_day(order_time) as day, product_id, sum(quantity) as quantity,
    sum(unit_price::bigint * quantity) as revenue
  from orders join order_items on order_id = orders.id
  where status = any($2::order_status[])
  group by 1, 2
) as sold full join sales_day_products as kept using (day, product_id)
where day <= (select max(day) from sales_days)
  and (sold.quantity, sold.revenue) is distinct from (kept.quantity, kept.revenue)
