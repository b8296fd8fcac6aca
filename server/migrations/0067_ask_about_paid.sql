-- compatible since: 0066
-- The payments whose money may leave again, which are asked about some times after they were made.
drop index payment_attempts_reversible;
create index payment_attempts_asked_paid on payment_attempts (paid_at)
  where status = 'SUKSES' and used_method in ('permata_va', 'echannel', 'indomaret', 'other_qris', 'gopay', 'shopeepay');
