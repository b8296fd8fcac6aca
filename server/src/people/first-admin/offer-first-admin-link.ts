import { setTimeout as wait } from 'node:timers/promises'
import { firstAdminLinkHours } from '@camilan/contract/accounts'
import { type Clock, minutes } from '../../platform/clock.ts'
import { commandLine } from '../../platform/command-line.ts'
import type { Db } from '../../platform/db/db.ts'
import { withLease } from '../../platform/jobs/lease.ts'
import { hasAdmin } from '../users/queries.ts'
import { createFirstAdminLink, firstAdminUrl } from './first-admin-links.ts'

export interface OfferDeps {
  db: Db
  clock: Clock
  publicUrl: string
  print: (line: string) => void
}

export interface Offer {
  stop(): Promise<void>
}

const name = 'first-administrator-link'
/** Short, so that a start soon after a process was killed prints a link. */
const leaseMs = 5_000
/** Longer than a lease that is not renewed. */
const patienceMs = 7_000
const retryMs = 500
const lookMs = minutes(1)

/** How the operator gets a link that ends the former one. */
const newLink = `A new one, which ends it: ${commandLine('admin:create', '--link')}`

/**
 * Print a link for the first administrator, unless the shop has one. Each start makes a new link. One process holds a lease
 * until there is an administrator and prints the link, so that no other process replaces it. The others print where the
 * link is.
 */
export function offerFirstAdminLink({ db, clock, publicUrl, print }: OfferDeps): Offer {
  const leaving = new AbortController()
  const { signal } = leaving
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => {})

  async function offer(leased: Db): Promise<void> {
    const link = await createFirstAdminLink(leased, clock())
    if (!link) return
    print('  There is no administrator yet. This link makes the first one, once:')
    print(`  ${firstAdminUrl(publicUrl, link.token)}`)
    print(`  It is valid for ${firstAdminLinkHours} hours. ${newLink}`)
    do await pause(lookMs)
    while (!signal.aborted && !(await hasAdmin(db).catch(() => false)))
  }

  async function offerWhenLeased(): Promise<void> {
    for (let waitedMs = 0; !signal.aborted; waitedMs += retryMs) {
      if (await withLease(db, { name, leaseMs }, offer)) return
      if (waitedMs >= patienceMs) {
        print(`  There is no administrator yet. Another process of this shop has printed the link for it. ${newLink}`)
        return
      }
      await pause(retryMs)
    }
  }

  const ended = offerWhenLeased().catch((error: Error) => {
    print(`  The link for the first administrator could not be made (${error.message}). ${newLink}`)
  })
  return {
    async stop() {
      leaving.abort()
      await ended
    },
  }
}
