-- compatible since: 0084
-- A buyer's own list of where orders go. Orders keep copies: no order refers to it.
create table addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  label text not null check (char_length(label) between 1 and 40),
  address text not null check (char_length(address) between 1 and 500),
  -- The name of the place, or one of the cities.
  city text not null,
  place text,
  -- Null: the buyer.
  recipient text,
  recipient_phone text,
  is_default boolean not null,
  check (recipient is not null or recipient_phone is null)
);

create unique index addresses_of_user on addresses
  (user_id, search_fold(address), coalesce(place, city), coalesce(search_fold(recipient), ''));
create unique index default_address on addresses (user_id) where is_default;
