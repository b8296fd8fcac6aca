-- compatible since: 0022
-- Secrets that administrators gave in the browser, encrypted. What the names mean: server/src/secrets.
create table secrets (
  name text primary key,
  sealed bytea not null,
  changed_at timestamptz not null
);

-- The pairs of keys of the gateway with which payments were opened. The server key of a set from the environment is not
-- stored: it is known by its fingerprint only.
create table payment_key_sets (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('sandbox', 'production')),
  client_key text not null,
  -- SHA-256 of the server key, by which a set is recognized.
  server_key_fingerprint bytea not null,
  sealed_server_key bytea,
  created_at timestamptz not null,
  -- When another set took its place.
  replaced_at timestamptz,
  unique (environment, server_key_fingerprint)
);

-- Null in attempts of former releases: the current set of the environment counts.
alter table payment_attempts add column key_set_id uuid references payment_key_sets;
create index payment_attempts_by_key_set on payment_attempts (key_set_id) where status = 'PENDING';
