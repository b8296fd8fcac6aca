-- compatible since: 0022
-- What a piece weighs in a parcel, where the seller knows it. Without it the weight of its packaging counts.
alter table products add column net_weight_grams integer check (net_weight_grams > 0);
