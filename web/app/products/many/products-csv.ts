import { CsvChanges } from '@camilan/contract/many-products'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { type ToastAction, toast } from '~/platform/state/toasts'

export const csvPath = '/api/admin/products/csv'

interface CsvOptions {
  preview?: boolean
  only_correct?: boolean | undefined
  seen?: string
}

/** Changes all products of a file, or none; with `only_correct` those of its correct lines. */
export const sendCsv = (csv: string, options: CsvOptions = {}) =>
  api.post(csvPath, { csv, ...options }, success(CsvChanges))

/**
 * Excel saves a CSV in the characters of Windows unless it is told otherwise, and its 'Unicode text' in UTF-16.
 * @returns undefined for a workbook, which is a zip
 */
export function textOfFile(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0x50 && second === 0x4b) return undefined
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A file with the former values. Nothing is changed if a stock was sold from since. */
export function formerCsv(items: CsvChanges['items']): string {
  const fields = [...new Set(items.flatMap(({ changes }) => changes.map(({ field }) => field)))]
  const rows = items.map(({ id, changes }) => {
    const of = (name: string) => changes.find(({ field }) => field === name)
    return [id, ...fields.map((field) => formerCell(of(field))), of('stock')?.after ?? '']
  })
  return [['id', ...fields, 'expected_stock'], ...rows].map((cells) => cells.map(quoted).join()).join('\n')
}

/** An empty cell keeps a value; 0 and - remove it. */
function formerCell(change: CsvChanges['items'][number]['changes'][number] | undefined) {
  return change && (change.before ?? (typeof change.after === 'number' ? 0 : '-'))
}

const quoted = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`

export const undoCsv = (items: CsvChanges['items']): ToastAction => ({
  label: 'Urungkan',
  do: async () => {
    await sendCsv(formerCsv(items))
    toast('Produk kembali seperti semula')
  },
  failed: 'Gagal mengembalikan. Periksa produknya.',
})
