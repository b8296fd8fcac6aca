-- compatible since: 0022
-- The pairs of keys of the gateway with which payments were opened. A set from the environment has no secret here: it is
-- known by its fingerprint only.
create table payment_key_sets (
  id uuid primary key default gen_random_uuid(),
  -- 'local' is the payment sandbox inside the server.
  environment text not null check (environment in ('local', 'sandbox', 'production')),
  client_key text not null,
  -- SHA-256 of the server key, by which a set is recognized.
  server_key_fingerprint bytea not null,
  -- Encrypted (platform/sealed.ts).
  sealed_server_key bytea,
  created_at timestamptz not null,
  -- When and by which administrator it was given in the browser.
  set_at timestamptz,
  set_by text,
  -- When another set took its place.
  replaced_at timestamptz,
  -- When nothing needed it any more: its secret was removed then.
  retired_at timestamptz,
  unique (environment, server_key_fingerprint),
  constraint payment_key_sets_given_by_somebody check (sealed_server_key is null or (set_at is not null and set_by is not null))
);

-- Null in attempts of former releases: the current set counts.
alter table payment_attempts add column key_set_id uuid references payment_key_sets;
create index payment_attempts_by_key_set on payment_attempts (key_set_id) where key_set_id is not null;

-- The mail server that an administrator gave in the browser.
create table mail_server (
  only_row boolean primary key default true check (only_row),
  host text not null,
  port integer not null check (port between 1 and 65535),
  -- 'tls' from the first byte, or 'starttls' after the greeting.
  security text not null check (security in ('tls', 'starttls')),
  username text,
  -- Encrypted, for this host, port and user only.
  sealed_password bytea,
  sender_name text,
  sender_email text,
  set_at timestamptz not null,
  set_by text not null,
  constraint mail_server_password_of_user check (sealed_password is null or username is not null)
);
