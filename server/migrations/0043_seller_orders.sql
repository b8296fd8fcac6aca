-- compatible since: 0022
-- Orders that the seller enters from a chat or at the stall: without an account, and paid also in cash or by transfer.
alter type charge_kind add value 'discount';
create type order_source as enum ('toko', 'penjual');
alter table orders
  add column source order_source not null default 'toko',
  alter column user_id drop not null,
  add check (user_id is not null or source = 'penjual');

-- How an administrator received the money, without the gateway, which does not know this payment.
create type hand_payment as enum ('cash', 'transfer');
alter table payment_attempts
  add column by_hand hand_payment,
  add check (by_hand is null or status = 'SUKSES'),
  -- Of another amount than the attempt's: a refund is due, or the seller accepted it.
  drop constraint payment_attempts_check4,
  add check (received_amount is null or refund_due_at is not null or by_hand is not null);

-- The page of an order without an account. A new link replaces the former one.
create table order_links (
  order_id text primary key references orders,
  token_hash bytea not null unique,
  made_at timestamptz not null
);
