-- compatible since: 0022
-- The link with which the first administrator of a shop is made. Each new link replaces the former one.
create table first_administrator_links (
  only_row boolean primary key default true check (only_row),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
