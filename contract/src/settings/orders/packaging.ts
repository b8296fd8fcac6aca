import { toggle } from '../kinds.ts'
import { section } from '../section.ts'

const settings = {
  choose_only_packaging: {
    label: 'Kemasan tunggal sudah terpilih',
    noun: 'kemasan yang sudah terpilih',
    hint: 'Produk yang hanya punya satu kemasan langsung bisa dipesan, tanpa memilih kemasannya dulu.',
    ...toggle,
  },
  // The buyers' lists, searches and the sitemap show a group of sizes once: the cheapest in stock.
  group_sizes: {
    label: 'Satu kartu untuk semua ukuran',
    hint: 'Daftar, pencarian, dan Google menampilkan satu kartu “mulai Rp …”: ukuran termurah yang masih ada stoknya.',
    ...toggle,
  },
  own_order: {
    label: 'Urutan toko',
    hint: 'Daftar produk dimulai menurut urutan Anda sendiri. Aturlah di Kelola produk, “Urutan toko”.',
    ...toggle,
  },
  // On the pages of the shop. Calls of the API keep their order unless they ask for the shop's (`view`).
  sold_out_last: {
    label: 'Produk habis di urutan terakhir',
    hint: 'Di beranda, daftar, dan pencarian, yang masih ada tampil lebih dulu.',
    ...toggle,
  },
}

export const packaging = section({
  id: 'packaging',
  title: 'Produk di toko',
  settings,
  summary(values) {
    const names = Object.keys(settings) as (keyof typeof settings)[]
    const chosen = names.filter((name) => values[name]).map((name) => settings[name].label)
    return chosen.join(', ') || 'Menurut nama, tiap ukuran dengan kartunya sendiri'
  },
})
