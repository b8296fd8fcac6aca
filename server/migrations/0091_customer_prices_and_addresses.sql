-- compatible since: 0090
-- A seller's order finds the account of a phone number without reading all accounts, and an account's cart asks no number.
create index users_by_phone_digits on users (phone_digits(phone));

create or replace function customer_price(buyer uuid, phone text, product uuid, public_price bigint, quantity integer) returns integer
language sql stable as $$
  select min(coalesce(own.price, public_price - (public_price * percent + 50) / 100))::integer
  from price_lists
  left join price_list_products as own on own.list_id = price_lists.id and own.product_id = product
  where quantity >= least_quantity and coalesce(own.price, percent) is not null and exists (
    select from customer_notes, unnest(tags) as own_tag
    where lower(own_tag) = lower(price_lists.tag) and (customer_notes.user_id = buyer
      or customer_price.phone is not null and (phone_digits = nullif(phone_digits(customer_price.phone), '')
        or customer_notes.user_id in (
          select id from users where phone_digits(users.phone) = nullif(phone_digits(customer_price.phone), '')))))
$$;

-- Without a default the oldest address becomes it.
alter table addresses add column created_at timestamptz not null default clock_timestamp();
