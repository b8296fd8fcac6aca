-- compatible since: 0073
-- The zones where the shop delivers beside the cities of its settings, and what an order's delivery was when it was placed.
create table delivery_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 60),
  position integer not null unique,
  services jsonb not null check (jsonb_typeof(services) = 'array')
);

create table delivery_zone_places (
  zone_id uuid not null references delivery_zones (id) on delete cascade,
  -- A code of server/src/settings/places/indonesia.txt. In the order of its bytes, the codes in a place are a range.
  place text collate "C" not null check (place ~ '^\d\d(\.\d\d){0,2}$'),
  primary key (place, zone_id)
);
create index delivery_zone_places_of_zone on delivery_zone_places (zone_id);

create table order_deliveries (
  order_id text primary key references orders (id),
  place text not null,
  zone text not null,
  service text not null,
  grams integer not null check (grams >= 0),
  fee_idr bigint not null check (fee_idr >= 0),
  to_courier boolean not null,
  days_min integer,
  days_max integer
);
