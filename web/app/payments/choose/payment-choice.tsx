import {
  type PaymentMethod,
  paymentGroupLabels,
  paymentMethodGroups,
  paymentMethods,
  takesAmount,
} from '@camilan/contract/payment-methods'
import { useId } from 'react'
import { formatRupiah } from '~/platform/state/formats'
import { Choice } from '~/ui/fields/choice'

interface PaymentChoiceProps {
  methods: readonly PaymentMethod[]
  /** In whole rupiah. A method that does not take it can't be chosen. */
  totalIdr: number
  /** Empty: the buyer chooses in the payment popup. */
  value: PaymentMethod | ''
  onChange: (value: PaymentMethod | '') => void
}

/** The methods of the shop in their groups, and the choice to choose later. */
export function PaymentChoice({ methods, totalIdr, value, onChange }: PaymentChoiceProps) {
  const radios = useId()
  const radio = (method: PaymentMethod | '') => ({
    name: radios,
    checked: method === value,
    onChange: () => onChange(method),
  })
  return (
    <div className="grid gap-4">
      <Choice {...radio('')} label="Pilih nanti" hint="Semua cara di bawah tampil di jendela pembayaran." />
      {paymentMethodGroups.map((group) => {
        const members = methods.filter((method) => paymentMethods[method].group === group)
        if (members.length === 0) return null
        return (
          <fieldset key={group} className="min-w-0">
            <legend className="text-13 font-semibold text-muted">{paymentGroupLabels[group]}</legend>
            <div className="mt-1.5 grid grid-cols-1 gap-2 sm:grid-cols-2">
              {members.map((method) => {
                const fits = takesAmount(method, totalIdr)
                return (
                  <Choice
                    key={method}
                    {...radio(method)}
                    disabled={!fits}
                    label={paymentMethods[method].label}
                    hint={fits ? needOf(method) : reasonOf(method, totalIdr)}
                  />
                )
              })}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** What the buyer needs to pay by it, and its limit where orders reach it. */
function needOf(method: PaymentMethod): string {
  const { label, group, paidWith, isOwnBankOnly, max } = paymentMethods[method]
  const bank = label.replace(/ (Virtual Account|Bill)$/, '')
  const limit = max !== null && max <= 20_000_000 ? ` Sampai ${formatRupiah(max)}.` : ''
  if (group === 'qris') return `Pindai dengan aplikasi bank atau dompet digital.${limit}`
  if (group === 'wallet') return `Di aplikasi ${label}.${limit}`
  if (paidWith === 'code') return `Tunjukkan kode bayar ke kasir.${limit}`
  const account = isOwnBankOnly ? `rekening ${bank}` : 'bank mana pun'
  return `Dari ${account}${paidWith === 'bill' ? ', dengan kode perusahaan dan kode bayar' : ''}.`
}

function reasonOf(method: PaymentMethod, totalIdr: number): string {
  const { min, max } = paymentMethods[method]
  return totalIdr < min || max === null ? `Hanya mulai ${formatRupiah(min)}.` : `Hanya sampai ${formatRupiah(max)}.`
}
