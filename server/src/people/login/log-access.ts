/** Who comes in and who is refused, in the log: neither e-mails nor addresses. */
import { createHmac, randomBytes } from 'node:crypto'
import { type ErrorCode, errorStatuses } from '@camilan/contract/errors'
import type { FastifyRequest, onErrorHookHandler } from 'fastify'
import { ShopError } from '../../platform/errors.ts'
import { clientNetwork } from '../../platform/http/gate/client-network.ts'
import { routeOf } from '../../platform/http/observe-requests.ts'
import { logRepeated } from '../../platform/log.ts'
import { InvalidRecoveryCode, TooManyAttempts, WrongPassword } from '../users/errors.ts'

/** It is stored nowhere, so that nobody can find an address by trying them all. */
const key = randomBytes(32)

/** Equal for all requests of a network until this process ends. */
const networkKey = (ip: string) => createHmac('sha256', key).update(clientNetwork(ip)).digest('base64url').slice(0, 16)

const origin = (request: FastifyRequest) => ({
  reqId: request.id,
  route: `${request.method} ${routeOf(request)}`,
  network: networkKey(request.ip),
})

/** Call it when a session was opened. */
export function logLogin(request: FastifyRequest, { id }: { id: string }): void {
  logRepeated(request.server.log, 'info', { ...origin(request), user: id }, 'a login')
}

/** An `onError` hook of the API. */
export const logRefusedAccess: onErrorHookHandler = (request, _reply, error: Error, done) => {
  if (refusesAccess(error)) {
    const details = { ...origin(request), ...(request.account && { user: request.account.id }) }
    logRepeated(request.server.log, 'info', details, `refused access: ${error.name}`)
  }
  done()
}

const isAttempt = (error: Error) =>
  error instanceof WrongPassword || error instanceof InvalidRecoveryCode || error instanceof TooManyAttempts

const refusesAccess = (error: Error): boolean =>
  isAttempt(error) || (error instanceof ShopError && [401, 403].includes(errorStatuses[error.code as ErrorCode]))
