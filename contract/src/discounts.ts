/** Vouchers and automatic discounts, as an administrator makes and reads them. */
import * as z from 'zod/mini'
import { choice, Day, maxLengths, optionalLine, requiredLine } from './fields.ts'
import { formatNumber } from './formats.ts'
import { maxFee } from './settings-values.ts'
import { TermCode } from './term-form.ts'
import { unknownCategory } from './terms.ts'
import { Instant, Rupiah } from './wire.ts'

/** `amount`: rupiah of the goods. `delivery`: at most so many rupiah of the delivery fee. */
export const discountKinds = ['percent', 'amount', 'delivery'] as const

export const maxCodes = 500
const maxUses = 1_000_000
const maxProducts = 200

const whole = (noun: string, least: number, most: number) => {
  const sentence = `${noun} harus bilangan bulat dari ${formatNumber(least)} sampai ${formatNumber(most)}.`
  return z.int(sentence).check(z.gte(least, sentence), z.lte(most, sentence))
}
const orNull = <T extends z.core.$ZodType>(schema: T) => z._default(z.nullable(schema), null)

const rule = {
  kind: choice(discountKinds, 'Pilih jenis potongannya.'),
  /** Percent of the goods, or rupiah. */
  amount: whole('Besar potongan', 1, maxFee),
  /** What the goods it is for must cost, in rupiah, before discounts. */
  least_sum: z._default(whole('Belanja minimal', 0, 1_000_000_000), 0),
  /** Of each code. Cancelled orders do not count. */
  most_uses: orNull(whole('Jumlah pemakaian', 1, maxUses)),
  most_uses_each: orNull(whole('Pemakaian per pembeli', 1, maxUses)),
  /** Days of Jakarta, both included. */
  from: orNull(Day('Isi hari pertama.')),
  until: orNull(Day('Isi hari terakhir.')),
  category: orNull(TermCode(unknownCategory)),
  /** Empty: all products, or all of the category. */
  product_ids: z._default(z.array(z.uuid('Produk tidak dikenal.')).check(z.maxLength(maxProducts)), []),
}
const voucherRule = {
  ...rule,
  /** False: it replaces the automatic discounts where it is worth more. */
  combinable: z._default(z.boolean(), true),
}

type Rule = z.infer<z.ZodMiniObject<typeof rule>>

const checkRule = z.check<Rule>(({ value, issues }) => {
  const refuse = (field: keyof Rule, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: value[field] })
  if (value.kind === 'percent' && value.amount > 100) refuse('amount', 'Potongan paling banyak 100 persen.')
  if (value.from && value.until && value.from > value.until)
    refuse('until', 'Hari terakhir harus setelah hari pertama.')
})

/** What an automatic discount is called to buyers. */
export const DiscountForm = z
  .object({ name: requiredLine('Nama diskon', maxLengths.discountReason), ...rule })
  .check(checkRule)
export type DiscountForm = z.infer<typeof DiscountForm>

export const codeSentence = 'Kode harus 3 sampai 30 huruf atau angka.'

/** A voucher has a `code` of its own, or `count` random ones. */
export const VoucherForm = z
  .object({
    code: z.optional(z.nullable(optionalLine('Kode', maxLengths.voucherCode))),
    count: z.optional(z.nullable(whole('Banyak kode', 1, maxCodes))),
    ...voucherRule,
  })
  .check(
    checkRule,
    z.refine(({ code, count }) => !code !== !count, {
      error: 'Isi satu kode, atau banyaknya kode acak.',
      path: ['code'],
    }),
  )
export type VoucherForm = z.infer<typeof VoucherForm>

/** The codes of a voucher stay as they are. */
export const VoucherChange = z.object(voucherRule).check(checkRule)

const figures = {
  /** Of orders that are not cancelled. */
  uses: z.int(),
  /** Of paid orders: what it cost the shop, and what these orders brought. */
  given: Rupiah,
  revenue: Rupiah,
}

const answer = {
  id: z.string(),
  kind: z.enum(discountKinds),
  amount: z.int(),
  least_sum: Rupiah,
  most_uses: z.nullable(z.int()),
  most_uses_each: z.nullable(z.int()),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  category: z.nullable(z.string()),
  product_ids: z.array(z.string()),
  created_at: Instant,
  /** It was removed, and orders keep what they got. */
  ended_at: z.nullable(Instant),
  ...figures,
}

export const AdminDiscount = z.object({ name: z.string(), ...answer })
export type AdminDiscount = z.infer<typeof AdminDiscount>

export const AdminVoucher = z.object({
  /** Null if it has several. */
  code: z.nullable(z.string()),
  codes: z.array(z.object({ code: z.string(), uses: z.int() })),
  combinable: z.boolean(),
  ...answer,
})
export type AdminVoucher = z.infer<typeof AdminVoucher>
