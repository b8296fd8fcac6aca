-- compatible since: 0022
-- The administrator has packed the order's goods. A mark, and no status; it means something only for a DIBAYAR order.
alter table orders add column packed_at timestamptz;
create index orders_packed on orders (packed_at) where status = 'DIBAYAR' and packed_at is not null;

-- The administrator has made the goods of this line: a tick of the production list.
alter table order_items add column made_at timestamptz;
