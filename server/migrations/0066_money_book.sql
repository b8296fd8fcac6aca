-- incompatible: a former release writes no entries of money, so that what is owed would be computed from half of it
-- One book of all money: what came in, was taken back, came again or was given back, what the shop promised to give back of a
-- kept order, and differences that an administrator has accepted. It only grows: a correction is another entry.
create type money_entry_kind as enum ('received', 'taken_back', 'restored', 'given_back', 'allowance', 'accepted');
-- Told by the gateway; made at its dashboard; by hand.
create type money_way as enum ('gateway', 'dashboard', 'hand');
create table money_entries (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  -- Null for a promise or an accepted difference.
  attempt_id text references payment_attempts,
  kind money_entry_kind not null,
  -- Whole rupiah. Less than zero corrects an earlier entry.
  amount_idr bigint not null check (amount_idr <> 0),
  way money_way,
  -- Each fact is written once: the transaction, and the turn in which it was taken back or restored; the refund.
  reference text not null check (char_length(reference) between 1 and 300),
  actor uuid references users,
  at timestamptz not null,
  note text check (char_length(note) between 1 and 2000),
  unique (kind, reference),
  check (kind in ('given_back', 'allowance', 'accepted') or amount_idr > 0),
  check ((kind in ('allowance', 'accepted')) = (attempt_id is null) and (attempt_id is null) = (way is null)),
  check (kind <> 'accepted' or note is not null)
);
create index money_entries_by_order on money_entries (order_id);
create index money_entries_by_attempt on money_entries (attempt_id);
-- The orders whose money did not simply arrive.
create index money_entries_unusual on money_entries (order_id) where kind <> 'received';
create trigger unchanging before update or delete on money_entries for each row execute function refuse_change();

-- What the pieces that were taken out of an order had cost its buyer: a discount lowers every price by the same share. The
-- fraction of a rupiah is the buyer's.
create function taken_price(of_order text) returns bigint language sql stable as $$
  select coalesce(taken - div(taken * least(discount, goods), goods), 0)::bigint
  from (
    select sum(taken_quantity * unit_price::numeric) as taken, sum(quantity * unit_price::numeric) as goods
    from order_items where order_id = of_order) as lines
  cross join (
    select coalesce(-sum(amount_idr), 0) as discount from order_charges
    where order_id = of_order and kind = 'discount') as charges
  where taken > 0
$$;

-- The only place that says what is owed. More than zero is owed to the buyer, less to the shop.
create view order_balances as
  select orders.id as order_id, received, taken_back, restored, given_back, allowances, accepted, held, kept,
    held - kept - accepted as due
  from orders
  cross join lateral (
    select coalesce(sum(amount_idr) filter (where kind = 'received'), 0)::bigint as received,
      coalesce(sum(amount_idr) filter (where kind = 'taken_back'), 0)::bigint as taken_back,
      coalesce(sum(amount_idr) filter (where kind = 'restored'), 0)::bigint as restored,
      coalesce(sum(amount_idr) filter (where kind = 'given_back'), 0)::bigint as given_back,
      coalesce(sum(amount_idr) filter (where kind = 'allowance'), 0)::bigint as allowances,
      coalesce(sum(amount_idr) filter (where kind = 'accepted'), 0)::bigint as accepted
    from money_entries where order_id = orders.id) as book
  cross join lateral (select received - taken_back + restored - given_back as held) as held
  cross join lateral (
    select case when orders.status in ('DIPROSES', 'DIBATALKAN') then 0 else greatest(total_price - allowances - coalesce((
      select taken_price(orders.id) from order_items where order_id = orders.id and taken_quantity > 0 limit 1), 0), 0)
    end as kept) as kept;

-- What each payment still holds.
create view attempt_balances as
  select attempt_id, order_id,
    sum(case kind when 'received' then amount_idr when 'restored' then amount_idr else -amount_idr end)::bigint as held
  from money_entries where attempt_id is not null group by attempt_id, order_id;

-- The orders of which something is due, kept by triggers so that nobody has to look through all orders. Never written
-- otherwise; the books compare it.
create table money_due (
  order_id text primary key references orders,
  due_idr bigint not null check (due_idr <> 0)
);

