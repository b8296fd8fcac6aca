import type { Order } from '@camilan/contract/orders'
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/ask/copy-button'
import { GroupedDigits } from '~/ui/shop/grouped-digits'

interface PaymentCode {
  name: string
  /** Null until the gateway has given it. */
  digits: string | null
  /** Its name inside a sentence. */
  of: string
  hint?: string
}

/** What a payment by this method is paid with. None for a method that needs the popup, and while none is chosen. */
export function codesOf(method: PaymentMethod | null, transaction: Order['transaction']): PaymentCode[] {
  if (method === null) return []
  const { label, paidWith } = paymentMethods[method]
  const { va_number, biller_code, bill_key, payment_code } = transaction
  switch (paidWith) {
    case 'number':
      return [{ name: `Nomor ${label}`, digits: va_number, of: 'nomor virtual account' }]
    case 'bill':
      return [
        { name: 'Kode perusahaan', digits: biller_code, of: 'kode perusahaan' },
        { name: 'Kode bayar', digits: bill_key, of: 'kode bayar' },
      ]
    case 'code':
      return [
        {
          name: `Kode bayar ${label}`,
          digits: payment_code,
          of: 'kode bayar',
          hint: `Tunjukkan kode ini ke kasir ${label}.`,
        },
      ]
    case 'popup':
      return []
  }
}

/** The codes that the gateway has given, each with a button that copies it. */
export function PaymentCodes({ codes, ofOrder }: { codes: readonly PaymentCode[]; ofOrder?: string }) {
  return codes.map(
    ({ name, digits, of, ...hint }) =>
      digits && (
        <Copyable key={name} name={name} text={digits} of={of + (ofOrder ?? '')} isLarge={!ofOrder} {...hint}>
          <GroupedDigits digits={digits} />
        </Copyable>
      ),
  )
}

interface CopyableProps {
  name: string
  text: string
  of: string
  hint?: string
  isLarge?: boolean
  children: ReactNode
}

export function Copyable({ name, text, of, hint, isLarge = true, children }: CopyableProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className={`col-span-2 row-start-2 font-extrabold ${isLarge ? 'text-28 tracking-tight' : 'text-17'}`}>
        {children}
      </dd>
      <dd className="col-start-2 row-start-1 -my-2 -mr-3">
        <CopyButton text={text} of={of} />
      </dd>
      {hint && <dd className="col-span-2 text-muted">{hint}</dd>}
    </div>
  )
}
