import type { AdminProduct } from '@camilan/contract/catalog'
import { usualLowStock } from '@camilan/contract/catalog-values'
import { declarationText } from '@camilan/contract/food-form'
import { NewProduct, ProductChange } from '@camilan/contract/product-form'
import { productPath } from '@camilan/contract/product-path'
import { joinPictures } from '@camilan/contract/product-pictures'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo, useState } from 'react'
import { href, Link, useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { ChangeHistory } from '~/people/audit/history-list'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { formatTyped } from '~/platform/forms/typed-number'
import { closeDraft } from '~/platform/forms/use-draft'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { StockHistory } from '~/products/manage/stock-history'
import { fromSetup } from '~/settings/back-to-setup'
import { useConfirm } from '~/ui/ask/confirm'
import { Dialog } from '~/ui/ask/dialog'
import { Notice } from '~/ui/ask/notice'
import { ProductForm } from './product-form'
import { numberFields, type ProductTexts, productResolver } from './product-numbers'
import { ProductSizes } from './product-sizes'
import { addProduct, changedNumbers, changeProduct } from './save-product'
import { leaveQuestion } from './use-product-form'

interface DialogProps {
  open: boolean
  onClose: () => void
}

const nothing: ProductTexts = {
  name: '',
  price: '',
  price_steps: '',
  stock: '',
  category: '',
  packaging: '',
  weight: '',
  description: '',
  low_stock_at: String(usualLowStock),
  net_weight_grams: '',
  packing_grams: '',
  cost_price: '',
  images: '',
  is_visible: 'true',
  ingredients: '',
  allergens: '',
  shelf_life_days: '',
  opened_shelf_life_days: '',
  storage: '',
  halal_number: '',
  pirt_number: '',
  parts: '',
}

/** The beginning of a draft's key. The product's id follows, or `new`. */
export const productDrafts = 'product:'
const newProduct = `${productDrafts}new`

/** Undefined while closing the form would lose nothing. */
function useCloseQuestion(isUnsaved: boolean): (() => Promise<boolean>) | undefined {
  const confirm = useConfirm()
  return isUnsaved ? () => confirm(leaveQuestion, { yes: 'Ya, tutup', no: 'Kembali ke formulir' }) : undefined
}

const resolvers = {
  add: productResolver<NewProduct>(NewProduct),
  edit: productResolver<ProductChange>(
    // An empty field keeps its value.
    z.pipe(
      z.transform((texts: ProductTexts): unknown => texts),
      ProductChange,
    ),
    { takesChanges: true },
  ),
}

interface AddProductDialogProps extends DialogProps {
  /** The shop has no product yet: the seller is shown it as buyers see it. */
  isFirst: boolean
}

export function AddProductDialog({ open, onClose, isFirst }: AddProductDialogProps) {
  const { revalidate } = useRevalidator()
  const [pending, setPending] = useState(false)
  const { keyFor, renew } = useIdempotencyKey()
  const [isUnsaved, setUnsaved] = useState(false)
  const mayClose = useCloseQuestion(isUnsaved)
  /** The last product that was added since the dialog was opened: the next one is often of its kind. */
  const [last, setLast] = useState<AdminProduct>()

  const save = (product: NewProduct) => addProduct(product, keyFor(product))

  function finish({ data: added }: Awaited<ReturnType<typeof addProduct>>, isAgain: boolean) {
    renew()
    const link =
      isFirst && added.is_visible ? { to: productPath(added), state: fromSetup, label: 'Lihat di toko' } : undefined
    toast('Produk berhasil ditambahkan!', 'status', link)
    if (isAgain) setLast(added)
    else close()
    void revalidate()
  }

  function close() {
    setLast(undefined)
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        closeDraft(newProduct)
        close()
      }}
      title="Tambah Produk"
      width="wide"
      pending={pending}
      mayClose={mayClose}
      holdsInput
    >
      <ProductForm
        key={last?.id}
        draftKey={newProduct}
        initial={nothing}
        {...(last && {
          begun: { category: last.category, packaging: last.packaging, weight: last.weight },
          focusesName: true,
        })}
        again="Simpan dan tambah lagi"
        resolver={resolvers.add}
        save={save}
        onSaved={finish}
        problemOf={problemOfAdding}
        onPending={setPending}
        onCancel={close}
        onUnsaved={setUnsaved}
      />
    </Dialog>
  )
}

