import * as z from 'zod/mini'
import { packagings, weights } from './catalog.ts'
import { choice, optionalText, requiredText } from './fields.ts'
import { ImageUrl, Instant, lenient, limitOf, OrderPages, Page, Rupiah, SortOrder } from './wire.ts'

export const orderStatuses = ['DIPROSES', 'DIBAYAR', 'DIKIRIM', 'SELESAI', 'DIBATALKAN'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const actors = ['customer', 'admin', 'gateway', 'system'] as const
export type Actor = (typeof actors)[number]

/** Every way an order's status may change, and who may ask for it. */
export const transitions = [
  { from: 'DIPROSES', to: 'DIBAYAR', by: 'gateway' },
  { from: 'DIPROSES', to: 'DIBATALKAN', by: 'customer' },
  { from: 'DIPROSES', to: 'DIBATALKAN', by: 'system' },
  { from: 'DIBAYAR', to: 'DIKIRIM', by: 'admin' },
  { from: 'DIKIRIM', to: 'SELESAI', by: 'customer' },
] as const satisfies readonly { from: OrderStatus; to: OrderStatus; by: Actor }[]

/** The orders that count as revenue. */
export const paidStatuses = ['DIBAYAR', 'DIKIRIM', 'SELESAI'] as const satisfies readonly OrderStatus[]

export const cities = ['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi'] as const
export type City = (typeof cities)[number]

export const paymentStatuses = ['PENDING', 'SUKSES', 'GAGAL', 'KADALUARSA', 'DIBATALKAN'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The gateway's minimum for a BCA virtual account, in rupiah. */
export const minimumTotal = 10_000

export const OrderItem = z.object({
  id: z.string(),
  quantity: z.int(),
  price: Rupiah,
  product: z.object({
    id: z.string(),
    name: z.string(),
    image: ImageUrl,
    price: Rupiah,
    weight: z.enum(weights),
    packaging: z.enum(packagings),
  }),
})
export type OrderItem = z.infer<typeof OrderItem>

export const Transaction = z.object({
  status: z.enum(paymentStatuses),
  payment_type: z.nullable(z.string()),
  va_number: z.nullable(z.string()),
  paid_at: z.nullable(Instant),
  expires_at: Instant,
})
export type Transaction = z.infer<typeof Transaction>

export const Order = z.object({
  id: z.string(),
  status: z.enum(orderStatuses),
  order_time: Instant,
  total_price: Rupiah,
  address: z.string(),
  notes: z.nullable(z.string()),
  city: z.nullable(z.string()),
  other_costs: Rupiah,
  user: z.object({ name: z.string(), phone: z.string() }),
  order_items: z.array(OrderItem),
  transaction: Transaction,
})
export type Order = z.infer<typeof Order>

export const OrderHistory = z.object({ status: z.enum(orderStatuses), at: Instant, actor: z.enum(actors) })
export const OrderDetail = z.extend(Order, { history: z.array(OrderHistory) })
export type OrderDetail = z.infer<typeof OrderDetail>

export const OrderList = z.object({ data: z.array(Order), pagination: OrderPages })
export type OrderList = z.infer<typeof OrderList>

const orderFormIncomplete = 'Mohon lengkapi semua data sebelum mengirim.'

export const PlaceOrder = z.object({
  address: requiredText('Alamat', 500, orderFormIncomplete),
  notes: z.optional(
    z.nullable(
      z.pipe(
        optionalText('Catatan', 500),
        z.transform((notes: string) => notes || null),
      ),
    ),
  ),
  city: z.optional(z.nullable(choice(cities, 'Pilih kota pengiriman terlebih dahulu.'))),
  other_costs: z.number(orderFormIncomplete),
  expected_total: z.optional(z.nullable(z.number('Total yang diharapkan harus berupa angka.'))),
})
export type PlaceOrder = z.infer<typeof PlaceOrder>

export const StatusChange = z.object({ status: choice(orderStatuses, 'Status pesanan tidak dikenal.') })

export const MyOrdersQuery = z.object({
  status: lenient(z.enum(orderStatuses), 'DIPROSES'),
  page: Page,
  limit: limitOf(100),
})
export type MyOrdersQuery = z.infer<typeof MyOrdersQuery>

const noStatus = lenient(z.nullable(z.enum(orderStatuses)), null)
export const AdminOrdersQuery = z.object({
  status: noStatus,
  not: noStatus,
  sortOrder: lenient(z.enum(SortOrder), 'asc'),
  page: Page,
  limit: limitOf(10),
})
export type AdminOrdersQuery = z.infer<typeof AdminOrdersQuery>

/** Where a file is fetched, without a bearer token. */
export const Download = z.object({ url: z.string() })
