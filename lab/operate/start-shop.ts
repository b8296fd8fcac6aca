/** A shop as an operator starts it, and a customer who orders with the calls of the pages. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import { askAt } from '../../server/src/testing/shop-client.ts'

export interface StartedShop {
  origin: string
  pid: number
  /** Milliseconds from the start to the first page. */
  firstPageMs: number
  output(): string
  /** @returns its exit code */
  stop(): Promise<number | null>
}

export interface StartOptions {
  /** The program with its arguments. */
  command: readonly string[]
  cwd?: string
  environment?: Record<string, string>
}

/** @throws with its output, if it ends before its first page */
export async function startShop(options: StartOptions): Promise<StartedShop> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  const { child, output, exited } = run(options, { PORT: String(port) })
  const ended = exited.then((code) => {
    throw new Error(`The shop ended with ${code}:\n${output()}`)
  })
  let isOver = false
  ended.catch(() => (isOver = true))
  const firstPage = async () => {
    for (;;) {
      const status = await fetch(origin).then(
        async (response) => (await response.text()) && response.status,
        () => 0,
      )
      if (status === 200 || isOver) return performance.now() - began
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const firstPageMs = await Promise.race([firstPage(), ended])
  return {
    origin,
    pid: child.pid ?? 0,
    firstPageMs,
    output,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** Run a command that is expected to end. */
export async function runToEnd(options: StartOptions): Promise<{ code: number | null; output: string }> {
  const { output, exited } = run(options)
  return { code: await exited, output: output() }
}

/** A command of the operator, as `npm run` runs it. */
export const runScript = (
  script: 'backup' | 'restore' | 'drill' | 'doctor',
  args: string[],
  environment: Record<string, string>,
) =>
  runToEnd({
    command: [process.execPath, path.join(import.meta.dirname, `../../server/scripts/${script}.ts`), ...args],
    environment,
  })

/** @returns the output of a command that must succeed */
export async function mustRun(options: StartOptions): Promise<string> {
  const { code, output } = await runToEnd(options)
  if (code !== 0) throw new Error(`${options.command.join(' ')} ended with ${code}:\n${output}`)
  return output
}

function run({ command: [program = '', ...args], cwd = '/', environment }: StartOptions, more = {}) {
  // Without DATABASE_URL or keys of the caller. With the certificates npm reaches a registry behind a company's proxy.
  const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS = '' } = process.env
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, NODE_EXTRA_CA_CERTS, ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
  const products = await ask<{ id: string }[]>('GET', '/products')
  const product = products.body.data[0]
  await ask('POST', '/carts', { body: { product_id: product?.id, quantity: 1 } })
  const order = await ask<{ order_id: string }>('POST', '/orders', {
    body: { address: 'Jl. Melati 1', other_costs: 6_000 },
  })
  if (order.status !== 201)
    throw new Error(`The order was answered with ${order.status}: ${JSON.stringify(order.body)}`)
  return order.body.data.order_id
}
