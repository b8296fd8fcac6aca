-- compatible since: 0022
-- The seller's own order is read page by page.
create index products_by_place on products (place, name_key, id) where archived_at is null;
