import { AdminDiscount, AdminVoucher, maxCodes } from '@camilan/contract/discounts'
import { maxLengths } from '@camilan/contract/lengths'
import { termLabels } from '@camilan/contract/terms'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { type NamedProduct, ProductTicks } from '~/products/product-ticks'
import { Choice } from '~/ui/fields/choice'
import { SelectField, TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { Options } from '~/ui/fields/options'
import { TickRow } from '~/ui/fields/tick-row'
import { FormBody } from '~/ui/form/form-body'
import { useTypedForm } from '~/ui/form/use-typed-form'
import type { AnyDiscount } from './discount-state'
import {
  bodyOf,
  codesOf,
  type DiscountList,
  newDiscount,
  productsIn,
  TypedDiscount,
  typedDiscount,
} from './discount-values'

interface DiscountFormProps {
  list: DiscountList
  /** Null: a new one. */
  stored: AnyDiscount | null
  products: readonly NamedProduct[]
  onClose: () => void
}

/** @param stored  null: the draft of a new one */
export const draftOf = (list: DiscountList, stored: AnyDiscount | null) => `${list}:${stored?.id ?? ''}`

const kinds = { percent: 'Persen dari harga produk', amount: 'Rupiah dari harga produk', delivery: 'Ongkos kirim' }
const amounts = { percent: 'Potongan (%)', amount: 'Potongan (Rp)', delivery: 'Potongan paling banyak (Rp)' }
const saved = { discounts: 'Diskon disimpan', vouchers: 'Voucher disimpan' }

type Form = ReturnType<typeof useDiscountForm>

function useDiscountForm({ list, stored, onClose }: DiscountFormProps) {
  return useTypedForm<TypedDiscount, unknown>({
    draftKey: draftOf(list, stored),
    schema: TypedDiscount,
    initial: () => (stored ? typedDiscount(stored) : newDiscount),
    bodyOf: (typed) => bodyOf(typed, list, stored === null),
    send: (body) => {
      const path = `/api/admin/${list}`
      const answer = success(list === 'discounts' ? AdminDiscount : AdminVoucher)
      return stored ? api.put(`${path}/${stored.id}`, body, answer) : api.post(path, body, answer)
    },
    done() {
      toast(saved[list])
      onClose()
    },
    failed: 'Belum tersimpan. Silakan coba lagi.',
  })
}

/** An automatic discount, or a voucher. */
export function DiscountForm(props: DiscountFormProps) {
  const { list, stored, products, onClose } = props
  const form = useDiscountForm(props)
  const { typed, change, errors, state } = form
  const { categories } = useShopInfo().terms
  return (
    <FormBody form={state} yes={list === 'discounts' ? 'Simpan diskon' : 'Simpan voucher'} onClose={onClose}>
      {list === 'discounts' ? (
        <TextField
          label="Nama diskon"
          hint="Pembeli membacanya di keranjang dan pesanan."
          placeholder="Promo akhir tahun"
          maxLength={maxLengths.discountReason}
          value={typed.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
          error={errors.name}
        />
      ) : (
        stored === null && <Codes form={form} />
      )}
      <div className={grid}>
        <SelectField
          label="Potongan dari"
          value={typed.kind}
          onChange={({ currentTarget: { value } }) => change({ kind: value as TypedDiscount['kind'] })}
          error={errors.kind}
        >
          <Options labels={kinds} />
        </SelectField>
        <Amount form={form} name="amount" label={amounts[typed.kind]} />
        <Amount
          form={form}
          name="least_sum"
          label="Belanja minimal (Rp)"
          hint="Harga produk sebelum potongan. Kosong: berapa pun."
        />
        <SelectField
          label="Kategori"
          value={typed.category}
          onChange={({ currentTarget: { value } }) =>
            change({ category: value, product_ids: productsIn(value, typed.product_ids, products) })
          }
          error={errors.category}
        >
          <option value="">Semua kategori</option>
          <Options labels={termLabels(categories, typed.category || null)} />
        </SelectField>
        <Day form={form} name="from" label="Hari pertama" hint="Kosong: mulai sekarang." />
        <Day form={form} name="until" label="Hari terakhir" hint="Kosong: sampai diakhiri." />
        <Amount
          form={form}
          name="most_uses"
          label={list === 'discounts' ? 'Paling banyak dipakai' : 'Tiap kode paling banyak dipakai'}
          hint="Kosong: tanpa batas. Pesanan yang batal tidak dihitung."
        />
        <Amount form={form} name="most_uses_each" label="Paling banyak per pembeli" hint="Kosong: tanpa batas." />
      </div>
      <ProductTicks
        products={products.filter(({ category }) => typed.category === '' || category === typed.category)}
        chosen={typed.product_ids}
        onChange={(product_ids) => change({ product_ids })}
        error={errors.product_ids}
      />
      {list === 'vouchers' && (
        <TickRow
          label="Boleh digabung dengan diskon otomatis"
          hint="Kalau tidak, pembeli mendapat yang lebih besar."
          checked={typed.combinable}
          onChange={({ currentTarget: { checked } }) => change({ combinable: checked })}
        />
      )}
    </FormBody>
  )
}

const grid = 'grid items-start gap-4 sm:grid-cols-2'

/** One code by name, or several random ones. */
function Codes({ form: { typed, change, errors } }: { form: Form }) {
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-15 font-semibold">Kode</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Choice
          name="codes"
          label="Satu kode"
          hint="Untuk semua orang, misalnya HEMAT10."
          checked={!typed.isRandom}
          onChange={() => change(codesOf(typed, false))}
        />
        <Choice
          name="codes"
          label="Beberapa kode acak"
          hint="Satu untuk tiap orang, sulit ditebak."
          checked={typed.isRandom}
          onChange={() => change(codesOf(typed, true))}
        />
      </div>
      {typed.isRandom ? (
        <NumberField
          label="Banyak kode"
          hint={`Paling banyak ${formatNumber(maxCodes)}.`}
          written={typed.count}
          value={typed.count}
          onChange={({ currentTarget: { value } }) => change({ count: value })}
          error={errors.count ?? errors.code}
        />
      ) : (
        <TextField
          label="Kode voucher"
          hint="Huruf besar atau kecil, spasi, dan tanda hubung tidak berpengaruh."
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLengths.voucherCode}
          value={typed.code}
          onChange={({ currentTarget: { value } }) => change({ code: value })}
          error={errors.code}
        />
      )}
    </fieldset>
  )
}

interface TypedFieldProps<Name extends keyof TypedDiscount> {
  form: Form
  name: Name
  label: string
  hint?: string
}

function Amount({
  form: { typed, change, errors },
  name,
  ...field
}: TypedFieldProps<'amount' | 'least_sum' | 'most_uses' | 'most_uses_each'>) {
  return (
    <NumberField
      {...field}
      written={typed[name]}
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => change({ [name]: value })}
      error={errors[name]}
    />
  )
}

function Day({ form: { typed, change, errors }, name, ...field }: TypedFieldProps<'from' | 'until'>) {
  return (
    <TextField
      {...field}
      type="date"
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => change({ [name]: value })}
      error={errors[name]}
    />
  )
}
