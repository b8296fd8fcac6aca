import { choice } from './kinds.ts'
import { section } from './section.ts'

const separators = { ',': 'Koma', ';': 'Titik koma' }

export const csv = section({
  id: 'csv',
  title: 'File CSV',
  settings: {
    csv_separator: {
      label: 'Pemisah kolom',
      noun: 'pemisah kolom CSV',
      hint: 'Pilih titik koma kalau Excel Anda menaruh semua isian dalam satu kolom.',
      ...choice(separators, 'Pilih koma atau titik koma.', ','),
    },
  },
  summary: ({ csv_separator }) => `Kolom dipisah ${separators[csv_separator].toLowerCase()}`,
})
