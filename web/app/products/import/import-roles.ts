import { type ImportRole, importRoles } from '@camilan/contract/product-import'
import type { Role } from '~/ui/lists/choose-columns'

type Known = Omit<Role, 'name'>

const pictureHint = 'Alamat https:// dari gambarnya. Gambar diambil setelah produk disimpan.'

const roles: Partial<Record<ImportRole, Known>> = {
  name: { label: 'Nama produk', hint: 'Wajib.', isRequired: true },
  price: { label: 'Harga' },
  stock: { label: 'Stok', hint: 'Hanya untuk produk baru.' },
  category: { label: 'Kategori' },
  packaging: { label: 'Kemasan' },
  weight: { label: 'Berat', hint: 'Angka tanpa satuan dibaca gram.' },
  description: { label: 'Deskripsi' },
  image_1: { label: 'Gambar', hint: pictureHint },
  image_2: { label: 'Gambar 2', isRare: true },
  image_3: { label: 'Gambar 3', isRare: true },
  image_4: { label: 'Gambar 4', isRare: true },
  image_5: { label: 'Gambar 5', isRare: true },
  image_6: { label: 'Gambar 6', isRare: true },
  id: { label: 'ID di toko ini', hint: 'Hanya dari file yang diunduh dari toko ini.', isRare: true },
  net_weight_grams: { label: 'Isi bersih (gram)', isRare: true },
  cost_price: { label: 'Modal', isRare: true },
  low_stock_at: { label: 'Ingatkan saat sisa', isRare: true },
  is_visible: { label: 'Tampil di toko', hint: 'Ya atau Tidak.', isRare: true },
  ingredients: { label: 'Bahan', isRare: true },
  allergens: { label: 'Alergen', isRare: true },
  shelf_life_days: { label: 'Tahan (hari)', isRare: true },
  opened_shelf_life_days: { label: 'Tahan setelah dibuka (hari)', isRare: true },
  storage: { label: 'Cara simpan', isRare: true },
  halal_number: { label: 'Nomor sertifikat halal', isRare: true },
  pirt_number: { label: 'Nomor P-IRT', isRare: true },
  price_steps: { label: 'Harga grosir', hint: 'Seperti 3x93000 6x90000.', isRare: true },
}

/** Those that a person assigns. */
export const shownRoles: readonly Role[] = importRoles.flatMap((name) => {
  const role = roles[name]
  return role ? [{ name, ...role }] : []
})
