-- What a notification is about, for programs; `message` stays as it was written, for people. The kinds and their
-- sentences are in contract/src/notifications.ts. No constraint lists them, so that a new kind needs no migration.
-- The default serves server processes of the version before, which run until they are replaced.
alter table notifications add column kind text not null default 'other';

-- Rows from before get the kind whose sentence they have; '#' stands for '#' and the order's id.
update notifications
set kind = known.kind
from (values
  ('order-placed', 'Pesanan # berhasil dibuat.%'),
  ('payment-received', 'Pembayaran pesanan # sudah kami terima.%'),
  ('order-shipped', 'Pesanan # sedang dikirim.%'),
  ('shipment-undone', 'Pengiriman pesanan # dibatalkan.%'),
  ('shipment-corrected', 'Pengiriman pesanan #: %'),
  ('order-completed', 'Pesanan # selesai.%'),
  ('order-cancelled', 'Pesanan # telah dibatalkan.'),
  ('order-expired', 'Pesanan # dibatalkan karena belum dibayar %'),
  ('refund-made', 'Dana pesanan # sebesar % sudah kami kembalikan.'),
  ('new-order', 'Pesanan baru # dari %'),
  ('order-paid', 'Pesanan # sudah dibayar dan siap dikirim.'),
  ('order-received', 'Pesanan # sudah diterima pembeli.'),
  ('order-cancelled-by-buyer', 'Pesanan # dibatalkan oleh pembeli.'),
  ('unpaid-order-expired', 'Pesanan # kedaluwarsa karena belum dibayar.'),
  ('refund-due', 'Pembayaran pesanan # masuk %: perlu pengembalian dana %'),
  ('amount-differs', 'Laporan pembayaran pesanan # tidak cocok: %'),
  ('payment-reversed', 'Pembayaran pesanan # dikembalikan atau dibatalkan oleh penyedia pembayaran.%')
) as known (kind, sentence)
where order_id is not null and replace(message, '#' || order_id, '#') like known.sentence;

update notifications
set kind = case when message like '% habis' then 'stock-out' else 'stock-low' end
where order_id is null and message ~ '^Stok .* (habis|tinggal \d+)$';
