-- compatible since: 0078
-- Vouchers and automatic discounts, and the orders that used them.
create type discount_source as enum ('automatic', 'voucher');
create type discount_kind as enum ('percent', 'amount', 'delivery');

create table discounts (
  id uuid primary key default gen_random_uuid(),
  source discount_source not null,
  -- What buyers read. A voucher has its code instead.
  name text not null check (char_length(name) between 1 and 50),
  kind discount_kind not null,
  -- Of `percent` that; else rupiah, and of `delivery` at most the fee.
  amount bigint not null check (amount > 0 and (kind <> 'percent' or amount <= 100)),
  least_sum bigint not null default 0 check (least_sum >= 0),
  -- Of each code, where there are codes.
  most_uses integer check (most_uses > 0),
  most_uses_each integer check (most_uses_each > 0),
  -- Days of Jakarta, both included.
  from_day date,
  until_day date,
  category text collate "C" references terms,
  -- Empty: all.
  product_ids uuid[] not null default '{}',
  combinable boolean not null default true,
  created_at timestamptz not null,
  ended_at timestamptz,
  check (from_day <= until_day)
);

create table discount_codes (
  -- Without signs between the letters and digits.
  key text collate "C" primary key check (key ~ '^[A-Z0-9]{3,30}$'),
  code text not null,
  discount_id uuid not null references discounts
);
create index discount_codes_by_discount on discount_codes (discount_id);

-- A use counts while its order is not cancelled, so that every end of an order gives it back.
create table discount_uses (
  discount_id uuid not null references discounts,
  order_id text not null references orders,
  code_key text collate "C" references discount_codes,
  amount_idr bigint not null check (amount_idr > 0),
  primary key (discount_id, order_id)
);
create index discount_uses_by_order on discount_uses (order_id);
create trigger unchanging before update on discount_uses for each row execute function refuse_change();

-- Different codes that could not be used, or are being tried, since the first of them. A buyer who tries many gets the same
-- answer for all.
create table voucher_guesses (
  user_id uuid primary key references users on delete cascade,
  since timestamptz not null,
  code_keys text[] collate "C" not null
);
