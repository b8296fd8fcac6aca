/** A shop as an operator starts it, and a customer who orders with the calls of the pages. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { askAt, orderForm } from '../../server/src/testing/shop-client.ts'

interface Command {
  /** The program with its arguments. */
  command: readonly string[]
  cwd?: string
  environment?: Record<string, string>
}

/** Until the test ends, at the latest. @throws with its output, if it ends before its first page */
export async function startShop({ environment, ...command }: Command) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { child, output, exited } = run({ ...command, environment: { ...environment, PORT: String(port) } })
  /** @returns its exit code */
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  onTestFinished(async () => void (await stop()))
  const hasPage = () =>
    fetch(origin).then(
      async (response) => response.ok && (await response.text()) !== '',
      () => false,
    )
  while (!(await hasPage())) {
    if (child.exitCode !== null) throw new Error(`The shop ended with ${child.exitCode}:\n${output()}`)
    await wait(10)
  }
  return { origin, pid: child.pid ?? 0, output, stop }
}

export async function runToEnd(command: Command): Promise<{ code: number | null; output: string }> {
  const { output, exited } = run(command)
  return { code: await exited, output: output() }
}

/** A command of the operator, as `npm run` runs it. */
export function runScript(
  script: 'backup' | 'restore' | 'drill' | 'doctor',
  args: string[],
  environment: Record<string, string>,
) {
  const file = path.join(import.meta.dirname, `../../server/scripts/${script}.ts`)
  return runToEnd({ command: [process.execPath, file, ...args], environment })
}

function run({ command: [program = '', ...args], cwd = '/', environment }: Command) {
  // Without DATABASE_URL or keys of the caller. With the certificates npm reaches a registry behind a company's proxy.
  const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env
  const env = { PATH, HOME, NODE_EXTRA_CA_CERTS, ...environment }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => output, exited }
}

/** The demo customer orders a product. @returns the order's id */
export async function placeOrder(origin: string): Promise<string> {
  const credentials = { email: 'pelanggan@camilan.test', password: 'pelanggan123' }
  const login = await askAt(origin)<{ token: string }>('POST', '/auth/login', { body: credentials })
  const ask = askAt(origin, { authorization: `Bearer ${login.body.data.token}` })
  const [product] = (await ask<{ id: string }[]>('GET', '/products')).body.data
  await ask('POST', '/carts', { body: { product_id: product?.id, quantity: 1 } })
  const { status, body } = await ask<{ order_id: string }>('POST', '/orders', { body: orderForm() })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.order_id
}
