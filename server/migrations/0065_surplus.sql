-- compatible since: 0063
-- More came in than the order costs. A value of its own migration, because the next one uses it.
alter type refund_reason add value 'SURPLUS';
