import { type PaymentMethod, paymentGroupLabels, paymentMethods } from '@camilan/contract/payment-methods'
import type { PaymentWays } from '@camilan/contract/shop'
import { listFormat } from './delivery.ts'

const account = ' Virtual Account'

/** `QRIS, GoPay, virtual account (BCA, BNI), dan Indomaret`; a single bank is `BCA virtual account`. */
function namesOf(methods: readonly PaymentMethod[]): string {
  const labels = methods.map((method) => paymentMethods[method].label)
  const banks = labels.filter((label) => label.endsWith(account)).map((label) => label.slice(0, -account.length))
  const accounts = banks.length === 1 ? `${banks} virtual account` : `virtual account (${banks.join(', ')})`
  const names = labels.map((label) => (label.endsWith(account) ? accounts : label))
  return listFormat.format([...new Set(names)])
}

export function presentPaymentWays(methods: readonly PaymentMethod[]): PaymentWays {
  const names = namesOf(methods)
  const groups = new Set(methods.map((method) => paymentMethods[method].group))
  const kinds = [...groups].map((group) => (group === 'qris' ? 'QRIS' : paymentGroupLabels[group].toLowerCase()))
  const title = methods.length === 1 ? names : listFormat.format(kinds)
  return {
    methods,
    names,
    title: title.charAt(0).toUpperCase() + title.slice(1),
    isBankOnly: groups.size === 1 && groups.has('bank'),
  }
}
