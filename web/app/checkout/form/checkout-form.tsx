import type { User } from '@camilan/contract/accounts'
import type { Cart, CartItem } from '@camilan/contract/cart'
import type { LastDelivery, PaymentTime } from '@camilan/contract/checkout'
import type { Opening } from '@camilan/contract/opening-answer'
import { orderFormSentences } from '@camilan/contract/order-values'
import type { Payment } from '@camilan/contract/payments'
import { lazy, Suspense, useId } from 'react'
import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form'
import { href, Link } from 'react-router'
import { isShort, leftOf, shortageOf } from '~/orders/cart/cart-lines'
import { OwnPriceNote } from '~/orders/cart/price-notes'
import { shortLifeOf } from '~/payments/pay/payment-state'
import type { ProfilePageState } from '~/people/profile/profile'
import { useOpening } from '~/platform/pages/opening'
import { useShopInfo } from '~/platform/pages/shop-info'
import { batchWords } from '~/products/batch-words'
import { ProductLine } from '~/products/product-line'
import { Button } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import { Facts } from '~/ui/lists/facts'
import { ActionBar } from '~/ui/page/action-bar'
import { Rupiah } from '~/ui/shop/rupiah'
import { SimulationNote } from '~/ui/shop/simulation-note'
import { changesOf } from './cart-changes'
import { CartPart, useCartPart } from './cart-part'
import { CheckoutProblem } from './checkout-problem'
import { CostSummary, KnownAmount, MinimumNote } from './cost-summary'
import { DeliveryFields, usePlaceFields } from './delivery-fields'
import { type OrderForm, useOrderForm } from './order-form'
import { LazyPaymentChoice, TimeToPay, usePaymentMethod } from './payment-step'
import { type Costs, useCosts } from './use-costs'
import { useDestination } from './use-destination'
import { useSubmitOrder } from './use-submit-order'

/** Few shops have vouchers. */
const VoucherField = lazy(() => import('./voucher-field'))

interface CheckoutFormProps {
  user: User
  last: LastDelivery | null
  cart: Cart
  paymentTime: PaymentTime | undefined
  /** @param shortLife  a sentence, if the payment runs out before its order */
  onPlaced: (payment: Payment, shortLife: string | null) => void
}

export function CheckoutForm({ user, last, cart: contents, paymentTime, onPlaced }: CheckoutFormProps) {
  const { data: cart, unavailable, has_discounts = false } = contents
  const shop = useShopInfo()
  const form = useOrderForm(user, shop, last)
  const { errors, isSubmitting } = form.formState
  const { way, city, to, focus, code, lines, parts, costs } = useChosen(form, cart, has_discounts)
  const { total } = costs
  const lacksCity = way === 'delivery' && (!to || costs.needsSmallerPlace)
  const payment = usePaymentMethod(form, total ?? costs.items)
  const placeFields = usePlaceFields(way)
  const opening = useOpening()
  const closedId = useId()

  const { problem, elsewhere, refused, onSubmit } = useSubmitOrder(form, {
    cart,
    lines,
    part: parts.chosen,
    costs,
    payment: { payment_method: payment.value },
    onPlaced: (placed) => onPlaced(placed, paymentTime ? shortLifeOf(payment.method, paymentTime.minutes) : null),
  })

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="mt-6 grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_23rem]"
    >
      <div className="grid min-w-0 gap-4">
        <CheckoutProblem
          error={problem}
          elsewhere={elsewhere}
          changes={changesOf(refused.cart, { data: cart, unavailable })}
        />
        <Recipient {...user} />
        <DeliveryFields
          form={form}
          way={way}
          days={(city ?? shop.delivery).days}
          lines={lines}
          costs={costs}
          placeFields={placeFields}
        />
        <CartPart lines={cart} {...parts} />
        <SectionCard
          title="3. Produk"
          aside={
            <Link to={href('/cart')} className="link inline-flex min-h-11 min-w-11 items-center justify-end">
              Ubah
            </Link>
          }
        >
          <CheckoutLines lines={lines} before={refused.lines} unavailable={unavailable} />
        </SectionCard>
        {payment.choice && (
          <SectionCard title="4. Cara Bayar">
            <LazyPaymentChoice {...payment.choice} />
          </SectionCard>
        )}
      </div>
      <SectionCard
        title={`${payment.choice ? 5 : 4}. Ringkasan Biaya`}
        className="md:sticky md:top-28 lg:top-20 short:static"
      >
        <CostSummary {...costs} chooseCity={lacksCity ? focus : undefined} />
        <Voucher form={form} code={code} costs={costs} lacksDestination={lacksCity} />
        <p className="mt-3 text-13 text-muted">
          {lacksCity && !shop.delivery.isOneCost
            ? `Ongkos kirim ditambahkan setelah ${shop.delivery.hasZones ? 'daerah' : 'kota'} dipilih.`
            : payment.sentence}
        </p>
        <SimulationNote className="mt-2" />
        {paymentTime && <TimeToPay {...paymentTime} method={payment.method} />}
        {!lacksCity && costs.fullTotal !== null && <MinimumNote total={costs.fullTotal} minimum={shop.minimumOrder} />}
        <div className="md:mt-4">
          <ActionBar
            onlyOnPhones
            refusal={opening.is_open ? whatIsMissing(errors) : <ClosedReason id={closedId} {...opening} />}
          >
            <p className="grow md:hidden">
              <span className="block text-13 text-muted">{lacksCity ? 'Total mulai dari' : 'Total'}</span>
              <KnownAmount amount={total} problem={costs.problem} className="text-17 font-extrabold" />
            </p>
            <Button
              type="submit"
              pending={isSubmitting}
              disabled={lines.some(isShort) || total === null || !opening.is_open || placeFields.isMissing}
              aria-describedby={opening.is_open ? undefined : closedId}
              className="md:w-full"
            >
              Buat Pesanan
            </Button>
          </ActionBar>
        </div>
      </SectionCard>
    </form>
  )
}

