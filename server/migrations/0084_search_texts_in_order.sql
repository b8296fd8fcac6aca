-- compatible since: 0083
-- A new name of a term locks its products by id, as orders do, so that the two never wait for each other.
create or replace function write_search_texts() returns trigger language plpgsql as $$
begin
  perform from products where new.code in (category, packaging, weight) order by id for no key update;
  update products set search_text = '' where new.code in (category, packaging, weight);
  return null;
end $$;
