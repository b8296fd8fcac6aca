-- compatible since: 0022
-- Searches find a text whatever its accents, quotes, dashes and invisible characters are. A process of the previous release
-- finds a text with accents only by words without them, until it is replaced.

-- The form in which a search compares texts: `searchFold` in contract/src/texts.ts does the same.
create function search_fold(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text;
begin
  -- Most texts are such, and the rest takes ten times as long.
  if given ~ '^[ -!#-&(-_a-~]*$' then
    return lower(given collate "C");
  end if;
  -- What cannot be seen, what stands for something lost, and accents that would become a blank.
  folded := regexp_replace(given, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u00b4\u034f\u0384'
    '\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ffd\u200b-\u200f'
    '\u202a-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffd\U000110bd\U000110cd'
    '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U000ffffd'
    '\U00100000-\U0010fffd]', '', 'g');
  -- Accents and quotes.
  folded := regexp_replace(normalize(folded, nfkd), '[\u0300-\u036f\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff'
    '\u20d0-\u20ff\ufe20-\ufe2f''"\u0060\u00ab\u00b4\u00bb\u02b9-\u02bd\u02ca\u02cb\u02ee\u0384\u055a\u05f3\u05f4'
    '\u07f4\u2018-\u201f\u2032-\u2037\u2039\u203a\u2057\u275b-\u275e\u301d-\u301f\ua78c\u1ffd]', '', 'g');
  folded := lower(folded collate "und-x-icu");
  -- Dashes, then blanks.
  folded := regexp_replace(folded, '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2e17\u2e1a\u2e3a\u2e3b'
    '\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead]', '-', 'g');
  folded := regexp_replace(folded, '[\u0009-\u000d\u0085\u1680\u2028\u2029\u2800]', ' ', 'g');
  -- Letters that no normal form takes apart.
  if folded ~ '[ßæœøłđħŧıς]' then
    folded := replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    folded := translate(folded, 'øłđħŧıς', 'oldhtiσ');
  end if;
  return folded;
end $$;

-- As `phoneDigits` in contract/src/texts.ts: also `+62 0812` and `0062 812` are the number 0812. The index of it is made
-- again below, with its table.
create or replace function phone_digits(phone text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^((00)?620?|00?)', '');

-- The start makes the index of the column again.
alter table products drop column search_text;
alter table products add column search_text text collate "C" not null generated always as (
  search_fold(name || ' ' || description)
  || case category when 'KUE_KERING' then ' kue kering' else ' makanan ringan' end
  || case packaging when 'TOPLES' then ' toples' else ' bal' end
  || case weight when 'KG_1' then ' 1kg' when 'KG_2' then ' 2kg' when 'GRAM_250' then ' 250gram' else ' 500gram' end
) stored;

create or replace function add_words_of_new_products() returns trigger language plpgsql as $$
begin
  insert into product_words
  select distinct word collate "C" as word from added, words_of(search_fold(name)) as word order by word
  on conflict do nothing;
  return null;
end $$;
create or replace function add_words_of_new_name() returns trigger language plpgsql as $$
begin
  insert into product_words
  select distinct word collate "C" as word from words_of(search_fold(new.name)) as word order by word
  on conflict do nothing;
  return null;
end $$;
delete from product_words where word <> search_fold(word);
insert into product_words
select distinct word collate "C" as word from products, words_of(search_fold(name)) as word
where archived_at is null order by word
on conflict do nothing;

-- No compatible release reads search_text of orders.
drop trigger records_change on orders;
alter table orders drop column search_text, drop column found_by;
alter table orders add column found_by text collate "C" not null generated always as (
  search_fold(id || ' ' || buyer_name || ' ' || buyer_phone || ' ' || regexp_replace(buyer_phone, '[^0-9]', '', 'g') || ' '
    || coalesce(tracking_number, '') || ' ' || coalesce(courier, '') || ' ' || goods || ' '
    || address || ' ' || coalesce(city, '') || ' ' || coalesce(notes, ''))
) stored;
create trigger records_change after update on orders for each row
  when ((old.status, old.order_time, old.total_price, old.found_by)
    is distinct from (new.status, new.order_time, new.total_price, new.found_by))
  execute function record_order_change();
update order_texts set found_by = orders.found_by
from orders where orders.id = order_texts.id and order_texts.found_by <> orders.found_by;

alter table users add column search_text text collate "C" not null generated always as (
  search_fold(name || ' ' || email || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))
) stored;
