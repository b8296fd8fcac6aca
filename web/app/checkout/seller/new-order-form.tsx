import type { Product } from '@camilan/contract/catalog'
import { maxLengths } from '@camilan/contract/lengths'
import type { OrderDetail } from '@camilan/contract/orders'
import { maxPayDays } from '@camilan/contract/seller-orders'
import { useSession } from '~/platform/api/session'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatJakartaTime } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { SelectField, TextAreaField, TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { TickRow } from '~/ui/fields/tick-row'
import { DraftNotice } from '~/ui/form/draft-notice'
import { ActionBar } from '~/ui/page/action-bar'
import { Rupiah } from '~/ui/shop/rupiah'
import { otherCity } from './new-order-values'
import { OrderProducts } from './order-products'
import { SellerPlace } from './seller-place'
import { type Entered, type NewOrder, useNewOrder } from './use-new-order'

interface NewOrderFormProps {
  products: readonly Product[]
  /** It is entered anew. */
  from: OrderDetail | null
  /** The shop may take off more than the form computes. It then asks before it saves the order with another total. */
  isReduced: boolean
  onEntered: (entered: Entered) => void
}

export function NewOrderForm({ products, isReduced, ...entering }: NewOrderFormProps) {
  const order = useNewOrder(products, entering)
  const hasGoods = order.quantities.size > 0
  return (
    <form
      noValidate
      onSubmit={order.submit}
      className="mt-6 grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]"
    >
      <Buyer order={order} />
      <OrderProducts
        products={products}
        quantities={order.quantities}
        onChange={order.setQuantity}
        error={order.errors.items}
      />
      <Terms order={order} />
      <div className="lg:col-span-2">
        <ActionBar onlyOnPhones refusal={order.problem && <FormProblem sentence={order.problem} />}>
          <p className="grow">
            <span className="block text-13 text-muted">{isReduced ? 'Total sebelum potongan otomatis' : 'Total'}</span>
            {hasGoods ? (
              <Rupiah amount={order.total} className="text-17 font-extrabold" />
            ) : (
              <span className="font-semibold">Belum ada produk</span>
            )}
          </p>
          {/* It names what is missing, so it is never disabled. */}
          <Button type="submit" variant={hasGoods ? 'main' : 'quiet'} pending={order.pending}>
            Simpan pesanan
          </Button>
        </ActionBar>
      </div>
    </form>
  )
}

function Buyer({ order }: { order: NewOrder }) {
  const { field, known, way, setWay, isRestored, forget } = order
  const optional = way === 'stall' ? ' (opsional)' : ''
  return (
    <SectionCard title="Pembeli">
      <div className="grid gap-4">
        {isRestored && <DraftNotice onDiscard={forget} />}
        <TickRow
          label="Dibeli di tempat"
          hint="Tanpa ongkos kirim dan biaya pelayanan. Pembelinya boleh tidak dikenal."
          checked={way === 'stall'}
          onChange={({ currentTarget: { checked } }) => setWay(checked ? 'stall' : 'delivery')}
        />
        <TextField
          label={`Nomor WhatsApp${optional}`}
          type="tel"
          autoComplete="off"
          maxLength={40}
          hint={known && `Sudah ${known.orders} kali memesan, terakhir ${formatJakartaTime(known.last.order_time)}.`}
          {...field('phone')}
        />
        <TextField label={`Nama${optional}`} autoComplete="off" maxLength={100} {...field('name')} />
        {way !== 'stall' && (
          <TickRow
            label="Ambil sendiri, tanpa ongkos kirim"
            checked={way === 'pickup'}
            onChange={({ currentTarget: { checked } }) => setWay(checked ? 'pickup' : 'delivery')}
          />
        )}
        {way === 'delivery' && <Address order={order} />}
      </div>
    </SectionCard>
  )
}

function Address({ order }: { order: NewOrder }) {
  const { field, typed } = order
  const { cities } = useShopInfo()
  return (
    <>
      <TextAreaField label="Alamat" rows={2} maxLength={maxLengths.address} {...field('address')} />
      {cities.length > 0 && (
        <SelectField label="Kota" {...field('city')}>
          <option value="">Pilih kota</option>
          {cities.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          <option value={otherCity}>{otherCity}</option>
        </SelectField>
      )}
      {typed.city === otherCity && <SellerPlace order={order} />}
    </>
  )
}

const payDays = Array.from({ length: maxPayDays }, (_, index) => index + 1)

function Terms({ order: { field, typed } }: { order: NewOrder }) {
  const { isAdmin } = useSession()
  return (
    <SectionCard title={isAdmin ? 'Catatan, diskon, batas bayar' : 'Catatan, batas bayar'}>
      <div className="grid gap-4">
        <TextAreaField label="Catatan" rows={2} maxLength={maxLengths.notes} {...field('notes')} />
        {isAdmin && <NumberField label="Diskon (Rp)" written={typed.discount} {...field('discount')} />}
        {typed.discount !== '' && (
          <TextField
            label="Alasan diskon"
            hint="Pembeli membacanya."
            maxLength={maxLengths.discountReason}
            {...field('discount_reason')}
          />
        )}
        <SelectField label="Batas bayar" {...field('pay_within_days')}>
          {payDays.map((days) => (
            <option key={days} value={days}>
              {`${days} hari`}
            </option>
          ))}
        </SelectField>
      </div>
    </SectionCard>
  )
}
