-- compatible since: 0022
-- 'Tampil di toko': a product that buyers neither find nor buy, and that stays as it is for the seller.
alter table products add column is_visible boolean not null default true;

-- The line of a deleted product stays in its cart without the product, so that the cart can say what left it.
alter table cart_items
  alter column product_id drop not null,
  add column left_name text,
  drop constraint cart_items_product_id_fkey,
  add constraint cart_items_product_id_fkey foreign key (product_id) references products on delete set null;
create function keep_name_in_carts() returns trigger language plpgsql as $$
begin
  update cart_items set left_name = old.name where product_id = old.id;
  return old;
end
$$;
create trigger name_in_carts before delete on products for each row execute function keep_name_in_carts();
