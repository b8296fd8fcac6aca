import type { Guards } from '../../people/login/guards.ts'
import type { Room } from '../../platform/room.ts'
import type { KeyDeps } from './change-keys.ts'
import { retireKeySets } from './key-set-rows.ts'
import { type KeySetDeps, type KeySets, openKeySets, publishKeySetChange } from './key-sets.ts'
import { keyRoutes } from './routes.ts'

export async function openPaymentKeys(
  deps: KeySetDeps & Omit<KeyDeps, 'keySets'> & { guards: Guards },
): Promise<Room & { keySets: KeySets }> {
  const keySets = await openKeySets(deps)
  return {
    keySets,
    api: [keyRoutes({ ...deps, keySets })],
    async deleteExpired(fenced, now) {
      if ((await retireKeySets(fenced, now)) > 0) await publishKeySetChange(deps.db)
    },
    close: keySets.close,
  }
}
