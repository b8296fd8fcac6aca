alter table payment_attempts
  -- The administrator who is closing it, where closing_actor is admin.
  add column closing_admin uuid references users,
  -- Whole rupiah that arrived, where they are not the amount of the attempt. Such money is always a refund due.
  add column received_amount bigint check (received_amount > 0),
  -- How bad the news was that the administrators were notified of last; 0 where there was none (payments/alerts.ts).
  add column alert_level smallint not null default 0,
  add check (received_amount is null or refund_due_at is not null);

update payment_attempts set alert_level = 1 where mismatch_told_at is not null;
