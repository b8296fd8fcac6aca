import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appLink } from '../payments/links.ts'
import type { ChargedPayment, ChargeStatus } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import { answerBody, transactionBody } from '../payments/transaction-body.ts'
import type { Sandbox } from '../sandbox.ts'
import { absent, cannotModify, isMerchant, refuseKey } from './core-answers.ts'
import { coreCharge } from './core-charge.ts'
import { coreRefund } from './core-refund.ts'
import type { FaultyAnswer } from './faulty-answer.ts'

interface ById {
  Params: { id: string }
}

const statusCodeOf = {
  pending: '201',
  settlement: '200',
  expire: '407',
  cancel: '200',
  deny: '202',
  refund: '200',
  partial_refund: '200',
  chargeback: '200',
} as const satisfies Record<ChargeStatus, string>

/** The Core API. It answers HTTP 200 and puts the result into the body's `status_code`. */
export function coreRoutes(
  app: FastifyInstance,
  sandbox: Sandbox,
  answer: FaultyAnswer,
  defaultNotificationUrl: string | undefined,
): void {
  app.post('/v2/charge', async (request, reply) => {
    if (!isMerchant(sandbox, request)) return refuseKey(sandbox, request, reply)
    return answer(sandbox.switches.create, reply, () => coreCharge(sandbox, request, reply, defaultNotificationUrl))
  })

  route('GET', 'status', 'status', (found) => {
    const payment = sandbox.switches.statusLags && found.charge.status === 'settlement' ? unsettled(found) : found
    const code = statusCodeOf[payment.charge.status]
    const body = transactionBody(payment, code, 'Success, transaction is found', sandbox.serverKey)
    const { method, isQr } = payment.charge
    if (method !== 'shopeepay' || isQr) return body
    return { ...body, actions: [{ name: 'deeplink-redirect', method: 'GET', url: appLink(sandbox, payment.charge) }] }
  })

  endPending('cancel', 'cancel', '200', 'Success, transaction is canceled')
  endPending('expire', 'expire', '407', 'Success, transaction has expired')

  route('POST', 'refund', 'refund', (payment, request) => coreRefund(sandbox, payment, request.body))
  route('POST', 'refund/online/direct', 'refund', (payment, request) =>
    coreRefund(sandbox, payment, request.body, ' by the bank'),
  )

  function endPending(path: string, status: 'cancel' | 'expire', code: string, message: string): void {
    route('POST', path, 'cancel', (payment) => {
      if (payment.charge.status !== 'pending') return cannotModify()
      return answerBody(setFinalStatus(sandbox, payment, status), code, message)
    })
  }

  function route(
    method: 'GET' | 'POST',
    path: string,
    mode: 'status' | 'cancel' | 'refund',
    work: (payment: ChargedPayment, request: FastifyRequest) => object,
  ): void {
    app.route<ById>({
      method,
      url: `/v2/:id/${path}`,
      handler: async (request, reply) => {
        if (!isMerchant(sandbox, request)) return refuseKey(sandbox, request, reply)
        return answer(sandbox.switches[mode], reply, () => {
          const payment = sandbox.payments.byCoreId(request.params.id)
          return payment ? work(payment, request) : absent()
        })
      },
    })
  }
}

function unsettled(payment: ChargedPayment): ChargedPayment {
  return { ...payment, charge: { ...payment.charge, status: 'pending', settledAt: null, issuer: null } }
}
