import * as z from 'zod/mini'
import { formatNumber } from '../../formats.ts'
import { minAutoCompleteDays } from '../../settings-values.ts'
import { wholeNumber } from '../kinds.ts'
import { section } from '../section.ts'

export const completion = section({
  id: 'completion',
  title: 'Pesanan selesai otomatis',
  intro:
    'Pesanan yang tidak dikonfirmasi pembeli selesai sendiri. Pembeli membaca tanggalnya di halaman pesanan, paling sedikit tiga hari sebelumnya.',
  settings: {
    // Null: only the buyer completes the order.
    auto_complete_days: {
      label: 'Hari setelah dikirim',
      noun: 'hari sampai pesanan selesai otomatis',
      hint: 'Kalau tidak otomatis, hanya pembeli yang menyelesaikan.',
      value: z.nullable(z.int()),
      schema: z.nullable(wholeNumber('Jumlah hari', minAutoCompleteDays, 60)),
      default: null,
      control: {
        kind: 'choice',
        values: [minAutoCompleteDays, 7, 14, 30, 60],
        write: (days) => `${formatNumber(Number(days))} hari`,
        none: 'Tidak otomatis',
      },
    },
  },
  summary: ({ auto_complete_days: days }) =>
    days === null ? 'Mati. Pembeli yang menandai pesanannya diterima.' : `${days} hari setelah dikirim`,
})
