-- compatible since: 0022
-- Codes with which an administrator sets a new password without mail. Each works once; a new set replaces the old one.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
