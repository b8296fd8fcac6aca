-- compatible since: 0022
-- Members of staff, who help with orders and stock. The role follows the two flags, so that a release which knows only
-- is_admin can't make them differ.
create type user_role as enum ('admin', 'staf', 'customer');
alter table users add column is_staff boolean not null default false;
alter table users add column role user_role not null generated always as (
  case when is_admin then 'admin'::user_role when is_staff then 'staf'::user_role else 'customer'::user_role end) stored;
-- Notices about orders and stock are for all of them.
create index users_of_shop on users (id) where is_admin or is_staff;
