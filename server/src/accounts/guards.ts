import type { Role } from '@camilan/contract/accounts'
import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { NotAllowed, NotForDemoAccounts, Unauthenticated } from './errors.ts'
import { type Account, findAccount } from './sessions.ts'

export type { Account } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    account?: Account
  }
}

type Guard = (request: FastifyRequest) => Promise<void>

/**
 * Who may call a route: each guard lists roles. It refuses requests without a valid session with UNAUTHENTICATED, and other
 * roles with FORBIDDEN. Guards are `onRequest` hooks: they run before the body is read.
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
  async function authenticate(request: FastifyRequest): Promise<Account> {
    const token = bearerToken(request)
    const account = token === undefined ? undefined : await findAccount(db, token, clock())
    if (!account) throw new Unauthenticated()
    request.account = account
    return account
  }
  function only(...roles: Role[]): Guard {
    const guard: Guard = async (request) => {
      const { role } = await authenticate(request)
      if (!roles.includes(role)) throw new NotAllowed()
    }
    guardsMade.add(guard)
    return guard
  }
  return { signedIn: only('admin', 'staf', 'customer'), staff: only('admin', 'staf'), admin: only('admin') }
}

/** The account of the session, on a route with a guard. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error(`${request.method} ${request.url} has no guard in its onRequest`)
  return request.account
}

/** Refuses demo accounts, whose password everybody knows. Call it after a guard. */
export async function ofOwnAccount(request: FastifyRequest): Promise<void> {
  if (accountOf(request).isDemo) throw new NotForDemoAccounts()
}

/** The token of the session, on a route with a guard. */
export function tokenOf(request: FastifyRequest): string {
  const token = bearerToken(request)
  if (token === undefined) throw new Error(`${request.method} ${request.url} has no guard in its onRequest`)
  return token
}

/** `Authorization: Bearer …` (RFC 6750 §2.1). */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w-]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}
