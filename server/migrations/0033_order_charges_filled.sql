-- compatible since: 0022
-- In a transaction of its own, so that the trigger before it locks orders for a moment only.
select fill_order_charges();
