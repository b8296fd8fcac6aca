-- compatible since: 0022
-- Money that an administrator has to look at: settlements that were withdrawn, and reports that differ from the order.
alter table orders
  -- The gateway took the money back at this moment, so the order must not be shipped. Null again once an administrator
  -- has released it.
  add column payment_hold_at timestamptz;
create index orders_held on orders (payment_hold_at) where payment_hold_at is not null;

alter table payment_attempts
  -- The gateway took the whole money back, and this is its name of the state. Null again if it settles once more.
  add column reversed_at timestamptz,
  add column reversed_state text check (char_length(reversed_state) <= 255),
  -- The last report that an administrator has to look at: of another amount, of a state that the shop does not know, or of
  -- money that was taken back in part. The amount is in whole rupiah; null if the gateway named none.
  add column matter_kind text check (matter_kind in ('other-amount', 'unclear', 'partly-withdrawn')),
  add column matter_at timestamptz,
  add column matter_amount bigint,
  add column matter_state text check (char_length(matter_state) <= 255),
  add check ((matter_kind is null) = (matter_at is null));
create index payment_attempts_reversed on payment_attempts (reversed_at) where reversed_at is not null;
create index payment_attempts_matters on payment_attempts (matter_at) where matter_at is not null;

-- Until now such a report was only in a notification. The levels are those of payments/alerts.ts.
update payment_attempts set matter_kind = 'other-amount', matter_at = mismatch_told_at
where status = 'PENDING' and alert_level = 1 and mismatch_told_at is not null;
update payment_attempts set reversed_at = mismatch_told_at
where status = 'SUKSES' and refund_due_at is null and alert_level in (3, 5) and mismatch_told_at is not null;
update orders set payment_hold_at = attempt.reversed_at
from payment_attempts as attempt
where attempt.order_id = orders.id and attempt.reversed_at is not null and orders.status = 'DIBAYAR';

-- What an administrator has dealt with. A matter that is newer than its mark is listed again.
create table money_marks (
  -- The kind of the matter, as in contract/src/money-values.ts, and the id of its payment.
  kind text not null check (char_length(kind) <= 50),
  subject text not null check (char_length(subject) <= 100),
  dealt_at timestamptz not null,
  note text not null check (char_length(note) between 1 and 500),
  dealt_by uuid not null references users,
  primary key (kind, subject)
);

alter type audit_subject add value 'payment';
