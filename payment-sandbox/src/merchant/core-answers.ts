import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { basicUser } from '../basic-auth.ts'
import type { Sandbox } from '../sandbox.ts'

/** The switch `refuseServerKey` refuses every key, as after the merchant has replaced it at Midtrans. */
export function isMerchant({ switches, serverKey }: Sandbox, request: FastifyRequest): boolean {
  return !switches.refuseServerKey && basicUser(request.headers.authorization) === serverKey
}

export function refuseKey(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = basicUser(request.headers.authorization)
    ? 'Transaction cannot be authorized with the current client/server key.'
    : 'Operation is not allowed due to unauthorized payload.'
  return reply.code(sandbox.switches.unauthorizedHttpStatus).send(problem('401', message))
}

export function problem(statusCode: string, statusMessage: string, more: object = {}) {
  return { status_code: statusCode, status_message: statusMessage, ...more, id: randomUUID() }
}

/** What Midtrans has and the sandbox does not play. */
export const notSimulated = 'not simulated by this sandbox'

export const absent = () => problem('404', "Transaction doesn't exist.")
export const cannotModify = () => problem('412', 'Merchant cannot modify the status of the transaction')

/** The body as JSON; undefined for anything else, so that the errors name the missing fields. */
export function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}
