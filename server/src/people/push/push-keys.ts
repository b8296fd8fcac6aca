import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Sealer } from '../../platform/sealed.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

const nameOf = (publicKey: string) => `push-private-key/${publicKey}`

/**
 * The keys with which the shop signs its pushes, made at the first call. If they can't be decrypted, new ones replace them,
 * and the subscriptions to the old ones end.
 * @returns undefined if no secret can be stored
 */
export async function pushKeys(db: Db, sealer: Sealer): Promise<PushKeys | undefined> {
  const stored = await storedKeys(db, sealer)
  if (stored) return stored
  if (sealer.problem()) return undefined
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const sealed = await sealer.seal(nameOf(publicKey), privateKey)
  return transact(db, async (tx) => {
    await tx.selectFrom('shop_settings').select('version').forUpdate().execute()
    const first = await storedKeys(tx, sealer)
    if (first) return first
    const row = { public_key: publicKey, sealed_private_key: sealed }
    await tx.deleteFrom('push_subscriptions').execute()
    await tx
      .insertInto('push_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
      .execute()
    return { publicKey, privateKey }
  })
}

async function storedKeys(db: Db, sealer: Sealer): Promise<PushKeys | undefined> {
  const row = await db.selectFrom('push_keys').select(['public_key', 'sealed_private_key']).executeTakeFirst()
  const privateKey = row && sealer.open(nameOf(row.public_key), row.sealed_private_key)
  return row && privateKey !== undefined ? { publicKey: row.public_key, privateKey } : undefined
}
