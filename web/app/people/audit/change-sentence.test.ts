import { firstTerms } from '@camilan/contract/terms'
import { expect, test } from 'vitest'
import { changeSentence, wordsOfCodes } from './change-sentence'

const actor = { id: '1', name: 'Bu Sari' }

test('a price is written in rupiah', () => {
  const changes = [{ field: 'price', before: 45_000, after: 47_000 }]
  expect(changeSentence({ action: 'changed', changes, actor })).toBe(
    'Harga Rp\u00a045.000 → Rp\u00a047.000 oleh Bu Sari',
  )
})

test('several changes make one sentence, which says of texts and pictures only that they changed', () => {
  const changes = [
    { field: 'name', before: 'Nastar', after: 'Nastar Keju' },
    { field: 'stock', before: 1_200, after: 0 },
    { field: 'low_stock_at', before: 5, after: 20 },
    { field: 'weight', before: 'GRAM_250', after: 'GRAM_500' },
    { field: 'description', before: 'Isi nanas', after: 'Isi keju' },
    { field: 'image', before: null, after: 'a'.repeat(32) },
  ]
  expect(changeSentence({ action: 'changed', changes, actor }, wordsOfCodes(firstTerms))).toBe(
    'Nama “Nastar” → “Nastar Keju”, stok 1.200 → 0, pengingat stok 5 → 20, berat 250gram → 500gram, ' +
      'deskripsi diganti, gambar diganti oleh Bu Sari',
  )
})

test('a status change names both statuses', () => {
  const changes = [{ field: 'status', before: 'DIBAYAR', after: 'DIKIRIM' }]
  expect(changeSentence({ action: 'changed', changes, actor })).toBe('Status DIBAYAR → DIKIRIM oleh Bu Sari')
})

test('a value that was empty before or after is written as kosong', () => {
  const changes = [
    { field: 'courier', before: null, after: 'JNE' },
    { field: 'tracking_number', before: 'A1', after: null },
  ]
  expect(changeSentence({ action: 'changed', changes, actor })).toBe(
    'Kurir kosong → “JNE”, nomor resi “A1” → kosong oleh Bu Sari',
  )
})

test('a cancelled payment names what goes back and why, and a refund that was not made its former note', () => {
  const changes = [
    { field: 'status', before: 'DIBAYAR', after: 'DIBATALKAN' },
    { field: 'refund_due', before: null, after: 46_000 },
    { field: 'refund_cause', before: null, after: 'Stok habis' },
    { field: 'keeps_stock', before: null, after: 'true' },
  ]
  expect(changeSentence({ action: 'changed', changes, actor })).toBe(
    'Status DIBAYAR → DIBATALKAN, dana Rp\u00a046.000 perlu dikembalikan, alasan “Stok habis”, stok tidak dikembalikan oleh Bu Sari',
  )
  const undone = [
    { field: 'refund', before: 46_000, after: null },
    { field: 'refund_note', before: 'Transfer', after: null },
  ]
  expect(changeSentence({ action: 'changed', changes: undone, actor })).toBe(
    'Pengembalian dana Rp\u00a046.000 ditarik kembali, catatan “Transfer” dihapus oleh Bu Sari',
  )
  const unanswered = [{ field: 'refund_asked', before: 46_000, after: null }]
  expect(changeSentence({ action: 'changed', changes: unanswered, actor })).toBe(
    'Dana Rp\u00a046.000 dicatat belum dikembalikan Midtrans oleh Bu Sari',
  )
  const withdrawn = [{ field: 'refund_due', before: 5_000, after: null }]
  expect(changeSentence({ action: 'changed', changes: withdrawn, actor })).toBe(
    'Pengembalian dana Rp\u00a05.000 dibatalkan oleh Bu Sari',
  )
})

test('a refund names the amount and the note', () => {
  const changes = [
    { field: 'refund', before: null, after: 46_000 },
    { field: 'refund_note', before: null, after: 'Transfer BCA 20/11' },
  ]
  expect(changeSentence({ action: 'changed', changes, actor })).toBe(
    'Dana Rp\u00a046.000 dikembalikan, catatan “Transfer BCA 20/11” oleh Bu Sari',
  )
})

test.each([
  ['created', 'Produk ditambahkan oleh Bu Sari'],
  ['deleted', 'Produk dihapus oleh Bu Sari'],
  ['archived', 'Produk dihapus dan diarsipkan oleh Bu Sari'],
  ['restored', 'Penghapusan produk dibatalkan oleh Bu Sari'],
] as const)('a product that was %s', (action, sentence) => {
  expect(changeSentence({ action, changes: [], actor })).toBe(sentence)
})
