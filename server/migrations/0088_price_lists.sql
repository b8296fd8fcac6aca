-- compatible since: 0087
-- Prices for buyers whom the seller gave a tag.
create table price_lists (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 50),
  -- Compared without regard to letter case, as the tags of buyers.
  tag text not null check (char_length(tag) between 1 and 30),
  -- Off the price that everybody pays, for products without a price of their own in the list. Null: these keep it.
  percent integer check (percent between 1 and 99),
  -- A line with fewer pieces costs what everybody pays.
  least_quantity integer not null default 1 check (least_quantity > 0),
  created_at timestamptz not null
);
create table price_list_products (
  list_id uuid not null references price_lists on delete cascade,
  product_id uuid not null references products on delete cascade,
  price integer not null check (price > 0),
  primary key (list_id, product_id)
);
create index price_list_products_by_product on price_list_products (product_id);

-- What a piece costs a buyer by the lists of their tags, for a line of so many pieces: the least. Null: no list has a price.
-- A buyer is an account, or the phone number of somebody whose order the seller enters. Half a rupiah is given.
create function customer_price(buyer uuid, phone text, product uuid, public_price bigint, quantity integer) returns integer
language sql stable as $$
  select min(coalesce(own.price, public_price - (public_price * percent + 50) / 100))::integer
  from price_lists
  left join price_list_products as own on own.list_id = price_lists.id and own.product_id = product
  where quantity >= least_quantity and coalesce(own.price, percent) is not null and exists (
    select from customer_notes, unnest(tags) as own_tag
    where lower(own_tag) = lower(price_lists.tag) and (customer_notes.user_id = buyer
      or phone_digits = nullif(phone_digits(phone), '')
      or customer_notes.user_id in (select id from users where phone_digits(users.phone) = nullif(phone_digits(customer_price.phone), ''))))
$$;
