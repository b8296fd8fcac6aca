-- compatible since: 0022
-- Web Push: the keys of the shop, the devices that want it, and what is to be sent to them.
create table push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  -- Encrypted (platform/sealed.ts).
  sealed_private_key bytea not null
);
-- A subscription ends with its session.
create table push_subscriptions (
  session_hash bytea primary key references sessions (token_hash) on delete cascade,
  user_id uuid not null references users on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  -- The groups of notifications that this device wants (contract/src/push.ts).
  groups text[] not null,
  -- Hours of Jakarta, such as 21 and 6, in which nothing is sent. Both or none.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  check ((quiet_from is null) = (quiet_to is null))
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create table push_queue (
  notification_id uuid not null references notifications on delete cascade,
  session_hash bytea not null references push_subscriptions on delete cascade,
  due_at timestamptz not null,
  attempts smallint not null default 0,
  primary key (notification_id, session_hash)
);
create index push_queue_by_time on push_queue (due_at);
create index push_queue_by_device on push_queue (session_hash);
-- In the transaction of the notification, also of one that a former release writes.
create function queue_push() returns trigger language plpgsql as $$
begin
  insert into push_queue (notification_id, session_hash, due_at)
  select new.id, session_hash, new.created_at from push_subscriptions where user_id = new.user_id;
  return null;
end $$;
create trigger queue_push after insert on notifications for each row execute function queue_push();
