import type { TermList } from '@camilan/contract/terms'

interface ListWords {
  title: string
  /** Inside a sentence. */
  noun: string
  about: string
  example: string
}

export const listWords: Record<TermList, ListWords> = {
  categories: {
    title: 'Kategori',
    noun: 'kategori',
    about: 'Pembeli memilihnya di beranda dan di daftar produk. Gambarnya tampil di beranda.',
    example: 'Sambal',
  },
  packagings: {
    title: 'Kemasan',
    noun: 'kemasan',
    about: 'Tertulis di samping berat setiap produk, misalnya Toples 250gram.',
    example: 'Botol',
  },
  weights: {
    title: 'Berat',
    noun: 'berat',
    about: 'Satuan dan jumlah. Ongkos per kilogram dihitung darinya, kecuali isi bersih produknya diisi.',
    example: '150',
  },
}
