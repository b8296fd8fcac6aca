/** The server on a data folder that `npm run seed:large` has filled, with an administrator who is logged in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { shopProcess } from './shop-process.ts'

const admin = { email: 'bench-admin@contoh.id', password: 'kata-sandi-kuat' }

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
  const headers = { authorization: `Bearer ${await logIn(shop.origin)}` }

  /** @throws when the answer is not a success */
  async function ask<Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> {
    const answer = await fetch(`${shop.origin}/api${path}`, { method, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  async function cpuMs(): Promise<number> {
    const { server, postgres } = await shop.cpuMs()
    return server + postgres
  }

  return { origin: shop.origin, pid: shop.pid, ask, cpuMs, stop: () => shop.stop() }
}

/** Has no effect on a folder that was measured before. */
async function makeAdmin(environment: Record<string, string>): Promise<void> {
  const { email, password } = admin
  const options = ['--email', email, '--password', password]
  const script = spawn(process.execPath, ['server/scripts/create-admin.ts', ...options], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  })
  await once(script, 'exit')
}

async function logIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}
