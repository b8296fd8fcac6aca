import { settingNames, settingsTable } from '@camilan/contract/settings'
import type { Choice } from '@camilan/contract/settings/kinds'
import { expect, test } from 'vitest'
import { changeSentence } from '~/people/audit/change-sentence'
import { changedFields, changesOf, choicesOf, numberIn, pathsOf, settingIn, typedOf, written } from './section-values'
import { settingWords } from './setting-words'

test('settings become texts of a form, and numbers are read in the way in which people write them', () => {
  const settings = {
    shipping_cost: 4_000,
    cities: { Bogor: { cost: null, days: '1 hari', delivers: true } },
    half: 0.5,
  }
  expect(written(settings)).toEqual({
    shipping_cost: '4.000',
    cities: { Bogor: { cost: '', days: '1 hari', delivers: true } },
    half: '0,5',
  })
  expect(['Rp 12.500', '', '12500', 'gratis'].map(numberIn)).toEqual([12_500, null, 12_500, 'gratis'])
})

test('the differing fields are named by their paths', () => {
  const values = { a: '1', cities: { Bogor: { cost: '', delivers: true } } }
  expect(pathsOf(values)).toEqual(['a', 'cities.Bogor.cost', 'cities.Bogor.delivers'])
  const typed = { a: '2', cities: { Bogor: { cost: '', delivers: false } } }
  expect(changedFields(typed, values)).toEqual({ a: '2', 'cities.Bogor.delivers': false })
})

test('only differing values are sent, of the cities only those that differ', () => {
  const current = { pickup: true, cities: { Bogor: { cost: null }, Depok: { cost: null } } }
  const wanted = { pickup: true, cities: { Bogor: { cost: 5 }, Depok: { cost: null } } }
  expect(changesOf(wanted, current)).toEqual({ cities: { Bogor: { cost: 5 } } })
  expect(changesOf(current, current)).toEqual({})
})

test('the history of the settings is in words', () => {
  const entry = {
    action: 'changed' as const,
    actor: { id: '1', name: 'Bu Sari' },
    changes: [
      { field: 'shipping_cost', before: 4_000, after: 7_000 },
      { field: 'cities.Bogor.delivers', before: 'ya', after: 'tidak' },
      { field: 'alerts.backup', before: 'ya', after: 'tidak' },
      { field: 'payment_methods.gopay', before: 'tidak', after: 'ya' },
      { field: 'story', before: null, after: 'Dulu.' },
      { field: 'hours.1.from', before: null, after: '08:00' },
      { field: 'hours.2.from', before: null, after: '08:00' },
    ],
  }
  expect(changeSentence(entry, settingWords).replaceAll('\u00a0', ' ')).toBe(
    'Ongkos kirim Rp 4.000 → Rp 7.000, pengiriman ke Bogor menyala → mati, peringatan “Cadangan data terlalu lama” menyala → mati, cara bayar GoPay mati → menyala, cerita toko diganti, jam buka diganti oleh Bu Sari',
  )
})

const plain = settingNames.filter((name) => !['own', 'picture'].includes(settingsTable[name].control.kind))
test.each(plain)('the default of %s is the same after it was shown in its field', (name) => {
  const { control, default: usual } = settingsTable[name]
  expect(settingIn(control, typedOf(control, usual))).toEqual(usual)
})

test('a stored value that is none of the choices is a choice too, in its place', () => {
  const minutes = choicesOf(settingsTable.payment_expiry_minutes.control as Choice, 600)
  expect([...minutes]).toEqual([
    ['60', '1 jam'],
    ['360', '6 jam'],
    ['600', '10 jam'],
    ['1440', '24 jam'],
    ['4320', '3 hari'],
    ['10080', '7 hari'],
  ])
  const days = choicesOf(settingsTable.auto_complete_days.control as Choice, 10)
  expect([...days.keys()]).toEqual(['', '3', '7', '10', '14', '30', '60'])
})
