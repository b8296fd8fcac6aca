import type { KeyFinding, PaymentKeysState } from '@camilan/contract/payment-keys'
import type { Db } from '../../platform/db/db.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { storageProblem } from '../../settings/mail-server/storage-problem.ts'
import { checkKeys } from './check-keys.ts'
import { NoPaymentKeys } from './errors.ts'
import type { GatewayAccess } from './gateway-access.ts'
import { countOpenWithout } from './key-set-rows.ts'
import type { KeySets } from './key-sets.ts'

/** The part of a client key that is shown. Every page has the whole client key. */
export const endingOf = (clientKey: string): string => clientKey.slice(-4)

type StateDeps = { db: Db; keySets: KeySets; sealer: Pick<Sealer, 'problem'> }

export async function readKeyState({ db, keySets, sealer }: StateDeps): Promise<PaymentKeysState> {
  const current = keySets.current()
  const usableIds = keySets.usable().map(({ id }) => id)
  const isLocal = current?.environment === 'local'
  const isGiven = current !== undefined && !keySets.isFixed && !isLocal
  return {
    source: current === undefined ? 'none' : isLocal ? 'local' : isGiven ? 'browser' : 'environment',
    environment: current === undefined || current.environment === 'local' ? null : current.environment,
    client_key_ending: current && !isLocal ? endingOf(current.clientKey) : null,
    set_at: isGiven ? (current.given?.at.toISOString() ?? null) : null,
    set_by: isGiven ? (current.given?.by ?? null) : null,
    locked: keySets.isFixed ? ['MIDTRANS_ENV', 'MIDTRANS_SERVER_KEY', 'MIDTRANS_CLIENT_KEY'] : [],
    stored: keySets.isStored(),
    without_stored: keySets.fallback,
    unreadable: keySets.isUnreadable(),
    storage_problem: storageProblem(sealer),
    payments_without_keys: await countOpenWithout(db, { usableIds, hasCurrent: current !== undefined }),
  }
}

type CheckDeps = { keySets: Pick<KeySets, 'current'>; access: GatewayAccess; notificationUrl: string }

/**
 * Check the present keys again.
 * @throws {NoPaymentKeys} there are none, or only those of the simulation
 */
export async function checkCurrentKeys({ keySets, access, notificationUrl }: CheckDeps): Promise<KeyFinding[]> {
  const current = keySets.current()
  const origins = current && access.origins[current.environment]
  if (!origins || current.environment === 'local') throw new NoPaymentKeys()
  const options = { notificationUrl, isKept: true, timeoutMs: access.timeoutMs }
  return (await checkKeys({ ...origins, serverKey: current.serverKey, ...options })).findings
}
