-- When the shop last tried to end an unpaid order whose time was over: one that could not be ended steps aside for a
-- minute, so that it does not hold up the others.
alter table orders add column ending_tried_at timestamptz;
