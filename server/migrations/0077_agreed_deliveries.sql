-- compatible since: 0076
-- The seller may say the fee of a delivery: then no zone does, and perhaps no service is named.
alter table order_deliveries alter column zone drop not null, alter column service drop not null;
