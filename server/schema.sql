create type actor as enum ('customer', 'admin', 'gateway', 'system');

create type audit_action as enum ('created', 'changed', 'deleted', 'archived', 'restored');

create type audit_subject as enum ('product', 'order', 'settings', 'payment');

create type charge_kind as enum ('goods', 'delivery', 'service', 'discount');

create type delivery_way as enum ('delivery', 'pickup');

create type discount_kind as enum ('percent', 'amount', 'delivery');

create type discount_source as enum ('automatic', 'voucher');

create type gender as enum ('LAKI_LAKI', 'PEREMPUAN');

create type hand_payment as enum ('cash', 'transfer');

create type money_entry_kind as enum ('received', 'taken_back', 'restored', 'given_back', 'allowance', 'accepted');

create type money_way as enum ('gateway', 'dashboard', 'hand');

create type order_source as enum ('toko', 'penjual');

create type order_status as enum ('DIPROSES', 'DIBAYAR', 'DIKIRIM', 'SELESAI', 'DIBATALKAN');

create type payment_status as enum ('PENDING', 'SUKSES', 'GAGAL', 'KADALUARSA', 'DIBATALKAN');

create type refund_reason as enum ('CANCELLED', 'PAID_TWICE', 'SHOP_CANCELLED', 'PART', 'OUTSIDE', 'SURPLUS');

create type refund_state as enum ('due', 'asked', 'done');

create type refund_way as enum ('gateway', 'hand', 'outside');

create type term_list as enum ('categories', 'packagings', 'weights');

create type user_role as enum ('admin', 'staf', 'customer');

CREATE OR REPLACE FUNCTION public.add_words_of_new_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into product_words
  select distinct word collate "C" as word from words_of(search_fold(new.name)) as word order by word
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.add_words_of_new_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into product_words
  select distinct word collate "C" as word from added, words_of(search_fold(name)) as word order by word
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_idempotency_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The lifetime and the limit are those of server/src/platform/http/idempotency.ts and docs/security.md.
  if (
    select count(*) from (
      select from idempotency_keys
      where user_id = new.user_id and route = new.route and created_at >= new.created_at - interval '1 day'
      limit 500
    ) as living
  ) = 500 then
    raise exception 'too many idempotency keys'
      using errcode = 'check_violation', constraint = 'idempotency_keys_limit';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_order_charges()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found record;
