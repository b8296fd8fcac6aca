import { paymentMethods } from '@camilan/contract/payment-methods'
import type { FastifyInstance } from 'fastify'
import { charge, isChargeable } from '../payments/charge.ts'
import { offeredMethods } from '../payments/offered-methods.ts'
import { isCharged, type Payment, phaseOf } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { checkoutPage, type Kind, refusalPage } from './checkout-page.ts'
import type { SafeHtml } from './html.ts'
import { sendPage, setPageHeaders } from './page.ts'

interface ByToken {
  Params: { token: string }
  Querystring: { client_key?: string }
  Body: URLSearchParams | undefined
}

/** The payment page. GET opens it; POST goes on: with a method, with the payment, or to see how it stands. */
export function checkoutRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  page('/snap/v4/popup/:token', 'popup')
  page('/snap/v4/redirection/:token', 'redirect')

  function page(url: string, kind: Kind): void {
    app.route<ByToken>({
      method: ['GET', 'POST'],
      url,
      async handler({ method, params, query, body }, reply) {
        const send = (content: SafeHtml, status = 200) =>
          sendPage(reply.code(status), {
            title: 'Pembayaran (simulasi)',
            folder: '/snap',
            script: 'checkout.js',
            body: content,
          })
        if (kind === 'popup') setPageHeaders(reply, { framedBy: 'anyone' })
        if (kind === 'popup' && query.client_key !== sandbox.clientKey) return send(refusalPage('key', kind), 401)
        const payment = sandbox.payments.byToken(params.token)
        if (!payment) return send(refusalPage('invalid', kind), 404)
        const isPaid = phaseOf(payment, sandbox.clock.now()) === 'paid'
        if (method === 'GET' && isPaid) return send(refusalPage('processed', kind, payment))
        const changed = body ? goOn(sandbox, payment, body) : payment
        return send(checkoutPage(sandbox, changed, kind, { isNew: changed !== payment }))
      },
    })
  }
}

/** `qr`: whether a wallet is paid by a QR instead of by its app. What can't be done any more changes nothing. */
function goOn(sandbox: Sandbox, payment: Payment, fields: URLSearchParams): Payment {
  const method = offeredMethods(sandbox, payment).find((each) => each === fields.get('payment_type'))
  if (method && isChargeable(sandbox, payment)) {
    const isWallet = paymentMethods[method].group === 'wallet'
    return charge(sandbox, payment, method, { isQr: isWallet && fields.get('qr') === 'true' })
  }
  const isPayable = isCharged(payment) && payment.charge.status === 'pending'
  return isPayable && fields.has('simulate') ? setFinalStatus(sandbox, payment, 'settlement') : payment
}
