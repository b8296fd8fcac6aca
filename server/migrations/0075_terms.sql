-- incompatible: the columns of codes are texts, no longer enums
-- The seller's lists of categories, packagings and weights.
create type term_list as enum ('categories', 'packagings', 'weights');

create table terms (
  -- No two lists share a code, so that goods refer to it alone.
  code text collate "C" primary key check (code ~ '^[A-Z0-9][A-Z0-9_]{0,39}$'),
  list term_list not null,
  label text not null check (char_length(label) between 1 and 40),
  place integer not null,
  is_visible boolean not null default true,
  -- The hash of the picture of a category.
  image text check (image is null or list = 'categories')
);

insert into terms (code, list, label, place) values
  ('MAKANAN_RINGAN', 'categories', 'Makanan Ringan', 0),
  ('KUE_KERING', 'categories', 'Kue Kering', 1),
  ('BAL', 'packagings', 'Bal', 0),
  ('TOPLES', 'packagings', 'Toples', 1),
  ('KG_1', 'weights', '1kg', 0),
  ('KG_2', 'weights', '2kg', 1),
  ('GRAM_250', 'weights', '250gram', 2),
  ('GRAM_500', 'weights', '500gram', 3);

alter table products alter column search_text drop expression;
-- The trigger below writes it.
alter table products alter column search_text set default '';
alter table products
  alter column category type text collate "C" using category::text,
  alter column packaging type text collate "C" using packaging::text,
  alter column weight type text collate "C" using weight::text,
  add foreign key (category) references terms,
  add foreign key (packaging) references terms,
  add foreign key (weight) references terms;

drop trigger unchanging on order_items;
alter table order_items
  alter column packaging type text collate "C" using packaging::text,
  alter column weight type text collate "C" using weight::text;
create trigger unchanging before update of
  id, order_id, "position", product_id, name, image, weight, packaging, unit_price, quantity, cost_price on order_items
  for each row execute function refuse_change();

drop type category;
drop type packaging;
drop type weight;

-- A code of another list has no row here, and is refused.
create function write_search_text() returns trigger language plpgsql as $$
begin
  select search_fold(concat_ws(' ', new.name, new.description, category.label, packaging.label, weight.label))
    into strict new.search_text
    from terms as category, terms as packaging, terms as weight
    where category.list = 'categories' and category.code = new.category
      and packaging.list = 'packagings' and packaging.code = new.packaging
      and weight.list = 'weights' and weight.code = new.weight;
  return new;
end $$;

create trigger search_text before insert or update of name, description, category, packaging, weight, search_text
  on products for each row execute function write_search_text();

create function write_search_texts() returns trigger language plpgsql as $$
begin
  update products set search_text = '' where new.code in (category, packaging, weight);
  return null;
end $$;

create trigger search_texts after update of label on terms for each row
  when (old.label <> new.label) execute function write_search_texts();

-- No foreign key, because each order would lock the rows of its terms. The settings are locked meanwhile.
create function keep_ordered_terms() returns trigger language plpgsql as $$
begin
  if exists (select from order_items where old.code in (packaging, weight)) then
    raise foreign_key_violation using message = format('term %s was ordered', old.code);
  end if;
  return old;
end $$;

create trigger keep_ordered_terms before delete on terms for each row execute function keep_ordered_terms();
