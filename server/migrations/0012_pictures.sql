-- Which pictures are stored, so that those that nothing refers to any more can be deleted, and who uploaded how often.

-- Pictures from before get their rows from the job that looks for pictures without references.
create table images (
  hash text primary key,
  -- When that job first found no user, product and order item with this picture; null while it is in use or new.
  unused_since timestamptz
);
create index images_unused on images (unused_since) where unused_since is not null;

create index users_by_image on users (image) where image is not null;
create index products_by_image on products (image) where image is not null;
create index order_items_by_image on order_items (image) where image is not null;

-- The uploads of customers, to limit how many they send in an hour.
create table image_uploads (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  uploaded_at timestamptz not null
);
create index image_uploads_by_user on image_uploads (user_id, uploaded_at);
create index image_uploads_by_age on image_uploads (uploaded_at);
