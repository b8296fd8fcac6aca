import type { AdminProduct } from '@camilan/contract/catalog'
import type { PlannedPrices } from '@camilan/contract/many-products'
import { weightLabel } from '@camilan/contract/terms'
import EyeOff from 'lucide-react/icons/eye-off'
import Gift from 'lucide-react/icons/gift'
import { useSession } from '~/platform/api/session'
import { formatJakartaTime, formatNumber, formatRupiah } from '~/platform/state/formats'
import { useWords } from '~/products/words'
import { type Column, DataTable } from '~/ui/lists/data-table'
import { ProductPicture } from '~/ui/shop/product-picture'
import { Rupiah } from '~/ui/shop/rupiah'
import { ProductActions } from './product-actions'
import { QuickEdit } from './quick-edit'

interface ProductsTableProps {
  products: readonly AdminProduct[]
  planned: PlannedPrices
  firstNumber: number
  pending: boolean
  onEdit: (product: AdminProduct) => void
}

export function ProductsTable({ products, planned, onEdit, ...list }: ProductsTableProps) {
  const words = useWords()
  const { isAdmin } = useSession()
  const price = (product: AdminProduct) =>
    isAdmin ? (
      <>
        <QuickEdit product={product} field="price">
          <Rupiah amount={product.price} />
        </QuickEdit>
        <PlannedPrice product={product} planned={planned} />
      </>
    ) : (
      <Rupiah amount={product.price} />
    )
  const stock = (product: AdminProduct, isCell: boolean) => (
    <>
      {product.parts ? (
        <Stock count={product.stock} lowAt={product.low_stock_at} isCell={isCell} />
      ) : (
        <QuickEdit product={product} field="stock">
          <Stock count={product.stock} lowAt={product.low_stock_at} isCell={isCell} />
        </QuickEdit>
      )}
      {product.held_by_unpaid > 0 && (
        <p title="Jumlah dalam pesanan yang belum dibayar" className="text-13 whitespace-nowrap text-muted">
          {`ditahan ${formatNumber(product.held_by_unpaid)}`}
        </p>
      )}
    </>
  )
  const actions = (product: AdminProduct, isCard: boolean) => (
    <ProductActions product={product} isCard={isCard} onEdit={onEdit} />
  )
  return (
    <DataTable
      label="produk"
      columns={[
        ...nameColumns,
        { heading: 'Harga', cell: price, numeric: true },
        { heading: 'Stok', cell: (product) => stock(product, true), numeric: true },
        ...detailColumns,
        ...(isAdmin
          ? [{ heading: 'Action', cell: (product: AdminProduct) => actions(product, false), pinned: true }]
          : []),
      ]}
      rows={products}
      clickableRows={isAdmin}
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
                className="max-w-full text-left leading-snug font-bold wrap-anywhere before:absolute before:inset-0"
              >
                {product.name}
              </button>
            ) : (
              <p className="font-bold">{product.name}</p>
            )}
            <Badges product={product} />
            <p className="text-13 text-muted">{`${words.category(product.category)} · ${words.kind(product)}`}</p>
          </div>
          <div className="relative col-span-2 mt-1 -mb-2 flex items-start justify-between gap-x-2">
            <div className="flex min-w-0 flex-wrap items-center gap-x-4 font-semibold">
              {price(product)}
              {stock(product, false)}
            </div>
            {isAdmin && actions(product, true)}
          </div>
        </div>
      )}
    />
  )
}

/** That a price of a while runs, or that another one will begin. */
function PlannedPrice({ product, planned }: { product: AdminProduct; planned: PlannedPrices }) {
  const marks = planned.flatMap(({ batch_id, items, has_begun, from, until }) =>
    items
      .filter(({ id }) => id === product.id)
      .map(({ new_price }) => ({
        batch_id,
        text:
          has_begun && until
            ? `${formatRupiah(new_price)} sampai ${formatJakartaTime(new Date(until))}`
            : `${formatRupiah(new_price)} mulai ${formatJakartaTime(new Date(from))}`,
      })),
  )
  return marks.map(({ batch_id, text }) => (
    <p
      key={batch_id}
      className="w-fit rounded-lg bg-highlight px-2 py-0.5 text-left text-13 font-bold whitespace-normal text-on-highlight lg:ml-auto lg:max-w-28"
    >
      {text}
    </p>
  ))
}

/** That buyers don't see it, and that it is a hamper. */
function Badges({ product }: { product: AdminProduct }) {
  const look =
    'mt-0.5 mr-1.5 inline-flex items-center gap-1.5 rounded-lg bg-soft px-2 py-0.5 text-13 font-bold text-muted'
  return (
    <>
      {product.parts && (
        <p className={look}>
          <Gift aria-hidden className="size-3.5" />
          Hampers
        </p>
      )}
      {!product.is_visible && (
        <p className={look}>
          <EyeOff aria-hidden className="size-3.5" />
          Disembunyikan
        </p>
      )}
    </>
  )
}

function Word({ of: product, field }: { of: AdminProduct; field: 'category' | 'packaging' }) {
  const words = useWords()
  return <p>{words[field](product[field])}</p>
}

const nameColumns: readonly Column<AdminProduct>[] = [
  { heading: 'Gambar', cell: (product) => <Picture product={product} /> },
  {
    heading: 'Nama Produk',
    cell: (product) => (
      <>
        <p>{product.name}</p>
        <Badges product={product} />
      </>
    ),
    className: 'min-w-40 font-semibold wrap-anywhere',
  },
]

const detailColumns: readonly Column<AdminProduct>[] = [
  { heading: 'Kategori', cell: (product) => <Word of={product} field="category" />, className: 'text-13' },
  { heading: 'Kemasan', cell: (product) => <Word of={product} field="packaging" />, className: 'text-13' },
  { heading: 'Berat', cell: (product) => weightLabel(product.weight), className: 'text-13' },
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
      <span>{formatNumber(count)}</span>
      {count <= lowAt && <span className="block text-13 font-semibold">{count === 0 ? 'habis' : 'menipis'}</span>}
    </span>
  )
}
