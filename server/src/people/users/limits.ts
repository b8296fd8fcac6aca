import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { clientNetwork } from '../../platform/http/gate/client-network.ts'

/** How many attempts are allowed before further ones are refused for a while. */
export interface Limits {
  /** Failed logins in 15 minutes for one e-mail from one IP address. */
  loginFailuresPerEmailAndIp: number
  /** Failed logins in an hour for one e-mail, from IP addresses without a successful login to that account. */
  loginFailuresPerEmail: number
  /** Failed logins in an hour from one IP address. */
  loginFailuresPerIp: number
  /** Registrations in an hour from one IP address. */
  registrationsPerIp: number
  /** Attempts in an hour, from one IP address, to register e-mails that have an account. */
  takenRegistrationsPerIp: number
  /** Sessions of an account at the same time. */
  sessionsPerAccount: number
}

export interface LimitedDeps {
  db: Db
  limits: Limits
}

/** The client whose requests are limited. */
export interface Client {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  ip: string
  /** What it calls itself. */
  userAgent?: string | undefined
}

export const clientOf = ({ ip, headers }: FastifyRequest): Client => ({
  ip: clientNetwork(ip),
  userAgent: headers['user-agent'],
})

/** The first keys of the advisory locks under which attempts are counted. The second key is a hash of the value. */
export const lockClasses = { loginEmail: 1, loginIp: 2, registrationIp: 3 } as const
