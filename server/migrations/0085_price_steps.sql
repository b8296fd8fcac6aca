-- compatible since: 0084
-- From a quantity on a piece costs less: '3x93000 6x90000'. Null: it costs the same however many are bought.
alter table products add column price_steps text collate "C" check (price_steps ~ '^\d+x\d+( \d+x\d+)*$');
