/** The server on a data folder that `npm run seed:large` has filled, with an administrator who is logged in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { admin as benchAdmin, logIn } from './bench-client.ts'
import { shopProcess } from './shop-process.ts'

const admin = { ...benchAdmin, email: 'bench-admin@contoh.id' }

/** The folder that the command line names. */
export function dataFolder(): string {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error(`Usage: node ${process.argv[1]} <data folder>`)
  return folder
}

export async function openLargeShop(dataDir: string, more: Record<string, string> = {}) {
  const environment = { DATA_DIR: dataDir, DEMO_DATA: 'off', ...more }
  await makeAdmin(environment)
  const shop = await shopProcess(environment)
  await shop.start()
  const headers = await logIn(shop.origin, admin)

  /** @throws when the answer is not a success */
  async function ask<Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> {
    const answer = await fetch(`${shop.origin}/api${path}`, { method, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  return { origin: shop.origin, pid: shop.pid, ask, stop: () => shop.stop() }
}

/** Has no effect on a folder that was measured before. */
async function makeAdmin(environment: Record<string, string>): Promise<void> {
  const { email, password } = admin
  const options = ['--email', email, '--password', password]
  const script = spawn(process.execPath, ['server/scripts/create-admin.ts', ...options], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  })
  await once(script, 'exit')
}
