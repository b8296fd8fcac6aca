-- The schema of release 0.3.0, by room. A shop of an earlier release is brought to 0.3.0 before it gets a later one.
-- Money is whole rupiah; times are timestamptz. Rules that must hold whatever the code does stand here as constraints.
-- Functions are checked when they are first called, as some know tables that stand below them.
set local check_function_bodies = off;

-- media ---------------------------------------------------------------------------------------------------------

-- The pictures that are stored.
create table images (
  hash text primary key,
  -- When that job first found no user, product and order item with this picture; null while it is in use or new.
  unused_since timestamptz,
  -- Null until the job has tried. 'impossible': it takes too much CPU time or memory, so the basic files stay in use.
  full_set text check (full_set in ('made', 'impossible')),
  -- What a picture shows before it is loaded: three colours of three hexadecimal digits each, from top to bottom. Empty: it is
  -- transparent. And the point, in percent of its width and height, that stays visible when it is cut to a square; null: the
  -- middle.
  colors text,
  focus_x smallint check (focus_x between 0 and 100),
  focus_y smallint check (focus_y between 0 and 100),
  check ((focus_x is null) = (focus_y is null))
);
create index images_unused on images (unused_since) where unused_since is not null;
create index images_without_full_set on images (hash) where full_set is null;
create index images_without_colors on images (hash) where ((full_set = 'made') and (colors is null));

-- The uploads of customers, to limit how many they send in an hour.
create table image_uploads (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  uploaded_at timestamptz not null
);
create index image_uploads_by_user on image_uploads (user_id, uploaded_at);
create index image_uploads_by_age on image_uploads (uploaded_at);

-- The release before this one does not know `more_images`, and would delete their files.
create function keep_more_images() returns trigger language plpgsql as $$
begin
  if exists (select from products where more_images @> array[new.hash]) then
    new.unused_since := null;
  end if;
  return new;
end
$$;

create trigger keep_more_images before update of unused_since on images for each row when (new.unused_since is not null)
  execute function keep_more_images();

-- people --------------------------------------------------------------------------------------------------------

create type gender as enum ('LAKI_LAKI', 'PEREMPUAN');
-- E-mail addresses are compared without regard to case. The rule is defined here and nowhere else.
create function lower_email(email text) returns text language sql immutable parallel safe strict
  return lower((email collate "C"));
-- `staf` helps with orders and stock. The role follows two flags, so that they can't differ.
create type user_role as enum ('admin', 'staf', 'customer');
-- The form in which a search compares texts: `searchFold` in contract/src/texts.ts does the same.
create function search_fold(given text) returns text language plpgsql immutable parallel safe strict as $$
declare
  folded text;
begin
  -- Most texts are such, and the rest takes ten times as long.
  if given ~ '^[ -!#-&(-_a-~]*$' then
    return lower(given collate "C");
  end if;
  -- What cannot be seen, what stands for something lost, and accents that would become a blank.
  folded := regexp_replace(given, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u00b4\u034f\u0384'
    '\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ffd\u200b-\u200f'
    '\u202a-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffd\U000110bd\U000110cd'
    '\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U000ffffd'
    '\U00100000-\U0010fffd]', '', 'g');
  -- Accents and quotes.
  folded := regexp_replace(normalize(folded, nfkd), '[\u0300-\u036f\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff'
    '\u20d0-\u20ff\ufe20-\ufe2f''"\u0060\u00ab\u00b4\u00bb\u02b9-\u02bd\u02ca\u02cb\u02ee\u0384\u055a\u05f3\u05f4'
    '\u07f4\u2018-\u201f\u2032-\u2037\u2039\u203a\u2057\u275b-\u275e\u301d-\u301f\ua78c\u1ffd]', '', 'g');
  folded := lower(folded collate "und-x-icu");
  -- Dashes, then blanks.
  folded := regexp_replace(folded, '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2e17\u2e1a\u2e3a\u2e3b'
    '\u2e40\u2e5d\u301c\u3030\u30a0\U00010d6e\U00010ead]', '-', 'g');
  folded := regexp_replace(folded, '[\u0009-\u000d\u0085\u1680\u2028\u2029\u2800]', ' ', 'g');
  -- Letters that no normal form takes apart.
  if folded ~ '[ßæœøłđħŧıς]' then
    folded := replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    folded := translate(folded, 'øłđħŧıς', 'oldhtiσ');
  end if;
  return folded;
end $$;
create table users (
  id uuid default gen_random_uuid() primary key,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 100),
  phone text not null check (char_length(phone) between 1 and 40),
  gender gender,
  address text check (char_length(address) between 1 and 500),
  image text,
  password_hash text not null,
  is_admin boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- ICU folds case the same on every server; the database's own locale may not.
  name_key text collate "C" not null generated always as (lower((name collate "und-x-icu"))) stored,
  email_key text collate "C" not null generated always as (lower_email(email)) stored,
  is_staff boolean not null default false,
  role user_role not null
    generated always as (case when is_admin then 'admin'::user_role
      when is_staff then 'staf'::user_role else 'customer'::user_role end) stored,
  search_text text collate "C" not null
    generated always as (search_fold(name || ' ' || email || ' ' || phone || ' ' ||
      regexp_replace(phone, '[^0-9]', '', 'g'))) stored
);
create index users_by_name on users (name_key, id);
-- Every notice for the administrators looks for them, and every minute the payments that ended are looked through.
create index users_admins on users (id) where is_admin;
create unique index users_email_key on users (email_key);
create index users_by_image on users (image) where image is not null;
-- Notices about orders and stock are for all of them.
create index users_of_shop on users (id) where (is_admin or is_staff);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The devices on which an account is logged in. The shop writes the last use of a session once an hour at most.
  id uuid not null default gen_random_uuid(),
  user_agent text,
  last_used_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- Where an account has logged in from: such an address is spared the per-account limit.
create table login_addresses (
  user_id uuid not null references users on delete cascade,
  address text not null,
  last_login_at timestamptz not null,
  primary key (user_id, address)
);

create table login_failures (
  id bigint generated always as identity primary key,
  email_key text not null,
  address text not null,
  failed_at timestamptz not null
);
create index login_failures_by_email on login_failures (email_key, failed_at);
create index login_failures_by_address on login_failures (address, failed_at);

create table registrations (
  id bigint generated always as identity primary key,
  address text not null,
  registered_at timestamptz not null
);
create index registrations_by_address on registrations (address, registered_at);

-- Attempts to register an e-mail that an account has. They are counted apart from the registrations.
create table taken_registrations (
  id bigint generated always as identity primary key,
  address text not null,
  tried_at timestamptz not null
);
create index taken_registrations_by_address on taken_registrations (address, tried_at);

-- Whoever asks leaves a row, with or without an account, and is answered: who has one is looked up later.
create table password_reset_requests (
  id bigint generated always as identity primary key,
  email text not null,
  requested_at timestamptz not null,
  email_key text collate "C" not null generated always as (lower_email(email)) stored
);
create index password_reset_requests_by_email on password_reset_requests (email_key);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- Where the link went. It opens nothing once the account has another e-mail.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, followed by a newer one, or made needless by a changed password.
  ended_at timestamptz,
  email_key text collate "C" not null generated always as (lower_email(email)) stored
);
create index password_resets_by_user on password_resets (user_id, created_at);
create index password_resets_by_age on password_resets (created_at);
create unique index password_resets_one_live on password_resets (user_id) where ended_at is null;

