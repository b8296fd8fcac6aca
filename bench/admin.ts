/**
 * How fast the administrator's API answers: `node bench/admin.ts <data folder>`, where `DATA_DIR=<data folder> npm run
 * seed:large` has been. It starts the server on the folder, asks every page's questions and prints p50 and p95, then
 * fetches the CSV of all orders and prints how much memory the server took for it. Linux only.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const dataDir = process.argv[2]
if (dataDir === undefined) throw new Error('Usage: node bench/admin.ts <data folder>')
const concurrency = 4
const warmUps = 10
const rounds = 100
const longestStartMs = 120_000
const admin = { email: 'bench-admin@contoh.id', password: 'kata-sandi-kuat' }

const root = path.resolve(import.meta.dirname, '..')
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const environment = { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, DEMO_DATA: 'off' }

await makeAdmin()
const server = spawn(process.execPath, ['server/src/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: environment,
})
process.on('exit', () => server.kill('SIGKILL'))
try {
  await ready()
  const token = await logIn()
  const headers = { authorization: `Bearer ${token}` }
  const { data, pagination } = await read<{ data: { id: string }[]; pagination: { total_orders: number } }>(
    '/admin/orders?limit=10&sortOrder=desc',
    headers,
  )
  const lastPage = Math.ceil(pagination.total_orders / 10)
  const questions = {
    'dashboard, 7 days': '/admin/dashboard?days=7',
    'dashboard, 30 days': '/admin/dashboard?days=30',
    'dashboard, 90 days': '/admin/dashboard?days=90',
    'orders, first page': '/admin/orders?sortOrder=desc&not=DIBAYAR',
    'orders, last page': `/admin/orders?sortOrder=desc&page=${lastPage}`,
    'orders, paid': '/admin/orders?status=DIBAYAR&limit=100',
    'orders, finished': '/admin/orders?status=SELESAI&sortOrder=desc',
    'order detail': `/admin/orders/${data[0]?.id}`,
    'products, first page': '/products?limit=10',
    'products, search': '/products?query=keripik%20balado',
    'users, first page': '/admin/users?limit=10',
    'users, search': '/admin/users?query=lestari',
    notifications: '/notifications',
  }
  const table: object[] = []
  for (const [question, address] of Object.entries(questions)) {
    const times = await measure(() => read(address, headers))
    table.push({ question, 'p50 (ms)': quantile(times, 0.5), 'p95 (ms)': quantile(times, 0.95) })
  }
  console.log(`${pagination.total_orders} orders, ${concurrency} requests at a time, ${rounds} of each`)
  console.table(table)
  console.table([await measureExport(headers)])
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
}

async function measure(ask: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < warmUps; i += 1) await ask()
  const times: number[] = []
  let left = rounds
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const began = performance.now()
      await ask()
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return times.sort((a, b) => a - b)
}

async function measureExport(headers: Record<string, string>) {
  const answer = await fetch(`${origin}/api/admin/orders/export`, { method: 'POST', headers })
  const { data } = (await answer.json()) as { data: { url: string } }
  const before = await residentMb()
  let peak = before
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentMb())
  }, 100)
  const began = performance.now()
  const file = await fetch(new URL(new URL(data.url).pathname, origin))
  let bytes = 0
  let lines = 0
  for await (const chunk of file.body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
  }
  clearInterval(watch)
  return {
    'CSV lines': lines,
    MB: Math.round(bytes / 1e5) / 10,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    'RSS before (MB)': before,
    'RSS peak (MB)': peak,
  }
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

async function read<Answer>(address: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${origin}/api${address}`, { headers })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function logIn(): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}

/** Once: a folder that has been measured before has it. */
async function makeAdmin(): Promise<void> {
  const { email, password } = admin
  const options = ['--email', email, '--password', password]
  const script = spawn(process.execPath, ['server/scripts/create-admin.ts', ...options], {
    cwd: root,
    stdio: 'ignore',
    env: environment,
  })
  await once(script, 'exit')
}

async function ready(): Promise<void> {
  const began = performance.now()
  while (performance.now() - began < longestStartMs) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const open = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (open) return
    await wait(50)
  }
  throw new Error('the server does not become ready')
}

function quantile(sorted: readonly number[], part: number): number {
  return Math.round((sorted[Math.ceil(sorted.length * part) - 1] ?? 0) * 10) / 10
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
