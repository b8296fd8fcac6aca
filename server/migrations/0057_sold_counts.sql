-- compatible since: 0022
-- What a job counts once a day: the pieces that were sold, and the products that buyers order together with this one, the
-- most frequent first.
alter table products
  add column sold_count integer not null default 0 check (sold_count >= 0),
  add column goes_with uuid[] not null default '{}';
