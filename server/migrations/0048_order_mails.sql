-- compatible since: 0022
-- Mails about paid and shipped orders that are to be written at a later moment, in a shop that wants them.
create table order_mails (
  order_id text not null references orders,
  kind text not null check (kind in ('paid', 'shipped')),
  due_at timestamptz not null,
  primary key (order_id, kind)
);
