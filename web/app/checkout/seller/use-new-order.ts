import type { Product } from '@camilan/contract/catalog'
import { kilogramsBegun } from '@camilan/contract/delivery-weight'
import type { OrderDetail } from '@camilan/contract/orders'
import { EnteredOrder } from '@camilan/contract/seller-orders'
import { hasWords } from '@camilan/contract/texts'
import { success } from '@camilan/contract/wire'
import { type FormEvent, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { loadAdminOrder } from '~/orders/list/load-admin-orders'
import { api } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { sentenceAbove } from '~/platform/forms/show-field-errors'
import { readNumber } from '~/platform/forms/typed-number'
import { useDraft } from '~/platform/forms/use-draft'
import { useIdempotencyKey } from '~/platform/forms/use-idempotency-key'
import { useShopInfo } from '~/platform/pages/shop-info'
import { useConfirm } from '~/ui/ask/confirm'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import { useKnownBuyer } from './known-buyer'
import type { Quantities } from './order-products'

/** An order that was saved, and its buyer's link, which nobody can read again. */
export interface Entered {
  order: OrderDetail
  link: string
}

/** The choice of a city that is not in the settings: its name and the cost are typed. */
export const otherCity = 'Kota lain'

/** `stall`: bought and taken at the stall, by somebody who need not be known. */
const ways = ['delivery', 'pickup', 'stall'] as const
export type Way = (typeof ways)[number]

const empty = {
  phone: '',
  name: '',
  address: '',
  city: '',
  other_city: '',
  delivery_cost: '',
  notes: '',
  discount: '',
  discount_reason: '',
  pay_within_days: '1',
}
type Typed = typeof empty

/** An order is typed beside WhatsApp, and a phone ends pages in the background. */
const OrderDraft = z.object({
  typed: z.record(z.string(), z.string()),
  way: z.enum(ways),
  quantities: z.record(z.string(), z.int()),
  keys: z.record(z.string(), z.string()),
})

type Errors = Readonly<Record<string, string>>

export type NewOrder = ReturnType<typeof useNewOrder>

/** What the seller has typed for a new order, and its sending. */
export function useNewOrder(products: readonly Product[], onEntered: (entered: Entered) => void) {
  const draft = useDraft('new-order', OrderDraft)
  const { restored, keep, discard } = draft
  const [typed, setTyped] = useState<Typed>({ ...empty, ...restored?.typed })
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
  const isUntouched = quantities.size === 0 && way === 'delivery' && JSON.stringify(typed) === JSON.stringify(empty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent has a key
  useEffect(() => {
    keep(isUntouched ? null : { typed, way, quantities: Object.fromEntries(quantities), keys: keys.sent() })
  }, [isUntouched, typed, way, quantities, keys, pending, keep])

  function forget() {
    discard()
    setTyped(empty)
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
    ...{ typed, way, setWay, quantities, errors, pending, problem, known, submit, total },
    ...{ isRestored: restored !== null, forget },
    /** The props of a field. */
    field: (name: keyof Typed) => ({
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

interface Chosen {
  way: Way
  hasCity: boolean
  isEmpty: boolean
}

function whatIsMissing(typed: Typed, { way, hasCity, isEmpty }: Chosen): Errors {
  const { phone, name, address, discount } = typed
  const [isKnown, isSent] = [way !== 'stall', way === 'delivery']
  const isElsewhere = isSent && typed.city === otherCity
  return {
    ...(isKnown && !hasWords(phone) && { phone: 'Nomor telepon wajib diisi.' }),
    ...(isKnown && !hasWords(name) && { name: 'Nama wajib diisi.' }),
    ...(isSent && !hasWords(address) && { address: 'Isi alamatnya, atau pilih Ambil sendiri.' }),
    ...(isSent && !hasCity && { city: `Pilih kotanya, atau ${otherCity}.` }),
    ...(isElsewhere && !hasWords(typed.other_city) && { other_city: 'Tulis nama kotanya.' }),
    ...(isElsewhere &&
      amountOf(typed.delivery_cost) === null && { delivery_cost: 'Tulis ongkos kirimnya, 0 kalau gratis.' }),
    ...(discount !== '' &&
      amountOf(discount) === null && { discount: 'Tulis diskon dalam rupiah, tanpa tanda kurang.' }),
    ...(isEmpty && { items: 'Pilih produk yang dipesan.' }),
  }
}

const stillSold = (products: readonly Product[], kept: Readonly<Record<string, number>> = {}): Quantities =>
  new Map(Object.entries(kept).filter(([id]) => products.some((product) => product.id === id)))

interface Ordered {
  way: Way
  quantities: Quantities
}

function bodyOf(typed: Typed, { way, quantities }: Ordered): object {
  const { phone, name, address, notes, discount_reason, pay_within_days } = typed
  const discount = amountOf(typed.discount) ?? 0
  const elsewhere = { city: typed.other_city, delivery_cost: amountOf(typed.delivery_cost) }
  const city = typed.city === otherCity ? elsewhere : { city: typed.city || null }
  return {
    ...{ phone, name, notes, pay_within_days: Number(pay_within_days) },
    ...(way === 'stall' && { at_stall: true }),
    ...(way === 'delivery' && { address, ...city }),
    ...(discount > 0 && { discount, discount_reason }),
    items: [...quantities].map(([product_id, quantity]) => ({ product_id, quantity })),
  }
}

/** Null for a text that is no amount. */
function amountOf(text: string): number | null {
  const read = readNumber(text)
  return read.kind === 'number' && read.value >= 0 ? read.value : null
}

/** As the shop will compute it. */
function useTotal(products: readonly Product[], { typed, way, quantities }: Ordered & { typed: Typed }): number {
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
function useFilledBuyer(phone: string, setTyped: (change: (typed: Typed) => Typed) => void) {
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
