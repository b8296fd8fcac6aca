import * as z from 'zod/mini'
import { Day, optionalText } from '../../fields.ts'
import { settingLengths } from '../../lengths.ts'
import { weekdays } from '../../settings-values.ts'
import { toggle, wholeNumber } from '../kinds.ts'
import { section } from '../section.ts'

const Time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Tulis jam seperti 08:00.'))
const CloseTime = z.string().check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Tulis jam seperti 17:00.'))
/** If `to` is not after `from`, the hours end on the next day. */
const DayHours = z.object({ from: Time, to: CloseTime })

/** A closure of the shop. `reopens_on` is a day in Jakarta, at whose beginning the shop opens by itself. */
export const Closure = z.object({
  sentence: optionalText('Kalimat', settingLengths.closedSentence),
  reopens_on: z.nullable(Day('Pilih tanggal buka.')),
})
export type Closure = z.infer<typeof Closure>

export const opening = section({
  id: 'opening',
  title: 'Buka dan tutup',
  settings: {
    // Stays set after a closure that has ended on its day. Null after a closure that an administrator has ended.
    closed: {
      label: 'Tutup sementara',
      value: z.nullable(z.object({ sentence: z.string(), reopens_on: z.nullable(z.string()) })),
      schema: z.nullable(Closure),
      default: null,
      control: { kind: 'own' },
    },
    // Null on a day on which the shop is closed.
    hours: {
      label: 'Jam buka',
      hint: 'Tampil di bagian bawah setiap halaman dan di Tentang Kami.',
      value: z.nullable(z.record(z.enum(weekdays), z.nullable(z.object({ from: z.string(), to: z.string() })))),
      schema: z.nullable(z.record(z.enum(weekdays), z.nullable(DayHours))),
      default: null,
      control: { kind: 'own' },
    },
    hours_refuse_orders: {
      label: 'Tolak pesanan di luar jam buka',
      noun: 'penolakan pesanan di luar jam buka',
      hint: 'Tanpa ini jam buka hanya ditampilkan, dan pembeli bisa memesan kapan saja.',
      ...toggle,
    },
    // The limits of a day in Jakarta.
    daily_cap: {
      label: 'Batas per hari',
      noun: 'batas pesanan per hari',
      hint: 'Kosongkan kalau tidak dibatasi. Pesanan yang batal tidak ikut dihitung.',
      value: z.object({ orders: z.nullable(z.int()), pieces: z.nullable(z.int()) }),
      schema: z.object({
        orders: z.nullable(wholeNumber('Jumlah pesanan', 1, 1_000_000)),
        pieces: z.nullable(wholeNumber('Jumlah barang', 1, 1_000_000)),
      }),
      default: { orders: null, pieces: null },
      control: { kind: 'own' },
    },
  },
})
