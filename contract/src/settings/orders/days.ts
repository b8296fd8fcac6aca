import * as z from 'zod/mini'
import { Day } from '../../fields.ts'
import { weekdays } from '../../settings-values.ts'
import { count, toggle } from '../kinds.ts'
import { section } from '../section.ts'

const maxHolidays = 60

/** Some days of the week, in their order. None: not said. */
const weekdayList = () => ({
  value: z.array(z.enum(weekdays)),
  schema: z
    .array(z.enum(weekdays, 'Hari tidak dikenal.'), 'Pilih harinya.')
    .check(z.overwrite((names) => weekdays.filter((name) => names.includes(name)))),
  default: [] as (typeof weekdays)[number][],
  control: { kind: 'own' } as const,
  listOf: weekdays,
})

const Holiday = z
  .object({ from: Day('Pilih tanggal libur.'), to: Day('Pilih tanggal libur.') })
  .check(z.refine(({ from, to }) => from <= to, 'Hari terakhir libur tidak boleh sebelum hari pertamanya.'))

export const days = section({
  id: 'days',
  title: 'Hari membuat dan mengirim',
  settings: {
    making_days: {
      label: 'Hari membuat',
      hint: 'Kalau diisi, batas pesanan per hari dihitung menurut hari membuatnya.',
      ...weekdayList(),
    },
    // Further days of making.
    lead_days: {
      label: 'Lama membuat (hari)',
      noun: 'lama membuat',
      hint: 'Hari tambahan sampai jadi. 0: jadi pada hari yang sama.',
      ...count('Lama membuat', { min: 0, max: 30, default: 0 }),
    },
    packing_days: { label: 'Hari mengemas', ...weekdayList() },
    handover_days: {
      label: 'Hari menyerahkan',
      hint: 'Ke kurir atau ke pembeli. Kalau diisi, pembeli melihat kapan pesanannya dikirim.',
      ...weekdayList(),
    },
    // Null: the end of the day.
    cut_off: {
      label: 'Batas jam pesan',
      hint: 'Yang dibayar mulai jam ini dihitung untuk hari berikutnya. Kosong: sampai tengah malam.',
      value: z.nullable(z.string()),
      schema: z.nullable(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Tulis jam seperti 14:00.'))),
      default: null,
      control: { kind: 'own' },
    },
    // Both days of each are included.
    holidays: {
      label: 'Libur',
      hint: 'Pada hari libur tidak ada yang dibuat, dikemas, atau diserahkan.',
      value: z.array(z.object({ from: z.string(), to: z.string() })),
      schema: z.array(Holiday).check(
        z.maxLength(maxHolidays, `Paling banyak ${maxHolidays} masa libur.`),
        z.overwrite((all) => [...all].sort((a, b) => (a.from < b.from ? -1 : 1))),
      ),
      default: [] as { from: string; to: string }[],
      control: { kind: 'own' },
    },
    wished_days: {
      label: 'Pembeli boleh memilih hari tiba',
      noun: 'pilihan hari tiba',
      hint: 'Hanya hari yang bisa Anda penuhi, sampai 30 hari ke depan. Perlu hari menyerahkan.',
      ...toggle,
    },
  },
})

/** How far ahead a buyer may wish, in days. */
export const wishedAhead = 30
