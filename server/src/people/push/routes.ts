import { PushState, PushSubscribe } from '@camilan/contract/push'
import { Message, success } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { isUniqueViolation } from '../../platform/db/connections/db-failure.ts'
import type { Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { accountOf, type RouteDeps, tokenOf } from '../login/guards.ts'
import { hashOfToken } from '../users/random-token.ts'
import { pushKeys } from './push-keys.ts'

/** One more ends the device of the oldest session: few pushes go at a time, and to a silent service each takes ten seconds. */
const maxDevices = 5

/** The device of the session asks for pushes, and for no more. */
export const pushRoutes =
  ({ db, guards, sealer }: Pick<RouteDeps, 'db' | 'guards'> & { sealer: Sealer }): FastifyPluginAsyncZod =>
  async (api) => {
    const onRequest = guards.signedIn
    const common = { tags: ['notifications'] }
    const path = '/notifications/push'

    api.get(
      path,
      { onRequest, schema: { ...common, summary: 'Pushes to this device', response: { 200: success(PushState) } } },
      async (request) => {
        const device = await db
          .selectFrom('push_subscriptions')
          .select(['groups', 'quiet_from', 'quiet_to'])
          .where('session_hash', '=', hashOfToken(tokenOf(request)))
          .executeTakeFirst()
        const keys = await pushKeys(db, sealer)
        return { data: PushState.parse({ public_key: keys?.publicKey ?? null, device: device ?? null }) }
      },
    )

    api.put(
      path,
      {
        onRequest,
        schema: { ...common, summary: 'Send pushes to this device', body: PushSubscribe, response: { 200: Message } },
      },
      async (request) => {
        const { endpoint, keys, groups, quiet_from, quiet_to } = request.body
        if ((quiet_from === null) !== (quiet_to === null)) throw new InvalidForm({ quiet_to: 'Isi kedua jamnya.' })
        const session_hash = hashOfToken(tokenOf(request))
        const row = { user_id: accountOf(request).id, endpoint, ...keys, groups, quiet_from, quiet_to }
        const write = async (tx: Tx) => {
          // The device had another session before.
          await tx
            .deleteFrom('push_subscriptions')
            .where('endpoint', '=', endpoint)
            .where('session_hash', '!=', session_hash)
            .execute()
          await tx
            .insertInto('push_subscriptions')
            .values({ session_hash, ...row })
            .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(row))
            .execute()
          await sql`
            delete from push_subscriptions where session_hash in (
              select session_hash from push_subscriptions join sessions on token_hash = session_hash
              where push_subscriptions.user_id = ${row.user_id} and session_hash <> ${session_hash}
              order by created_at desc offset ${maxDevices - 1})`.execute(tx)
        }
        // Another session of the device asks at the same time.
        await transact(db, write, { mayRunAgain: isUniqueViolation })
        return { message: 'Kabar ke perangkat ini tersimpan.' }
      },
    )

    api.delete(
      path,
      { onRequest, schema: { ...common, summary: 'No more pushes to this device', response: { 200: Message } } },
      async (request) => {
        await db
          .deleteFrom('push_subscriptions')
          .where('session_hash', '=', hashOfToken(tokenOf(request)))
          .execute()
        return { message: 'Perangkat ini tidak dikabari lagi.' }
      },
    )
  }
