-- The words of the products' names, for suggestions where a search finds nothing. A word stays when its last product goes:
-- every suggestion is tried before it is shown.
create table product_words (
  word text collate "C" primary key
);

create function words_of(name_key text) returns setof text language sql immutable as $$
  select distinct word
  from regexp_split_to_table(name_key collate "und-x-icu", '[^[:alpha:]]+') as word
  where char_length(word) between 3 and 40
$$;

create function add_product_words() returns trigger language plpgsql as $$
begin
  -- In one order, so that two transactions never wait for each other's words.
  insert into product_words
  select word from words_of(new.name_key) as word order by word collate "C"
  on conflict do nothing;
  return null;
end $$;
-- Not after an update of the stock, which every sale makes.
create trigger product_words after insert or update of name on products
  for each row execute function add_product_words();

insert into product_words
select distinct word from products, words_of(name_key) as word where archived_at is null;
