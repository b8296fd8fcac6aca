import { expect, test } from 'vitest'
import { toast, toasts } from './toasts'

const undo = { label: 'Urungkan', do: () => Promise.resolve(), failed: 'Gagal' }

test('a message replaces those before it, but none that can undo a change', () => {
  toast('Stok disimpan')
  toast('Gagal mengunduh', 'alert')
  toast('Nastar dihapus', 'status', undo)
  toast('Pengaturan tersimpan')
  toast('Nastar dihapus', 'status', undo)
  toast('Gagal menyimpan', 'alert')
  expect(toasts.get().map(({ text }) => text)).toEqual(['Nastar dihapus', 'Nastar dihapus', 'Gagal menyimpan'])
  toast('Harga disimpan')
  expect(toasts.get().at(-1)?.text).toBe('Harga disimpan')
  expect(toasts.get()).toHaveLength(3)
})
