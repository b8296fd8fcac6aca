/** What the shop does by itself while it runs. */
import type pg from 'pg'
import { forgetOldAttempts } from './accounts/forget-old-attempts.ts'
import { forgetOldMail } from './mail/forget-old-mail.ts'
import type { PaymentDeps } from './payments/deps.ts'
import { reconcile } from './payments/reconcile.ts'
import { type Every, every } from './platform/every.ts'
import { forgetOldKeys } from './platform/idempotency.ts'

const hourInSeconds = 3600

export function startJobs(payments: PaymentDeps, pool: pg.Pool, reconcileSeconds: number): Every[] {
  const { db, clock, log } = payments
  return [
    every({
      name: 'reconcile payments',
      seconds: reconcileSeconds,
      task: (signal) => reconcile(payments, signal),
      pool,
      log,
    }),
    every({
      name: 'forget what is too old to matter',
      seconds: hourInSeconds,
      task: async () => {
        await forgetOldAttempts(db, clock())
        await forgetOldKeys(db, clock())
        await forgetOldMail(db, clock())
      },
      pool,
      log,
    }),
  ]
}
