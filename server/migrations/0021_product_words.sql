-- The words of the products' names, for suggestions where a search finds nothing. A word stays when its last product goes:
-- every suggestion is tried before it is shown.
create table product_words (
  word text collate "C" primary key
);

create function words_of(name_key text) returns setof text language sql immutable as $$
  select word
  from regexp_split_to_table(name_key collate "und-x-icu", '[^[:alpha:]]+') as word
  where char_length(word) between 3 and 40
$$;

-- Words are added in one order, so that two transactions never wait for each other's.
create function add_words_of_new_products() returns trigger language plpgsql as $$
begin
  insert into product_words
  select distinct word collate "C" as word from added, words_of(name_key) as word order by word
  on conflict do nothing;
  return null;
end $$;
create trigger product_words_of_new_products after insert on products
  referencing new table as added for each statement execute function add_words_of_new_products();

-- Only when the name is set: every sale updates the stock.
create function add_words_of_new_name() returns trigger language plpgsql as $$
begin
  insert into product_words
  select distinct word collate "C" as word from words_of(new.name_key) as word order by word
  on conflict do nothing;
  return null;
end $$;
create trigger product_words_of_new_name after update of name on products
  for each row execute function add_words_of_new_name();

insert into product_words
select distinct word from products, words_of(name_key) as word where archived_at is null;
