-- compatible since: 0022
-- In a transaction of its own, so that the triggers before it lock orders for a moment only.
select recount_orders();
