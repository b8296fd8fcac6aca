-- compatible since: 0022
-- What the administrators set in the browser. A setting that was never touched is not in it and has its default.
create table shop_settings (
  only_row boolean primary key default true check (only_row),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  -- Grows with every change, so that a form that was filled from older settings is recognized.
  version integer not null default 0,
  changed_at timestamptz,
  -- The samples were removed by an administrator; they are not loaded again.
  samples_removed_at timestamptz,
  -- The checklist 'Siapkan toko' was closed by an administrator.
  checklist_closed_at timestamptz
);
insert into shop_settings default values;

alter type audit_subject add value 'settings';

-- The two parts of other_costs, as they were when the order was placed. Null in orders of former releases.
alter table orders
  add column shipping_cost integer check (shipping_cost >= 0),
  add column service_fee integer check (service_fee >= 0),
  add constraint orders_costs_add_up check (shipping_cost + service_fee = other_costs);
