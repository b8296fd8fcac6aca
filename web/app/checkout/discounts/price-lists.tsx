import { maxLengths } from '@camilan/contract/lengths'
import { AdminPriceList } from '@camilan/contract/price-lists'
import { Message, success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { formatTyped, sentNumber } from '~/platform/forms/typed-number'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { missingNumbers, type NamedProduct, ProductNumbers } from '~/products/product-ticks'
import { SectionCard } from '~/ui/ask/section-card'
import { TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { AskButton } from '~/ui/form/ask-button'
import { FormBody } from '~/ui/form/form-body'
import { useTypedForm } from '~/ui/form/use-typed-form'
import { EditedList } from '~/ui/lists/edited-list'
import { Rupiah } from '~/ui/shop/rupiah'

const path = '/api/admin/price-lists'
const draftOf = (list: AdminPriceList | null) => `price-list:${list?.id ?? ''}`

interface PriceListsProps {
  stored: readonly AdminPriceList[]
  products: readonly NamedProduct[]
}

/** What buyers with a tag pay instead of the price that everybody sees. */
export function PriceLists({ stored, products }: PriceListsProps) {
  return (
    <SectionCard title="Harga khusus">
      <p className="mb-4 max-w-prose text-muted">
        Untuk pembeli dengan label tertentu, misalnya reseller. Label diberikan di halaman pembeli. Harga di halaman
        toko tetap; harga khusus tampil di keranjang dan pesanan mereka saja.
      </p>
      <EditedList
        items={stored}
        keyOf={({ id }) => id}
        nameOf={({ name }) => `daftar harga ${name}`}
        draftOf={draftOf}
        none="Belum ada. Misalnya 15% untuk label reseller mulai 12 buah per produk."
        add="Tambah daftar harga"
        row={(list) => <ListRow list={list} products={products} />}
        actions={({ id, name }) => (
          <AskButton
            label="Hapus"
            question={`Hapus daftar harga ${name}?`}
            details="Pesanan yang sudah dibuat tetap dengan harganya."
            yes="Hapus"
            danger
            do={() => api.delete(`${path}/${id}`, Message)}
            done="Daftar harga dihapus"
            failed="Daftar harga belum dihapus. Silakan coba lagi."
            revalidate="both"
          />
        )}
        form={(list, close) => <PriceListForm stored={list} products={products} onClose={close} />}
      />
    </SectionCard>
  )
}

const shownPrices = 4

function ListRow({ list, products }: { list: AdminPriceList; products: readonly NamedProduct[] }) {
  const { name, tag, percent, least_quantity, customers } = list
  const rules = [
    `label ${tag} (${formatNumber(customers)} pembeli)`,
    percent && `potongan ${percent}%`,
    least_quantity > 1 && `mulai ${formatNumber(least_quantity)} buah per produk`,
  ].filter(Boolean)
  const more = list.products.length - shownPrices
  return (
    <div className="min-w-0">
      <h3 className="font-bold wrap-anywhere">{name}</h3>
      <p className="text-muted wrap-anywhere">{rules.join(' · ')}</p>
      <ul className="mt-1">
        {list.products.slice(0, shownPrices).map(({ product_id, price }) => (
          <li key={product_id}>
            <span>{`${products.find(({ id }) => id === product_id)?.name ?? 'Produk lain'}: `}</span>
            <Rupiah amount={price} />
          </li>
        ))}
        {more > 0 && <li>{`dan ${formatNumber(more)} produk lain`}</li>}
      </ul>
    </div>
  )
}

/** Numbers as they are typed. */
const TypedList = z.object({
  name: z.string(),
  tag: z.string(),
  percent: z.string(),
  least_quantity: z.string(),
  /** By the ids of products. */
  prices: z.record(z.string(), z.string()),
})
type TypedList = z.infer<typeof TypedList>

const newList: TypedList = { name: '', tag: '', percent: '', least_quantity: '', prices: {} }

const typedList = ({ name, tag, percent, least_quantity, products }: AdminPriceList): TypedList => ({
  name,
  tag,
  percent: percent === null ? '' : formatTyped(percent),
  least_quantity: least_quantity === 1 ? '' : formatTyped(least_quantity),
  prices: Object.fromEntries(products.map(({ product_id, price }) => [product_id, formatTyped(price)])),
})

const bodyOf = ({ name, tag, percent, least_quantity, prices }: TypedList) => ({
  name,
  tag,
  percent: sentNumber(percent, null),
  least_quantity: sentNumber(least_quantity, 1),
  products: Object.entries(prices).map(([product_id, price]) => ({ product_id, price: sentNumber(price, null) })),
})

interface PriceListFormProps {
  /** Null: a new one. */
  stored: AdminPriceList | null
  products: readonly NamedProduct[]
  onClose: () => void
}

function PriceListForm({ stored, products, onClose }: PriceListFormProps) {
  const { typed, change, errors, state } = useTypedForm<TypedList, unknown>({
    draftKey: draftOf(stored),
    schema: TypedList,
    initial: () => (stored ? typedList(stored) : newList),
    bodyOf,
    send: (body) =>
      stored
        ? api.put(`${path}/${stored.id}`, body, success(AdminPriceList))
        : api.post(path, body, success(AdminPriceList)),
    done() {
      toast('Daftar harga disimpan')
      onClose()
    },
    failed: 'Belum tersimpan. Silakan coba lagi.',
    check: (typed) => missingNumbers('prices', typed.prices, 'Isi harganya.'),
    fieldOf: (name) => (name === 'products' ? 'prices' : name),
  })
  const text = (name: 'name' | 'tag' | 'percent' | 'least_quantity') => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [name]: value }),
  })
  return (
    <FormBody form={state} yes="Simpan daftar harga" onClose={onClose}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Nama daftar harga" maxLength={maxLengths.discountReason} {...text('name')} />
        <TextField
          label="Label pembeli"
          hint="Seperti di halaman pembeli; huruf besar atau kecil sama saja."
          maxLength={maxLengths.tag}
          {...text('tag')}
        />
        <NumberField
          label="Potongan (%)"
          hint="Untuk produk tanpa harga sendiri di bawah. Kosong: harga biasa."
          written={typed.percent}
          {...text('percent')}
        />
        <NumberField
          label="Jumlah minimal per produk"
          hint="Kosong: berapa pun."
          written={typed.least_quantity}
          {...text('least_quantity')}
        />
      </div>
      <ProductNumbers
        title="Harga sendiri untuk produk tertentu"
        none="belum ada"
        products={products}
        numbers={typed.prices}
        onChange={(prices) => change({ prices })}
        labelOf={(name) => `${name} (Rp)`}
        error={errors.prices}
        errorOf={(id) => errors[`prices.${id}`]}
      />
    </FormBody>
  )
}
