-- compatible since: 0022
-- A key is stored as its SHA-256. Former releases go on storing the key itself, and look for it there.
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys
  alter column key drop not null,
  add column key_hash bytea;
update idempotency_keys set key_hash = sha256(convert_to(key, 'UTF8'));
alter table idempotency_keys
  add primary key (user_id, route, key_hash),
  add unique (user_id, route, key);

create function check_idempotency_key() returns trigger language plpgsql as $$
declare
  -- The lifetime and the limit are those of server/src/platform/http/idempotency.ts and docs/security.md.
  oldest_living timestamptz := new.created_at - interval '1 day';
begin
  if new.key_hash is null then
    new.key_hash := sha256(convert_to(new.key, 'UTF8'));
    -- A former release does not find what this one has stored. It takes this error for a temporary one (503).
    if exists (
      select from idempotency_keys
      where user_id = new.user_id and route = new.route and key_hash = new.key_hash
        and key is null and created_at >= oldest_living
    ) then
      raise exception 'a newer release has done this request' using errcode = 'serialization_failure';
    end if;
  end if;
  if (
    select count(*) from (
      select from idempotency_keys
      where user_id = new.user_id and route = new.route and created_at >= oldest_living
      limit 500
    ) as living
  ) = 500 then
    raise exception 'too many idempotency keys'
      using errcode = 'check_violation', constraint = 'idempotency_keys_limit';
  end if;
  return new;
end $$;
create trigger idempotency_keys_checked before insert on idempotency_keys
  for each row execute function check_idempotency_key();
