-- compatible since: 0022
-- When a buyer has changed the account, within a day, because the changes are limited.
alter table refund_accounts add column changes timestamptz[] not null default '{}';
