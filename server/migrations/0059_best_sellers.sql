-- compatible since: 0022
-- The home page shows what was sold most. No sale changes this index: a job counts once a day.
create index products_by_sold on products (sold_count, id) where archived_at is null;
