-- compatible since: 0072
-- An administrator has taken back that the payment belongs to its order: it is one without order again.
alter table payment_attempts add column unassigned_at timestamptz;

-- A signed entry takes received money from an order to which it was assigned by mistake.
alter table money_entries
  drop constraint money_entries_check,
  add constraint money_entries_check check (
    amount_idr > 0 or kind in ('given_back', 'allowance', 'accepted')
    or kind = 'received' and actor is not null and note is not null);

-- What each payment still holds. Its money may have been booked to another order before.
create or replace view attempt_balances as
  select attempt_id, attempt.order_id, sum(moved_money(kind, amount_idr))::bigint as held
  from money_entries join payment_attempts as attempt on attempt.id = attempt_id
  group by attempt_id, attempt.order_id;
