import type { Product } from '@camilan/contract/catalog'
import type { OrderDetail } from '@camilan/contract/orders'
import { EnteredOrder } from '@camilan/contract/seller-orders'
import type { ShopInfo } from '@camilan/contract/shop'
import { success } from '@camilan/contract/wire'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { loadAdminOrder } from '~/orders/list/load-admin-orders'
import { api } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { sentenceAbove } from '~/platform/forms/show-field-errors'
import { useDraft } from '~/platform/forms/use-draft'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { useShopInfo } from '~/platform/pages/shop-info'
import { useConfirm } from '~/ui/ask/confirm'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import {
  bodyOf,
  destinationOf,
  type Errors,
  emptyOrder,
  otherCity,
  type TypedOrder,
  type Way,
  ways,
  whatIsMissing,
} from './new-order-values'
import type { Quantities } from './order-products'
import { useKnownBuyer } from './use-known-buyer'
import { type Filled, useTotal } from './use-total'

/** An order that was saved, and its buyer's link, which nobody can read again. */
export interface Entered {
  order: OrderDetail
  link: string
}

/** An order is typed beside WhatsApp, and a phone ends pages in the background. */
const OrderDraft = z.object({
  typed: z.record(z.string(), z.string()),
  way: z.enum(ways),
  quantities: z.record(z.string(), z.int()),
  keys: z.record(z.string(), z.string()),
})

export type NewOrder = ReturnType<typeof useNewOrder>

interface Entering {
  /** An order that is entered anew. */
  from: OrderDetail | null
  onEntered: (entered: Entered) => void
}

/** What the seller has typed for a new order, and its sending. */
export function useNewOrder(products: readonly Product[], { from, onEntered }: Entering) {
  const [errors, setErrors] = useState<Errors>({})
  const filling = useFilling(products, from)
  const { typed, setTyped, way, setWay, quantities, setQuantities, keys, discard } = filling
  const saved = (entered: Entered) => {
    discard()
    onEntered(entered)
  }
  const { pending, problem, send } = useSending(keys, saved, setErrors)
  const known = useFilledBuyer(typed.phone, setTyped)
  const { offers, offer, total, isAsking } = useTotal(products, { typed, way, quantities })
  const { keep } = filling
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent has a key
  useEffect(keep, [keep, pending])

  // The fee is that of the parcel as it is now, so the order waits for it.
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting || isAsking) return
    setWaiting(false)
    save()
  })
  function save() {
    const chosen = { way, hasCity: typed.city !== '', isEmpty: quantities.size === 0, asksFee: !offer }
    const missing = whatIsMissing(typed, chosen)
    setErrors(missing)
    const order = bodyOf(typed, { way, quantities, service: offer?.name })
    if (Object.keys(missing).length === 0) send(order, { expected_total: total })
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setWaiting(true)
  }

  return {
    typed,
    way,
    setWay,
    quantities,
    errors,
    pending: pending || isWaiting,
    problem,
    known,
    submit,
    offers,
    total,
    isRestored: filling.isRestored,
    forget() {
      filling.forget()
      setErrors({})
    },
    change: (part: Partial<TypedOrder>) => setTyped((former) => ({ ...former, ...part })),
    /** The props of a field. */
    field: (name: keyof TypedOrder) => ({
      name,
      value: typed[name],
      error: errors[name],
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        setTyped((former) => ({ ...former, [name]: value })),
    }),
    setQuantity(id: string, quantity: number) {
      const others = [...quantities].filter(([other]) => other !== id)
      const isKnown = quantities.has(id)
      const changed = [...quantities].map(([other, was]) => [other, other === id ? quantity : was] as const)
      setQuantities(new Map(quantity === 0 ? others : isKnown ? changed : [...quantities, [id, quantity]]))
    },
  }
}

/** What is typed, and its draft: one for each order that is entered anew. */
function useFilling(products: readonly Product[], from: OrderDetail | null) {
  const { cities } = useShopInfo()
  const draft = useDraft(from ? `new-order:${from.id}` : 'new-order', OrderDraft)
  const { restored, keep, discard } = draft
  const [empty] = useState(() => filledFrom(products, { from, cities }))
  const [typed, setTyped] = useState<TypedOrder>({ ...empty.typed, ...restored?.typed })
  const [way, setWay] = useState<Way>(restored?.way ?? empty.way)
  const [quantities, setQuantities] = useState<Quantities>(() =>
    restored ? stillSold(products, restored.quantities) : empty.quantities,
  )
  const keys = useIdempotencyKey(restored?.keys)
  useLeaveQuestion(draft.isLost, lostQuestion)
  const textOf = (filled: Filled) => JSON.stringify([filled.typed, filled.way, ...filled.quantities])
  const isUntouched = textOf({ typed, way, quantities }) === textOf(empty)
  return {
    ...{ typed, setTyped, way, setWay, quantities, setQuantities, keys, discard },
    isRestored: restored !== null,
    keep: useCallback(
      () => keep(isUntouched ? null : { typed, way, quantities: Object.fromEntries(quantities), keys: keys.sent() }),
      [isUntouched, typed, way, quantities, keys, keep],
    ),
    forget() {
      discard()
      setTyped(empty.typed)
      setWay(empty.way)
      setQuantities(empty.quantities)
    },
  }
}

