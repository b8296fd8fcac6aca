-- The shop's first schema. Money is whole rupiah; times are timestamptz.
-- Rules that must hold whatever the code does stand here as constraints.

create type gender as enum ('LAKI_LAKI', 'PEREMPUAN');
create type category as enum ('MAKANAN_RINGAN', 'KUE_KERING');
create type packaging as enum ('BAL', 'TOPLES');
create type weight as enum ('KG_1', 'KG_2', 'GRAM_250', 'GRAM_500');
create type order_status as enum ('DIPROSES', 'DIBAYAR', 'DIKIRIM', 'SELESAI', 'DIBATALKAN');
create type payment_status as enum ('PENDING', 'SUKSES', 'GAGAL', 'KADALUARSA', 'DIBATALKAN');
create type actor as enum ('customer', 'admin', 'gateway', 'system');

-- ---------------------------------------------------------------- accounts

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 100),
  phone text not null check (char_length(phone) between 1 and 40),
  gender gender,
  address text check (char_length(address) between 1 and 500),
  image text,
  password_hash text not null,
  is_admin boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- ICU folds case the same on every server; the database's own locale may not.
  name_key text collate "C" not null generated always as (lower(name collate "und-x-icu")) stored
);
create unique index users_email_key on users (lower(email collate "C"));
create index users_by_name on users (name_key, id);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table login_failures (
  id bigint generated always as identity primary key,
  email_key text not null,
  address text not null,
  failed_at timestamptz not null
);
create index login_failures_by_email on login_failures (email_key, failed_at);
create index login_failures_by_address on login_failures (address, failed_at);

-- Where an account has logged in from: such an address is spared the per-account limit.
create table login_addresses (
  user_id uuid not null references users on delete cascade,
  address text not null,
  last_login_at timestamptz not null,
  primary key (user_id, address)
);

create table registrations (
  id bigint generated always as identity primary key,
  address text not null,
  registered_at timestamptz not null
);
create index registrations_by_address on registrations (address, registered_at);

-- ---------------------------------------------------------------- catalogue

create table products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  price integer not null check (price between 1 and 100000000),
  stock integer not null check (stock >= 0),
  category category not null,
  packaging packaging not null,
  weight weight not null,
  description text not null check (char_length(description) between 1 and 5000),
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  name_key text collate "C" not null generated always as (lower(name collate "und-x-icu")) stored,
  search_text text collate "C" not null
    generated always as (lower((name || ' ' || description) collate "und-x-icu")) stored
);
create index products_by_name on products (name_key, id) where archived_at is null;
create index products_by_price on products (price, id) where archived_at is null;
create index products_by_age on products (created_at, id) where archived_at is null;

-- ---------------------------------------------------------------- cart

create table cart_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  product_id uuid not null references products on delete cascade,
  quantity integer not null check (quantity > 0),
  created_at timestamptz not null,
  unique (user_id, product_id)
);
create index cart_items_by_product on cart_items (product_id);

-- ---------------------------------------------------------------- orders

create table orders (
  id text primary key,
  user_id uuid not null references users,
  status order_status not null default 'DIPROSES',
  order_time timestamptz not null,
  -- When an unpaid order lapses and its stock returns.
  expires_at timestamptz not null,
  buyer_name text not null,
  buyer_phone text not null,
  address text not null check (char_length(address) between 1 and 500),
  notes text check (char_length(notes) between 1 and 500),
  city text,
  other_costs integer not null check (other_costs >= 0),
  total_price bigint not null check (total_price > 0)
);
create index orders_by_user on orders (user_id, status, order_time desc, id);
create index orders_by_status on orders (status, order_time, id);
create index orders_by_time on orders (order_time, id);
create index orders_unpaid_by_deadline on orders (expires_at) where status = 'DIPROSES';

-- An item keeps the product as it was when it was ordered; the product itself may change or be archived.
create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id text not null references orders,
  position integer not null,
  product_id uuid not null references products,
  name text not null,
  image text,
  weight weight not null,
  packaging packaging not null,
  unit_price integer not null check (unit_price > 0),
  quantity integer not null check (quantity > 0),
  unique (order_id, position),
  unique (order_id, product_id)
);
create index order_items_by_product on order_items (product_id);

create table order_history (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  status order_status not null,
  actor actor not null,
  at timestamptz not null
);
create index order_history_by_order on order_history (order_id, id);
-- An order is cancelled once at most: twice would return its stock twice.
create unique index order_history_one_cancellation on order_history (order_id) where status = 'DIBATALKAN';

-- What a request with an Idempotency-Key did, kept for 24 hours.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  route text not null,
  key text not null,
  body_hash bytea not null,
  result jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- ---------------------------------------------------------------- payments

-- One row for each transaction asked of the gateway; the first is made with its order.
create table payment_attempts (
  id text primary key,
  order_id text not null references orders,
  number integer not null check (number > 0),
  status payment_status not null default 'PENDING',
  amount bigint not null check (amount > 0),
  snap_token text,
  redirect_url text,
  transaction_id text,
  payment_type text,
  va_number text check (char_length(va_number) <= 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- Set when money came for an order that could not take it: cancelled, or paid already.
  refund_due_at timestamptz,
  -- A lease: who set it last is asking the gateway for the token, so that two devices never get two.
  token_asked_at timestamptz,
  status_asked_at timestamptz,
  -- Who is closing it at the gateway: what the gateway then says of it was this actor's doing.
  closing_actor actor,
  mismatch_told_at timestamptz,
  unique (order_id, number),
  check ((status = 'SUKSES') = (paid_at is not null)),
  check (refund_due_at is null or status = 'SUKSES')
);
create unique index payment_attempts_one_live on payment_attempts (order_id) where status = 'PENDING';
create unique index payment_attempts_one_paid on payment_attempts (order_id)
  where status = 'SUKSES' and refund_due_at is null;
create index payment_attempts_refund_due on payment_attempts (refund_due_at) where refund_due_at is not null;

-- ---------------------------------------------------------------- notifications

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  order_id text references orders,
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null
);
create index notifications_by_user on notifications (user_id, created_at desc, id);
create index notifications_unread on notifications (user_id) where not is_read;