create table email_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  -- The e-mail before this change.
  former_email text not null,
  former_email_key text collate "C" not null generated always as (lower_email(former_email)) stored,
  -- Where the notice was sent: the e-mail before the first change within seven days. The link in it restores this one.
  notified_email text not null,
  notified_email_key text collate "C" not null generated always as (lower_email(notified_email)) stored,
  -- Of the link in the notice.
  undo_token_hash bytea not null unique,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index email_changes_by_user on email_changes (user_id, changed_at);
create index email_changes_by_former_email on email_changes (former_email_key);
create index email_changes_by_notified_email on email_changes (notified_email_key);

-- Codes with which an administrator sets a new password without mail. Each works once; a new set replaces the old one.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- The link with which the first administrator of a shop is made. Each new link replaces the former one.
create table first_administrator_links (
  only_row boolean default true primary key check (only_row),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Links with which a helper becomes a member of staff. A used or ended one is deleted.
create table staff_invitations (
  id uuid default gen_random_uuid() primary key,
  token_hash bytea not null unique,
  -- The helper, as the administrator calls them.
  name text not null check (char_length(name) between 1 and 100),
  expires_at timestamptz not null
);

create type audit_subject as enum ('product', 'order', 'settings', 'payment');
create type audit_action as enum ('created', 'changed', 'deleted', 'archived', 'restored');
-- What administrators changed. An entry outlives its subject, so subject_id refers to nothing.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references users,
  -- As it was then.
  actor_name text not null,
  subject_type audit_subject not null,
  subject_id text not null,
  action audit_action not null,
  -- [{ "field", "before", "after" }]; null where there was or is nothing.
  changes jsonb not null check (jsonb_typeof(changes) = 'array')
);
create index audit_entries_by_subject on audit_entries (subject_type, subject_id, id);

create table notifications (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references users on delete cascade,
  order_id text,
  message text not null,
  is_read boolean not null default false,
  created_at timestamptz not null,
  -- What a notification is about, for programs; `message` stays as it was written, for people. The kinds and their
  -- sentences are in contract/src/notifications.ts. No constraint lists them, so that a new kind needs no migration.
  kind text not null default 'other'
);
create index notifications_by_user on notifications (user_id, created_at desc, id);
create index notifications_unread on notifications (user_id) where (not is_read);

-- Web Push: the keys of the shop, the devices that want it, and what is to be sent to them.
create table push_keys (
  only_row boolean default true primary key check (only_row),
  public_key text not null,
  -- Encrypted (platform/sealed.ts).
  sealed_private_key bytea not null
);