/** What the seller has agreed to. It is no part of the order, so another answer has the same idempotency key. */
interface Agreed {
  expected_total: number
  confirm_daily_cap?: boolean
}

/** Asks whether an order over the cap of the day, or with another total, is meant, and then sends it again. */
function useSending(
  { keyFor }: ReturnType<typeof useIdempotencyKey>,
  onEntered: (entered: Entered) => void,
  setErrors: (errors: Errors) => void,
) {
  const confirm = useConfirm()
  const [problem, setProblem] = useState<string>()
  async function post(order: object, agreed: Agreed): Promise<Entered | null> {
    try {
      const options = { idempotencyKey: keyFor(order) }
      const { data } = await api.post('/api/admin/orders', { ...order, ...agreed }, success(EnteredOrder), options)
      return { order: await loadAdminOrder(data.order_id, new AbortController().signal), link: data.link }
    } catch (error) {
      const next = error instanceof ApiError && afterQuestion(error)
      if (!next) throw error
      const isMeant = await confirm(`${error.message} Tetap simpan?`, { yes: 'Tetap simpan', no: 'Jangan' })
      return isMeant ? post(order, { ...agreed, ...next }) : null
    }
  }
  const { pending, run } = useMutation({
    do: ({ order, agreed }: { order: object; agreed: Agreed }) => post(order, agreed),
    done: (entered) => entered && onEntered(entered),
    failed(error) {
      setErrors(error instanceof ApiError ? error.fields : {})
      setProblem(sentenceAbove(error, 'Pesanan belum tersimpan. Silakan coba lagi.'))
    },
  })
  function send(order: object, agreed: Agreed) {
    setProblem(undefined)
    void run({ order, agreed })
  }
  return { pending, problem, send }
}

const NewTotal = z.object({ total_price: z.int() })

/** What the seller agrees to if the refused order is meant all the same; undefined: it can't be. */
function afterQuestion({ code, data }: ApiError): Partial<Agreed> | undefined {
  if (code === 'CAP_REACHED') return { confirm_daily_cap: true }
  const now = code === 'PRICE_CHANGED' ? z.safeParse(NewTotal, data).data : undefined
  return now && { expected_total: now.total_price }
}

interface Beginning {
  from: OrderDetail | null
  cities: ShopInfo['cities']
}

/** What stands in the form at first. */
function filledFrom(products: readonly Product[], { from, cities }: Beginning): Filled {
  // A shop that delivers to no city of the settings has nothing to choose among.
  const usual = { ...emptyOrder, city: cities.length === 0 ? otherCity : '' }
  if (!from) return { typed: usual, way: 'delivery', quantities: new Map() }
  const { user, notes, order_items } = from
  return {
    typed: { ...usual, name: user.name, phone: user.phone ?? '', notes: notes ?? '', ...destinationOf(from, cities) },
    way: from.delivery_way === 'pickup' ? 'pickup' : 'delivery',
    quantities: stillSold(
      products,
      Object.fromEntries(order_items.map(({ product, quantity }) => [product.id, quantity])),
    ),
  }
}

const stillSold = (products: readonly Product[], kept: Readonly<Record<string, number>> = {}): Quantities =>
  new Map(Object.entries(kept).filter(([id]) => products.some((product) => product.id === id)))

/** Name and address of the last order with the typed number are filled in where nothing is typed. */
function useFilledBuyer(phone: string, setTyped: (change: (typed: TypedOrder) => TypedOrder) => void) {
  const known = useKnownBuyer(phone)
  const { cities } = useShopInfo()
  useEffect(() => {
    if (!known) return
    const to = destinationOf(known.last, cities)
    setTyped((typed) => ({
      ...typed,
      name: typed.name || known.last.user.name,
      address: typed.address || to.address,
      city: typed.city || (to.city ?? ''),
      ...(typed.other_city === '' && { other_city: to.other_city ?? '', place: to.place ?? '' }),
    }))
  }, [known, setTyped, cities])
  return known
}
