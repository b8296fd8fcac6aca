import type { Product } from '@camilan/contract/catalog'
import { weightLabel } from '@camilan/contract/terms'
import Check from 'lucide-react/icons/check'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { href, Link, useLocation, useNavigate } from 'react-router'
import { unchecked } from '~/platform/api/api'
import { loginPath } from '~/platform/api/login-path'
import { currentSession } from '~/platform/api/session'
import { useMutation } from '~/platform/api/use-mutation'
import { readDraft, writeDraft } from '~/platform/forms/draft'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { useShopInfo } from '~/platform/pages/shop-info'
import { toast } from '~/platform/state/toasts'
import { addLine } from '~/products/add-line'
import { per100 } from '~/products/per-100'
import { SizeNote, SizePicture, Sizes } from '~/products/sizes'
import { StepHint } from '~/products/steps'
import { useWords } from '~/products/words'
import { Button } from '~/ui/ask/button'
import { QuantityStepper } from '~/ui/fields/quantity-stepper'
import { ActionBar } from '~/ui/page/action-bar'
import { FeesNote } from '~/ui/shop/rupiah'
import { BatchChoice } from './batch-choice'

interface AddToCartProps {
  product: Product
  /** The choice that was made before a login. */
  choice: Choice | null
}

/** The choice of packaging and quantity, and the button that puts the product into the cart. */
export function AddToCart({ product, choice }: AddToCartProps) {
  const { stock } = product
  const { choosesPackaging } = useShopInfo()
  const { state } = useLocation()
  const isChosenAlready = product.sizes ? state?.size === product.id : choosesPackaging
  const [batchId, setBatchId] = useState(() => firstChoice(product, choice))
  const batch = product.batches?.find(({ id }) => id === batchId)
  const most = batch ? batch.left : stock
  const [typed, setQuantity] = useState(choice?.quantity ?? 1)
  const quantity = Math.min(typed, most)
  const [chosen, setChosen] = useState(choice?.chosen ?? isChosenAlready)
  /** The button was pressed before a packaging was chosen. */
  const [missed, setMissed] = useState(false)
  const isMissing = missed && !chosen
  const [asksLogin, setAsksLogin] = useState(false)
  const packagingButton = useRef<HTMLButtonElement>(null)
  const missingId = useId()
  const idempotency = useIdempotencyKey()
  const navigate = useNavigate()
  const { pending, run } = useMutation({
    do: () => {
      const line = { product_id: product.id, quantity, price: product.price, ...(batch && { batch_id: batch.id }) }
      return addLine(line, idempotency.keyFor(line))
    },
    done: () => {
      idempotency.renew()
      toast('Berhasil menambahkan produk ke keranjang belanja', 'status', { on: href('/cart') })
      return navigate(href('/cart'))
    },
    failed: 'Gagal menambahkan produk ke keranjang',
  })

  function checkOut() {
    if (!currentSession().token) {
      keepChoice({ product_id: product.id, quantity, chosen, batch_id: batchId })
      return setAsksLogin(true)
    }
    if (!chosen) {
      setMissed(true)
      packagingButton.current?.focus({ preventScroll: true })
      packagingButton.current?.scrollIntoView({ block: 'center' })
      return
    }
    void run()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the login that the button asked for
  useEffect(() => {
    if (choice?.chosen && currentSession().token) void run()
  }, [])

  return (
    <>
      <fieldset className="mt-3 md:mt-6">
        <legend className="font-bold">Kemasan</legend>
        <Sizes
          product={product}
          label="Pilihan kemasan"
          own={
            <PackagingButton
              product={product}
              chosen={chosen}
              isMissing={isMissing}
              missingId={missingId}
              ref={packagingButton}
              onClick={() => setChosen(!chosen)}
            />
          }
        />
        {isMissing && (
          <p id={missingId} className="mt-1.5 text-13 font-semibold text-danger md:sr-only">
            Tekan untuk memilih kemasan ini.
          </p>
        )}
      </fieldset>
      {product.batches && <BatchChoice product={product} chosen={batchId} onChange={setBatchId} />}
      <div className="md:mt-6">
        <ActionBar onlyOnPhones refusal={(asksLogin && <MustLogIn />) || (isMissing && <Missing />)}>
          <QuantityStepper value={quantity} max={most} onChange={setQuantity} pending={pending} label={product.name} />
          <Button onClick={checkOut} pending={pending} className="min-h-12 grow text-17 md:max-w-60">
            Checkout
          </Button>
        </ActionBar>
        <StepHint product={{ ...product, single: product.price }} quantity={quantity} className="mt-3" />
        <FeesNote className="mt-3" />
        <noscript>
          <p className="mt-3 text-13 text-muted">Nyalakan JavaScript di peramban Anda untuk memesan.</p>
        </noscript>
      </div>
    </>
  )
}

/** In the bar, because a toast would be over the facts or the choice. */
const MustLogIn = () => (
  <p role="alert" className="text-body">
    Anda harus login terlebih dahulu untuk melakukan checkout{' '}
    <Link to={loginPath(window.location.href)} className="link -my-3 inline-flex min-h-11 min-w-11 items-center">
      Login
    </Link>
  </p>
)

const Missing = () => <p role="alert">Pilih kemasan produk yang ingin dipesan</p>

interface PackagingButtonProps {
  product: Product
  chosen: boolean
  isMissing: boolean
  missingId: string
  onClick: () => void
  ref: Ref<HTMLButtonElement>
}

function PackagingButton({ product, chosen, isMissing, missingId, onClick, ref }: PackagingButtonProps) {
  const words = useWords()
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={chosen}
      aria-describedby={isMissing ? missingId : undefined}
      onClick={onClick}
      className={`inline-flex min-h-12 items-center gap-3 rounded-xl border-2 px-4 py-1.5 font-semibold aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent ${product.sizes ? '' : 'mt-1 md:mt-2'} ${isMissing ? 'border-danger bg-danger-soft text-danger' : 'border-control bg-surface hover:bg-soft'}`}
    >
      <span
        className={`grid size-5 shrink-0 place-items-center rounded-full border-2 border-current ${chosen ? 'bg-accent text-on-accent' : ''}`}
      >
        {chosen && <Check aria-hidden strokeWidth={4} className="size-3" />}
      </span>
      {product.sizes && <SizePicture size={product} />}
      <span className="text-left">
        <span>{`${weightLabel(product.weight)} · ${words.packaging(product.packaging)}`}</span>
        {product.sizes && per100(product) && <SizeNote>{per100(product)}</SizeNote>}
      </span>
    </button>
  )
}

interface Choice {
  product_id: string
  quantity: number
  chosen: boolean
  batch_id?: string | null
}

/** The batch that is chosen at first; null: the stock. */
function firstChoice({ stock, batches = [] }: Product, choice: Choice | null): string | null {
  const open = batches.filter(({ left }) => left > 0)
  const former = open.find(({ id }) => id === choice?.batch_id)
  return former?.id ?? (stock > 0 ? null : (open[0]?.id ?? null))
}

const choiceKey = 'productWish'

/** Stores a visitor's choice until they have logged in. Then it belongs to that account. */
function keepChoice(choice: Choice): void {
  writeDraft(choiceKey, choice)
}

/** Reads and removes the choice for this product that was made before the login; null if there is none. */
export function takeChoice(productId: string): Choice | null {
  const choice = readDraft(choiceKey, unchecked<Partial<Choice> | null>())
  if (choice?.product_id !== productId) return null
  writeDraft(choiceKey, null)
  const { quantity, chosen } = choice
  if (!Number.isSafeInteger(quantity) || typeof chosen !== 'boolean') return null
  return choice as Choice
}
