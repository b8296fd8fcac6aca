-- Set while a shop that was restored from a backup stays quiet: no jobs, no mail, no calls of the gateway, no new orders.
-- `if not exists`: restoring an older backup makes the table before this migration runs.
create table if not exists quiet_mark (
  only_row boolean primary key default true check (only_row),
  -- When the restored data was read from the shop that it belongs to.
  backup_made_at timestamptz not null,
  restored_at timestamptz not null
);

create table last_backup (
  only_row boolean primary key default true check (only_row),
  -- The moment of its snapshot.
  made_at timestamptz not null,
  file text not null,
  bytes bigint not null
);
