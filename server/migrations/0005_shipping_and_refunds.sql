-- Shipping by courier, refunds that are dealt with, and orders found by what their buyer says on the phone.

alter table orders
  add column courier text check (char_length(courier) between 1 and 50),
  add column tracking_number text check (char_length(tracking_number) between 1 and 50),
  -- Null while it is not on its way; also again after the shipment was taken back.
  add column shipped_at timestamptz,
  -- The phone also as digits alone: it is typed in many ways.
  add column search_text text collate "C" not null generated always as (
    lower((id || ' ' || buyer_name || ' ' || buyer_phone || ' ' || regexp_replace(buyer_phone, '\D', '', 'g'))
      collate "und-x-icu")
  ) stored,
  add check (shipped_at is not null or (courier is null and tracking_number is null)),
  add check (shipped_at is null or status in ('DIKIRIM', 'SELESAI'));

update orders set shipped_at = shipped.at
from (select order_id, max(at) as at from order_history where status = 'DIKIRIM' group by order_id) as shipped
where shipped.order_id = orders.id and orders.status in ('DIKIRIM', 'SELESAI');

alter table payment_attempts
  add column refunded_at timestamptz,
  add column refund_note text check (char_length(refund_note) between 1 and 500),
  add column refunded_by uuid references users,
  add check (refunded_at is null or refund_due_at is not null),
  add check ((refunded_at is null) = (refund_note is null) and (refunded_at is null) = (refunded_by is null));

drop index payment_attempts_refund_due;
create index payment_attempts_refund_due on payment_attempts (refund_due_at, id)
  where refund_due_at is not null and refunded_at is null;
