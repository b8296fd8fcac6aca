-- compatible since: 0022
-- Links with which a helper becomes a member of staff. A used or ended one is deleted.
create table staff_invitations (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  -- The helper, as the administrator calls them.
  name text not null check (char_length(name) between 1 and 100),
  expires_at timestamptz not null
);
