import { paymentMethods } from '@camilan/contract/payment-methods'
import { canRetry } from '../payments/charge.ts'
import { appLink, qrContent, qrImageUrl } from '../payments/links.ts'
import { offeredMethods } from '../payments/offered-methods.ts'
import { type Payment, phaseOf } from '../payments/payment.ts'
import type { Sandbox } from '../sandbox.ts'
import { counterUrl } from './bill-simulators.ts'
import { finishUrl, type Language, snapResult } from './snap-result.ts'

interface PageOptions {
  language: Language
  /** Whether this answer makes the QR. With the switch `showQrAgain` off, later ones don't have it. */
  isNew?: boolean
}

/** The values of the payment page for a token. Times are ISO. `now` is included because the sandbox has its own clock. */
export function pageView(sandbox: Sandbox, payment: Payment, { language, isNew = false }: PageOptions) {
  const now = sandbox.clock.now()
  const { charge } = payment
  const isQr = charge?.isQr === true
  const isApp = charge !== null && !isQr && paymentMethods[charge.method].group === 'wallet'
  return {
    phase: phaseOf(payment, now),
    order_id: payment.orderId,
    gross_amount: payment.grossAmount,
    items: payment.items,
    customer_name: payment.customerName,
    methods: offeredMethods(sandbox, payment).map(methodView),
    method: charge && methodView(charge.method),
    transaction_id: charge?.transactionId ?? null,
    va_number: charge?.vaNumber ?? null,
    biller_code: charge?.billerCode ?? null,
    bill_key: charge?.billKey ?? null,
    payment_code: charge?.paymentCode ?? null,
    is_qr: isQr,
    qr_url: isQr && (isNew || sandbox.switches.showQrAgain) ? qrImageUrl(sandbox, charge) : null,
    app_url: isApp ? appLink(sandbox, charge) : null,
    simulator_url: charge && (isQr ? qrContent(sandbox, charge) : (counterUrl(charge) ?? null)),
    can_retry: canRetry(sandbox, payment),
    now: new Date(now).toISOString(),
    expires_at: new Date(charge?.expiresAt ?? payment.pageExpiresAt).toISOString(),
    result: snapResult(payment, language, sandbox.browserOrigin()) ?? null,
    finish_url: finishUrl(payment),
    close_after_va: sandbox.switches.closeAfterVa,
    charge_on_open: sandbox.switches.chargeOnOpen,
  }
}

export type PageView = ReturnType<typeof pageView>

function methodView(name: keyof typeof paymentMethods) {
  const { group, label } = paymentMethods[name]
  return { name, group, label }
}
