import { firstAdminLinkHours } from '@camilan/contract/accounts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { withLease } from '../platform/jobs/lease.ts'
import { createFirstAdminLink, firstAdminUrl } from './first-admin-links.ts'

export interface OfferDeps {
  db: Db
  clock: Clock
  publicUrl: string
  print: (line: string) => void
}

/** How the operator gets a link that ends the former one. */
const newLink = 'A new one, which ends it: npm run admin:create -- --link'

/**
 * Print a link for the first administrator; nothing where the shop has an administrator. Each start makes a new link. Of
 * several processes on one database only one prints a link as long as it runs, so that none ends the link of another; the
 * others say where it is.
 * @returns when the lines are printed
 */
export async function offerFirstAdminLink({
  db,
  clock,
  publicUrl,
  print,
}: OfferDeps): Promise<{ stop(): Promise<void> }> {
  const printed = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const leased = withLease(db, { name: 'first-administrator-link' }, async (fenced) => {
    const link = await createFirstAdminLink(fenced, clock())
    if (!link) return
    print('  There is no administrator yet. This link makes the first one, once:')
    print(`  ${firstAdminUrl(publicUrl, link.token)}`)
    print(`  It is valid for ${firstAdminLinkHours} hours. ${newLink}`)
    printed.resolve()
    await stopped.promise
  })
  const ended = leased.then(
    (isOurs) => {
      if (!isOurs)
        print(`  There is no administrator yet. Another process of this shop has printed the link for it. ${newLink}`)
    },
    (error: Error) => print(`  The link for the first administrator could not be made (${error.message}). ${newLink}`),
  )
  await Promise.race([printed.promise, ended])
  return {
    async stop() {
      stopped.resolve()
      await ended
    },
  }
}
