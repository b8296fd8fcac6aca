import { type AdminProduct, NewProduct, ProductChange, usualLowStock } from '@camilan/contract/catalog'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ChangeHistory } from '~/audit/change-history'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { useIdempotencyKey } from '~/platform/use-idempotency-key'
import { Dialog } from '~/ui/dialog'
import { ProductForm, type ProductTexts } from './product-form'
import { addProduct, changeProduct } from './save-product'
import { changedStock } from './stock-changed'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** The catalogue is not what is on screen any more. */
  onSaved: () => void
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

export function AddProductDialog({ open, onClose, onSaved }: DialogProps) {
  const [pending, setPending] = useState(false)
  const { keyFor, renew } = useIdempotencyKey()

  async function save(product: NewProduct, image: File | null) {
    const picture = image && [image.name, image.size, image.lastModified]
    await addProduct(product, image, keyFor([product, picture]))
    renew()
    toast('Produk berhasil ditambahkan!')
    onClose()
    onSaved()
  }

  return (
    <Dialog open={open} onClose={onClose} title="Tambah Produk" width="wide" pending={pending} holdsInput>
      <ProductForm
        initial={nothing}
        currentImage={null}
        resolver={standardSchemaResolver<ProductTexts, unknown, NewProduct>(NewProduct)}
        save={save}
        failureOf={failureToAdd}
        onPending={setPending}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function failureToAdd(error: unknown): string {
  const failure = 'Gagal saat menambahkan produk'
  return error instanceof ApiError ? `${failure}: ${error.message}` : failure
}

/** What is left empty keeps its value. */
const Edited = z.pipe(
  z.transform((texts: ProductTexts): unknown => texts),
  ProductChange,
)

/** Open while there is a product to edit. */
export function EditProductDialog({
  product,
  onClose,
  onSaved,
}: Omit<DialogProps, 'open'> & { product: AdminProduct | null }) {
  const [pending, setPending] = useState(false)
  return (
    <Dialog open={product !== null} onClose={onClose} title="Perbarui Produk" width="wide" pending={pending} holdsInput>
      {product && <EditProductForm product={product} onClose={onClose} onSaved={onSaved} onPending={setPending} />}
    </Dialog>
  )
}

interface EditProductFormProps extends Omit<DialogProps, 'open'> {
  product: AdminProduct
  onPending: (pending: boolean) => void
}

function EditProductForm({ product, onClose, onSaved, onPending }: EditProductFormProps) {
  /** The number that the seller was told last: at first the list's. */
  const [seenStock, setSeenStock] = useState(product.stock)

  async function save(change: ProductChange, image: File | null) {
    const changed = await changeProduct({ ...product, stock: seenStock }, change, image).catch((error: unknown) => {
      const stock = changedStock(error)
      if (stock !== undefined) {
        setSeenStock(stock)
        onSaved()
      }
      throw error
    })
    toast(changed ? 'Produk berhasil diperbarui!' : 'Tidak ada yang diubah.')
    onClose()
    if (changed) onSaved()
  }

  return (
    <ProductForm
      initial={textsOf(product)}
      currentImage={product.image}
      resolver={standardSchemaResolver<ProductTexts, unknown, ProductChange>(Edited)}
      save={save}
      failureOf={(error) => sentenceOf(error, 'Gagal saat memperbarui produk')}
      onPending={onPending}
      onCancel={onClose}
    >
      <ChangeHistory subject="products" id={product.id} />
    </ProductForm>
  )
}

function textsOf({ price, stock, low_stock_at, ...texts }: AdminProduct): ProductTexts {
  return { ...texts, price: String(price), stock: String(stock), low_stock_at: String(low_stock_at) }
}