function problemOfAdding(error: unknown): string {
  const failure = 'Gagal saat menambahkan produk'
  return error instanceof ApiError ? `${failure}: ${error.message}` : failure
}

/** Open while there is a product to edit. */
export function EditProductDialog({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  const [pending, setPending] = useState(false)
  const [isUnsaved, setUnsaved] = useState(false)
  const mayClose = useCloseQuestion(isUnsaved)
  return (
    <Dialog
      open={product !== null}
      onClose={() => {
        if (product) closeDraft(productDrafts + product.id)
        onClose()
      }}
      title="Perbarui Produk"
      width="wide"
      pending={pending}
      mayClose={mayClose}
      holdsInput
    >
      {product && <EditProductForm product={product} onClose={onClose} onPending={setPending} onUnsaved={setUnsaved} />}
    </Dialog>
  )
}

interface EditProductFormProps {
  product: AdminProduct
  onClose: () => void
  onPending: (pending: boolean) => void
  onUnsaved: (isUnsaved: boolean) => void
}

function EditProductForm({ product, onClose, onPending, onUnsaved }: EditProductFormProps) {
  const initial = useMemo(() => textsOf(product), [product])
  const { keyFor } = useIdempotencyKey()
  const { revalidate } = useRevalidator()

  async function finish(changed: Awaited<ReturnType<typeof changeProduct>>) {
    if (changed) await revalidate() // the form of a product that is opened again has its values from the list
    toast(changed ? 'Produk berhasil diperbarui!' : 'Tidak ada yang diubah.', 'status', changed?.undo)
    onClose()
  }

  function problemOf(error: unknown): string {
    if (Object.keys(changedNumbers(error)).length > 0) void revalidate()
    return sentenceOf(error, 'Gagal saat memperbarui produk')
  }

  return (
    <ProductForm
      draftKey={productDrafts + product.id}
      seen={{ stock: product.stock, price: product.price, version: product.version }}
      initial={initial}
      resolver={resolvers.edit}
      save={(change, seen) => changeProduct({ ...product, ...seen }, change, keyFor, (seen ?? product).version)}
      onSaved={finish}
      problemOf={problemOf}
      onPending={onPending}
      onCancel={onClose}
      onUnsaved={onUnsaved}
    >
      <div className="grid gap-4">
        {product.held_by_unpaid > 0 && (
          <Notice>{`${formatNumber(product.held_by_unpaid)} lagi ditahan pesanan yang belum dibayar, di luar stok.`}</Notice>
        )}
        <Link
          to={href('/admin/print/label/:productId', { productId: product.id })}
          className="flex min-h-11 items-center justify-between gap-3 rounded-2xl border border-line px-4 py-2 font-semibold hover:bg-soft"
        >
          Cetak label produk
          <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
        </Link>
        <ProductSizes productId={product.id} />
        <StockHistory productId={product.id} />
        <ChangeHistory subject="products" id={product.id} />
      </div>
    </ProductForm>
  )
}

function textsOf(product: AdminProduct): ProductTexts {
  const texts = Object.keys(nothing).map((name) => {
    const value = product[name as keyof ProductTexts] ?? ''
    const text = numberFields.some((field) => field === name) && value !== '' ? formatTyped(Number(value)) : value
    return [name, String(text)]
  })
  return {
    ...Object.fromEntries(texts),
    packing_grams: product.packing_grams > 0 ? formatTyped(product.packing_grams) : '',
    images: joinPictures(product),
    price_steps: product.price_steps.map(({ quantity, price }) => `${quantity}x${formatTyped(price)}`).join(' '),
    parts: product.parts ? JSON.stringify(product.parts) : '',
    allergens: (product.allergens && declarationText(product.allergens)) ?? '',
  }
}
