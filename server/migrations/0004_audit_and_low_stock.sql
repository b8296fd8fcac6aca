-- Who changed what, and from which number on a product's stock is low.

-- At this much stock or less the administrators are told, and the product is listed as low.
alter table products
  add column low_stock_at integer not null default 5 check (low_stock_at between 0 and 1000000);

create type audit_subject as enum ('product', 'order');
create type audit_action as enum ('created', 'changed', 'deleted', 'archived');

-- What administrators changed. An entry outlives its subject, so subject_id refers to nothing.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references users,
  -- As it was then.
  actor_name text not null,
  subject_type audit_subject not null,
  subject_id text not null,
  action audit_action not null,
  -- [{ "field", "before", "after" }]; null where there was or is nothing.
  changes jsonb not null check (jsonb_typeof(changes) = 'array')
);
create index audit_entries_by_subject on audit_entries (subject_type, subject_id, id);
create trigger unchanging before update or delete on audit_entries for each row execute function refuse_change();
