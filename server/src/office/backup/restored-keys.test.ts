/** A backup has the encrypted secrets, and not the key that encrypts them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openMailServer } from '../../mail/transports/mail-server.ts'
import { openMediaStore } from '../../media/files/media-store.ts'
import { openGateways } from '../../payments/keys/gateways.ts'
import { openKeySets } from '../../payments/keys/key-sets.ts'
import { openDb } from '../../platform/db/db.ts'
import { openBroadcast } from '../../platform/events/broadcast.ts'
import { openSealer, type Sealer } from '../../platform/sealed.ts'
import { atDatabase, runSql } from '../../testing/databases.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { useShop } from '../../testing/make-shop.ts'
import { verifyArchive } from './file/archive.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const shop = useShop()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restored-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a shop that is restored with the key knows its secrets; without the key they count as not set, also in a shop that has run', async () => {
  const admin = await shop.admin()
  const keys = { environment: 'sandbox', server_key: shop.serverKey, client_key: 'SB-Mid-client-cadangan' }
  const saved = await admin.ask('PUT', '/admin/settings/payment-keys', {
    body: { ...keys, current_password: admin.password },
  })
  expect(saved.status).toBe(200)
  const mail = await startMailServer({ login: { user: 'toko', password: 'rahasia' } })
  const server = { host: '127.0.0.1', port: mail.port, security: 'starttls', username: 'toko', password: 'rahasia' }
  const sender = { sender_name: null, sender_email: null, current_password: admin.password }
  expect((await admin.ask('PUT', '/admin/settings/mail-server', { body: { ...server, ...sender } })).status).toBe(200)
  const ani = await shop.customer()
  const id = await shop.unpaidOrder(ani)
  const file = path.join(folder, 'cadangan.tar')
  await makeBackup({ connection: shop.connection, store: shop.media.store }, { file }, shop.clock())

  const name = `restored_keys_${process.pid}`
  const connection = atDatabase(shop.connection, name)
  await runSql(shop.connection, `create database ${name} template ${inject('testPostgres').template}`)
  try {
    // A server has run there before and stored the key set of its environment.
    const own = { environment: 'local', serverKey: shop.serverKey, clientKey: 'SB-Mid-client-local' } as const
    const before = openDb(connection)
    const broadcast = openBroadcast(connection, { warn() {} })
    ;(await openKeySets({ db: before.db, broadcast, clock: shop.clock, sealer: shop.sealer, own })).close()
    await broadcast.close()
    await before.close()
    await restoreBackup(
      { connection, store: await openMediaStore(path.join(folder, 'media')) },
      { file, manifest: await verifyArchive(file) },
      shop.clock(),
    )
    const { db, close } = openDb(connection)
    onTestFinished(close)
    const secretsWith = async (sealer: Sealer) => {
      const silent = openBroadcast(connection, { warn() {} })
      const keySets = await openKeySets({ db, clock: shop.clock, broadcast: silent, sealer, own: undefined })
      const config = shop.config.mail
      const mailServer = await openMailServer({
        db,
        broadcast: silent,
        sealer,
        config,
        dataDir: folder,
        shopName: () => '',
      })
      keySets.close()
      mailServer.close()
      await silent.close()
      return { keySets, password: mailServer.given()?.password }
    }
    const found = await secretsWith(shop.sealer)
    expect(found.keySets.current()).toMatchObject({ serverKey: shop.serverKey, clientKey: 'SB-Mid-client-cadangan' })
    expect(found.password).toBe('rahasia')

    const lost = await secretsWith(
      await openSealer({ key: 'kunci lain yang lebih panjang dari 32 huruf', keyFile: undefined }),
    )
    expect(lost.keySets.current()).toBeUndefined()
    expect([lost.keySets.isUnreadable(), lost.keySets.hasLost()]).toEqual([true, true])
    expect(lost.password).toBeUndefined()
    const { key_set_id } = await db
      .selectFrom('payment_attempts')
      .select('key_set_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const gateway = await openGateways(lost.keySets, { origins: shop.config.payments.origins }).of(key_set_id)
    await expect(gateway.status(id)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE', name: 'PaymentKeysUnknown' })
  } finally {
    await runSql(shop.connection, `drop database if exists ${name} with (force)`)
  }
})
