-- compatible since: 0022
-- The pictures of a product after its first one, `image`, in their order.
alter table products add column more_images text[] not null default '{}' check (cardinality(more_images) <= 5);
create index products_more_images on products using gin (more_images);

-- What a picture shows before it is loaded: three colours of three hexadecimal digits each, from top to bottom. Empty: it is
-- transparent. And the point, in percent of its width and height, that stays visible when it is cut to a square; null: the
-- middle.
alter table images
  add column colors text,
  add column focus_x smallint check (focus_x between 0 and 100),
  add column focus_y smallint check (focus_y between 0 and 100),
  add check ((focus_x is null) = (focus_y is null));
create index images_without_colors on images (hash) where full_set = 'made' and colors is null;

-- The release before this one does not know `more_images`, and would delete their files.
create function keep_more_images() returns trigger language plpgsql as $$
begin
  if exists (select from products where more_images @> array[new.hash]) then
    new.unused_since := null;
  end if;
  return new;
end
$$;
create trigger keep_more_images before update of unused_since on images
  for each row when (new.unused_since is not null) execute function keep_more_images();