begin
  select coalesce(sum(amount_idr), 0) as total,
    coalesce(sum(amount_idr) filter (where kind = 'delivery'), 0) - coalesce(sum(of_delivery_idr), 0) as delivery,
    coalesce(sum(amount_idr) filter (where kind = 'service'), 0) - coalesce(sum(of_service_idr), 0) as service,
    coalesce(-sum(amount_idr) filter (where kind = 'discount'), 0) - coalesce(sum(of_delivery_idr + of_service_idr), 0) as discount
    into found from order_charges where order_id = new.id;
  if found.total <> new.total_price then
    raise check_violation using message = format('order %s: total %s, charges %s', new.id, new.total_price, found.total);
  elsif least(found.total, found.delivery, found.service) < 0 then
    raise check_violation using message = format('order %s: a total or fee below zero', new.id);
  elsif found.discount <> (select coalesce(sum(discount_idr), 0) from order_items where order_id = new.id) then
    raise check_violation using message = format('order %s: the shares of its lines are not its discounts', new.id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_returned_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.customer_price(buyer uuid, phone text, product uuid, public_price bigint, quantity integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select min(coalesce(own.price, public_price - (public_price * percent + 50) / 100))::integer
  from price_lists
  left join price_list_products as own on own.list_id = price_lists.id and own.product_id = product
  where quantity >= least_quantity and coalesce(own.price, percent) is not null and exists (
    select from customer_notes, unnest(tags) as own_tag
    where lower(own_tag) = lower(price_lists.tag) and (customer_notes.user_id = buyer
      or customer_price.phone is not null and (phone_digits = nullif(phone_digits(customer_price.phone), '')
        or customer_notes.user_id in (
          select id from users where phone_digits(users.phone) = nullif(phone_digits(customer_price.phone), '')))))
$function$;

CREATE OR REPLACE FUNCTION public.forget_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  truncate order_days, product_days, order_texts, order_changes;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.hamper_cost(parts text)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when count(*) = count(cost_price) then least(sum(cost_price::bigint * quantity), 2147483647)::integer end
  from parts_of(parts) as part left join products on products.id = part.product_id
$function$;

CREATE OR REPLACE FUNCTION public.hamper_stock(parts text)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select min(coalesce(products.stock / part.quantity, 0))
  from parts_of(parts) as part left join products on products.id = part.product_id and archived_at is null
    and products.parts is null
$function$;

CREATE OR REPLACE FUNCTION public.jakarta_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((moment AT TIME ZONE 'Asia/Jakarta'::text))::date;

CREATE OR REPLACE FUNCTION public.jakarta_midnight(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((day)::timestamp without time zone AT TIME ZONE 'Asia/Jakarta'::text);

CREATE OR REPLACE FUNCTION public.keep_due(order_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.keep_due_of_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from written) then
    perform keep_due(array(select distinct order_id from written));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_due_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_due(array[to_jsonb(new) ->> tg_argv[0]]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_name_in_carts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update cart_items set left_name = old.name where product_id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_ordered_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from order_items where old.code in (packaging, weight))
    or exists (select from order_item_parts where old.code in (packaging, weight)) then
    raise foreign_key_violation using message = format('term %s was ordered', old.code);
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.lower_email(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower((email COLLATE "C"));

CREATE OR REPLACE FUNCTION public.moved_money(of_kind money_entry_kind, amount_idr bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when of_kind in ('received', 'restored') then amount_idr
    when of_kind in ('taken_back', 'given_back') then -amount_idr else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.new_refund_key(of_attempt text)
 RETURNS text
 LANGUAGE sql
AS $function$
  select of_attempt || '-r' || (select count(*) + 1 from refunds where attempt_id = of_attempt) || '-'
    || left(gen_random_uuid()::text, 8)
$function$;

CREATE OR REPLACE FUNCTION public.parts_of(parts text)
 RETURNS TABLE(product_id uuid, quantity integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT ROWS 5
AS $function$
  select split_part(part, ':', 1)::uuid, split_part(part, ':', 2)::integer from string_to_table(parts, ' ') as part
$function$;

CREATE OR REPLACE FUNCTION public.phone_digits(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text), '^((00)?620?|00?)'::text, ''::text);

CREATE OR REPLACE FUNCTION public.promise_rest(of_order text, of_attempt text, why refund_reason, moment timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.queue_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into push_queue (notification_id, session_hash, due_at)
  select new.id, session_hash, new.created_at from push_subscriptions where user_id = new.user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into order_changes values (new.id, jakarta_day(new.order_time), new.status, 1, new.total_price);
  else
    insert into order_changes values
      (old.id, jakarta_day(old.order_time), old.status, -1, old.total_price),
      (new.id, jakarta_day(new.order_time), new.status, 1, new.total_price);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_regular_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into regular_prices (product_id, price, since) values (new.id, new.price, new.updated_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_stock_movement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  moved integer := new.stock - case tg_op when 'UPDATE' then old.stock else 0 end;
begin
  if moved <> 0 then
    insert into stock_movements (product_id, order_id, quantity)
    values (new.id, nullif(current_setting('camilan.order_id', true), ''), moved);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.recount_orders()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table order_days in share row exclusive mode;
  with changes as (delete from order_changes), days as (delete from order_days), products as (delete from product_days),
    texts as (delete from order_texts)
  insert into order_changes
  select id, jakarta_day(order_time), status, 1, total_price from orders;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% rows are never changed', tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_fold(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.taken_price(of_order text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(taken_quantity * unit_price::bigint), 0)::bigint
    - floor(round(coalesce(sum(taken_quantity * discount_idr / quantity), 0), 12))::bigint
  from order_items where order_id = of_order
$function$;

CREATE OR REPLACE FUNCTION public.words_of(name_key text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select word
  from regexp_split_to_table(name_key collate "und-x-icu", '[^[:alpha:]]+') as word
  where char_length(word) between 3 and 40
$function$;

CREATE OR REPLACE FUNCTION public.write_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select search_fold(concat_ws(' ', new.name, new.description, category.label, packaging.label, weight.label))
    into strict new.search_text
    from terms as category, terms as packaging, terms as weight
    where category.list = 'categories' and category.code = new.category
      and packaging.list = 'packagings' and packaging.code = new.packaging
      and weight.list = 'weights' and weight.code = new.weight;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.write_search_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from products where new.code in (category, packaging, weight) order by id for no key update;
  update products set search_text = '' where new.code in (category, packaging, weight);
  return null;
end $function$;

create table addresses (
  address text not null,
  city text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  id uuid not null default gen_random_uuid(),
  is_default boolean not null,
  label text not null,
  place text,
  recipient text,
  recipient_phone text,
  user_id uuid not null,
  constraint addresses_address_check CHECK (char_length(address) >= 1 AND char_length(address) <= 500),
  constraint addresses_check CHECK (recipient IS NOT NULL OR recipient_phone IS NULL),
  constraint addresses_label_check CHECK (char_length(label) >= 1 AND char_length(label) <= 40),
  constraint addresses_pkey PRIMARY KEY (id),
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX addresses_of_user ON public.addresses USING btree (user_id, search_fold(address), COALESCE(place, city), COALESCE(search_fold(recipient), ''::text));
CREATE UNIQUE INDEX default_address ON public.addresses USING btree (user_id) WHERE is_default;

create table alarms (
  began_at timestamp with time zone not null,
  message text,
  name text not null,
  told_at timestamp with time zone not null,
  constraint alarms_pkey PRIMARY KEY (name)
);

create table audit_entries (
  action audit_action not null,
  actor_id uuid not null,
  actor_name text not null,
  at timestamp with time zone not null,
  changes jsonb not null,
  id bigint not null generated always as identity,
  subject_id text not null,
  subject_type audit_subject not null,
  constraint audit_entries_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint audit_entries_changes_check CHECK (jsonb_typeof(changes) = 'array'::text),
  constraint audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_by_subject ON public.audit_entries USING btree (subject_type, subject_id, id);
CREATE TRIGGER unchanging BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table batch_products (
  batch_id uuid not null,
  product_id uuid not null,
  quota integer not null,
  constraint batch_products_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE,
  constraint batch_products_pkey PRIMARY KEY (batch_id, product_id),
  constraint batch_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint batch_products_quota_check CHECK (quota >= 0)
);
CREATE INDEX batch_products_by_product ON public.batch_products USING btree (product_id);

create table batches (
  created_at timestamp with time zone not null,
  handed_over_on date not null,
  id uuid not null default gen_random_uuid(),
  made_on date not null,
  name text not null,
  order_until date not null,
  constraint batches_check CHECK (order_until <= made_on AND made_on <= handed_over_on),
  constraint batches_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 50),
  constraint batches_pkey PRIMARY KEY (id)
);

create table book_findings (
  detail text not null,
  found_at timestamp with time zone not null,
  rule text not null,
  subject text not null,
  constraint book_findings_pkey PRIMARY KEY (rule, subject)
);

create table cart_items (
  batch_id uuid,
  created_at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  left_name text,
  product_id uuid,
  quantity integer not null,
  user_id uuid not null,
  constraint cart_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint cart_items_pkey PRIMARY KEY (id),
  constraint cart_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
  constraint cart_items_quantity_check CHECK (quantity > 0),
  constraint cart_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX cart_items_by_batch ON public.cart_items USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX cart_items_by_product ON public.cart_items USING btree (product_id);
CREATE UNIQUE INDEX cart_items_of_batch ON public.cart_items USING btree (user_id, product_id, batch_id) WHERE (batch_id IS NOT NULL);
CREATE UNIQUE INDEX cart_items_of_stock ON public.cart_items USING btree (user_id, product_id) WHERE (batch_id IS NULL);

create table customer_notes (
  id uuid not null default gen_random_uuid(),
  note text not null default ''::text,
  phone_digits text,
  tags text[] not null default '{}'::text[],
  user_id uuid,
  constraint customer_notes_check CHECK ((user_id IS NULL) <> (phone_digits IS NULL)),
  constraint customer_notes_note_check CHECK (char_length(note) <= 500),
  constraint customer_notes_phone_digits_key UNIQUE (phone_digits),
  constraint customer_notes_pkey PRIMARY KEY (id),
  constraint customer_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint customer_notes_user_id_key UNIQUE (user_id)
);

create table delivery_zone_places (
  place text collate "C" not null,
  zone_id uuid not null,
  constraint delivery_zone_places_pkey PRIMARY KEY (place, zone_id),
  constraint delivery_zone_places_place_check CHECK (place ~ '^\d\d(\.\d\d){0,2}$'::text),
  constraint delivery_zone_places_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES delivery_zones(id) ON DELETE CASCADE
);
CREATE INDEX delivery_zone_places_of_zone ON public.delivery_zone_places USING btree (zone_id);

create table delivery_zones (
  id uuid not null default gen_random_uuid(),
  name text not null,
  "position" integer not null,
  services jsonb not null,
  constraint delivery_zones_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint delivery_zones_pkey PRIMARY KEY (id),
  constraint delivery_zones_position_key UNIQUE ("position"),
  constraint delivery_zones_services_check CHECK (jsonb_typeof(services) = 'array'::text)
);

create table discount_codes (
  code text not null,
  discount_id uuid not null,
  key text collate "C" not null,
  constraint discount_codes_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id),
  constraint discount_codes_key_check CHECK (key ~ '^[A-Z0-9]{3,30}$'::text),
  constraint discount_codes_pkey PRIMARY KEY (key)
);
CREATE INDEX discount_codes_by_discount ON public.discount_codes USING btree (discount_id);

create table discount_uses (
  amount_idr bigint not null,
  code_key text collate "C",
  discount_id uuid not null,
  order_id text not null,
  constraint discount_uses_amount_idr_check CHECK (amount_idr > 0),
  constraint discount_uses_code_key_fkey FOREIGN KEY (code_key) REFERENCES discount_codes(key),
  constraint discount_uses_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id),
  constraint discount_uses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint discount_uses_pkey PRIMARY KEY (discount_id, order_id)
);
CREATE INDEX discount_uses_by_order ON public.discount_uses USING btree (order_id);
CREATE TRIGGER unchanging BEFORE UPDATE ON discount_uses FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table discounts (
  amount bigint not null,
  category text collate "C",
  combinable boolean not null default true,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  from_day date,
  id uuid not null default gen_random_uuid(),
  kind discount_kind not null,
  least_sum bigint not null default 0,
  most_uses integer,
  most_uses_each integer,
  name text not null,
  product_ids uuid[] not null default '{}'::uuid[],
  source discount_source not null,
  until_day date,
  constraint discounts_category_fkey FOREIGN KEY (category) REFERENCES terms(code),
  constraint discounts_check CHECK (amount > 0 AND (kind <> 'percent'::discount_kind OR amount <= 100)),
  constraint discounts_check1 CHECK (from_day <= until_day),
  constraint discounts_least_sum_check CHECK (least_sum >= 0),
  constraint discounts_most_uses_check CHECK (most_uses > 0),
  constraint discounts_most_uses_each_check CHECK (most_uses_each > 0),
  constraint discounts_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 50),
  constraint discounts_pkey PRIMARY KEY (id)
);

create table email_changes (
  changed_at timestamp with time zone not null,
  former_email text not null,
  former_email_key text collate "C" not null generated always as (lower_email(former_email)) stored,
  id bigint not null generated always as identity,
  notified_email text not null,
  notified_email_key text collate "C" not null generated always as (lower_email(notified_email)) stored,
  undo_token_hash bytea not null,
  undone_at timestamp with time zone,
  user_id uuid not null,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_undo_token_hash_key UNIQUE (undo_token_hash),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_changes_by_former_email ON public.email_changes USING btree (former_email_key);
CREATE INDEX email_changes_by_notified_email ON public.email_changes USING btree (notified_email_key);
CREATE INDEX email_changes_by_user ON public.email_changes USING btree (user_id, changed_at);

create unlogged table event_marks (
  id uuid not null,
  written_at timestamp with time zone not null default clock_timestamp(),
  constraint event_marks_pkey PRIMARY KEY (id)
);

create table export_tickets (
  expires_at timestamp with time zone not null,
  query text not null,
  session_token_hash bytea not null,
  ticket_hash bytea not null,
  told_at timestamp with time zone,
  constraint export_tickets_pkey PRIMARY KEY (ticket_hash),
  constraint export_tickets_session_token_hash_fkey FOREIGN KEY (session_token_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE
);
CREATE INDEX export_tickets_by_session ON public.export_tickets USING btree (session_token_hash);

create table first_administrator_links (
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  only_row boolean not null default true,
  token_hash bytea not null,
  constraint first_administrator_links_only_row_check CHECK (only_row),
  constraint first_administrator_links_pkey PRIMARY KEY (only_row)
);

create table idempotency_keys (
  body_hash bytea not null,
  created_at timestamp with time zone not null,
  key_hash bytea not null,
  result jsonb not null,
  route text not null,
  user_id uuid not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, route, key_hash),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
CREATE TRIGGER idempotency_keys_checked BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION check_idempotency_key();

create table image_uploads (
  id bigint not null generated always as identity,
  uploaded_at timestamp with time zone not null,
  user_id uuid not null,
  constraint image_uploads_pkey PRIMARY KEY (id),
  constraint image_uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX image_uploads_by_age ON public.image_uploads USING btree (uploaded_at);
CREATE INDEX image_uploads_by_user ON public.image_uploads USING btree (user_id, uploaded_at);

create table images (
  colors text,
  focus_x smallint,
  focus_y smallint,
  full_set text,
  hash text not null,
  unused_since timestamp with time zone,
  constraint images_check CHECK ((focus_x IS NULL) = (focus_y IS NULL)),
  constraint images_focus_x_check CHECK (focus_x >= 0 AND focus_x <= 100),
  constraint images_focus_y_check CHECK (focus_y >= 0 AND focus_y <= 100),
  constraint images_full_set_check CHECK (full_set = ANY (ARRAY['made'::text, 'impossible'::text])),
  constraint images_pkey PRIMARY KEY (hash)
);
CREATE INDEX images_unused ON public.images USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX images_without_colors ON public.images USING btree (hash) WHERE ((full_set = 'made'::text) AND (colors IS NULL));
CREATE INDEX images_without_full_set ON public.images USING btree (hash) WHERE (full_set IS NULL);

create table import_pictures (
  attempts integer not null default 0,
  id bigint not null generated always as identity,
  image text,
  import_id uuid not null,
  line integer not null,
  next_attempt_at timestamp with time zone,
  place smallint not null,
  problem text,
  product_id uuid not null,
  url text not null,
  constraint import_pictures_check CHECK (image IS NULL OR problem IS NULL),
  constraint import_pictures_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE,
  constraint import_pictures_pkey PRIMARY KEY (id),
  constraint import_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint import_pictures_product_id_place_key UNIQUE (product_id, place),
  constraint import_pictures_url_check CHECK (char_length(url) >= 1 AND char_length(url) <= 2000)
);
CREATE INDEX import_pictures_by_import ON public.import_pictures USING btree (import_id);
CREATE INDEX import_pictures_open ON public.import_pictures USING btree (next_attempt_at) WHERE ((image IS NULL) AND (problem IS NULL));

create table imported_products (
  changes jsonb,
  import_id uuid not null,
  line integer not null,
  product_id uuid not null,
  constraint imported_products_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE,
  constraint imported_products_pkey PRIMARY KEY (import_id, product_id),
  constraint imported_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX imported_products_by_product ON public.imported_products USING btree (product_id);

create table last_backup (
  bytes bigint not null,
  file text not null,
  made_at timestamp with time zone not null,
  only_row boolean not null default true,
  constraint last_backup_only_row_check CHECK (only_row),
  constraint last_backup_pkey PRIMARY KEY (only_row)
);

create table leases (
  ends_at timestamp with time zone not null,
  name text not null,
  next_at timestamp with time zone,
  number bigint not null,
  constraint leases_name_number_key UNIQUE (name, number),
  constraint leases_pkey PRIMARY KEY (name)
);

create table login_addresses (
  address text not null,
  last_login_at timestamp with time zone not null,
  user_id uuid not null,
  constraint login_addresses_pkey PRIMARY KEY (user_id, address),
  constraint login_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table login_failures (
  address text not null,
  email_key text not null,
  failed_at timestamp with time zone not null,
  id bigint not null generated always as identity,
  constraint login_failures_pkey PRIMARY KEY (id)
);
CREATE INDEX login_failures_by_address ON public.login_failures USING btree (address, failed_at);
CREATE INDEX login_failures_by_email ON public.login_failures USING btree (email_key, failed_at);

create table mail_outbox (
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  given_up_at timestamp with time zone,
  html text,
  id uuid not null default gen_random_uuid(),
  is_limited boolean not null default false,
  last_error text,
  next_attempt_at timestamp with time zone not null,
  recipient text not null,
  sent_at timestamp with time zone,
  subject text not null,
  text text,
  constraint mail_outbox_attempts_check CHECK (attempts >= 0),
  constraint mail_outbox_check CHECK (sent_at IS NULL OR given_up_at IS NULL),
  constraint mail_outbox_check1 CHECK ((text IS NULL) = (sent_at IS NOT NULL OR given_up_at IS NOT NULL)),
  constraint mail_outbox_check2 CHECK ((html IS NULL) = (text IS NULL)),
  constraint mail_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_outbox_by_age ON public.mail_outbox USING btree (created_at);
CREATE INDEX mail_outbox_due ON public.mail_outbox USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX mail_outbox_limited ON public.mail_outbox USING btree (lower_email(recipient), created_at) WHERE is_limited;

create table mail_server (
  host text not null,
  only_row boolean not null default true,
  port integer not null,
  sealed_password bytea,
  security text not null,
  sender_email text,
  sender_name text,
  set_at timestamp with time zone not null,
  set_by text not null,
  username text,
  constraint mail_server_only_row_check CHECK (only_row),
  constraint mail_server_password_of_user CHECK (sealed_password IS NULL OR username IS NOT NULL),
  constraint mail_server_pkey PRIMARY KEY (only_row),
  constraint mail_server_port_check CHECK (port >= 1 AND port <= 65535),
  constraint mail_server_security_check CHECK (security = ANY (ARRAY['tls'::text, 'starttls'::text]))
);

create table missing_spans (
  compared_at timestamp with time zone,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  constraint missing_spans_pkey PRIMARY KEY (until_at)
);

create table money_due (
  due_idr bigint not null,
  order_id text not null,
  constraint money_due_due_idr_check CHECK (due_idr <> 0),
  constraint money_due_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint money_due_pkey PRIMARY KEY (order_id)
);

create table money_entries (
  actor uuid,
  amount_idr bigint not null,
  at timestamp with time zone not null,
  attempt_id text,
  id bigint not null generated always as identity,
  kind money_entry_kind not null,
  note text,
  order_id text not null,
  reference text not null,
  way money_way,
  constraint money_entries_actor_fkey FOREIGN KEY (actor) REFERENCES users(id),
  constraint money_entries_amount_idr_check CHECK (amount_idr <> 0),
  constraint money_entries_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint money_entries_check CHECK (amount_idr > 0 OR (kind = ANY (ARRAY['given_back'::money_entry_kind, 'allowance'::money_entry_kind, 'accepted'::money_entry_kind])) OR kind = 'received'::money_entry_kind AND actor IS NOT NULL AND note IS NOT NULL),
  constraint money_entries_check1 CHECK ((kind = ANY (ARRAY['allowance'::money_entry_kind, 'accepted'::money_entry_kind])) = (attempt_id IS NULL) AND (attempt_id IS NULL) = (way IS NULL)),
  constraint money_entries_check2 CHECK (kind <> 'accepted'::money_entry_kind OR note IS NOT NULL),
  constraint money_entries_kind_reference_key UNIQUE (kind, reference),
  constraint money_entries_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 2000),
  constraint money_entries_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint money_entries_pkey PRIMARY KEY (id),
  constraint money_entries_reference_check CHECK (char_length(reference) >= 1 AND char_length(reference) <= 300)
);
CREATE INDEX money_entries_by_attempt ON public.money_entries USING btree (attempt_id);
CREATE INDEX money_entries_by_order ON public.money_entries USING btree (order_id);
CREATE INDEX money_entries_unusual ON public.money_entries USING btree (order_id) WHERE (kind <> 'received'::money_entry_kind);
CREATE TRIGGER keeps_due AFTER INSERT ON money_entries REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION keep_due_of_entries();
CREATE TRIGGER unchanging BEFORE DELETE OR UPDATE ON money_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table money_marks (
  dealt_at timestamp with time zone not null,
  dealt_by uuid not null,
  kind text not null,
  note text not null,
  subject text not null,
  constraint money_marks_dealt_by_fkey FOREIGN KEY (dealt_by) REFERENCES users(id),
  constraint money_marks_kind_check CHECK (char_length(kind) <= 50),
  constraint money_marks_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 500),
  constraint money_marks_pkey PRIMARY KEY (kind, subject),
  constraint money_marks_subject_check CHECK (char_length(subject) <= 100)
);

create table notifications (
  created_at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  is_read boolean not null default false,
  kind text not null,
  message text not null,
  order_id text,
  user_id uuid not null,
  constraint notifications_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_by_user ON public.notifications USING btree (user_id, created_at DESC, id);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (NOT is_read);
CREATE TRIGGER queue_push AFTER INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION queue_push();

create table order_changes (
  change smallint not null,
  day date not null,
  order_id text not null,
  status order_status not null,
  total_price bigint not null
);

create table order_charges (
  amount_idr bigint not null,
  kind charge_kind not null,
  label text,
  of_delivery_idr bigint not null default 0,
  of_service_idr bigint not null default 0,
  order_id text not null,
  "position" integer not null,
  constraint order_charges_amount_idr_check CHECK (amount_idr <> 0),
  constraint order_charges_check CHECK (kind = 'discount'::charge_kind OR of_delivery_idr = 0 AND of_service_idr = 0),
  constraint order_charges_check1 CHECK (kind <> 'discount'::charge_kind OR (of_delivery_idr + of_service_idr) <= (- amount_idr)),
  constraint order_charges_label_check CHECK (char_length(label) >= 1 AND char_length(label) <= 50),
  constraint order_charges_of_delivery_idr_check CHECK (of_delivery_idr >= 0),
  constraint order_charges_of_service_idr_check CHECK (of_service_idr >= 0),
  constraint order_charges_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_charges_pkey PRIMARY KEY (order_id, "position")
);

create table order_days (
  day date not null,
  orders integer not null,
  status order_status not null,
  total bigint not null,
  constraint order_days_pkey PRIMARY KEY (day, status)
);

create table order_deliveries (
  days_max integer,
  days_min integer,
  fee_idr bigint not null,
  grams integer not null,
  order_id text not null,
  place text not null,
  service text,
  to_courier boolean not null,
  zone text,
  constraint order_deliveries_fee_idr_check CHECK (fee_idr >= 0),
  constraint order_deliveries_grams_check CHECK (grams >= 0),
  constraint order_deliveries_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_deliveries_pkey PRIMARY KEY (order_id)
);

create table order_history (
  actor actor not null,
  at timestamp with time zone not null,
  by_link boolean not null default false,
  id bigint not null generated always as identity,
  order_id text not null,
  status order_status not null,
  constraint order_history_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_history_pkey PRIMARY KEY (id)
);
CREATE INDEX order_history_by_order ON public.order_history USING btree (order_id, id);
CREATE UNIQUE INDEX order_history_one_cancellation ON public.order_history USING btree (order_id) WHERE (status = 'DIBATALKAN'::order_status);
CREATE TRIGGER unchanging BEFORE UPDATE ON order_history FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table order_item_parts (
  cost_price integer,
  discount_idr bigint not null,
  item_position integer not null,
  made_at timestamp with time zone,
  name text not null,
  order_id text not null,
  packaging text collate "C" not null,
  "position" integer not null,
  price_idr integer not null,
  product_id uuid not null,
  quantity integer not null,
  weight text collate "C" not null,
  constraint order_item_parts_cost_price_check CHECK (cost_price > 0),
  constraint order_item_parts_discount_idr_check CHECK (discount_idr >= 0),
  constraint order_item_parts_order_id_item_position_fkey FOREIGN KEY (order_id, item_position) REFERENCES order_items(order_id, "position"),
  constraint order_item_parts_pkey PRIMARY KEY (order_id, item_position, "position"),
  constraint order_item_parts_price_idr_check CHECK (price_idr >= 0),
  constraint order_item_parts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint order_item_parts_quantity_check CHECK (quantity > 0)
);
CREATE INDEX order_item_parts_by_product ON public.order_item_parts USING btree (product_id);
CREATE TRIGGER unchanging BEFORE UPDATE OF order_id, item_position, "position", product_id, name, weight, packaging, quantity, price_idr, discount_idr, cost_price ON order_item_parts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table order_items (
  batch_id uuid,
  cost_price integer,
  discount_idr numeric not null default 0,
  grams integer,
  id uuid not null default gen_random_uuid(),
  image text,
  made_at timestamp with time zone,
  name text not null,
  order_id text not null,
  packaging text collate "C" not null,
  "position" integer not null,
  product_id uuid not null,
  quantity integer not null,
  returned_quantity integer not null default 0,
  taken_quantity integer not null default 0,
  unit_price integer not null,
  weight text collate "C" not null,
  constraint order_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint order_items_check CHECK (returned_quantity >= 0 AND returned_quantity <= taken_quantity AND taken_quantity <= quantity),
  constraint order_items_check1 CHECK (discount_idr >= 0::numeric AND discount_idr <= (quantity::numeric * unit_price::numeric)),
  constraint order_items_cost_price_check CHECK (cost_price > 0),
  constraint order_items_grams_check CHECK (grams >= 0),
  constraint order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_items_order_id_position_key UNIQUE (order_id, "position"),
  constraint order_items_pkey PRIMARY KEY (id),
  constraint order_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  constraint order_items_quantity_check CHECK (quantity > 0),
  constraint order_items_unit_price_check CHECK (unit_price > 0)
);
CREATE INDEX order_items_by_batch ON public.order_items USING btree (batch_id, product_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX order_items_by_image ON public.order_items USING btree (image) WHERE (image IS NOT NULL);
CREATE INDEX order_items_by_product ON public.order_items USING btree (product_id);
CREATE UNIQUE INDEX order_items_one_line ON public.order_items USING btree (order_id, product_id, batch_id) NULLS NOT DISTINCT;
CREATE INDEX order_items_taken ON public.order_items USING btree (order_id) WHERE (taken_quantity > 0);
CREATE TRIGGER keeps_due AFTER UPDATE OF taken_quantity ON order_items FOR EACH ROW WHEN (old.taken_quantity IS DISTINCT FROM new.taken_quantity) EXECUTE FUNCTION keep_due_of_row('order_id');
CREATE TRIGGER never_given_back BEFORE UPDATE OF taken_quantity, returned_quantity ON order_items FOR EACH ROW WHEN (new.taken_quantity < old.taken_quantity OR new.returned_quantity < old.returned_quantity) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER unchanging BEFORE UPDATE OF id, order_id, "position", product_id, batch_id, name, image, weight, packaging, unit_price, quantity, cost_price, discount_idr ON order_items FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table order_links (
  made_at timestamp with time zone not null,
  order_id text not null,
  token_hash bytea not null,
  constraint order_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_links_pkey PRIMARY KEY (order_id),
  constraint order_links_token_hash_key UNIQUE (token_hash)
);

create table order_mails (
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  kind text not null,
  order_id text not null,
  constraint order_mails_kind_check CHECK (kind = ANY (ARRAY['paid'::text, 'shipped'::text])),
  constraint order_mails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_mails_pkey PRIMARY KEY (order_id, kind)
);

create table order_texts (
  found_by text collate "C" not null,
  id text not null,
  order_time timestamp with time zone not null,
  status order_status not null,
  constraint order_texts_pkey PRIMARY KEY (id)
);

create table orders (
  address text not null,
  buyer_name text not null,
  buyer_phone text not null,
  city text,
  completes_at timestamp with time zone,
  courier text,
  delivery_way delivery_way not null default 'delivery'::delivery_way,
  end_again_at timestamp with time zone,
  end_attempts integer not null default 0,
  expires_at timestamp with time zone not null,
  found_by text collate "C" not null generated always as (search_fold(((((((((((((((((((id || ' '::text) || buyer_name) || ' '::text) || buyer_phone) || ' '::text) || regexp_replace(buyer_phone, '[^0-9]'::text, ''::text, 'g'::text)) || ' '::text) || COALESCE(tracking_number, ''::text)) || ' '::text) || COALESCE(courier, ''::text)) || ' '::text) || goods) || ' '::text) || address) || ' '::text) || COALESCE(city, ''::text)) || ' '::text) || COALESCE(notes, ''::text)))) stored,
  goods text not null default ''::text,
  handover_on date,
  id text not null,
  keeps_stock boolean not null default false,
  notes text,
  order_time timestamp with time zone not null,
  packed_at timestamp with time zone,
  payment_hold_at timestamp with time zone,
  promised_on date,
  seller_note text,
  shipped_at timestamp with time zone,
  source order_source not null default 'toko'::order_source,
  status order_status not null default 'DIPROSES'::order_status,
  total_price bigint not null,
  tracking_number text,
  user_id uuid,
  wanted_on date,
  constraint orders_address_check CHECK (char_length(address) >= 1 AND char_length(address) <= 500),
  constraint orders_check CHECK (shipped_at IS NOT NULL OR courier IS NULL AND tracking_number IS NULL),
  constraint orders_check1 CHECK (shipped_at IS NULL OR (status = ANY (ARRAY['DIKIRIM'::order_status, 'SELESAI'::order_status]))),
  constraint orders_check2 CHECK (user_id IS NOT NULL OR source = 'penjual'::order_source),
  constraint orders_check3 CHECK (wanted_on IS NULL OR handover_on IS NOT NULL AND handover_on <= wanted_on),
  constraint orders_check4 CHECK (promised_on IS NULL OR handover_on IS NOT NULL),
  constraint orders_courier_check CHECK (char_length(courier) >= 1 AND char_length(courier) <= 50),
  constraint orders_notes_check CHECK (char_length(notes) >= 1 AND char_length(notes) <= 500),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_seller_note_check CHECK (char_length(seller_note) >= 1 AND char_length(seller_note) <= 500),
  constraint orders_total_price_check CHECK (total_price > 0),
  constraint orders_tracking_number_check CHECK (char_length(tracking_number) >= 1 AND char_length(tracking_number) <= 50),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX orders_by_status ON public.orders USING btree (status, order_time, id);
CREATE INDEX orders_by_time ON public.orders USING btree (order_time, id) INCLUDE (status, total_price);
CREATE INDEX orders_by_user ON public.orders USING btree (user_id, status, order_time DESC, id);
CREATE INDEX orders_held ON public.orders USING btree (payment_hold_at) WHERE (payment_hold_at IS NOT NULL);
CREATE INDEX orders_packed ON public.orders USING btree (packed_at) WHERE ((status = 'DIBAYAR'::order_status) AND (packed_at IS NOT NULL));
CREATE INDEX orders_sums ON public.orders USING btree (status) INCLUDE (total_price);
CREATE INDEX orders_unpaid_by_deadline ON public.orders USING btree (expires_at) WHERE (status = 'DIPROSES'::order_status);
CREATE INDEX orders_without_account ON public.orders USING btree (phone_digits(buyer_phone)) WHERE (user_id IS NULL);
CREATE TRIGGER checks_charges AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION check_order_charges();
CREATE TRIGGER forgets_orders AFTER TRUNCATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION forget_orders();
CREATE TRIGGER keeps_due AFTER UPDATE OF status ON orders FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status AND (old.status = 'DIPROSES'::order_status OR old.status = 'DIBATALKAN'::order_status OR new.status = 'DIPROSES'::order_status OR new.status = 'DIBATALKAN'::order_status)) EXECUTE FUNCTION keep_due_of_row('id');
CREATE TRIGGER records_change AFTER UPDATE ON orders FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.order_time IS DISTINCT FROM new.order_time OR old.total_price IS DISTINCT FROM new.total_price OR old.found_by IS DISTINCT FROM new.found_by) EXECUTE FUNCTION record_order_change();
CREATE TRIGGER records_order AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION record_order_change();

create table password_reset_requests (
  email text not null,
  email_key text collate "C" not null generated always as (lower_email(email)) stored,
  id bigint not null generated always as identity,
  requested_at timestamp with time zone not null,
  constraint password_reset_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX password_reset_requests_by_email ON public.password_reset_requests USING btree (email_key);

create table password_resets (
  created_at timestamp with time zone not null,
  email text not null,
  email_key text collate "C" not null generated always as (lower_email(email)) stored,
  ended_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  token_hash bytea not null,
  user_id uuid not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_by_age ON public.password_resets USING btree (created_at);
CREATE INDEX password_resets_by_user ON public.password_resets USING btree (user_id, created_at);
CREATE UNIQUE INDEX password_resets_one_live ON public.password_resets USING btree (user_id) WHERE (ended_at IS NULL);

create table payment_attempts (
  acquirer text,
  alert_level smallint not null default 0,
  amount bigint not null,
  asked_after_end smallint not null default 0,
  bill_key text,
  biller_code text,
  by_hand hand_payment,
  chosen_method text,
  closing_actor actor,
  closing_admin uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  id text not null,
  issuer text,
  key_set_id uuid,
  matter_amount bigint,
  matter_at timestamp with time zone,
  matter_kind text,
  matter_state text,
  mismatch_told_at timestamp with time zone,
  number integer not null,
  order_id text not null,
  paid_at timestamp with time zone,
  payment_code text,
  payment_type text,
  pays_order boolean not null default true,
  received_amount bigint,
  redirect_url text,
  replaced_at timestamp with time zone,
  reversed_at timestamp with time zone,
  reversed_state text,
  snap_token text,
  status payment_status not null default 'PENDING'::payment_status,
  status_asked_at timestamp with time zone,
  token_lease_ends_at timestamp with time zone,
  token_lease_number integer not null default 0,
  token_made_at timestamp with time zone,
  transaction_id text,
  unassigned_at timestamp with time zone,
  used_method text,
  va_number text,
  constraint payment_attempts_acquirer_check CHECK (char_length(acquirer) <= 50),
  constraint payment_attempts_amount_check CHECK (amount > 0),
  constraint payment_attempts_bill_key_check CHECK (char_length(bill_key) <= 32),
  constraint payment_attempts_biller_code_check CHECK (char_length(biller_code) <= 32),
  constraint payment_attempts_check CHECK ((status = 'SUKSES'::payment_status) = (paid_at IS NOT NULL)),
  constraint payment_attempts_check1 CHECK (received_amount IS NULL OR NOT pays_order OR by_hand IS NOT NULL),
  constraint payment_attempts_check4 CHECK (by_hand IS NULL OR status = 'SUKSES'::payment_status),
  constraint payment_attempts_check5 CHECK ((matter_kind IS NULL) = (matter_at IS NULL)),
  constraint payment_attempts_chosen_method_check CHECK (char_length(chosen_method) <= 50),
  constraint payment_attempts_closing_admin_fkey FOREIGN KEY (closing_admin) REFERENCES users(id),
  constraint payment_attempts_issuer_check CHECK (char_length(issuer) <= 50),
  constraint payment_attempts_key_set_id_fkey FOREIGN KEY (key_set_id) REFERENCES payment_key_sets(id),
  constraint payment_attempts_matter_kind_check CHECK (matter_kind = ANY (ARRAY['other-amount'::text, 'unclear'::text, 'partly-withdrawn'::text])),
  constraint payment_attempts_matter_state_check CHECK (char_length(matter_state) <= 255),
  constraint payment_attempts_number_check CHECK (number > 0),
  constraint payment_attempts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payment_attempts_order_id_number_key UNIQUE (order_id, number),
  constraint payment_attempts_payment_code_check CHECK (char_length(payment_code) <= 64),
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint payment_attempts_received_amount_check CHECK (received_amount > 0),
  constraint payment_attempts_reversed_state_check CHECK (char_length(reversed_state) <= 255),
  constraint payment_attempts_used_method_check CHECK (char_length(used_method) <= 50),
  constraint payment_attempts_va_number_check CHECK (char_length(va_number) <= 32)
);
CREATE INDEX payment_attempts_asked_paid ON public.payment_attempts USING btree (paid_at) WHERE ((status = 'SUKSES'::payment_status) AND (used_method = ANY (ARRAY['permata_va'::text, 'echannel'::text, 'indomaret'::text, 'other_qris'::text, 'gopay'::text, 'shopeepay'::text])));
CREATE INDEX payment_attempts_by_key_set ON public.payment_attempts USING btree (key_set_id) WHERE (key_set_id IS NOT NULL);
CREATE INDEX payment_attempts_ended ON public.payment_attempts USING btree (expires_at) WHERE (status = ANY (ARRAY['GAGAL'::payment_status, 'KADALUARSA'::payment_status, 'DIBATALKAN'::payment_status]));
CREATE INDEX payment_attempts_matters ON public.payment_attempts USING btree (matter_at) WHERE (matter_at IS NOT NULL);
CREATE UNIQUE INDEX payment_attempts_one_live ON public.payment_attempts USING btree (order_id) WHERE (status = 'PENDING'::payment_status);
CREATE UNIQUE INDEX payment_attempts_one_paid ON public.payment_attempts USING btree (order_id) WHERE ((status = 'SUKSES'::payment_status) AND pays_order);
CREATE INDEX payment_attempts_reversed ON public.payment_attempts USING btree (reversed_at) WHERE (reversed_at IS NOT NULL);

create table payment_changes (
  began_at timestamp with time zone not null,
  id bigint not null generated always as identity,
  lease_ends_at timestamp with time zone,
  method text,
  order_id text not null,
  constraint payment_changes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint payment_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_changes_of_order ON public.payment_changes USING btree (order_id, began_at);

create table payment_fees (
  attempt_id text not null,
  fee_idr bigint not null,
  constraint payment_fees_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id) ON DELETE CASCADE,
  constraint payment_fees_pkey PRIMARY KEY (attempt_id)
);

create table payment_key_sets (
  client_key text not null,
  created_at timestamp with time zone not null,
  environment text not null,
  id uuid not null default gen_random_uuid(),
  replaced_at timestamp with time zone,
  retired_at timestamp with time zone,
  sealed_server_key bytea,
  server_key_fingerprint bytea not null,
  set_at timestamp with time zone,
  set_by text,
  constraint payment_key_sets_environment_check CHECK (environment = ANY (ARRAY['local'::text, 'sandbox'::text, 'production'::text])),
  constraint payment_key_sets_environment_server_key_fingerprint_key UNIQUE (environment, server_key_fingerprint),
  constraint payment_key_sets_given_by_somebody CHECK (sealed_server_key IS NULL OR set_at IS NOT NULL AND set_by IS NOT NULL),
  constraint payment_key_sets_pkey PRIMARY KEY (id)
);

create table payment_report_columns (
  columns jsonb not null,
  headers_hash bytea not null,
  used_at timestamp with time zone not null,
  constraint payment_report_columns_pkey PRIMARY KEY (headers_hash)
);

create table payment_signals (
  began_at timestamp with time zone not null,
  count integer not null,
  signal text not null,
  constraint payment_signals_count_check CHECK (count > 0),
  constraint payment_signals_pkey PRIMARY KEY (began_at, signal)
);

create table planned_prices (
  actor_id uuid,
  actor_name text not null,
  batch_id uuid not null,
  ends_at timestamp with time zone,
  former_price integer not null,
  id bigint not null generated always as identity,
  price integer not null,
  product_id uuid not null,
  starts_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  constraint planned_prices_check CHECK (ends_at >= starts_at),
  constraint planned_prices_former_price_check CHECK (former_price > 0),
  constraint planned_prices_pkey PRIMARY KEY (id),
  constraint planned_prices_price_check CHECK (price >= 1 AND price <= 100000000)
);
CREATE INDEX planned_prices_by_batch ON public.planned_prices USING btree (batch_id);
CREATE INDEX planned_prices_by_end ON public.planned_prices USING btree (ends_at) WHERE (withdrawn_at IS NULL);
CREATE INDEX planned_prices_by_product ON public.planned_prices USING btree (product_id, starts_at);
CREATE INDEX planned_prices_by_start ON public.planned_prices USING btree (starts_at) WHERE (withdrawn_at IS NULL);
CREATE TRIGGER unchanging BEFORE DELETE OR UPDATE OF id, batch_id, product_id, former_price, price, starts_at, ends_at, actor_id, actor_name ON planned_prices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawn_once BEFORE UPDATE OF withdrawn_at ON planned_prices FOR EACH ROW WHEN (old.withdrawn_at IS NOT NULL) EXECUTE FUNCTION refuse_change();

create table price_changes (
  actor_id uuid not null,
  actor_name text not null,
  attempts integer not null default 0,
  batch_id uuid not null,
  begun_at timestamp with time zone,
  ends_at timestamp with time zone,
  finished_at timestamp with time zone,
  former_price integer not null,
  id bigint not null generated always as identity,
  next_attempt_at timestamp with time zone,
  price integer not null,
  product_id uuid not null,
  starts_at timestamp with time zone not null,
  constraint price_changes_check CHECK (ends_at > starts_at),
  constraint price_changes_former_price_check CHECK (former_price > 0),
  constraint price_changes_pkey PRIMARY KEY (id),
  constraint price_changes_price_check CHECK (price >= 1 AND price <= 100000000),
  constraint price_changes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX price_changes_by_batch ON public.price_changes USING btree (batch_id);
CREATE UNIQUE INDEX price_changes_open ON public.price_changes USING btree (product_id) WHERE (finished_at IS NULL);

create table price_list_products (
  list_id uuid not null,
  price integer not null,
  product_id uuid not null,
  constraint price_list_products_list_id_fkey FOREIGN KEY (list_id) REFERENCES price_lists(id) ON DELETE CASCADE,
  constraint price_list_products_pkey PRIMARY KEY (list_id, product_id),
  constraint price_list_products_price_check CHECK (price > 0),
  constraint price_list_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX price_list_products_by_product ON public.price_list_products USING btree (product_id);

create table price_lists (
  created_at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  least_quantity integer not null default 1,
  name text not null,
  percent integer,
  tag text not null,
  constraint price_lists_least_quantity_check CHECK (least_quantity > 0),
  constraint price_lists_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 50),
  constraint price_lists_percent_check CHECK (percent >= 1 AND percent <= 99),
  constraint price_lists_pkey PRIMARY KEY (id),
  constraint price_lists_tag_check CHECK (char_length(tag) >= 1 AND char_length(tag) <= 30)
);

create table product_days (
  day date not null,
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  constraint product_days_pkey PRIMARY KEY (day, product_id)
);

create table product_imports (
  actor_id uuid not null,
  actor_name text not null,
  at timestamp with time zone not null,
  columns jsonb not null,
  headers_hash bytea not null,
  id uuid not null default gen_random_uuid(),
  undone_at timestamp with time zone,
  constraint product_imports_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint product_imports_pkey PRIMARY KEY (id)
);
CREATE INDEX product_imports_by_time ON public.product_imports USING btree (at);

create table product_words (
  word text collate "C" not null,
  constraint product_words_pkey PRIMARY KEY (word)
);

create table products (
  allergens text,
  archived_at timestamp with time zone,
  category text collate "C" not null,
  cost_price integer,
  created_at timestamp with time zone not null,
  description text not null,
  goes_with uuid[] not null default '{}'::uuid[],
  group_id uuid,
  halal_number text,
  id uuid not null default gen_random_uuid(),
  image text,
  ingredients text,
  is_visible boolean not null default true,
  low_stock_at integer not null default 5,
  more_images text[] not null default '{}'::text[],
  name text not null,
  name_key text collate "C" not null generated always as (lower((name COLLATE "und-x-icu"))) stored,
  net_weight_grams integer,
  opened_shelf_life_days integer,
  packaging text collate "C" not null,
  packing_grams integer not null default 0,
  parts text,
  pirt_number text,
  place integer,
  price integer not null,
  price_steps text collate "C",
  search_text text collate "C" not null default ''::text,
  shelf_life_days integer,
  sold_count integer not null default 0,
  stock integer not null,
  storage text,
  updated_at timestamp with time zone not null,
  weight text collate "C" not null,
  constraint products_category_fkey FOREIGN KEY (category) REFERENCES terms(code),
  constraint products_cost_price_check CHECK (cost_price > 0),
  constraint products_description_check CHECK (char_length(description) >= 1 AND char_length(description) <= 5000),
  constraint products_low_stock_at_check CHECK (low_stock_at >= 0 AND low_stock_at <= 1000000),
  constraint products_more_images_check CHECK (cardinality(more_images) <= 5),
  constraint products_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint products_net_weight_grams_check CHECK (net_weight_grams > 0),
  constraint products_opened_shelf_life_days_check CHECK (opened_shelf_life_days > 0),
  constraint products_packaging_fkey FOREIGN KEY (packaging) REFERENCES terms(code),
  constraint products_packing_grams_check CHECK (packing_grams >= 0),
  constraint products_parts_check CHECK (parts ~ '^[0-9a-f-]{36}:[1-9][0-9]{0,3}( [0-9a-f-]{36}:[1-9][0-9]{0,3})*$'::text),
  constraint products_pkey PRIMARY KEY (id),
  constraint products_place_check CHECK (place > 0),
  constraint products_price_check CHECK (price >= 1 AND price <= 100000000),
  constraint products_price_steps_check CHECK (price_steps ~ '^\d+x\d+( \d+x\d+)*$'::text),
  constraint products_shelf_life_days_check CHECK (shelf_life_days > 0),
  constraint products_sold_count_check CHECK (sold_count >= 0),
  constraint products_stock_check CHECK (stock >= 0),
  constraint products_weight_fkey FOREIGN KEY (weight) REFERENCES terms(code)
);
CREATE INDEX products_by_age ON public.products USING btree (created_at, id) WHERE (archived_at IS NULL);
CREATE INDEX products_by_group ON public.products USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX products_by_image ON public.products USING btree (image) WHERE (image IS NOT NULL);
CREATE INDEX products_by_name ON public.products USING btree (name_key, id) WHERE (archived_at IS NULL);
CREATE INDEX products_by_place ON public.products USING btree (place, name_key, id) WHERE (archived_at IS NULL);
CREATE INDEX products_by_price ON public.products USING btree (price, id) WHERE (archived_at IS NULL);
CREATE INDEX products_by_sold ON public.products USING btree (sold_count, id) WHERE (archived_at IS NULL);
CREATE INDEX products_more_images ON public.products USING gin (more_images);
CREATE TRIGGER changed_regular_price AFTER UPDATE OF price ON products FOR EACH ROW WHEN (old.price <> new.price) EXECUTE FUNCTION record_regular_price();
CREATE TRIGGER name_in_carts BEFORE DELETE ON products FOR EACH ROW EXECUTE FUNCTION keep_name_in_carts();
CREATE TRIGGER product_words_of_new_name AFTER UPDATE OF name ON products FOR EACH ROW EXECUTE FUNCTION add_words_of_new_name();
CREATE TRIGGER product_words_of_new_products AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_words_of_new_products();
CREATE TRIGGER regular_price AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION record_regular_price();
CREATE TRIGGER search_text BEFORE INSERT OR UPDATE OF name, description, category, packaging, weight, search_text ON products FOR EACH ROW EXECUTE FUNCTION write_search_text();
CREATE TRIGGER stock_movement AFTER INSERT OR UPDATE OF stock ON products FOR EACH ROW EXECUTE FUNCTION record_stock_movement();

create table push_keys (
  only_row boolean not null default true,
  public_key text not null,
  sealed_private_key bytea not null,
  constraint push_keys_only_row_check CHECK (only_row),
  constraint push_keys_pkey PRIMARY KEY (only_row)
);

create table push_queue (
  attempts smallint not null default 0,
  due_at timestamp with time zone not null,
  notification_id uuid not null,
  session_hash bytea not null,
  constraint push_queue_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint push_queue_pkey PRIMARY KEY (notification_id, session_hash),
  constraint push_queue_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES push_subscriptions(session_hash) ON DELETE CASCADE
);
CREATE INDEX push_queue_by_device ON public.push_queue USING btree (session_hash);
CREATE INDEX push_queue_by_time ON public.push_queue USING btree (due_at);

create table push_subscriptions (
  auth text not null,
  endpoint text not null,
  groups text[] not null,
  p256dh text not null,
  quiet_from smallint,
  quiet_to smallint,
  session_hash bytea not null,
  user_id uuid not null,
  constraint push_subscriptions_check CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  constraint push_subscriptions_endpoint_check CHECK (char_length(endpoint) <= 1000),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_pkey PRIMARY KEY (session_hash),
  constraint push_subscriptions_quiet_from_check CHECK (quiet_from >= 0 AND quiet_from <= 23),
  constraint push_subscriptions_quiet_to_check CHECK (quiet_to >= 0 AND quiet_to <= 23),
  constraint push_subscriptions_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_by_user ON public.push_subscriptions USING btree (user_id);

create table quiet_mark (
  backup_made_at timestamp with time zone not null,
  only_row boolean not null default true,
  restored_at timestamp with time zone not null,
  constraint quiet_mark_only_row_check CHECK (only_row),
  constraint quiet_mark_pkey PRIMARY KEY (only_row)
);

create table readiness (
  checked_at timestamp with time zone not null,
  only_row boolean not null default true,
  constraint readiness_only_row_check CHECK (only_row),
  constraint readiness_pkey PRIMARY KEY (only_row)
);

create table recovery_codes (
  code_hash bytea not null,
  used_at timestamp with time zone,
  user_id uuid not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table refund_accounts (
  changes timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  order_id text not null,
  sealed_account bytea not null,
  set_at timestamp with time zone not null,
  shown text not null,
  constraint refund_accounts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint refund_accounts_pkey PRIMARY KEY (order_id),
  constraint refund_accounts_shown_check CHECK (char_length(shown) <= 100)
);

create table refunds (
  amount_idr bigint not null,
  asked_at timestamp with time zone,
  asked_by uuid,
  attempt_id text not null,
  bank_confirmed_at timestamp with time zone,
  cause text,
  done_at timestamp with time zone,
  done_by uuid,
  due_at timestamp with time zone not null,
  due_by uuid,
  gateway_id text,
  id uuid not null default gen_random_uuid(),
  note text,
  order_id text not null,
  reason refund_reason not null,
  refund_key text not null,
  refused text,
  state refund_state not null default 'due'::refund_state,
  way refund_way,
  constraint refunds_amount_idr_check CHECK (amount_idr > 0),
  constraint refunds_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint refunds_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint refunds_attempt_id_refund_key_key UNIQUE (attempt_id, refund_key),
  constraint refunds_cause_check CHECK (char_length(cause) >= 1 AND char_length(cause) <= 200),
  constraint refunds_check CHECK ((state = 'done'::refund_state) = (done_at IS NOT NULL) AND (state = 'done'::refund_state) = (way IS NOT NULL)),
  constraint refunds_check1 CHECK (state <> 'asked'::refund_state OR asked_at IS NOT NULL AND asked_by IS NOT NULL),
  constraint refunds_check2 CHECK (way IS DISTINCT FROM 'hand'::refund_way OR done_by IS NOT NULL),
  constraint refunds_done_by_fkey FOREIGN KEY (done_by) REFERENCES users(id),
  constraint refunds_due_by_fkey FOREIGN KEY (due_by) REFERENCES users(id),
  constraint refunds_gateway_id_check CHECK (char_length(gateway_id) >= 1 AND char_length(gateway_id) <= 100),
  constraint refunds_note_check CHECK (char_length(note) >= 1 AND char_length(note) <= 2000),
  constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_refund_key_check CHECK (char_length(refund_key) >= 1 AND char_length(refund_key) <= 100),
  constraint refunds_refused_check CHECK (char_length(refused) >= 1 AND char_length(refused) <= 300)
);
CREATE INDEX refunds_by_order ON public.refunds USING btree (order_id);
CREATE INDEX refunds_done ON public.refunds USING btree (done_at, id) WHERE (state = 'done'::refund_state);
CREATE INDEX refunds_waiting ON public.refunds USING btree (due_at, id) WHERE (state <> 'done'::refund_state);
CREATE TRIGGER checks_refund AFTER INSERT OR UPDATE OF state, amount_idr ON refunds FOR EACH ROW WHEN (new.state = 'asked'::refund_state) EXECUTE FUNCTION check_refund();

create table registrations (
  address text not null,
  id bigint not null generated always as identity,
  registered_at timestamp with time zone not null,
  constraint registrations_pkey PRIMARY KEY (id)
);
CREATE INDEX registrations_by_address ON public.registrations USING btree (address, registered_at);

create table regular_prices (
  id bigint not null generated always as identity,
  price integer not null,
  product_id uuid not null,
  since timestamp with time zone not null,
  constraint regular_prices_pkey PRIMARY KEY (id),
  constraint regular_prices_price_check CHECK (price > 0)
);
CREATE INDEX regular_prices_by_product ON public.regular_prices USING btree (product_id, since);
CREATE TRIGGER unchanging BEFORE DELETE OR UPDATE ON regular_prices FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table sessions (
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  last_used_at timestamp with time zone not null default now(),
  token_hash bytea not null,
  user_agent text,
  user_id uuid not null,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

create table shop_settings (
  changed_at timestamp with time zone,
  checklist_closed_at timestamp with time zone,
  only_row boolean not null default true,
  samples_removed_at timestamp with time zone,
  settings jsonb not null default '{}'::jsonb,
  version integer not null default 0,
  constraint shop_settings_only_row_check CHECK (only_row),
  constraint shop_settings_pkey PRIMARY KEY (only_row),
  constraint shop_settings_settings_check CHECK (jsonb_typeof(settings) = 'object'::text)
);

create table staff_invitations (
  expires_at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  token_hash bytea not null,
  constraint staff_invitations_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_token_hash_key UNIQUE (token_hash)
);

create table stock_movements (
  id bigint not null generated always as identity,
  moved_at timestamp with time zone not null default now(),
  order_id text,
  product_id uuid not null,
  quantity integer not null,
  constraint stock_movements_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint stock_movements_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint stock_movements_quantity_check CHECK (quantity <> 0)
);
CREATE INDEX stock_movements_by_product ON public.stock_movements USING btree (product_id, id);
CREATE UNIQUE INDEX stock_movements_one_sale ON public.stock_movements USING btree (order_id, product_id) WHERE (quantity < 0);
CREATE INDEX stock_movements_returns ON public.stock_movements USING btree (order_id, product_id) WHERE (quantity > 0);
CREATE TRIGGER checks_return AFTER INSERT ON stock_movements FOR EACH ROW WHEN (new.quantity > 0 AND new.order_id IS NOT NULL) EXECUTE FUNCTION check_returned_stock();

create table taken_registrations (
  address text not null,
  id bigint not null generated always as identity,
  tried_at timestamp with time zone not null,
  constraint taken_registrations_pkey PRIMARY KEY (id)
);
CREATE INDEX taken_registrations_by_address ON public.taken_registrations USING btree (address, tried_at);

create table terms (
  code text collate "C" not null,
  image text,
  is_visible boolean not null default true,
  label text not null,
  list term_list not null,
  place integer not null,
  constraint terms_check CHECK (image IS NULL OR list = 'categories'::term_list),
  constraint terms_code_check CHECK (code ~ '^[A-Z0-9][A-Z0-9_]{0,39}$'::text),
  constraint terms_label_check CHECK (char_length(label) >= 1 AND char_length(label) <= 40),
  constraint terms_pkey PRIMARY KEY (code)
);
CREATE TRIGGER keep_ordered_terms BEFORE DELETE ON terms FOR EACH ROW EXECUTE FUNCTION keep_ordered_terms();
CREATE TRIGGER search_texts AFTER UPDATE OF label ON terms FOR EACH ROW WHEN (old.label <> new.label) EXECUTE FUNCTION write_search_texts();

create table unmatched_payments (
  amount bigint,
  currency text,
  first_seen_at timestamp with time zone not null,
  gateway_state text,
  id text not null,
  last_seen_at timestamp with time zone not null,
  transaction_id text,
  va_number text,
  constraint unmatched_payments_id_check CHECK (char_length(id) <= 50),
  constraint unmatched_payments_pkey PRIMARY KEY (id)
);

create table users (
  address text,
  created_at timestamp with time zone not null default now(),
  email text not null,
  email_key text collate "C" not null generated always as (lower_email(email)) stored,
  gender gender,
  id uuid not null default gen_random_uuid(),
  image text,
  is_admin boolean not null default false,
  is_demo boolean not null default false,
  is_staff boolean not null default false,
  name text not null,
  name_key text collate "C" not null generated always as (lower((name COLLATE "und-x-icu"))) stored,
  password_hash text not null,
  phone text not null,
  role user_role not null generated always as (
CASE
    WHEN is_admin THEN 'admin'::user_role
    WHEN is_staff THEN 'staf'::user_role
    ELSE 'customer'::user_role
END) stored,
  search_text text collate "C" not null generated always as (search_fold(((((((name || ' '::text) || email) || ' '::text) || phone) || ' '::text) || regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text)))) stored,
  constraint users_address_check CHECK (char_length(address) >= 1 AND char_length(address) <= 500),
  constraint users_email_check CHECK (char_length(email) >= 3 AND char_length(email) <= 100),
  constraint users_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  constraint users_phone_check CHECK (char_length(phone) >= 1 AND char_length(phone) <= 40),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_admins ON public.users USING btree (id) WHERE is_admin;
CREATE INDEX users_by_image ON public.users USING btree (image) WHERE (image IS NOT NULL);
CREATE INDEX users_by_name ON public.users USING btree (name_key, id);
CREATE INDEX users_by_phone_digits ON public.users USING btree (phone_digits(phone));
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (email_key);
CREATE INDEX users_of_shop ON public.users USING btree (id) WHERE (is_admin OR is_staff);

create table voucher_guesses (
  code_keys text[] collate "C" not null,
  since timestamp with time zone not null,
  user_id uuid not null,
  constraint voucher_guesses_pkey PRIMARY KEY (user_id),
  constraint voucher_guesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create view attempt_balances as
 SELECT money_entries.attempt_id,
    attempt.order_id,
    sum(moved_money(money_entries.kind, money_entries.amount_idr))::bigint AS held
   FROM money_entries
     JOIN payment_attempts attempt ON attempt.id = money_entries.attempt_id
  GROUP BY money_entries.attempt_id, attempt.order_id;

create view order_balances as
 SELECT orders.id AS order_id,
    book.received,
    book.taken_back,
    book.restored,
    book.given_back,
    book.allowances,
    book.accepted,
    book.held,
    kept.kept,
    book.held - kept.kept - book.accepted AS due,
    lines.taken
   FROM orders
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(money_entries.amount_idr) FILTER (WHERE money_entries.kind = 'received'::money_entry_kind), 0::numeric)::bigint AS received,
            COALESCE(sum(money_entries.amount_idr) FILTER (WHERE money_entries.kind = 'taken_back'::money_entry_kind), 0::numeric)::bigint AS taken_back,
            COALESCE(sum(money_entries.amount_idr) FILTER (WHERE money_entries.kind = 'restored'::money_entry_kind), 0::numeric)::bigint AS restored,
            COALESCE(sum(money_entries.amount_idr) FILTER (WHERE money_entries.kind = 'given_back'::money_entry_kind), 0::numeric)::bigint AS given_back,
            COALESCE(sum(money_entries.amount_idr) FILTER (WHERE money_entries.kind = 'allowance'::money_entry_kind), 0::numeric)::bigint AS allowances,
            COALESCE(sum(money_entries.amount_idr) FILTER (WHERE money_entries.kind = 'accepted'::money_entry_kind), 0::numeric)::bigint AS accepted,
            COALESCE(sum(moved_money(money_entries.kind, money_entries.amount_idr)), 0::numeric)::bigint AS held
           FROM money_entries
          WHERE money_entries.order_id = orders.id) book
     CROSS JOIN LATERAL ( SELECT COALESCE(( SELECT taken_price(orders.id) AS taken_price
                   FROM order_items
                  WHERE order_items.order_id = orders.id AND order_items.taken_quantity > 0
                 LIMIT 1), 0::bigint) AS taken) lines
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN orders.status = ANY (ARRAY['DIPROSES'::order_status, 'DIBATALKAN'::order_status]) THEN 0::bigint
                    ELSE GREATEST(orders.total_price - book.allowances - lines.taken, 0::bigint)
                END AS kept) kept;

create view order_goods as
 SELECT item.order_id,
    item."position" AS item_position,
    part."position" AS part_position,
    COALESCE(part.product_id, item.product_id) AS product_id,
    COALESCE(part.name, item.name) AS name,
        CASE
            WHEN part."position" IS NULL THEN item.image
            ELSE NULL::text
        END AS image,
    COALESCE(part.weight, item.weight) AS weight,
    COALESCE(part.packaging, item.packaging) AS packaging,
    item.quantity * COALESCE(part.quantity, 1) AS quantity,
    item.taken_quantity * COALESCE(part.quantity, 1) AS taken_quantity,
    item.returned_quantity * COALESCE(part.quantity, 1) AS returned_quantity,
    item.quantity * COALESCE(part.price_idr, item.unit_price)::bigint AS goods_idr,
    item.taken_quantity * COALESCE(part.price_idr, item.unit_price)::bigint AS taken_idr,
    COALESCE(part.discount_idr::numeric, item.discount_idr) AS discount_idr,
        CASE
            WHEN part."position" IS NULL THEN item.cost_price
            ELSE part.cost_price
        END AS cost_price,
        CASE
            WHEN part."position" IS NULL THEN item.made_at
            ELSE part.made_at
        END AS made_at,
    item.batch_id
   FROM order_items item
     LEFT JOIN order_item_parts part ON part.order_id = item.order_id AND part.item_position = item."position";

create view refunds_due as
 SELECT id,
    order_id,
    attempt_id,
    LEAST(amount_idr::numeric, GREATEST(due_idr::numeric - under_way - before, 0::numeric))::bigint AS due_idr
   FROM ( SELECT refunds.id,
            refunds.attempt_id,
            refunds.order_id,
            refunds.amount_idr,
            refunds.reason,
            refunds.cause,
            refunds.refund_key,
            refunds.state,
            refunds.due_at,
            refunds.due_by,
            refunds.asked_at,
            refunds.asked_by,
            refunds.refused,
            refunds.way,
            refunds.done_at,
            refunds.done_by,
            refunds.note,
            refunds.gateway_id,
            refunds.bank_confirmed_at,
            money_due.due_idr,
            sum(refunds.amount_idr) OVER (PARTITION BY refunds.order_id ORDER BY refunds.due_at, refunds.id) - refunds.amount_idr::numeric AS before,
            ( SELECT COALESCE(sum(asked.amount_idr), 0::numeric) AS "coalesce"
                   FROM refunds asked
                  WHERE asked.order_id = refunds.order_id AND asked.state = 'asked'::refund_state) AS under_way
           FROM refunds
             JOIN money_due USING (order_id)
          WHERE refunds.state = 'due'::refund_state AND money_due.due_idr > 0) open
  WHERE (due_idr::numeric - under_way - before) > 0::numeric;
