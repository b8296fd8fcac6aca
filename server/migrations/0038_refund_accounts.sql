-- compatible since: 0022
-- The bank account to which a buyer wants the money of an order back. A job deletes it 90 days after the refund.
create table refund_accounts (
  order_id text primary key references orders,
  -- Bank, number and holder, encrypted (platform/sealed.ts).
  sealed_account bytea not null,
  -- What its buyer is shown: the bank and the last digits.
  shown text not null check (char_length(shown) <= 100),
  set_at timestamptz not null
);
