import type { AdminProduct } from '@camilan/contract/catalog'
import { categoryLabels, packagingLabels, weightLabels } from '@camilan/contract/catalog-values'
import { Message } from '@camilan/contract/wire'
import { Copy, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { api } from '~/platform/api'
import { formatNumber } from '~/platform/formats'
import { useSession } from '~/platform/session'
import { toast } from '~/platform/toasts'
import { useIdempotencyKey } from '~/platform/use-idempotency-key'
import { useMutation } from '~/platform/use-mutation'
import { useConfirm } from '~/ui/confirm'
import { type Column, DataTable } from '~/ui/data-table'
import { IconButton } from '~/ui/icon-button'
import { ProductPicture } from '~/ui/product-picture'
import { Rupiah } from '~/ui/rupiah'
import { QuickEdit } from './quick-edit'
import { takingBack } from './restore-product'
import { duplicateProduct, showInShop } from './save-product'
import { ShareProduct } from './share-product'

interface ProductsTableProps {
  products: readonly AdminProduct[]
  firstNumber: number
  pending: boolean
  onEdit: (product: AdminProduct) => void
}

export function ProductsTable({ products, onEdit, ...list }: ProductsTableProps) {
  const { isAdmin } = useSession()
  const price = (product: AdminProduct) =>
    isAdmin ? (
      <QuickEdit product={product} field="price">
        {(amount) => <Rupiah amount={amount} />}
      </QuickEdit>
    ) : (
      <Rupiah amount={product.price} />
    )
  const stock = (product: AdminProduct, isCell: boolean) => (
    <div className={isCell ? '' : 'flex flex-wrap items-center gap-x-4'}>
      <QuickEdit product={product} field="stock">
        {(count) => <Stock count={count} lowAt={product.low_stock_at} isCell={isCell} />}
      </QuickEdit>
      {product.held_by_unpaid > 0 && (
        <p
          title="Jumlah dalam pesanan yang belum dibayar"
          className={`text-13 text-muted ${isCell ? '' : 'whitespace-nowrap'}`}
        >
          ditahan {formatNumber(product.held_by_unpaid)}
        </p>
      )}
    </div>
  )
  const actions = (product: AdminProduct) => (
    <div className="-mx-2 flex max-lg:justify-between lg:pointer-fine:[&>button]:w-9">
      <ShowSwitch product={product} />
      <ShareProduct product={product} disabled={!product.is_visible} />
      <IconButton icon={Pencil} label={`Edit ${product.name}`} data-opens onClick={() => onEdit(product)} />
      <DuplicateProduct product={product} onCopy={onEdit} />
      <DeleteProduct product={product} />
    </div>
  )
  return (
    <DataTable
      label="produk"
      columns={[
        ...nameColumns,
        { heading: 'Harga', cell: price, numeric: true },
        { heading: 'Stok', cell: (product) => stock(product, true), numeric: true },
        ...detailColumns,
        ...(isAdmin ? [{ heading: 'Action', cell: actions, pinned: true }] : []),
      ]}
      rows={products}
      rowsOpen={isAdmin}
      {...list}
      card={(product) => (
        <div className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
          <Picture product={product} />
          <div>
            {isAdmin ? (
              // The picture and the texts are part of it.
              <button
                type="button"
                onClick={() => onEdit(product)}
                className="min-h-11 max-w-full text-left font-bold wrap-anywhere before:absolute before:inset-0"
              >
                {product.name}
              </button>
            ) : (
              <p className="font-bold">{product.name}</p>
            )}
            <HiddenBadge product={product} />
            <p className="text-13 text-muted">
              {categoryLabels[product.category]} · {packagingLabels[product.packaging]} {weightLabels[product.weight]}
            </p>
          </div>
          {/* A line of their own, so that each action is at the same place on every card. */}
          <div className="relative col-span-2 mt-1 flex flex-wrap items-center gap-x-5 justify-self-start font-semibold">
            {price(product)}
            {stock(product, false)}
          </div>
          {isAdmin && <div className="relative col-span-2 -mb-2 border-t border-line pt-1">{actions(product)}</div>}
        </div>
      )}
    />
  )
}

/** Shows or hides the product in the shop at once; the message takes it back. */
function ShowSwitch({ product }: { product: AdminProduct }) {
  const { id, name, is_visible: isVisible } = product
  const { pending, run } = useMutation({
    do: () => showInShop(id, !isVisible),
    done: () =>
      toast(isVisible ? `${name} disembunyikan dari toko` : `${name} tampil di toko`, 'status', {
        label: 'Urungkan',
        do: () => showInShop(id, isVisible),
        failed: 'Gagal mengembalikan produk. Silakan coba lagi.',
      }),
    failed: () => toast('Gagal saat memperbarui produk', 'alert'),
    revalidate: 'done',
  })
  return (
    <IconButton
      icon={isVisible ? Eye : EyeOff}
      label={`${name} tampil di toko`}
      role="switch"
      aria-checked={isVisible}
      disabled={pending}
      onClick={() => run()}
    />
  )
}

/** Opens the form of the copy. */
function DuplicateProduct({ product, onCopy }: { product: AdminProduct; onCopy: (copy: AdminProduct) => void }) {
  const { keyFor, renew } = useIdempotencyKey()
  const { pending, run } = useMutation({
    do: () => duplicateProduct(product.id, keyFor(product.id)),
    done({ data }) {
      renew()
      toast(`Salinan ${product.name} dibuat, belum tampil di toko`)
      onCopy(data)
    },
    failed: 'Gagal menggandakan produk',
    revalidate: 'done',
  })
  return <IconButton icon={Copy} label={`Gandakan ${product.name}`} disabled={pending} onClick={() => run()} />
}

function HiddenBadge({ product }: { product: AdminProduct }) {
  if (product.is_visible) return null
  return (
    <p className="mt-0.5 inline-flex items-center gap-1.5 rounded-lg bg-soft px-2 py-0.5 text-13 font-bold text-muted">
      <EyeOff aria-hidden className="size-3.5" />
      Disembunyikan
    </p>
  )
}

function DeleteProduct({ product: { id, name } }: { product: AdminProduct }) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: () => api.delete(`/api/admin/products/${encodeURIComponent(id)}`, Message),
    done: () => toast('Produk berhasil dihapus!', 'status', takingBack({ id, name })),
    failed: () => toast('Gagal menghapus produk', 'alert'),
    revalidate: 'done',
  })

  async function ask() {
    const choice = { yes: 'Hapus', danger: true, details: <p className="font-semibold">{name}</p> }
    if (await confirm('Apakah Anda yakin ingin menghapus produk ini?', choice)) await run()
  }

  return <IconButton icon={Trash2} label={`Hapus ${name}`} danger disabled={pending} onClick={ask} />
}

