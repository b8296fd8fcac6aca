-- compatible since: 0022
-- What the shop knows of a payment by any of the gateway's methods. The names of methods are those of the contract.
alter table payment_attempts
  -- The method that the buyer chose in the shop; null: the buyer chooses at the gateway.
  add column chosen_method text check (char_length(chosen_method) <= 50),
  -- The method that the gateway reports; null: none yet, or one that the shop does not know.
  add column used_method text check (char_length(used_method) <= 50),
  -- What a Mandiri bill is paid with.
  add column biller_code text check (char_length(biller_code) <= 32),
  add column bill_key text check (char_length(bill_key) <= 32),
  -- What is shown to the cashier of Alfamart or Indomaret.
  add column payment_code text check (char_length(payment_code) <= 64),
  -- Whose QR it was, and with whose app it was paid.
  add column acquirer text check (char_length(acquirer) <= 50),
  add column issuer text check (char_length(issuer) <= 50),
  -- While set, the buyer is replacing this attempt by another one: its end is not the order's.
  add column replaced_at timestamptz;
