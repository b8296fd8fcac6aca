import { offeredMethods } from '../payments/offered-methods.ts'
import { type Payment, phaseOf } from '../payments/payment.ts'
import type { Sandbox } from '../sandbox.ts'
import { finishUrl, type Language, snapResult } from './snap-result.ts'

/** The values of the payment page for a token. Times are ISO. `now` is included because the sandbox has its own clock. */
export function pageView(sandbox: Sandbox, payment: Payment, language: Language) {
  const now = sandbox.clock.now()
  const { charge } = payment
  return {
    phase: phaseOf(payment, now),
    order_id: payment.orderId,
    gross_amount: payment.grossAmount,
    items: payment.items,
    customer_name: payment.customerName,
    methods: offeredMethods(sandbox, payment),
    single_method: payment.enabledPayments?.length === 1,
    va_number: charge?.vaNumber ?? null,
    now: new Date(now).toISOString(),
    expires_at: new Date(charge?.expiresAt ?? payment.pageExpiresAt).toISOString(),
    result: snapResult(payment, language, sandbox.browserOrigin()) ?? null,
    finish_url: finishUrl(payment),
    close_after_va: sandbox.switches.closeAfterVa,
    charge_on_open: sandbox.switches.chargeOnOpen,
  }
}

export type PageView = ReturnType<typeof pageView>
