import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basicUser } from '../basic-auth.ts'
import type { ChargeStatus } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import { answerBody, transactionBody } from '../payments/transaction-body.ts'
import type { Sandbox } from '../sandbox.ts'
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
export function coreRoutes(app: FastifyInstance, sandbox: Sandbox, answer: FaultyAnswer): void {
  app.get<ById>('/v2/:id/status', async (request, reply) => {
    if (!isMerchant(sandbox, request)) return refuseKey(sandbox, request, reply)
    return answer(sandbox.switches.status, reply, () => {
      const payment = sandbox.payments.byCoreId(request.params.id)
      if (!payment) return problem('404', "Transaction doesn't exist.")
      const code = statusCodeOf[payment.charge.status]
      return transactionBody(payment, code, 'Success, transaction is found', sandbox.serverKey)
    })
  })

  endPending('cancel', 'cancel', '200', 'Success, transaction is canceled')
  endPending('expire', 'expire', '407', 'Success, transaction has expired')

  app.post<ById>('/v2/:id/refund', async (request, reply) => {
    if (!isMerchant(sandbox, request)) return refuseKey(sandbox, request, reply)
    if (!sandbox.payments.byCoreId(request.params.id)) return problem('404', "Transaction doesn't exist.")
    return cannotModify() // a VA payment cannot be refunded through the API
  })

  function endPending(path: string, status: 'cancel' | 'expire', code: string, message: string): void {
    app.post<ById>(`/v2/:id/${path}`, async (request, reply) => {
      if (!isMerchant(sandbox, request)) return refuseKey(sandbox, request, reply)
      return answer(sandbox.switches.cancel, reply, () => {
        const payment = sandbox.payments.byCoreId(request.params.id)
        if (!payment) return problem('404', "Transaction doesn't exist.")
        if (payment.charge.status !== 'pending') return cannotModify()
        return answerBody(setFinalStatus(sandbox, payment, status), code, message)
      })
    })
  }
}

function isMerchant(sandbox: Sandbox, request: FastifyRequest): boolean {
  return basicUser(request.headers.authorization) === sandbox.serverKey
}

function refuseKey(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = basicUser(request.headers.authorization)
    ? 'Transaction cannot be authorized with the current client/server key.'
    : 'Operation is not allowed due to unauthorized payload.'
  return reply.code(sandbox.switches.unauthorizedHttpStatus).send(problem('401', message))
}

function cannotModify() {
  return problem('412', 'Merchant cannot modify the status of the transaction')
}

function problem(statusCode: string, statusMessage: string) {
  return { status_code: statusCode, status_message: statusMessage, id: randomUUID() }
}
