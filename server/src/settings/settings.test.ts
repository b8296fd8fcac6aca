/** Several processes and one database. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { openDb } from '../platform/db/db.ts'
import { openBroadcast } from '../platform/events/broadcast.ts'
import { useShop } from '../testing/make-shop.ts'
import { followSettings } from './settings.ts'

const shop = useShop()

/** The settings in the memory of another process. */
async function anotherProcess(options: { rereadMs?: number; isDeaf?: boolean } = {}) {
  const { db, close } = openDb(shop.connection)
  const broadcast = openBroadcast(shop.connection, { warn() {} }, db)
  await broadcast.opened
  const { rereadMs = 60_000, isDeaf = false } = options
  const deaf = { ...broadcast, subscribe: () => () => {} }
  const base = readConfig({}).settings
  const settings = await followSettings({ db, broadcast: isDeaf ? deaf : broadcast, base, rereadMs })
  onTestFinished(async () => {
    settings.close()
    await broadcast.close()
    await close()
  })
  return settings
}

async function rename(shop_name: string) {
  const sari = await shop.admin()
  const version = shop.settings.version()
  expect((await sari.ask('PUT', '/admin/settings', { body: { version, shop_name } })).status).toBe(200)
}

test('the process that makes a change has it when it answers, another one within a second', async () => {
  const other = await anotherProcess()
  const onChange = vi.fn()
  other.onChange(onChange)
  await rename('Dapur Bu Ani')
  expect(shop.settings.current().shop_name).toBe('Dapur Bu Ani')
  await vi.waitFor(() => expect(other.current().shop_name).toBe('Dapur Bu Ani'), { timeout: 1_000, interval: 10 })
  expect(other.version()).toBe(shop.settings.version())
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('a process that missed the event reads the change after some seconds', async () => {
  const other = await anotherProcess({ rereadMs: 100, isDeaf: true })
  await rename('Dapur Bu Tini')
  await vi.waitFor(() => expect(other.current().shop_name).toBe('Dapur Bu Tini'), { timeout: 2_000 })
})

test('a process whose listening connection broke reads them again', async () => {
  const other = await anotherProcess()
  await shop.db.updateTable('shop_settings').set({ settings: '{"shop_name":"Tanpa Acara"}', version: 99 }).execute()
  await shop.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'camilan_events' and datname = current_database()`,
  )
  await vi.waitFor(() => expect(other.current().shop_name).toBe('Tanpa Acara'), { timeout: 5_000 })
  await vi.waitFor(() => expect(shop.settings.current().shop_name).toBe('Tanpa Acara'), { timeout: 5_000 })
})
