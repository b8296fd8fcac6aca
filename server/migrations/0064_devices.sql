-- compatible since: 0022
-- The devices on which an account is logged in. The shop writes the last use of a session once an hour at most.
alter table sessions add column id uuid not null default gen_random_uuid();
alter table sessions add column user_agent text;
alter table sessions add column last_used_at timestamptz;
update sessions set last_used_at = created_at;
alter table sessions alter column last_used_at set default now(), alter column last_used_at set not null;
