import { expect, test } from 'vitest'
import { dismissOfFormerPage, toast, toasts } from './toasts'

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

test('a message leaves with its page, and one that says why another page is shown stays on it, however late that comes', () => {
  toasts.set([])
  const shownOn = (pathname: string) => {
    dismissOfFormerPage(pathname, performance.now())
    return toasts.get().map(({ text }) => text)
  }
  toast('Stok disimpan')
  expect(shownOn('/cart')).toEqual([])
  toast('Anda harus login terlebih dahulu.', 'alert', { on: '/auth/login?next=%2Fcart' })
  expect(shownOn('/auth/login')).toEqual(['Anda harus login terlebih dahulu.'])
  expect(shownOn('/auth/register')).toEqual([])
  toast('Login tidak disimpan', 'alert', { on: 'every' })
  expect([shownOn('/'), shownOn('/cart')]).toEqual([['Login tidak disimpan'], ['Login tidak disimpan']])
})
