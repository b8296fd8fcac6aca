-- compatible since: 0082
-- What the seller notes of a buyer: of an account, or of the phone number of orders without one.
create table customer_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references users on delete cascade,
  phone_digits text unique,
  note text not null default '' check (char_length(note) <= 500),
  tags text[] not null default '{}',
  check ((user_id is null) <> (phone_digits is null))
);
