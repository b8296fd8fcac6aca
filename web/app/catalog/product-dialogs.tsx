import { type AdminProduct, NewProduct, ProductChange } from '@camilan/contract/catalog'
import { usualLowStock } from '@camilan/contract/catalog-values'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { ChangeHistory } from '~/audit/change-history'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { formatNumber } from '~/platform/formats'
import { toast } from '~/platform/toasts'
import { useIdempotencyKey } from '~/platform/use-idempotency-key'
import { Dialog } from '~/ui/dialog'
import { Notice } from '~/ui/notice'
import { ProductForm, type ProductTexts } from './product-form'
import { addProduct, changedStock, changeProduct } from './save-product'
import { StockHistory } from './stock-history'

interface DialogProps {
  open: boolean
  onClose: () => void
}

const nothing: ProductTexts = {
  name: '',
  price: '',
  stock: '',
  category: '',
  packaging: '',
  weight: '',
  description: '',
  low_stock_at: String(usualLowStock),
}

export function AddProductDialog({ open, onClose }: DialogProps) {
  const { revalidate } = useRevalidator()
  const [pending, setPending] = useState(false)
  const { keyFor, renew } = useIdempotencyKey()

  function save(product: NewProduct, image: File | null) {
    const picture = image && [image.name, image.size, image.lastModified]
    return addProduct(product, image, keyFor([product, picture]))
  }

  function finish() {
    renew()
    toast('Produk berhasil ditambahkan!')
    onClose()
    void revalidate()
  }

  return (
    <Dialog open={open} onClose={onClose} title="Tambah Produk" width="wide" pending={pending} holdsInput>
      <ProductForm
        initial={nothing}
        currentImage={null}
        resolver={standardSchemaResolver<ProductTexts, unknown, NewProduct>(NewProduct)}
        save={save}
        onSaved={finish}
        problemOf={problemOfAdding}
        onPending={setPending}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function problemOfAdding(error: unknown): string {
  const failure = 'Gagal saat menambahkan produk'
  return error instanceof ApiError ? `${failure}: ${error.message}` : failure
}

/** An empty field keeps its value. */
const Edited = z.pipe(
  z.transform((texts: ProductTexts): unknown => texts),
  ProductChange,
)

/** Open while there is a product to edit. */
export function EditProductDialog({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  const [pending, setPending] = useState(false)
  return (
    <Dialog open={product !== null} onClose={onClose} title="Perbarui Produk" width="wide" pending={pending} holdsInput>
      {product && <EditProductForm product={product} onClose={onClose} onPending={setPending} />}
    </Dialog>
  )
}

interface EditProductFormProps {
  product: AdminProduct
  onClose: () => void
  onPending: (pending: boolean) => void
}

function EditProductForm({ product, onClose, onPending }: EditProductFormProps) {
  /** The last number that the administrator saw: at first that of the list. */
  const [seenStock, setSeenStock] = useState(product.stock)
  const { revalidate } = useRevalidator()

  function finish(changed: boolean) {
    toast(changed ? 'Produk berhasil diperbarui!' : 'Tidak ada yang diubah.')
    onClose()
    if (changed) void revalidate()
  }

  function problemOf(error: unknown): string {
    const stock = changedStock(error)
    if (stock !== undefined) {
      setSeenStock(stock)
      void revalidate()
    }
    return sentenceOf(error, 'Gagal saat memperbarui produk')
  }

  return (
    <ProductForm
      initial={textsOf(product)}
      currentImage={product.image}
      resolver={standardSchemaResolver<ProductTexts, unknown, ProductChange>(Edited)}
      save={(change, image) => changeProduct({ ...product, stock: seenStock }, change, image)}
      onSaved={finish}
      problemOf={problemOf}
      onPending={onPending}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        {product.held_by_unpaid > 0 && (
          <Notice>{formatNumber(product.held_by_unpaid)} lagi ditahan pesanan yang belum dibayar, di luar stok.</Notice>
        )}
        <StockHistory productId={product.id} />
        <ChangeHistory subject="products" id={product.id} />
      </div>
    </ProductForm>
  )
}

function textsOf({ price, stock, low_stock_at, ...texts }: AdminProduct): ProductTexts {
  return { ...texts, price: String(price), stock: String(stock), low_stock_at: String(low_stock_at) }
}
