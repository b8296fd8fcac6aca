import { expect, test } from 'vitest'
import { changeSentence } from '~/audit/change-sentence'
import { settingWords } from './setting-words'

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

test('the end of the samples is counted', () => {
  const changes = [
    { field: 'samples_deleted', before: null, after: 18 },
    { field: 'demo_accounts', before: null, after: 2 },
  ]
  expect(changeSentence({ action: 'changed', changes, actor }, settingWords)).toBe(
    '18 produk contoh dihapus, 2 akun contoh ditutup oleh Bu Sari',
  )
})
