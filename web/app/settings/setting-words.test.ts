import { expect, test } from 'vitest'
import { changeSentence } from '~/people/audit/change-sentence'
import { feeOf, limitsOf, settingWords } from './setting-words'

const actor = { id: '1', name: 'Bu Sari' }

test.each([
  ['is closed', null, '', 'Toko ditutup sementara'],
  ['is closed with a sentence', null, 'Libur', 'Toko ditutup sementara'],
  ['gets another sentence', 'Libur', '', 'Kalimat untuk pembeli diganti'],
  ['is opened again', '', null, 'Toko dibuka lagi'],
])('the history says that the shop %s', (_what, before, after, sentence) => {
  const changes = [{ field: 'closed.sentence', before, after }]
  expect(changeSentence({ action: 'changed', changes, actor }, settingWords)).toBe(`${sentence} oleh Bu Sari`)
})

test.each([
  [null, 'Lebaran', 'PO “Lebaran” ditambahkan'],
  ['Lebaran', 'PO Lebaran', 'PO “Lebaran” → “PO Lebaran”'],
  ['Lebaran', null, 'PO “Lebaran” dihapus'],
])('the history tells of a batch in Indonesian: %s, then %s', (before, after, sentence) => {
  const changes = [{ field: 'batches', before, after }]
  expect(changeSentence({ action: 'changed', changes, actor }, settingWords)).toBe(`${sentence} oleh Bu Sari`)
})

test('the end of the samples is counted', () => {
  const changes = [
    { field: 'samples_deleted', before: null, after: 18 },
    { field: 'demo_accounts', before: null, after: 2 },
  ]
  expect(changeSentence({ action: 'changed', changes, actor }, settingWords)).toBe(
    '18 produk contoh dihapus, 2 akun contoh ditutup oleh Bu Sari',
  )
})

test.each([
  ['other_qris', '0,7%', 'maks. Rp 10.000.000'],
  ['shopeepay', '2% (belum pasti)', 'maks. Rp 20.000.000'],
  ['bca_va', 'sesuai kontrak', 'min. Rp 10.000'],
  ['bni_va', 'Rp 4.000 + PPN', 'tanpa batas total'],
  ['indomaret', 'sesuai kontrak', 'min. Rp 10.000, maks. Rp 5.000.000'],
] as const)('%s costs %s and takes totals: %s', (method, fee, limits) => {
  expect([feeOf(method), limitsOf(method)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual([fee, limits])
})
