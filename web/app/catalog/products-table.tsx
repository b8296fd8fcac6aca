import { categoryLabels, type Product, packagingLabels, weightLabels } from '@camilan/contract/catalog'
import { lowStock } from '@camilan/contract/reports'
import { Pencil, Trash2 } from 'lucide-react'
import { formatNumber } from '~/platform/formats'
import { type Column, DataTable } from '~/ui/data-table'
import { IconButton } from '~/ui/icon-button'
import { ProductPicture } from '~/ui/product-picture'
import { Rupiah } from '~/ui/rupiah'

interface ProductsTableProps {
  products: readonly Product[]
  firstNumber: number
  pending: boolean
  deletingId: string | null
  onEdit: (product: Product) => void
  onDelete: (product: Product) => void
}

export function ProductsTable({ products, firstNumber, pending, deletingId, onEdit, onDelete }: ProductsTableProps) {
  const actions = (product: Product) => (
    <div className="-mx-2 flex max-lg:flex-col">
      <IconButton icon={Pencil} label={`Edit ${product.name}`} onClick={() => onEdit(product)} />
      <IconButton
        icon={Trash2}
        label={`Hapus ${product.name}`}
        danger
        disabled={deletingId === product.id}
        onClick={() => onDelete(product)}
      />
    </div>
  )
  return (
    <DataTable
      label="produk"
      columns={[...columns, { heading: 'Action', cell: actions, pinned: true }]}
      rows={products}
      firstNumber={firstNumber}
      pending={pending}
      card={(product) => (
        <div className="flex items-center gap-3">
          <Picture product={product} />
          <div className="min-w-0 grow">
            <p className="font-bold">{product.name}</p>
            <p className="text-13 text-gula-aren-muda">
              {categoryLabels[product.category]} · {packagingLabels[product.packaging]} {weightLabels[product.weight]}
            </p>
            <p className="flex flex-wrap gap-x-3">
              <Rupiah amount={product.price} className="font-semibold" />
              <span>
                Stok <Stock product={product} />
              </span>
            </p>
          </div>
          {actions(product)}
        </div>
      )}
    />
  )
}

const columns: readonly Column<Product>[] = [
  { heading: 'Gambar', cell: (product) => <Picture product={product} /> },
  { heading: 'Nama Produk', cell: (product) => product.name, className: 'min-w-40 font-semibold' },
  { heading: 'Harga', cell: (product) => <Rupiah amount={product.price} />, numeric: true },
  { heading: 'Stok', cell: (product) => <Stock product={product} />, numeric: true },
  { heading: 'Kategori', cell: (product) => categoryLabels[product.category] },
  { heading: 'Kemasan', cell: (product) => packagingLabels[product.packaging] },
  { heading: 'Berat', cell: (product) => weightLabels[product.weight] },
  {
    heading: 'Deskripsi',
    cell: (product) => (
      <p title={product.description} className="line-clamp-2 text-13 text-gula-aren-muda">
        {product.description}
      </p>
    ),
    className: 'min-w-48',
  },
]

function Picture({ product }: { product: Product }) {
  return (
    <div className="w-14 shrink-0">
      <ProductPicture image={product.image} alt="" sizes="56px" className="rounded-xl" />
    </div>
  )
}

function Stock({ product: { stock } }: { product: Product }) {
  return <span className={stock <= lowStock ? 'font-bold text-cabai' : ''}>{formatNumber(stock)}</span>
}
