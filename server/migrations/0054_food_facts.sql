-- compatible since: 0022
-- What the label of food says, where the seller has written it, and the other sizes of the same thing.
alter table products
  add column ingredients text,
  -- Such as `complete,peanut:free,milk:contains`; `complete` ends with a change of the ingredients.
  add column allergens text,
  add column shelf_life_days integer check (shelf_life_days > 0),
  add column opened_shelf_life_days integer check (opened_shelf_life_days > 0),
  add column storage text,
  add column halal_number text,
  add column pirt_number text,
  -- The products with the same id are sizes of one thing.
  add column group_id uuid,
  -- The place in the seller's own order, from 1; a product without a place comes last.
  add column place integer check (place > 0);
create index products_by_group on products (group_id) where group_id is not null;
