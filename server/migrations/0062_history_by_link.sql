-- compatible since: 0022
-- The buyer made this change by the link of the order, which others may have, too.
alter table order_history add column by_link boolean not null default false;
