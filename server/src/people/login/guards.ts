import { setImmediate as socketsRead } from 'node:timers/promises'
import type { Role } from '@camilan/contract/accounts'
import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type Account, findAccount } from '../sessions/sessions.ts'
import { NotAllowed, NotForDemoAccounts, Unauthenticated } from '../users/errors.ts'

export type { Account } from '../sessions/sessions.ts'

/** The account of a request, with what its guard has asked for. */
export interface Caller extends Account {
  access: { token: string; roles: readonly Role[] }
}

declare module 'fastify' {
  interface FastifyRequest {
    account?: Caller
  }
}

type Guard = (request: FastifyRequest) => Promise<void>

/**
 * Who may call a route: each guard lists roles. It refuses requests without a valid session with UNAUTHENTICATED, and other
 * roles with FORBIDDEN. Guards are `onRequest` hooks: they run before the body is read, and once more when it has arrived
 * later than the headers, because it may take a minute.
 */
export interface Guards {
  /** Every role: a user's own things. */
  signedIn: Guard
  /** Administrators and staff. */
  staff: Guard
  /** Administrators only. */
  admin: Guard
}

/** The guards that the routes of a room need. */
export interface RouteDeps {
  db: Db
  clock: Clock
  guards: Guards
}

const guardsMade = new WeakSet<object>()

/** Whether a route has one of the guards. */
export const needsSession = ({ onRequest = [] }: Pick<RouteOptions, 'onRequest'>): boolean =>
  [onRequest].flat().some((hook) => guardsMade.has(hook))

export function makeGuards({ db, clock }: Pick<RouteDeps, 'db' | 'clock'>): Guards {
  function only(...roles: Role[]): Guard {
    async function check(request: FastifyRequest): Promise<void> {
      const token = bearerToken(request)
      if (token === undefined) throw new Unauthenticated()
      const access = { token, roles }
      request.account = { ...(await allowedAccount(db, access, clock())), access }
    }
    const guard: Guard = async (request) => {
      const isWhole = await hasArrived(request)
      await check(request)
      if (!isWhole) request.onBody = () => check(request)
    }
    guardsMade.add(guard)
    return guard
  }
  return { signedIn: only('admin', 'staf', 'customer'), staff: only('admin', 'staf'), admin: only('admin') }
}

/** Whether the whole request is here, as most are together with their headers. */
async function hasArrived({ raw }: FastifyRequest): Promise<boolean> {
  await null // one without a body is complete now
  if (!raw.complete) await socketsRead() // and now a body that came in the same packet
  return raw.complete
}

async function allowedAccount(db: Db, { token, roles }: Caller['access'], now: Date): Promise<Account> {
  const account = await findAccount(db, token, now)
  if (!account) throw new Unauthenticated()
  if (!roles.includes(account.role)) throw new NotAllowed()
  return account
}

/**
 * For a verb that waits after its guard, for a password, a picture or the gateway: check once more, in the transaction that
 * writes, that the session lasts and has a role that the route admits.
 * @throws {Unauthenticated} | {NotAllowed}
 */
export async function assertStillAllowed(tx: Tx, { access }: Pick<Caller, 'access'>, now: Date): Promise<void> {
  await allowedAccount(tx, access, now)
}

/** The account of the session, on a route with a guard. Call it when the body has been read: the account may have changed. */
export function accountOf(request: FastifyRequest): Caller {
  if (!request.account) throw new Error(`${request.method} ${request.url} has no guard in its onRequest`)
  return request.account
}

/** Refuses demo accounts, whose password everybody knows. Call it after a guard. */
export async function ofOwnAccount(request: FastifyRequest): Promise<void> {
  if (accountOf(request).isDemo) throw new NotForDemoAccounts()
}

/** The token of the session, on a route with a guard. */
export const tokenOf = (request: FastifyRequest): string => accountOf(request).access.token

/** `Authorization: Bearer …` (RFC 6750 §2.1). */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}
