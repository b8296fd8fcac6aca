-- compatible since: 0022
-- Money that goes back to a buyer: a whole payment or a part of it.
create type refund_reason as enum ('CANCELLED', 'PAID_TWICE', 'SHOP_CANCELLED', 'PART', 'OUTSIDE');
create type refund_state as enum ('due', 'asked', 'done');
create type refund_way as enum ('gateway', 'hand', 'outside');
create table refunds (
  id uuid primary key default gen_random_uuid(),
  attempt_id text not null references payment_attempts,
  order_id text not null references orders,
  -- Whole rupiah.
  amount_idr bigint not null check (amount_idr > 0),
  reason refund_reason not null,
  -- The words of the administrator who decided it; the buyer reads them.
  cause text check (char_length(cause) between 1 and 200),
  -- The gateway knows the refund by it, so that a repeated call pays once.
  refund_key text not null check (char_length(refund_key) between 1 and 100),
  state refund_state not null default 'due',
  due_at timestamptz not null,
  -- Null: the shop itself, because the order could not accept the payment.
  due_by uuid references users,
  -- When the gateway was asked for it, by whom, and why it did not refund it.
  asked_at timestamptz,
  asked_by uuid references users,
  refused text check (char_length(refused) between 1 and 300),
  way refund_way,
  done_at timestamptz,
  -- Null for a refund that was made at the gateway's dashboard.
  done_by uuid references users,
  note text check (char_length(note) between 1 and 2000),
  -- The gateway's own id of the refund, and when the bank has confirmed it.
  gateway_id text check (char_length(gateway_id) between 1 and 100),
  bank_confirmed_at timestamptz,
  unique (attempt_id, refund_key),
  check ((state = 'done') = (done_at is not null) and (state = 'done') = (way is not null)),
  check (state <> 'asked' or (asked_at is not null and asked_by is not null)),
  check (way is distinct from 'hand' or (note is not null and done_by is not null))
);
create index refunds_by_order on refunds (order_id);
create index refunds_waiting on refunds (due_at, id) where state <> 'done';
create index refunds_done on refunds (done_at, id) where state = 'done';

-- The lock of the attempt lets only one transaction at a time add up its refunds.
create function check_refunds() returns trigger language plpgsql as $$
declare
  paid bigint;
  refunded bigint;
begin
  select coalesce(received_amount, amount) into paid from payment_attempts where id = new.attempt_id for no key update;
  select sum(amount_idr) into refunded from refunds where attempt_id = new.attempt_id;
  if refunded > paid then
    raise check_violation using message = format('payment %s: paid %s, refunds %s', new.attempt_id, paid, refunded);
  end if;
  return null;
end $$;
create trigger checks_refunds after insert or update of amount_idr on refunds
  for each row execute function check_refunds();

-- A former release knows only the refund of a whole payment, in columns of payment_attempts. It may run beside this one
-- for a moment, so the triggers copy both ways. Of these columns the present release writes refund_due_at only, which an
-- index and a check of the table need, and reads none. A later release may drop the other three, with these functions and
-- fill_refunds.
create function refund_of_columns(attempt payment_attempts) returns setof refunds language sql stable as $$
  select gen_random_uuid(), attempt.id, attempt.order_id, coalesce(attempt.received_amount, attempt.amount),
    (case orders.status when 'DIBATALKAN' then 'CANCELLED' else 'PAID_TWICE' end)::refund_reason, null,
    attempt.id || '-r1', (case when attempt.refunded_at is null then 'due' else 'done' end)::refund_state,
    attempt.refund_due_at, null::uuid, null::timestamptz, null::uuid, null,
    (case when attempt.refunded_at is not null then 'hand' end)::refund_way,
    attempt.refunded_at, attempt.refunded_by, attempt.refund_note, null, null::timestamptz
  from orders where orders.id = attempt.order_id and attempt.refund_due_at is not null
$$;

-- For the payments before this migration, and those of a backup that a former release made.
create function fill_refunds() returns void language sql as $$
  insert into refunds
  select refund.* from payment_attempts as attempt, refund_of_columns(attempt) as refund
  where attempt.refund_due_at is not null and not exists (select from refunds where attempt_id = attempt.id)
$$;

create function take_refund_columns() returns trigger language plpgsql as $$
begin
  if not exists (select from refunds where attempt_id = new.id) then
    insert into refunds select * from refund_of_columns(new);
  elsif old.refunded_at is null and new.refunded_at is not null then
    update refunds set state = 'done', way = 'hand', done_at = new.refunded_at, done_by = new.refunded_by,
      note = new.refund_note
    where attempt_id = new.id and state = 'due' and reason not in ('PART', 'OUTSIDE');
  end if;
  return null;
end $$;
create trigger takes_refund_columns after update of refund_due_at, refunded_at on payment_attempts
  for each row when (new.refund_due_at is not null and pg_trigger_depth() = 0) execute function take_refund_columns();

create function write_refund_columns() returns trigger language plpgsql as $$
declare
  ended boolean := new.state = 'done' and new.done_by is not null;
begin
  update payment_attempts set refund_due_at = coalesce(refund_due_at, new.due_at),
    refunded_at = case when ended then coalesce(refunded_at, new.done_at) end,
    refund_note = case when ended then coalesce(refund_note, left(new.note, 500), 'Lewat Midtrans') end,
    refunded_by = case when ended then coalesce(refunded_by, new.done_by) end
  where id = new.attempt_id and (refund_due_at is null or ended <> (refunded_at is not null));
  return null;
end $$;
create trigger writes_refund_columns after insert or update of state on refunds
  for each row when (new.reason not in ('PART', 'OUTSIDE')) execute function write_refund_columns();

select fill_refunds();

-- The goods of a cancelled order did not come back to the stock. Last, because it locks all orders.
alter table orders add column keeps_stock boolean not null default false;