const nameColumns: readonly Column<AdminProduct>[] = [
  { heading: 'Gambar', cell: (product) => <Picture product={product} /> },
  {
    heading: 'Nama Produk',
    cell: (product) => (
      <>
        <p>{product.name}</p>
        <HiddenBadge product={product} />
      </>
    ),
    className: 'min-w-40 font-semibold wrap-anywhere',
  },
]

const detailColumns: readonly Column<AdminProduct>[] = [
  { heading: 'Kategori', cell: (product) => categoryLabels[product.category], className: 'text-13' },
  { heading: 'Kemasan', cell: (product) => packagingLabels[product.packaging], className: 'text-13' },
  { heading: 'Berat', cell: (product) => weightLabels[product.weight], className: 'text-13' },
  {
    heading: 'Deskripsi',
    cell: (product) => (
      <p title={product.description} className="line-clamp-3 text-13 wrap-anywhere text-muted">
        {product.description}
      </p>
    ),
    className: 'min-w-22',
  },
]

function Picture({ product }: { product: AdminProduct }) {
  return (
    <div className="w-14 shrink-0">
      <ProductPicture of={product} alt="" sizes="56px" className="rounded-xl" />
    </div>
  )
}

interface StockProps {
  count: number
  /** The stock is low at this number and below. */
  lowAt: number
  /** In the column 'Stok' the number needs a word only when it is low. */
  isCell: boolean
}

function Stock({ count, lowAt, isCell }: StockProps) {
  const word = count === 0 ? 'Habis' : count <= lowAt ? 'Sisa' : 'Stok'
  const look = count <= lowAt ? 'font-bold text-danger' : ''
  if (!isCell) return <span className={look}>{count === 0 ? word : `${word} ${formatNumber(count)}`}</span>
  return (
    <span className={look}>
      {formatNumber(count)}
      {count <= lowAt && <span className="block text-13 font-semibold">{count === 0 ? 'habis' : 'menipis'}</span>}
    </span>
  )
}
