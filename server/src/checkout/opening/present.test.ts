import { expect, test } from 'vitest'
import { presentOpening, sentenceOf } from './present.ts'

const at = (text: string) => new Date(`${text}+07:00`)
/** A Friday. */
const noon = at('2026-11-20T12:00:00')
const unset = {
  ...{ making_days: [], packing_days: [], handover_days: [], lead_days: 0, cut_off: null, holidays: [] },
}
const always = { closed: null, hours: null, hours_refuse_orders: false, ...unset }
const day = (from: string, to: string) => ({ from, to })
const office = day('08:00', '17:00')
const officeHours = {
  ...unset,
  closed: null,
  hours: { 1: office, 2: office, 3: office, 4: office, 5: office, 6: null, 7: null },
  hours_refuse_orders: true,
}
const night = day('20:00', '10:00')
const nightHours = {
  ...officeHours,
  hours: { 1: night, 2: night, 3: night, 4: night, 5: night, 6: night, 7: night },
}
const [free, full] = [{ isFull: false }, { isFull: true }]
const iso = (text: string) => at(text).toISOString()

test('an open shop says only when that changes', () => {
  const open = { is_open: true, code: null, title: null, message: null, reopens: null, opens_at: null }
  expect(presentOpening(always, free, noon)).toEqual({ ...open, changes_at: null })
  expect(presentOpening(officeHours, free, noon)).toEqual({ ...open, changes_at: iso('2026-11-20T17:00:00') })
})

test('a closed shop says why and until when', () => {
  const closed = (sentence: string, reopens_on: string | null) =>
    presentOpening({ ...always, closed: { sentence, reopens_on } }, free, noon)
  expect(closed('Libur Lebaran', '2026-11-24')).toEqual({
    is_open: false,
    code: 'SHOP_CLOSED',
    title: 'Toko sedang tutup.',
    message: 'Libur Lebaran.',
    reopens: 'Buka lagi Selasa, 24 November 2026.',
    opens_at: iso('2026-11-24T00:00:00'),
    changes_at: iso('2026-11-24T00:00:00'),
  })
  expect(closed('Selamat Lebaran!', null)).toMatchObject({
    message: 'Selamat Lebaran!',
    reopens: null,
    opens_at: null,
    changes_at: null,
  })
  expect(sentenceOf(closed('', null))).toBe('Toko sedang tutup.')
  expect(sentenceOf(closed('', '2026-11-24'))).toBe('Toko sedang tutup. Buka lagi Selasa, 24 November 2026.')
})

test('outside its hours the shop says when they begin', () => {
  expect(presentOpening(officeHours, free, at('2026-11-20T17:00:00'))).toMatchObject({
    code: 'SHOP_CLOSED',
    message: 'Pesanan diterima pada jam buka.',
    reopens: 'Buka lagi Senin, 23 November 2026 pukul 08:00 WIB.',
    opens_at: iso('2026-11-23T08:00:00'),
  })
})

test('a full day ends at midnight in Jakarta, and the shop opens with its next hours', () => {
  expect(presentOpening(always, full, noon)).toEqual({
    is_open: false,
    code: 'CAP_REACHED',
    title: 'Pesanan hari ini sudah penuh.',
    message: null,
    reopens: 'Buka lagi Sabtu, 21 November 2026.',
    opens_at: iso('2026-11-21T00:00:00'),
    changes_at: iso('2026-11-21T00:00:00'),
  })
  expect(presentOpening(officeHours, full, noon)).toMatchObject({
    code: 'CAP_REACHED',
    opens_at: iso('2026-11-23T08:00:00'),
    changes_at: iso('2026-11-20T17:00:00'),
  })
})

test('hours that begin again on a full day do not open the shop', () => {
  expect(presentOpening(nightHours, free, noon)).toMatchObject({ opens_at: iso('2026-11-20T20:00:00') })
  expect(presentOpening(nightHours, full, noon)).toMatchObject({
    code: 'SHOP_CLOSED',
    opens_at: iso('2026-11-21T00:00:00'),
    changes_at: iso('2026-11-20T20:00:00'),
  })
})

test('a shop whose last day before a closure is full opens after the closure', () => {
  const settings = { ...always, closed: { sentence: '', reopens_on: '2026-11-30' } }
  expect(presentOpening(settings, full, noon)).toMatchObject({
    code: 'SHOP_CLOSED',
    opens_at: iso('2026-11-30T00:00:00'),
  })
})
