-- compatible since: 0070
-- How an order gets to its buyer. Former orders say it by their address.
create type delivery_way as enum ('delivery', 'pickup');
alter table orders add column delivery_way delivery_way not null default 'delivery';
update orders set delivery_way = 'pickup' where address = 'Ambil sendiri';
-- Claims are `next_attempt_at` and `end_again_at` since 0070.
alter table mail_outbox drop column lease_ends_at;
alter table orders drop column ending_tried_at;