-- A subscription ends with its session.
create table push_subscriptions (
  session_hash bytea primary key references sessions on delete cascade,
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

alter table image_uploads add constraint image_uploads_user_id_fkey foreign key (user_id) references users on delete cascade;

-- What was ordered, at which price, never changes.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed', tg_table_name;
end
$$;

-- In the transaction of the notification.
create function queue_push() returns trigger language plpgsql as $$
begin
  insert into push_queue (notification_id, session_hash, due_at)
  select new.id, session_hash, new.created_at from push_subscriptions where user_id = new.user_id;
  return null;
end $$;

create trigger unchanging before delete or update on audit_entries for each row
  execute function refuse_change();
create trigger queue_push after insert on notifications for each row
  execute function queue_push();

-- mail ----------------------------------------------------------------------------------------------------------

-- The mail server that an administrator gave in the browser.
create table mail_server (
  only_row boolean default true primary key check (only_row),
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

-- A mail is written here in the transaction of its reason, and sent after it: none is lost, none is sent for nothing.
create table mail_outbox (
  id uuid default gen_random_uuid() primary key,
  recipient text not null,
  subject text not null,
  -- Emptied when it was sent or given up: a mail may carry a link that opens an account.
  text text,
  html text,
  created_at timestamptz not null,
  -- Of no use to the recipient after this.
  expires_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- Also a lease: who takes a mail to send it moves this ahead, so that nobody else takes it meanwhile.
  next_attempt_at timestamptz not null,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- True for mail of which a recipient gets only a few in a day.
  is_limited boolean not null default false,
  check (sent_at is null or given_up_at is null),
  check ((text is null) = (sent_at is not null or given_up_at is not null)),
  check ((html is null) = (text is null))
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where ((sent_at is null) and (given_up_at is null));
create index mail_outbox_by_age on mail_outbox (created_at);
create index mail_outbox_limited on mail_outbox (lower_email(recipient), created_at) where is_limited;

-- settings ------------------------------------------------------------------------------------------------------

-- What the administrators set in the browser. A setting that was never touched is not in it and has its default.
create table shop_settings (
  only_row boolean default true primary key check (only_row),
  settings jsonb not null default '{}'::jsonb check (jsonb_typeof(settings) = 'object'),
  -- Grows with every change, so that a form that was filled from older settings is recognized.
  version integer not null default 0,
  changed_at timestamptz,
  -- The samples were removed by an administrator; they are not loaded again.
  samples_removed_at timestamptz,
  -- The checklist 'Siapkan toko' was closed by an administrator.
  checklist_closed_at timestamptz
);

insert into shop_settings default values;

-- products ------------------------------------------------------------------------------------------------------

create type category as enum ('MAKANAN_RINGAN', 'KUE_KERING');
create type packaging as enum ('BAL', 'TOPLES');
create type weight as enum ('KG_1', 'KG_2', 'GRAM_250', 'GRAM_500');
create table products (
  id uuid default gen_random_uuid() primary key,
  name text not null check (char_length(name) between 1 and 100),
  price integer not null check (price between 1 and 100000000),
  stock integer not null check (stock >= 0),
  category category not null,
  packaging packaging not null,
  weight weight not null,
  description text not null check (char_length(description) between 1 and 5000),
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  name_key text collate "C" not null generated always as (lower((name collate "und-x-icu"))) stored,
  -- At this much stock or less the administrators are told, and the product is listed as low.
  low_stock_at integer not null default 5 check (low_stock_at between 0 and 1000000),
  -- 'Tampil di toko': a product that buyers neither find nor buy, and that stays as it is for the seller.
  is_visible boolean not null default true,
  -- What a piece weighs in a parcel, where the seller knows it. Without it the weight of its packaging counts.
  net_weight_grams integer check (net_weight_grams > 0),
  -- What one piece costs the seller, in whole rupiah; null: not known. An order's line keeps that of its moment. Only
  -- administrators read it.
  cost_price integer check (cost_price > 0),
  -- What the label of food says, where the seller has written it, and the other sizes of the same thing.
  ingredients text,
  -- Such as `complete,peanut:free,milk:contains`; `complete` ends with a change of the ingredients.
  allergens text,
  shelf_life_days integer check (shelf_life_days > 0),
  opened_shelf_life_days integer check (opened_shelf_life_days > 0),
  storage text,
  halal_number text,
  pirt_number text,
  -- The products with the same id are sizes of one thing.
  group_id uuid,
  -- The place in the seller's own order, from 1; a product without a place comes last.
  place integer check (place > 0),
  -- The pictures of a product after its first one, `image`, in their order.
  more_images text[] not null default '{}' check (cardinality(more_images) <= 5),
  -- What a job counts once a day: the pieces that were sold, and the products that buyers order together with this one, the
  -- most frequent first.
  sold_count integer not null default 0 check (sold_count >= 0),
  goes_with uuid[] not null default '{}'::uuid[],
  search_text text collate "C" not null
    generated always as (
      search_fold(name || ' ' || description)
      || case category when 'KUE_KERING' then ' kue kering' else ' makanan ringan' end
      || case packaging when 'TOPLES' then ' toples' else ' bal' end
      || case weight when 'KG_1' then ' 1kg' when 'KG_2' then ' 2kg' when 'GRAM_250' then ' 250gram' else ' 500gram' end
    ) stored
);
create index products_by_name on products (name_key, id) where archived_at is null;
create index products_by_price on products (price, id) where archived_at is null;
create index products_by_age on products (created_at, id) where archived_at is null;
create index products_by_image on products (image) where image is not null;
create index products_by_group on products (group_id) where group_id is not null;
create index products_more_images on products using gin (more_images);
-- The seller's own order is read page by page.
create index products_by_place on products (place, name_key, id) where archived_at is null;
-- The home page shows what was sold most. No sale changes this index: a job counts once a day.
create index products_by_sold on products (sold_count, id) where archived_at is null;

-- The words of the products' names, for suggestions where a search finds nothing. A word stays when its last product goes:
-- every suggestion is tried before it is shown.
create table product_words (
  word text collate "C" primary key
);

create table stock_movements (
  id bigint generated always as identity primary key,
  product_id uuid not null references products on delete cascade,
  -- Null: the administrator counted anew.
  order_id text,
  quantity integer not null check (quantity <> 0),
  moved_at timestamptz not null default now()
);
create index stock_movements_by_product on stock_movements (product_id, id);
-- An order takes the stock of a product once and gives it back once.
create unique index stock_movements_one_sale on stock_movements (order_id, product_id) where (quantity < 0);
create index stock_movements_returns on stock_movements (order_id, product_id) where (quantity > 0);

-- Prices that an administrator changed together: the rows of one batch. A job begins and ends those that have a time; a
-- finished row stays for a day, in which the batch can be undone.
create table price_changes (
  id bigint generated always as identity primary key,
  batch_id uuid not null,
  product_id uuid not null references products on delete cascade,
  -- The price that the administrator saw. It returns at the end.
  former_price integer not null check (former_price > 0),
  price integer not null check (price between 1 and 100000000),
  starts_at timestamptz not null,
  -- Null: the price stays.
  ends_at timestamptz,
  begun_at timestamptz,
  finished_at timestamptz,
  actor_id uuid not null,
  actor_name text not null,
  -- Null: no attempt was made yet, or the last one succeeded.
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  check (ends_at > starts_at)
);
create index price_changes_by_batch on price_changes (batch_id);
-- A product has one open change at most, so that the price at its end is clear.
create unique index price_changes_open on price_changes (product_id) where finished_at is null;

-- The setting camilan.order_id is local to the transaction that sells or gives back: see catalog/stock.ts.
create function record_stock_movement() returns trigger language plpgsql as $$
declare
  moved integer := new.stock - case tg_op when 'UPDATE' then old.stock else 0 end;
begin
  if moved <> 0 then
    insert into stock_movements (product_id, order_id, quantity)
    values (new.id, nullif(current_setting('camilan.order_id', true), ''), moved);
  end if;
  return null;
end
$$;

-- Words are added in one order, so that two transactions never wait for each other's.
create function add_words_of_new_products() returns trigger language plpgsql as $$
begin
  insert into product_words
  select distinct word collate "C" as word from added, words_of(search_fold(name)) as word order by word
  on conflict do nothing;
  return null;
end $$;

-- Only when the name is set: every sale updates the stock.
create function add_words_of_new_name() returns trigger language plpgsql as $$
begin
  insert into product_words
  select distinct word collate "C" as word from words_of(search_fold(new.name)) as word order by word
  on conflict do nothing;
  return null;
end $$;

create function check_returned_stock() returns trigger language plpgsql as $$
declare
  moved integer := (
    select sum(quantity) from (
      select quantity from stock_movements
      where order_id = new.order_id and product_id = new.product_id and quantity < 0
      union all
      select quantity from stock_movements
      where order_id = new.order_id and product_id = new.product_id and quantity > 0) as all_moved);
begin
  if moved > 0 then
    raise check_violation using message = format('order %s: %s pieces too many returned', new.order_id, moved);
  end if;
  return null;
end $$;

create function keep_name_in_carts() returns trigger language plpgsql as $$
begin
  update cart_items set left_name = old.name where product_id = old.id;
  return old;
end
$$;

create trigger stock_movement after insert or update of stock on products for each row
  execute function record_stock_movement();
create trigger product_words_of_new_products after insert on products referencing new table as added for each statement
  execute function add_words_of_new_products();
create trigger product_words_of_new_name after update of name on products for each row
  execute function add_words_of_new_name();
create trigger checks_return after insert on stock_movements for each row when (new.quantity > 0 and new.order_id is not null)
  execute function check_returned_stock();
create trigger name_in_carts before delete on products for each row
  execute function keep_name_in_carts();

-- orders --------------------------------------------------------------------------------------------------------

create table cart_items (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references users on delete cascade,
  product_id uuid references products on delete set null,
  quantity integer not null check (quantity > 0),
  created_at timestamptz not null,
  -- The line of a deleted product stays in its cart without the product, so that the cart can say what left it.
  left_name text,
  unique (user_id, product_id)
);
create index cart_items_by_product on cart_items (product_id);

create type order_status as enum ('DIPROSES', 'DIBAYAR', 'DIKIRIM', 'SELESAI', 'DIBATALKAN');
create type order_source as enum ('toko', 'penjual');
-- How an order gets to its buyer. Former orders say it by their address.
create type delivery_way as enum ('delivery', 'pickup');
create table orders (
  id text primary key,
  user_id uuid references users,
  status order_status not null default 'DIPROSES',
  order_time timestamptz not null,
  -- When an unpaid order lapses and its stock returns.
  expires_at timestamptz not null,
  buyer_name text not null,
  buyer_phone text not null,
  address text not null check (char_length(address) between 1 and 500),
  notes text check (char_length(notes) between 1 and 500),
  city text,
  other_costs integer not null check (other_costs >= 0),
  total_price bigint not null check (total_price > 0),
  courier text check (char_length(courier) between 1 and 50),
  tracking_number text check (char_length(tracking_number) between 1 and 50),
  -- Null while it is not on its way; also again after the shipment was taken back.
  shipped_at timestamptz,
  -- The names of the ordered products, which never change. Written with the order.
  goods text not null default '',
  -- The two parts of other_costs, as they were when the order was placed. Null in orders of former releases.
  shipping_cost integer check (shipping_cost >= 0),
  service_fee integer check (service_fee >= 0),
  -- The goods of a cancelled order did not come back to the stock. Last, because it locks all orders.
  keeps_stock boolean not null default false,
  -- The gateway took the money back at this moment, so the order must not be shipped. Null again once an administrator
  -- has released it.
  payment_hold_at timestamptz,
  -- The seller's own words. No buyer reads them.
  seller_note text check (char_length(seller_note) between 1 and 500),
  -- When a shipped order completes itself, where the shop has set that.
  completes_at timestamptz,
  -- The administrator has packed the order's goods. A mark, and no status; it means something only for a DIBAYAR order.
  packed_at timestamptz,
  source order_source not null default 'toko',
  -- What a search for orders looks through.
  found_by text collate "C" not null
    generated always as (
      search_fold(id || ' ' || buyer_name || ' ' || buyer_phone || ' ' ||
      regexp_replace(buyer_phone, '[^0-9]', '', 'g') || ' ' || coalesce(tracking_number, '') ||
      ' ' || coalesce(courier, '') || ' ' || goods || ' ' || address || ' ' || coalesce(city, '') || ' ' || coalesce(notes, ''))) stored,
  end_again_at timestamptz,
  end_attempts integer not null default 0,
  delivery_way delivery_way not null default 'delivery',
  check (shipped_at is not null or courier is null and tracking_number is null),
  check (shipped_at is null or (status in ('DIKIRIM', 'SELESAI'))),
  check (user_id is not null or source = 'penjual'),
  constraint orders_costs_add_up check ((shipping_cost + service_fee) = other_costs)
);
create index orders_by_user on orders (user_id, status, order_time desc, id);
create index orders_by_status on orders (status, order_time, id);
create index orders_unpaid_by_deadline on orders (expires_at) where status = 'DIPROSES';
-- The dashboard adds up all orders, and those of the last days: from the indexes alone.
create index orders_sums on orders (status) include (total_price);
create index orders_by_time on orders (order_time, id) include (status, total_price);
create index orders_held on orders (payment_hold_at) where payment_hold_at is not null;
create index orders_packed on orders (packed_at) where ((status = 'DIBAYAR') and (packed_at is not null));
-- As `phoneDigits` in contract/src/texts.ts: also `+62 0812` and `0062 812` are the number 0812. The index of it is made
-- again below, with its table.
create function phone_digits(phone text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^((00)?620?|00?)', '');
create index orders_without_account on orders (phone_digits(buyer_phone)) where user_id is null;

-- An item keeps the product as it was when it was ordered; the product itself may change or be archived.
create table order_items (
  id uuid default gen_random_uuid() primary key,
  order_id text not null references orders,
  position integer not null,
  product_id uuid not null references products,
  name text not null,
  image text,
  weight weight not null,
  packaging packaging not null,
  unit_price integer not null check (unit_price > 0),
  quantity integer not null check (quantity > 0),
  -- Of what was ordered, the pieces that the order does not send, and those of them that came back to the stock.
  taken_quantity integer not null default 0,
  returned_quantity integer not null default 0,
  -- The administrator has made the goods of this line: a tick of the production list.
  made_at timestamptz,
  cost_price integer check (cost_price > 0),
  check (returned_quantity >= 0 and returned_quantity <= taken_quantity and taken_quantity <= quantity),
  unique (order_id, "position"),
  unique (order_id, product_id)
);
create index order_items_by_product on order_items (product_id);
create index order_items_by_image on order_items (image) where image is not null;
create index order_items_taken on order_items (order_id) where (taken_quantity > 0);

-- What an order costs, as one list: its sum is orders.total_price, and everything else about its costs is made from it.
create type charge_kind as enum ('goods', 'delivery', 'service', 'discount');
create table order_charges (
  order_id text not null references orders,
  position integer not null,
  kind charge_kind not null,
  -- What the charge is called where the name of its kind does not fit.
  label text check (char_length(label) between 1 and 50),
  -- Whole rupiah; below zero where something is taken off.
  amount_idr bigint not null check (amount_idr <> 0),
  primary key (order_id, "position")
);

create type actor as enum ('customer', 'admin', 'gateway', 'system');
create table order_history (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  status order_status not null,
  actor actor not null,
  at timestamptz not null,
  -- The buyer made this change by the link of the order, which others may have, too.
  by_link boolean not null default false
);
create index order_history_by_order on order_history (order_id, id);
-- An order is cancelled once at most: twice would return its stock twice.
create unique index order_history_one_cancellation on order_history (order_id) where status = 'DIBATALKAN';

-- Mails about paid and shipped orders that are to be written at a later moment, in a shop that wants them.
create table order_mails (
  order_id text not null references orders,
  kind text not null check (kind in ('paid', 'shipped')),
  due_at timestamptz not null,
  -- Waiting work is put off by its claim, in all tables in the same way (platform/jobs/due-work.ts).
  attempts integer not null default 0,
  primary key (order_id, kind)
);

-- A browser's download carries no bearer token: a ticket, good once and for a minute, stands in for it.
create table export_tickets (
  ticket_hash bytea primary key,
  -- The list's query string, as it was asked for.
  query text not null,
  expires_at timestamptz not null,
  -- A ticket ends with the session that asked for it.
  session_token_hash bytea references sessions on delete cascade,
  -- A browser may ask twice with a ticket. When the administrators were told of its download.
  told_at timestamptz
);
create index export_tickets_by_session on export_tickets (session_token_hash);

-- What a search reads whole: a narrow copy of orders. Columns of a fixed length first, as those are read fastest.
create table order_texts (
  order_time timestamptz not null,
  status order_status not null,
  id text primary key,
  found_by text collate "C" not null
);

-- An order counts 1 as it is, and -1 as it was before a change. Without key or index: writing it costs an order little.
create table order_changes (
  order_id text not null,
  day date not null,
  status order_status not null,
  change smallint not null,
  total_price bigint not null
);

-- The orders of each Jakarta day and status. Where all have left the status, the row has 0.
create table order_days (
  day date not null,
  status order_status not null,
  orders integer not null,
  -- The total prices of these orders.
  total bigint not null,
  primary key (day, status)
);

-- What the paid orders of a Jakarta day sold. Without foreign key, which would ask for each row of a large shop.
create table product_days (
  day date not null,
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (day, product_id)
);

-- A day is here once it is over and none of its orders waits for payment: which of them were paid is certain then.
-- So are all days before it, but those without orders.
create table sales_days (
  day date primary key,
  paid_orders integer not null,
  cancelled_orders integer not null,
  -- The total prices of its paid orders.
  revenue bigint not null
);

create table sales_day_products (
  day date not null references sales_days on delete cascade,
  product_id uuid not null references products,
  quantity integer not null,
  revenue bigint not null,
  primary key (day, product_id)
);

alter table notifications add constraint notifications_order_id_fkey foreign key (order_id) references orders;
alter table stock_movements add constraint stock_movements_order_id_fkey foreign key (order_id) references orders;

-- An order may still come to such a day: from a clock that was wrong, or from a script. That day and those after it are
-- then to be summed up again. The question first, as deleting nothing would wait for whoever is summing up.
create function reopen_sales_days() returns trigger language plpgsql as $$
declare
  placed_on date := jakarta_day(new.order_time);
begin
  if exists (select from sales_days where day >= placed_on) then
    delete from sales_days where day >= placed_on;
  end if;
  return null;
end $$;

-- The shop counts in days of Jakarta. Both functions are inlined by the planner, so that they cost what they spell out.
create function jakarta_day(moment timestamptz) returns date language sql immutable parallel safe
  return ((moment at time zone 'Asia/Jakarta'))::date;

-- The moment at which the day begins.
create function jakarta_midnight(day date) returns timestamptz language sql immutable parallel safe
  return ((day)::timestamp at time zone 'Asia/Jakarta');

-- For processes of the previous version, which write no goods: it changes nothing of an order that has them.
create function name_goods_of_orders() returns trigger language plpgsql as $$
begin
  update orders set goods = named.goods
  from (select order_id, string_agg(name, ' ' order by position) as goods from new_items group by order_id) as named
  where named.order_id = orders.id and orders.goods = '';
  return null;
end
$$;

create function words_of(name_key text) returns SETOF text language sql immutable as $$
  select word
  from regexp_split_to_table(name_key collate "und-x-icu", '[^[:alpha:]]+') as word
  where char_length(word) between 3 and 40
$$;

create function record_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_changes values (new.id, jakarta_day(new.order_time), new.status, 1, new.total_price);
  else
    insert into order_changes values
      (old.id, jakarta_day(old.order_time), old.status, -1, old.total_price),
      (new.id, jakarta_day(new.order_time), new.status, 1, new.total_price);
  end if;
  return null;
end $$;

create function forget_orders() returns trigger language plpgsql as $$
begin
  truncate order_days, product_days, order_texts, order_changes;
  return null;
end $$;

-- Empties the sums and records each order as new. Orders may change meanwhile: the one statement sees one moment of all
-- tables. They are never deleted.
create function recount_orders() returns void language plpgsql as $$
begin
  lock table order_days in share row exclusive mode;
  with changes as (delete from order_changes), days as (delete from order_days), products as (delete from product_days),
    texts as (delete from order_texts)
  insert into order_changes
  select id, jakarta_day(order_time), status, 1, total_price from orders;
end $$;

-- The charges of an order that has only the columns of former releases. The present release still writes other_costs,
-- shipping_cost and service_fee, for a former one that runs beside it, and reads none of them. A later release may drop
-- them, with this function, fill_order_charges and the insert in check_order_charges.
create function charges_of_columns(placed orders) returns SETOF order_charges language sql stable as $$
  select placed.id, charge.* from (values
    (0, 'goods'::charge_kind, null::text, placed.total_price - placed.other_costs),
    (1, 'delivery', case when placed.shipping_cost is null then 'Biaya Pengiriman dan Pelayanan' end,
      coalesce(placed.shipping_cost, placed.other_costs)),
    (2, 'service', null, placed.service_fee)
  ) as charge (position, kind, label, amount_idr) where amount_idr <> 0
$$;

-- For the orders before this migration, and those of a backup that a former release made.
create function fill_order_charges() returns void language sql as $$
  insert into order_charges
  select charge.* from orders, charges_of_columns(orders) as charge
  where not exists (select from order_charges where order_id = orders.id)
$$;

-- At the end of the statement, so that it finds what the same statement has written.
create function check_order_charges() returns trigger language plpgsql as $$
declare
  charged bigint := (select sum(amount_idr) from order_charges where order_id = new.id);
begin
  if charged is null then
    insert into order_charges select * from charges_of_columns(new);
  elsif charged <> new.total_price then
    raise check_violation using message = format('order %s: total %s, charges %s', new.id, new.total_price, charged);
  end if;
  return null;
end $$;

-- What the pieces that were taken out of an order had cost its buyer: a discount lowers every price by the same share. The
-- fraction of a rupiah is the buyer's.
create function taken_price(of_order text) returns bigint language sql stable as $$
  select coalesce(taken - div(taken * least(discount, goods), goods), 0)::bigint
  from (
    select sum(taken_quantity * unit_price::numeric) as taken, sum(quantity * unit_price::numeric) as goods
    from order_items where order_id = of_order) as lines
  cross join (
    select coalesce(-sum(amount_idr), 0) as discount from order_charges
    where order_id = of_order and kind = 'discount') as charges
  where taken > 0
$$;

-- One trigger for each table by which an order's money is computed; its argument is the column with the order's id.
create function keep_due_of_row() returns trigger language plpgsql as $$
begin
  perform keep_due(array[to_jsonb(new) ->> tg_argv[0]]);
  return null;
end $$;

create trigger unchanging before update on order_history for each row
  execute function refuse_change();
create trigger reopens_sales_days after insert on orders for each row
  execute function reopen_sales_days();
create trigger goods_of_orders after insert on order_items referencing new table as new_items for each statement
  execute function name_goods_of_orders();
create trigger records_order after insert on orders for each row
  execute function record_order_change();
create trigger forgets_orders after truncate on orders for each statement
  execute function forget_orders();
create trigger checks_charges after insert on orders for each row
  execute function check_order_charges();
create trigger never_given_back before update of taken_quantity, returned_quantity on order_items
  for each row when (new.taken_quantity < old.taken_quantity or new.returned_quantity < old.returned_quantity)
  execute function refuse_change();
create trigger unchanging before update of
  id, order_id, "position", product_id, name, image, weight, packaging, unit_price, quantity, cost_price on order_items
  for each row
  execute function refuse_change();
create trigger records_change after update on orders
  for each row when (old.status is distinct from new.status or old.order_time is distinct from new.order_time
    or old.total_price is distinct from new.total_price or old.found_by is distinct from new.found_by)
  execute function record_order_change();
create trigger keeps_due after update of status on orders
  for each row when (old.status is distinct from new.status
    and (old.status = 'DIPROSES' or old.status = 'DIBATALKAN' or new.status = 'DIPROSES' or new.status = 'DIBATALKAN'))
  execute function keep_due_of_row('id');
create trigger keeps_due after update of taken_quantity on order_items
  for each row when (old.taken_quantity is distinct from new.taken_quantity)
  execute function keep_due_of_row('order_id');

-- payments ------------------------------------------------------------------------------------------------------

-- The pairs of keys of the gateway with which payments were opened. A set from the environment has no secret here: it is
-- known by its fingerprint only.
create table payment_key_sets (
  id uuid default gen_random_uuid() primary key,
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
  constraint payment_key_sets_given_by_somebody check (sealed_server_key is null or set_at is not null and set_by is not null)
);

create type payment_status as enum ('PENDING', 'SUKSES', 'GAGAL', 'KADALUARSA', 'DIBATALKAN');
-- How an administrator received the money, without the gateway, which does not know this payment.
create type hand_payment as enum ('cash', 'transfer');
-- One row for each transaction asked of the gateway; the first is made with its order.
create table payment_attempts (
  id text primary key,
  order_id text not null references orders,
  number integer not null check (number > 0),
  status payment_status not null default 'PENDING',
  amount bigint not null check (amount > 0),
  snap_token text,
  redirect_url text,
  transaction_id text,
  payment_type text,
  va_number text check (char_length(va_number) <= 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  status_asked_at timestamptz,
  -- Who is closing it at the gateway: what the gateway then says of it was this actor's doing.
  closing_actor actor,
  mismatch_told_at timestamptz,
  -- The lease on asking the gateway for an attempt's token gets the same form.
  token_lease_number integer not null default 0,
  token_lease_ends_at timestamptz,
  -- The administrator who is closing it, where closing_actor is admin.
  closing_admin uuid references users,
  -- Whole rupiah that arrived, where they are not the amount of the attempt. Such money is always a refund due.
  received_amount bigint check (received_amount > 0),
  -- How bad the news was that the administrators were notified of last; 0 where there was none (payments/alerts.ts).
  alert_level smallint not null default 0,
  -- Null in attempts of former releases: the current set counts.
  key_set_id uuid references payment_key_sets,
  -- The method that the buyer chose in the shop; null: the buyer chooses at the gateway.
  chosen_method text check (char_length(chosen_method) <= 50),
  -- The method that the gateway reports; null: none yet, or one that the shop does not know.
  used_method text check (char_length(used_method) <= 50),
  -- What a Mandiri bill is paid with.
  biller_code text check (char_length(biller_code) <= 32),
  bill_key text check (char_length(bill_key) <= 32),
  -- What is shown to the cashier of Alfamart or Indomaret.
  payment_code text check (char_length(payment_code) <= 64),
  -- Whose QR it was, and with whose app it was paid.
  acquirer text check (char_length(acquirer) <= 50),
  issuer text check (char_length(issuer) <= 50),
  -- While set, the buyer is replacing this attempt by another one: its end is not the order's.
  replaced_at timestamptz,
  -- When the gateway gave its token.
  token_made_at timestamptz,
  -- How often the gateway was asked about it after it had ended.
  asked_after_end smallint not null default 0,
  -- The gateway took the whole money back, and this is its name of the state. Null again if it settles once more.
  reversed_at timestamptz,
  reversed_state text check (char_length(reversed_state) <= 255),
  -- The last report that an administrator has to look at: of another amount, of a state that the shop does not know, or of
  -- money that was taken back in part. The amount is in whole rupiah; null if the gateway named none.
  matter_kind text check (matter_kind in ('other-amount', 'unclear', 'partly-withdrawn')),
  matter_at timestamptz,
  matter_amount bigint,
  matter_state text check (char_length(matter_state) <= 255),
  by_hand hand_payment,
  -- False for money that came late, or a second time: it pays nothing.
  pays_order boolean not null default true,
  check ((status = 'SUKSES') = (paid_at is not null)),
  check (received_amount is null or not pays_order or by_hand is not null),
  constraint payment_attempts_check4 check (by_hand is null or status = 'SUKSES'),
  constraint payment_attempts_check5 check ((matter_kind is null) = (matter_at is null)),
  unique (order_id, number)
);
create unique index payment_attempts_one_live on payment_attempts (order_id) where status = 'PENDING';
create index payment_attempts_ended on payment_attempts (expires_at) where (status in ('GAGAL', 'KADALUARSA', 'DIBATALKAN'));
create index payment_attempts_by_key_set on payment_attempts (key_set_id) where key_set_id is not null;
create index payment_attempts_reversed on payment_attempts (reversed_at) where reversed_at is not null;
create index payment_attempts_matters on payment_attempts (matter_at) where matter_at is not null;
create unique index payment_attempts_one_paid on payment_attempts (order_id) where ((status = 'SUKSES') and pays_order);
create index payment_attempts_asked_paid on payment_attempts (paid_at)
  where ((status = 'SUKSES') and (used_method in ('permata_va', 'echannel', 'indomaret', 'other_qris', 'gopay', 'shopeepay')));

-- The latest changes of an order's payment. While one runs, no other one asks the gateway about that order.
create table payment_changes (
  id bigint generated always as identity primary key,
  order_id text not null references orders on delete cascade,
  -- The method that its buyer asked for; null: any.
  method text,
  began_at timestamptz not null,
  -- By the clock of the database; null: it has ended.
  lease_ends_at timestamptz
);
create index payment_changes_of_order on payment_changes (order_id, began_at);

-- What the gateway keeps of a payment, from the last report that says it.
create table payment_fees (
  attempt_id text primary key references payment_attempts on delete cascade,
  fee_idr bigint not null
);

-- How many notifications of the gateway were forged, and how payments became known, in periods of ten minutes.
create table payment_signals (
  began_at timestamptz not null,
  signal text not null,
  count integer not null check (count > 0),
  primary key (began_at, signal)
);

-- Money that goes back to a buyer: a whole payment or a part of it.
create type refund_reason as enum ('CANCELLED', 'PAID_TWICE', 'SHOP_CANCELLED', 'PART', 'OUTSIDE', 'SURPLUS');
create type refund_state as enum ('due', 'asked', 'done');
create type refund_way as enum ('gateway', 'hand', 'outside');
create table refunds (
  id uuid default gen_random_uuid() primary key,
  attempt_id text not null references payment_attempts,
  order_id text not null references orders,
  -- Whole rupiah.
  amount_idr bigint not null check (amount_idr > 0),
  reason refund_reason not null,
  -- The words of the administrator who decided it; the buyer reads them.
  cause text check (char_length(cause) between 1 and 200),
  -- The gateway knows the refund by it, so that a repeated call pays once.
  refund_key text not null check (char_length(refund_key) between 1 and 100),
  state refund_state not null default 'due',
  due_at timestamptz not null,
  -- Null: the shop itself, because the order could not accept the payment.
  due_by uuid references users,
  -- When the gateway was asked for it, by whom, and why it did not refund it.
  asked_at timestamptz,
  asked_by uuid references users,
  refused text check (char_length(refused) between 1 and 300),
  way refund_way,
  done_at timestamptz,
  -- Null for a refund that was made at the gateway's dashboard.
  done_by uuid references users,
  note text check (char_length(note) between 1 and 2000),
  -- The gateway's own id of the refund, and when the bank has confirmed it.
  gateway_id text check (char_length(gateway_id) between 1 and 100),
  bank_confirmed_at timestamptz,
  unique (attempt_id, refund_key),
  check ((state = 'done') = (done_at is not null) and (state = 'done') = (way is not null)),
  check (state <> 'asked' or asked_at is not null and asked_by is not null),
  check (way is distinct from 'hand' or note is not null and done_by is not null)
);
create index refunds_by_order on refunds (order_id);
create index refunds_waiting on refunds (due_at, id) where (state <> 'done');
create index refunds_done on refunds (done_at, id) where (state = 'done');

-- The bank account to which a buyer wants the money of an order back. A job deletes it 90 days after the refund.
create table refund_accounts (
  order_id text primary key references orders,
  -- Bank, number and holder, encrypted (platform/sealed.ts).
  sealed_account bytea not null,
  -- What its buyer is shown: the bank and the last digits.
  shown text not null check (char_length(shown) <= 100),
  set_at timestamptz not null,
  -- When a buyer has changed the account, within a day, because the changes are limited.
  changes timestamptz[] not null default '{}'::timestamptz[]
);

-- Payments that the gateway has and the shop does not, as after restoring a backup. A person decides what to do with them.
create table unmatched_payments (
  -- The gateway's order_id.
  id text primary key check (char_length(id) <= 50),
  -- The gateway's transaction_status.
  gateway_state text,
  -- Whole rupiah.
  amount bigint,
  currency text,
  transaction_id text,
  va_number text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);

-- One book of all money: what came in, was taken back, came again or was given back, what the shop promised to give back of a
-- kept order, and differences that an administrator has accepted. It only grows: a correction is another entry.
create type money_entry_kind as enum ('received', 'taken_back', 'restored', 'given_back', 'allowance', 'accepted');
-- Told by the gateway; made at its dashboard; by hand.
create type money_way as enum ('gateway', 'dashboard', 'hand');
create table money_entries (
  id bigint generated always as identity primary key,
  order_id text not null references orders,
  -- Null for a promise or an accepted difference.
  attempt_id text references payment_attempts,
  kind money_entry_kind not null,
  -- Whole rupiah. Less than zero corrects an earlier entry.
  amount_idr bigint not null check (amount_idr <> 0),
  way money_way,
  -- Each fact is written once: the transaction, and the turn in which it was taken back or restored; the refund.
  reference text not null check (char_length(reference) between 1 and 300),
  actor uuid references users,
  at timestamptz not null,
  note text check (char_length(note) between 1 and 2000),
  check ((kind in ('given_back', 'allowance', 'accepted')) or amount_idr > 0),
  check ((kind in ('allowance', 'accepted')) = (attempt_id is null) and (attempt_id is null) = (way is null)),
  check (kind <> 'accepted' or note is not null),
  unique (kind, reference)
);
create index money_entries_by_order on money_entries (order_id);
create index money_entries_by_attempt on money_entries (attempt_id);
-- The orders whose money did not simply arrive.
create index money_entries_unusual on money_entries (order_id) where (kind <> 'received');

-- The orders of which something is due, kept by triggers so that nobody has to look through all orders. Never written
-- otherwise; the books compare it.
create table money_due (
  order_id text primary key references orders,
  due_idr bigint not null check (due_idr <> 0)
);

-- What an administrator has dealt with. A matter that is newer than its mark is listed again.
create table money_marks (
  -- The kind of the matter, as in contract/src/money-values.ts, and the id of its payment.
  kind text not null check (char_length(kind) <= 50),
  subject text not null check (char_length(subject) <= 100),
  dealt_at timestamptz not null,
  note text not null check (char_length(note) between 1 and 500),
  dealt_by uuid not null references users,
  primary key (kind, subject)
);

-- The columns that administrators assigned in reports of the gateway, by a hash of the headers.
create table payment_report_columns (
  headers_hash bytea primary key,
  -- The index of each role's column.
  columns jsonb not null,
  used_at timestamptz not null
);

create table missing_spans (
  until_at timestamptz primary key,
  from_at timestamptz not null,
  compared_at timestamptz
);

-- The one place that says which entries bring money to the shop, and which take it away.
create function moved_money(of_kind money_entry_kind, amount_idr bigint) returns bigint language sql immutable as $$
  select case when of_kind in ('received', 'restored') then amount_idr
    when of_kind in ('taken_back', 'given_back') then -amount_idr else 0 end
$$;

-- The only place that says what is owed. More than zero is owed to the buyer, less to the shop.
create view order_balances as
  select orders.id as order_id, received, taken_back, restored, given_back, allowances, accepted, held, kept,
    held - kept - accepted as due, taken
  from orders
  cross join lateral (
    select coalesce(sum(amount_idr) filter (where kind = 'received'), 0)::bigint as received,
      coalesce(sum(amount_idr) filter (where kind = 'taken_back'), 0)::bigint as taken_back,
      coalesce(sum(amount_idr) filter (where kind = 'restored'), 0)::bigint as restored,
      coalesce(sum(amount_idr) filter (where kind = 'given_back'), 0)::bigint as given_back,
      coalesce(sum(amount_idr) filter (where kind = 'allowance'), 0)::bigint as allowances,
      coalesce(sum(amount_idr) filter (where kind = 'accepted'), 0)::bigint as accepted,
      coalesce(sum(moved_money(kind, amount_idr)), 0)::bigint as held
    from money_entries where order_id = orders.id) as book
  cross join lateral (
    select coalesce((
      select taken_price(orders.id) from order_items where order_id = orders.id and taken_quantity > 0 limit 1), 0) as taken
  ) as lines
  cross join lateral (
    select case when orders.status in ('DIPROSES', 'DIBATALKAN') then 0 else greatest(total_price - allowances - taken, 0) end as kept
  ) as kept;

-- What each payment still holds.
create view attempt_balances as
  select attempt_id, order_id, sum(moved_money(kind, amount_idr))::bigint as held
  from money_entries where attempt_id is not null group by attempt_id, order_id;

-- What is due now by each promise of money back that is still open. The oldest is given back first.
create view refunds_due as
  select id, order_id, attempt_id, least(amount_idr, greatest(due_idr - under_way - before, 0))::bigint as due_idr
  from (
    select refunds.*, money_due.due_idr,
      sum(amount_idr) over (partition by refunds.order_id order by due_at, refunds.id) - amount_idr as before, (
        select coalesce(sum(amount_idr), 0) from refunds as asked
        where asked.order_id = refunds.order_id and asked.state = 'asked') as under_way
    from refunds join money_due using (order_id) where state = 'due' and money_due.due_idr > 0) as open
  where due_idr - under_way - before > 0;

create function keep_due(order_ids text[]) returns void language sql as $$
  -- An accepted difference lessens what is owed and never turns it round. What of it is there no more, as after a cancellation, is
  -- taken back: a later difference is another one.
  with accepting as materialized (
    select distinct order_id from money_entries where order_id = any(order_ids) and kind = 'accepted')
  insert into money_entries (order_id, kind, amount_idr, reference, at, note)
  select order_id, 'accepted', rest - accepted, order_id || '/' || gen_random_uuid(), (
    select max(at) from money_entries as latest where latest.order_id = accepting.order_id), 'Selisihnya tidak ada lagi'
  from accepting join order_balances using (order_id)
  cross join lateral (select greatest(least(accepted, greatest(held - kept, 0)), least(held - kept, 0)) as rest) as rest
  where accepted <> rest;
  with present as materialized (select order_id, due from order_balances where order_id = any(order_ids)),
  settled as (delete from money_due using present where money_due.order_id = present.order_id and due = 0)
  insert into money_due select order_id, due from present where due <> 0
  on conflict (order_id) do update set due_idr = excluded.due_idr where money_due.due_idr <> excluded.due_idr
$$;

-- New also after a restore, when the gateway knows refunds that the shop has lost: it pays a key once.
create function new_refund_key(of_attempt text) returns text language sql as $$
  select of_attempt || '-r' || (select count(*) + 1 from refunds where attempt_id = of_attempt) || '-'
    || left(gen_random_uuid()::text, 8)
$$;

-- Money came that no promise covers: it is promised. The payment that still holds most of it gives it back, else the newest.
-- Its order is locked.
create function promise_rest(of_order text, of_attempt text, why refund_reason, moment timestamptz)
  returns bigint language sql as $$
  insert into refunds (attempt_id, order_id, amount_idr, reason, refund_key, due_at)
  select attempt.id, of_order, rest, why, new_refund_key(attempt.id), moment
  from (
    select due_idr - (select coalesce(sum(amount_idr), 0) from refunds where order_id = of_order and state <> 'done') as rest
    from money_due where order_id = of_order) as uncovered
  cross join lateral (
    select id from payment_attempts where order_id = of_order and status = 'SUKSES'
    order by id = of_attempt desc, number desc limit 1) as attempt
  where rest > 0
  returning amount_idr
$$;

create function check_refund() returns trigger language plpgsql as $$
declare
  holds bigint;
  asked bigint;
begin
  perform from payment_attempts where id = new.attempt_id for no key update;
  select held into holds from attempt_balances where attempt_id = new.attempt_id;
  select sum(amount_idr) into asked from refunds where attempt_id = new.attempt_id and state = 'asked';
  if asked > coalesce(holds, 0) then
    raise check_violation using message = format('payment %s: holds %s, asked for %s', new.attempt_id, holds, asked);
  end if;
  return null;
end $$;

-- The book of the money that came before it.
create function fill_money_book() returns void language plpgsql as $$
declare
  -- A withdrawal had ended refunds that were due, and had only this note to be known by. Notes could be added to it.
  withdrawn constant text := 'Ditarik kembali di Midtrans';
begin
  update refunds set state = 'due', way = null, done_at = null, note = null
  where state = 'done' and way = 'outside' and done_by is null and gateway_id is null
    and (note = withdrawn or starts_with(note, withdrawn || E'\n\n'));

  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at)
  select order_id, id, 'received', coalesce(received_amount, amount),
    (case when by_hand is null then 'gateway' else 'hand' end)::money_way, id || '/' || coalesce(transaction_id, ''), paid_at
  from payment_attempts where status = 'SUKSES' order by paid_at, id;

  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, actor, at, note)
  select order_id, attempt_id, 'given_back', amount_idr,
    (case way when 'outside' then 'dashboard' when 'hand' then 'hand' else 'gateway' end)::money_way,
    attempt_id || '/' || case way when 'hand' then id::text else refund_key end, done_by, done_at, note
  from refunds where state = 'done' order by done_at, id;

  -- A transfer by hand and the gateway have both paid it.
  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at)
  select order_id, attempt_id, 'given_back', amount_idr, 'gateway', attempt_id || '/' || refund_key, done_at
  from refunds where state = 'done' and way = 'hand' and gateway_id is not null and starts_with(refund_key, attempt_id || '-r');

  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at, note)
  select order_id, id, 'taken_back', gone, 'gateway', id || '/' || coalesce(transaction_id, '') || '/1', reversed_at, reversed_state
  from payment_attempts
  cross join lateral (
    select coalesce(received_amount, amount) - coalesce(sum(amount_idr), 0) as gone
    from money_entries where attempt_id = payment_attempts.id and kind = 'given_back' and way <> 'hand') as rest
  where status = 'SUKSES' and reversed_at is not null and gone > 0 order by reversed_at, id;

  insert into money_entries (order_id, kind, amount_idr, reference, actor, at, note)
  select order_id, 'allowance', promised - taken, order_id || '/1', decider, moment, words
  from (
    select order_id, sum(amount_idr) as promised, min(due_at) as moment, (array_agg(due_by order by due_at, id))[1] as decider,
      (array_agg(cause order by due_at, id))[1] as words
    from refunds where reason = 'PART' group by order_id) as parts
  cross join lateral (select coalesce(taken_price(order_id), 0) as taken) as lines
  where promised > taken;

  insert into money_entries (order_id, kind, amount_idr, reference, actor, at, note)
  select attempt.order_id, 'accepted', due, attempt.order_id || '/1', dealt_by, dealt_at, mark.note
  from money_marks as mark
  join payment_attempts as attempt on attempt.id = mark.subject
  join order_balances as balance on balance.order_id = attempt.order_id
  where mark.kind = 'partly-withdrawn' and dealt_at >= matter_at and due < 0
    and not exists (select from money_entries where kind = 'accepted' and order_id = attempt.order_id);

  perform keep_due(array(select id from orders));

  -- More than the total, by hand, was promised to nobody.
  perform promise_rest(order_id, null, 'SURPLUS', now()) from money_due where due_idr > 0 order by order_id;
end $$;

create function keep_due_of_entries() returns trigger language plpgsql as $$
begin
  if exists (select from written) then
    perform keep_due(array(select distinct order_id from written));
  end if;
  return null;
end $$;

create trigger unchanging before delete or update on money_entries for each row
  execute function refuse_change();
create trigger checks_refund after insert or update of state, amount_idr on refunds for each row when (new.state = 'asked')
  execute function check_refund();
create trigger keeps_due after insert on money_entries referencing new table as written for each statement
  execute function keep_due_of_entries();

-- checkout ------------------------------------------------------------------------------------------------------

-- The page of an order without an account. A new link replaces the former one.
create table order_links (
  order_id text primary key references orders,
  token_hash bytea not null unique,
  made_at timestamptz not null
);

-- office --------------------------------------------------------------------------------------------------------

-- Written by the readiness check, to find out whether the database takes writes.
create table readiness (
  only_row boolean default true primary key check (only_row),
  checked_at timestamptz not null
);

-- Troubles of the shop that last now, and of which the administrators were notified.
create table alarms (
  name text primary key,
  began_at timestamptz not null,
  -- When they were last notified that it lasts.
  told_at timestamptz not null,
  -- The sentence of the last notification, which the dashboard shows while the trouble lasts.
  message text
);

-- What the last look at the books has found, so that the list of money shows it without looking through all orders. Written by
-- a job, and made anew by each of its runs.
create table book_findings (
  rule text not null,
  subject text not null,
  detail text not null,
  -- Since when it is as the detail says.
  found_at timestamptz not null,
  primary key (rule, subject)
);

create table last_backup (
  only_row boolean default true primary key check (only_row),
  -- The moment of its snapshot.
  made_at timestamptz not null,
  file text not null,
  bytes bigint not null
);

create table quiet_mark (
  only_row boolean default true primary key check (only_row),
  backup_made_at timestamptz not null,
  restored_at timestamptz not null
);

-- platform ------------------------------------------------------------------------------------------------------

-- Who may do a job now, of all processes on this database. Times are those of the database's clock.
create table leases (
  name text primary key,
  -- Raised at each take-over: a write by the holder of a lower number is refused.
  number bigint not null,
  ends_at timestamptz not null,
  -- When the job of this lease runs next, in whatever process; null: it is due.
  next_at timestamptz,
  unique (name, number)
);

-- A row for each event of the catalogue that is committed and not sent yet. Unlogged: after a crash of PostgreSQL every process
-- has lost its connection, and reads everything again.
create unlogged table event_marks (
  id uuid primary key,
  written_at timestamptz not null default clock_timestamp()
);

-- What a request with an Idempotency-Key did, kept for 24 hours.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  route text not null,
  key text,
  body_hash bytea not null,
  result jsonb not null,
  created_at timestamptz not null,
  key_hash bytea not null,
  primary key (user_id, route, key_hash),
  unique (user_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

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

create trigger idempotency_keys_checked before insert on idempotency_keys for each row
  execute function check_idempotency_key();
