-- compatible since: 0081
-- The day on which the buyer wants an order, and the day on which it is then handed over. Other orders follow the seller's days.
alter table orders
  add column wanted_on date,
  add column handover_on date,
  add check ((wanted_on is null) = (handover_on is null) and handover_on <= wanted_on);
