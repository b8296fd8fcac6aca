-- compatible since: 0022
-- A browser may ask twice with a ticket. When the administrators were told of its download.
alter table export_tickets add column told_at timestamptz;
