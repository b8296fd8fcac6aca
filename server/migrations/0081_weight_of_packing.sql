-- compatible since: 0080
-- What one piece weighs beside its contents, and with them when it was ordered; null: not known, as of earlier orders.
alter table products add column packing_grams integer not null default 0 check (packing_grams >= 0);
alter table order_items add column grams integer check (grams >= 0);