create function keep_due(order_ids text[]) returns void language sql as $$
  -- An accepted difference lessens what is owed and never turns it round. What of it is there no more, as after a cancellation, is
  -- taken back: a later difference is another one.
  with accepting as materialized (
    select distinct order_id from money_entries where order_id = any(order_ids) and kind = 'accepted')
  insert into money_entries (order_id, kind, amount_idr, reference, at, note)
  select order_id, 'accepted', rest - accepted, order_id || '/' || gen_random_uuid(), (
    select max(at) from money_entries as latest where latest.order_id = accepting.order_id), 'Selisihnya tidak ada lagi'
  from accepting join order_balances using (order_id)
  cross join lateral (select greatest(least(accepted, greatest(held - kept, 0)), least(held - kept, 0)) as rest) as rest
  where accepted <> rest;
  with present as materialized (select order_id, due from order_balances where order_id = any(order_ids)),
  settled as (delete from money_due using present where money_due.order_id = present.order_id and due = 0)
  insert into money_due select order_id, due from present where due <> 0
  on conflict (order_id) do update set due_idr = excluded.due_idr where money_due.due_idr <> excluded.due_idr
$$;

-- What is due now by each promise of money back that is still open. The oldest is given back first.
create view refunds_due as
  select id, order_id, attempt_id, least(amount_idr, greatest(due_idr - under_way - before, 0))::bigint as due_idr
  from (
    select refunds.*, money_due.due_idr,
      sum(amount_idr) over (partition by refunds.order_id order by due_at, refunds.id) - amount_idr as before, (
        select coalesce(sum(amount_idr), 0) from refunds as asked
        where asked.order_id = refunds.order_id and asked.state = 'asked') as under_way
    from refunds join money_due using (order_id) where state = 'due' and money_due.due_idr > 0) as open
  where due_idr - under_way - before > 0;

-- New also after a restore, when the gateway knows refunds that the shop has lost: it pays a key once.
create function new_refund_key(of_attempt text) returns text language sql as $$
  select of_attempt || '-r' || (select count(*) + 1 from refunds where attempt_id = of_attempt) || '-'
    || left(gen_random_uuid()::text, 8)
$$;

-- Money came that no promise covers: it is promised. The payment that still holds most of it gives it back, else the newest.
-- Its order is locked.
create function promise_rest(of_order text, of_attempt text, why refund_reason, moment timestamptz) returns bigint
language sql as $$
  insert into refunds (attempt_id, order_id, amount_idr, reason, refund_key, due_at)
  select attempt.id, of_order, rest, why, new_refund_key(attempt.id), moment
  from (
    select due_idr - (select coalesce(sum(amount_idr), 0) from refunds where order_id = of_order and state <> 'done') as rest
    from money_due where order_id = of_order) as uncovered
  cross join lateral (
    select id from payment_attempts where order_id = of_order and status = 'SUKSES'
    order by id = of_attempt desc, number desc limit 1) as attempt
  where rest > 0
  returning amount_idr
$$;

-- A refund under way never takes more than its payment holds. The lock of the attempt lets only one transaction at a time
-- add them up. What was paid back already is a fact, whatever the sums.
drop trigger checks_refunds on refunds;
drop function check_refunds();
create function check_refund() returns trigger language plpgsql as $$
declare
  holds bigint;
  asked bigint;
begin
  perform from payment_attempts where id = new.attempt_id for no key update;
  select held into holds from attempt_balances where attempt_id = new.attempt_id;
  select sum(amount_idr) into asked from refunds where attempt_id = new.attempt_id and state = 'asked';
  if asked > coalesce(holds, 0) then
    raise check_violation using message = format('payment %s: holds %s, asked for %s', new.attempt_id, holds, asked);
  end if;
  return null;
end $$;
create trigger checks_refund after insert or update of state, amount_idr on refunds
  for each row when (new.state = 'asked') execute function check_refund();

-- The last former release that knew the refund of a whole payment only, in columns of the attempt, is long gone.
select fill_refunds();
drop trigger takes_refund_columns on payment_attempts;
drop trigger writes_refund_columns on refunds;
drop function take_refund_columns();
drop function write_refund_columns();
drop function fill_refunds();
drop function refund_of_columns(payment_attempts);
alter table payment_attempts
  drop column refunded_at, drop column refund_note, drop column refunded_by, drop column refund_due_at,
  -- False for money that came late, or a second time: it pays nothing.
  add column pays_order boolean not null default true;
update payment_attempts set pays_order = false
where id in (select attempt_id from refunds where reason in ('CANCELLED', 'PAID_TWICE'));
alter table payment_attempts add check (received_amount is null or not pays_order or by_hand is not null);
create unique index payment_attempts_one_paid on payment_attempts (order_id) where status = 'SUKSES' and pays_order;