/** Where it goes, what of the cart is ordered, and what that costs. */
function useChosen(form: UseFormReturn<OrderForm>, cart: readonly CartItem[], hasDiscounts: boolean) {
  const destination = useDestination(form, useShopInfo())
  const code = useWatch({ control: form.control, name: 'voucher_code' })
  const { lines, choice: parts } = useCartPart(form, cart)
  const costs = useCosts(lines, destination.to, { code, part: parts.chosen, hasDiscounts })
  return { ...destination, code, lines, parts, costs }
}

interface VoucherProps {
  form: UseFormReturn<OrderForm>
  code: string
  costs: Costs
  lacksDestination: boolean
}

function Voucher({ form, ...props }: VoucherProps) {
  if (!props.costs.hasVouchers && props.code === '') return null
  return (
    <Suspense>
      <VoucherField {...props} onChange={(code) => form.setValue('voucher_code', code)} />
    </Suspense>
  )
}

/** The reason why the order can't be placed now; the banner says more. The cart and the typed values stay. */
function ClosedReason({ id, title, reopens }: Opening & { id: string }) {
  return (
    <p id={id}>
      <strong className="font-semibold">{[title, reopens].filter(Boolean).join(' ')}</strong> Keranjang dan isian Anda
      tetap tersimpan.
    </p>
  )
}

function Recipient({ name, phone }: User) {
  return (
    <SectionCard
      title="1. Penerima"
      aside={
        <Link
          to={href('/profile')}
          state={{ backTo: href('/order') } satisfies ProfilePageState}
          className="link inline-flex min-h-11 items-center"
        >
          Ubah di profil
        </Link>
      }
    >
      <Facts
        facts={[
          { name: 'Nama', value: name },
          { name: 'No Telepon', value: phone },
        ]}
      />
    </SectionCard>
  )
}

/** Beside the button, where it covers no field, until the fields are right. */
function whatIsMissing({ address, city, place_name, district, postal_code }: FieldErrors<OrderForm>) {
  const sentence = address
    ? orderFormSentences.incomplete
    : city
      ? orderFormSentences.chooseCity
      : (place_name ?? district ?? postal_code)?.message
  return sentence ? <p role="alert">{sentence}</p> : null
}

interface CheckoutLinesProps {
  lines: readonly CartItem[]
  /** The same lines as they were before, to show changed prices. */
  before: readonly CartItem[]
  unavailable: Cart['unavailable']
}

function CheckoutLines({ lines, before, unavailable }: CheckoutLinesProps) {
  const priceBefore = new Map(before.map(({ id, product }) => [id, product.price]))
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <ProductLine key={line.id} {...line} className="last:pb-0">
          <OwnPriceNote of={line.product} />
          {line.batch && <p className="text-13 font-semibold">{batchWords(line.batch)}</p>}
          <PriceChange from={priceBefore.get(line.id)} to={line.product.price} />
          {isShort(line) && (
            <p className="text-13 font-semibold text-danger">
              {`${shortageOf(line)}${leftOf(line) === 0 ? ', tidak dihitung' : ''}`}
            </p>
          )}
        </ProductLine>
      ))}
      {unavailable.map(({ id, name }) => (
        <li key={id} className="pt-3 text-13 font-semibold text-danger">
          {`${name || 'Satu produk'} sedang tidak dijual, jadi tidak dihitung.`}
        </li>
      ))}
    </ul>
  )
}

/** Whole rupiah. Shows nothing if the price has not changed, or was unknown before. */
function PriceChange({ from, to }: { from: number | undefined; to: number }) {
  if (from === undefined || from === to) return null
  return (
    <p className="text-13 whitespace-nowrap text-muted narrow:whitespace-normal">
      Sebelumnya{' '}
      <s>
        <Rupiah amount={from} />
      </s>
    </p>
  )
}
