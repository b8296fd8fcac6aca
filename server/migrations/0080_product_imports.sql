-- compatible since: 0078
-- Products that came from a table: what each import wrote, so that it can be undone, and the pictures that it still fetches.
create table product_imports (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  actor_id uuid not null references users (id),
  actor_name text not null,
  -- The headings of the table, and the columns that were assigned to them.
  headers_hash bytea not null,
  columns jsonb not null,
  undone_at timestamptz
);
create index product_imports_by_time on product_imports (at);

create table imported_products (
  import_id uuid not null references product_imports (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  line integer not null,
  -- Null: the import has added the product.
  changes jsonb,
  primary key (import_id, product_id)
);
create index imported_products_by_product on imported_products (product_id);

create table import_pictures (
  id bigint generated always as identity primary key,
  import_id uuid not null references product_imports (id) on delete cascade,
  product_id uuid not null references products (id) on delete cascade,
  line integer not null,
  place smallint not null,
  url text not null check (char_length(url) between 1 and 2000),
  -- The hash of the picture, once it is stored; or why it could not be had.
  image text,
  problem text,
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  check (image is null or problem is null),
  unique (product_id, place)
);
create index import_pictures_by_import on import_pictures (import_id);
create index import_pictures_open on import_pictures (next_attempt_at) where image is null and problem is null;