-- The book of the money that came before it.
create function fill_money_book() returns void language plpgsql as $$
declare
  -- A withdrawal had ended refunds that were due, and had only this note to be known by. Notes could be added to it.
  withdrawn constant text := 'Ditarik kembali di Midtrans';
begin
  update refunds set state = 'due', way = null, done_at = null, note = null
  where state = 'done' and way = 'outside' and done_by is null and gateway_id is null
    and (note = withdrawn or starts_with(note, withdrawn || E'\n\n'));

  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at)
  select order_id, id, 'received', coalesce(received_amount, amount),
    (case when by_hand is null then 'gateway' else 'hand' end)::money_way, id || '/' || coalesce(transaction_id, ''), paid_at
  from payment_attempts where status = 'SUKSES' order by paid_at, id;

  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, actor, at, note)
  select order_id, attempt_id, 'given_back', amount_idr,
    (case way when 'outside' then 'dashboard' when 'hand' then 'hand' else 'gateway' end)::money_way,
    attempt_id || '/' || case way when 'hand' then id::text else refund_key end, done_by, done_at, note
  from refunds where state = 'done' order by done_at, id;

  -- A transfer by hand and the gateway have both paid it.
  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at)
  select order_id, attempt_id, 'given_back', amount_idr, 'gateway', attempt_id || '/' || refund_key, done_at
  from refunds where state = 'done' and way = 'hand' and gateway_id is not null and starts_with(refund_key, attempt_id || '-r');

  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at, note)
  select order_id, id, 'taken_back', gone, 'gateway', id || '/' || coalesce(transaction_id, '') || '/1', reversed_at, reversed_state
  from payment_attempts
  cross join lateral (
    select coalesce(received_amount, amount) - coalesce(sum(amount_idr), 0) as gone
    from money_entries where attempt_id = payment_attempts.id and kind = 'given_back' and way <> 'hand') as rest
  where status = 'SUKSES' and reversed_at is not null and gone > 0 order by reversed_at, id;

  insert into money_entries (order_id, kind, amount_idr, reference, actor, at, note)
  select order_id, 'allowance', promised - taken, order_id || '/1', decider, moment, words
  from (
    select order_id, sum(amount_idr) as promised, min(due_at) as moment, (array_agg(due_by order by due_at, id))[1] as decider,
      (array_agg(cause order by due_at, id))[1] as words
    from refunds where reason = 'PART' group by order_id) as parts
  cross join lateral (select coalesce(taken_price(order_id), 0) as taken) as lines
  where promised > taken;

  insert into money_entries (order_id, kind, amount_idr, reference, actor, at, note)
  select attempt.order_id, 'accepted', due, attempt.order_id || '/1', dealt_by, dealt_at, mark.note
  from money_marks as mark
  join payment_attempts as attempt on attempt.id = mark.subject
  join order_balances as balance on balance.order_id = attempt.order_id
  where mark.kind = 'partly-withdrawn' and dealt_at >= matter_at and due < 0
    and not exists (select from money_entries where kind = 'accepted' and order_id = attempt.order_id);

  perform keep_due(array(select id from orders));

  -- More than the total, by hand, was promised to nobody.
  perform promise_rest(order_id, null, 'SURPLUS', now()) from money_due where due_idr > 0 order by order_id;
end $$;
select fill_money_book();

create function keep_due_of_entries() returns trigger language plpgsql as $$
begin
  if exists (select from written) then
    perform keep_due(array(select distinct order_id from written));
  end if;
  return null;
end $$;
create trigger keeps_due after insert on money_entries referencing new table as written
  for each statement execute function keep_due_of_entries();
create function keep_due_of_order() returns trigger language plpgsql as $$
begin
  perform keep_due(array[new.id]);
  return null;
end $$;
create trigger keeps_due after update of status on orders for each row
  when (old.status is distinct from new.status
    and (old.status = 'DIPROSES' or old.status = 'DIBATALKAN' or new.status = 'DIPROSES' or new.status = 'DIBATALKAN'))
  execute function keep_due_of_order();
create function keep_due_of_item() returns trigger language plpgsql as $$
begin
  perform keep_due(array[new.order_id]);
  return null;
end $$;
create trigger keeps_due after update of taken_quantity on order_items for each row
  when (old.taken_quantity is distinct from new.taken_quantity) execute function keep_due_of_item();
