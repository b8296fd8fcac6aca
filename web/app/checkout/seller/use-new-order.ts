import type { Product } from '@camilan/contract/catalog'
import { kilogramsBegun } from '@camilan/contract/delivery-weight'
import { type Order, type OrderDetail, OrderList } from '@camilan/contract/orders'
import { EnteredOrder } from '@camilan/contract/seller-orders'
import { phoneDigits } from '@camilan/contract/texts'
import { success } from '@camilan/contract/wire'
import { type FormEvent, useEffect, useState } from 'react'
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
  amountOf,
  bodyOf,
  type Errors,
  emptyOrder,
  type Ordered,
  otherCity,
  type TypedOrder,
  type Way,
  ways,
  whatIsMissing,
} from './new-order-values'
import type { Quantities } from './order-products'

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

/** What the seller has typed for a new order, and its sending. */
export function useNewOrder(products: readonly Product[], onEntered: (entered: Entered) => void) {
  const draft = useDraft('new-order', OrderDraft)
  const { restored, keep, discard } = draft
  const [typed, setTyped] = useState<TypedOrder>({ ...emptyOrder, ...restored?.typed })
  const [way, setWay] = useState<Way>(restored?.way ?? 'delivery')
  const [quantities, setQuantities] = useState<Quantities>(() => stillSold(products, restored?.quantities))
  const [errors, setErrors] = useState<Errors>({})
  const keys = useIdempotencyKey(restored?.keys)
  const saved = (entered: Entered) => {
    discard()
    onEntered(entered)
  }
  const { pending, problem, send } = useSending(keys, saved, setErrors)
  const known = useFilledBuyer(typed.phone, setTyped)
  const total = useTotal(products, { typed, way, quantities })
  const { cities } = useShopInfo()
  useLeaveQuestion(draft.isLost, lostQuestion)
  const isUntouched =
    quantities.size === 0 && way === 'delivery' && JSON.stringify(typed) === JSON.stringify(emptyOrder)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent has a key
  useEffect(() => {
    keep(isUntouched ? null : { typed, way, quantities: Object.fromEntries(quantities), keys: keys.sent() })
  }, [isUntouched, typed, way, quantities, keys, pending, keep])

  function forget() {
    discard()
    setTyped(emptyOrder)
    setWay('delivery')
    setQuantities(new Map())
    setErrors({})
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const hasCity = cities.length === 0 || typed.city !== ''
    const missing = whatIsMissing(typed, { way, hasCity, isEmpty: quantities.size === 0 })
    setErrors(missing)
    if (Object.keys(missing).length === 0) send(bodyOf(typed, { way, quantities }), { expected_total: total })
  }

  return {
    typed,
    way,
    setWay,
    quantities,
    errors,
    pending,
    problem,
    known,
    submit,
    total,
    isRestored: restored !== null,
    forget,
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

const stillSold = (products: readonly Product[], kept: Readonly<Record<string, number>> = {}): Quantities =>
  new Map(Object.entries(kept).filter(([id]) => products.some((product) => product.id === id)))

/** As the shop will compute it. */
function useTotal(products: readonly Product[], { typed, way, quantities }: Ordered & { typed: TypedOrder }): number {
  const { cities, shippingCost, isShippingPerKg, serviceFee } = useShopInfo()
  const lines = products.map((product) => ({ ...product, quantity: quantities.get(product.id) ?? 0 }))
  const goods = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  if (goods === 0) return 0
  const usual = { cost: shippingCost, per_kg: isShippingPerKg }
  const elsewhere = typed.city === otherCity && { cost: amountOf(typed.delivery_cost) ?? 0, per_kg: false }
  const { cost, per_kg } = elsewhere || (cities.find(({ name }) => name === typed.city) ?? usual)
  const shipping = way === 'delivery' ? cost * (per_kg ? kilogramsBegun(lines) : 1) : 0
  const service = way === 'stall' ? 0 : serviceFee
  return Math.max(0, goods + shipping + service - (amountOf(typed.discount) ?? 0))
}

/** Name and address of the last order with the typed number are filled in where nothing is typed. */
function useFilledBuyer(phone: string, setTyped: (change: (typed: TypedOrder) => TypedOrder) => void) {
  const known = useKnownBuyer(phone)
  const { cities } = useShopInfo()
  useEffect(() => {
    if (!known) return
    const { user, delivery_way, source } = known.last
    const address = delivery_way === 'pickup' ? '' : known.last.address
    // Without a city of the settings the seller herself had typed another one.
    const isOurs = cities.some(({ name }) => name === known.last.city)
    const elsewhere = isOurs || address === '' || source !== 'penjual' ? '' : (known.last.city ?? '')
    const city = isOurs ? (known.last.city ?? '') : address !== '' && source === 'penjual' ? otherCity : ''
    setTyped((typed) => ({
      ...typed,
      name: typed.name || user.name,
      address: typed.address || address,
      city: typed.city || city,
      other_city: typed.other_city || elsewhere,
    }))
  }, [known, setTyped, cities])
  return known
}

const shortestNumber = 7
const typingPauseMs = 300

interface KnownBuyer {
  last: Order
  orders: number
}

/** The last order with this phone number, and how many there are. Null while none is known. */
function useKnownBuyer(phone: string): KnownBuyer | null {
  const digits = phoneDigits(phone)
  const [found, setFound] = useState<{ digits: string; buyer: KnownBuyer | null }>()
  useEffect(() => {
    if (digits.length < shortestNumber) return
    const leaving = new AbortController()
    const search = async () => {
      const path = `/api/admin/orders?${new URLSearchParams({ query: digits, sortOrder: 'desc', limit: '20' })}`
      const { data } = await api.get(path, OrderList, { signal: leaving.signal, background: true })
      const theirs = data.filter(({ user }) => user.phone !== null && phoneDigits(user.phone) === digits)
      const [last] = theirs
      setFound({ digits, buyer: last ? { last, orders: theirs.length } : null })
    }
    const timer = setTimeout(() => void search().catch(() => {}), typingPauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [digits])
  return found?.digits === digits ? found.buyer : null
}
