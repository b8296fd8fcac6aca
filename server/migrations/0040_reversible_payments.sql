-- compatible since: 0022
-- The settlements that a bank or a store may take back within minutes, which are asked about once more.
create index payment_attempts_reversible on payment_attempts (paid_at)
  where status = 'SUKSES' and used_method in ('permata_va', 'echannel', 'indomaret');
