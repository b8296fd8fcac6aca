/**
 * How fast the shop is beside bare Fastify: `npm run bench [-- --quick] [part …]`. All is printed. Without a part all of
 * `parts` are measured, and lab/bench/results.md gets the rates of the largest shop. A part of `programs` runs only when it
 * is named. Linux only.
 *
 * `--size 100000,0` measures one shop, with so many products and orders; `--mix 600` changes the seconds of `memory`.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { flowsAtOnce, orderFlows } from './flows.ts'
import { type Load, load, prepare } from './load.ts'
import { checkBooksOf, type Measured, measured } from './measured-shop.ts'
import { measureMemory } from './memory.ts'
import { adminRates, customerRates, pageRates, type Rate, requestsOf, visitorRates } from './rates.ts'
import { median, table, writeResults } from './report.ts'
import { openSeededShop, type SeededShop, type ShopSize } from './seeded-shop.ts'
import { msToFirstList } from './start.ts'
import { measureWebhooks } from './webhooks.ts'

const parts = ['visitors', 'customers', 'flows', 'admin', 'memory', 'webhooks', 'start'] as const
type Part = (typeof parts)[number]
const programs = ['ready', 'phone']

const { values: options, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, size: { type: 'string' }, mix: { type: 'string' } },
  allowPositionals: true,
})
const [program = '', ...programArguments] = positionals
if (programs.includes(program)) {
  const command = [path.join(import.meta.dirname, `${program}.ts`), ...programArguments]
  process.exit(spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1)
}
const unknown = positionals.filter((name) => !parts.some((part) => part === name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown}. Parts: ${[...parts, ...programs].join(', ')}`)
const chosen = (part: Part) => positionals.length === 0 || positionals.includes(part)

const plan = options.quick
  ? { rounds: 3, seconds: 0.25, warmUpSeconds: 0.2, mixSeconds: Number(options.mix ?? 6), webhooks: 200 }
  : { rounds: 5, seconds: 1, warmUpSeconds: 1, mixSeconds: Number(options.mix ?? 60), webhooks: 600 }
const bareConnections = 50
const columns = ['Request', 'connections', '1/x of bare', 'per second', 'p50', 'p95', 'p99']
const columnsOfResults = ['Request', 'per second', 'p95']

/** A row of the results, and its measurement for this many seconds. */
interface Subject {
  name: string
  connections: number
  run(seconds: number): Promise<Load>
  warmUpSeconds?: number
}

interface Round extends Measured {
  /** The number of bare Fastify's answers in the same time, with 50 connections, for one answer of the shop. */
  ratio: number
}

const say = (text: string) => console.log(text)
/** The shop that was measured last, which is the largest, and the cells of its table. */
let largest: { title: string; rows: (string | number)[][] } = { title: '', rows: [] }
const loads = () =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')

const startedAt = performance.now()
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const bare = await startBare()
say(`# Results of \`npm run bench${options.quick ? ' -- --quick' : ''}\`

${new Date().toISOString().slice(0, 16)} UTC, commit ${commit}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), \
load average before: ${loads()}. The client, PostgreSQL and the stub of the gateway share the cores with the shop. \
Medians of ${plan.rounds} rounds of ${plan.seconds} s; in each round bare Fastify is measured before each row. \
"1/x of bare" says how many times as many answers bare Fastify 5 gives with ${bareConnections} connections. \
Times are milliseconds; CPU is the processor time of one request; a row with 1 connection shows how long one request takes.`)
try {
  for (const size of sizesToMeasure()) await measureShop(size)
  if (chosen('webhooks')) say(`\n## Webhooks\n\n${await measureWebhooks({ orders: plan.webhooks, atOnce: 50 })}`)
  if (chosen('start')) say(`\n## Start\n\nThe first product list came ${await msToFirstList()} ms after the command.`)
} finally {
  bare.stop()
}
say(`\nThis run took ${Math.round((performance.now() - startedAt) / 1_000)} s; load average after: ${loads()}.`)
const isWhole = positionals.length === 0 && options.size === undefined
if (isWhole) await writeResults(path.join(import.meta.dirname, 'results.md'), ratesOfLargest())

function sizesToMeasure(): ShopSize[] {
  if (positionals.length > 0 && positionals.every((name) => ['webhooks', 'start'].includes(name))) return []
  const [small, large] = [18, 100_000]
  if (options.size !== undefined) {
    const [products = small, orders = 0] = options.size.split(',').map(Number)
    return [{ products, orders }]
  }
  const empty = [small, large].map((products) => ({ products, orders: 0 }))
  return options.quick ? empty : [...empty, ...[1_000, large].map((products) => ({ products, orders: large }))]
}

async function measureShop(size: ShopSize): Promise<void> {
  const title = `${size.products.toLocaleString('en')} products, ${size.orders.toLocaleString('en')} orders`
  say(`\n## ${title}\n`)
  const shop = await openSeededShop(size)
  try {
    const rates = [
      ...(chosen('visitors') ? [...visitorRates(shop), ...pageRates(shop)] : []),
      ...(chosen('customers') ? customerRates(shop) : []),
      ...(chosen('admin') ? adminRates(shop) : []),
    ]
    const subjects: Subject[] = rates.map((rate) => subjectOf(shop, rate))
    const flows = { connections: flowsAtOnce, run: (seconds: number) => orderFlows(shop, seconds) }
    if (chosen('flows')) subjects.push({ name: 'flows: cart to order', ...flows })
    if (subjects.length > 0) {
      const rows = rowsOf(subjects, await measureRounds(shop, subjects))
      say(table([...columns, 'CPU: server', 'PostgreSQL', 'statements'], rows))
      largest = { title, rows }
    }
    if (chosen('memory')) {
      say(`\n${await measureMemory(shop, [...visitorRates(shop), ...customerRates(shop)], plan.mixSeconds)}`)
    }
    say(`\nThe books: ${await checkBooksOf(shop)}.`)
  } finally {
    await shop.close()
  }
}

function subjectOf({ origin }: SeededShop, rate: Rate): Subject {
  const run = async (seconds: number) => {
    await wait(rate.restMs ?? 0)
    return load(origin, await requestsOf(rate), { ...rate, seconds })
  }
  return { ...rate, run }
}

/** Each round measures everything once, so that a slow minute of the machine is in one round of each row. */
async function measureRounds(shop: SeededShop, subjects: Subject[]): Promise<Map<string, Round[]>> {
  const rounds = new Map<string, Round[]>(subjects.map(({ name }) => [name, []]))
  for (const { run, warmUpSeconds = plan.warmUpSeconds } of subjects) await run(warmUpSeconds)
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const { name, run } of subjects) {
      const { perSecond } = await bare.load(plan.seconds / 2)
      const result = await measured(shop, () => run(plan.seconds))
      rounds.get(name)?.push({ ...result, ratio: perSecond / result.perSecond })
    }
  }
  return rounds
}

function rowsOf(subjects: Subject[], rounds: Map<string, Round[]>) {
  return subjects.map(({ name, connections }) => {
    const all = rounds.get(name) ?? []
    const of = (figure: Exclude<keyof Round, 'refused'>) => median(all.map((round) => round[figure]))
    const refused = Object.entries(all.at(-1)?.refused ?? {}).map(([status, count]) => `${count} x ${status}`)
    const costs = [of('serverMs').toFixed(2), of('postgresMs').toFixed(2), of('statements').toFixed(1)]
    return [
      name + (refused.length > 0 ? ` (${refused})` : ''),
      connections,
      of('ratio').toFixed(1),
      Math.round(of('perSecond')).toLocaleString('en'),
      ...[of('p50'), of('p95'), of('p99')].map((ms) => ms.toFixed(1)),
      ...costs,
    ]
  })
}

function ratesOfLargest(): string {
  const rows = largest.rows.map((row) => columnsOfResults.map((name) => row[columns.indexOf(name)] ?? ''))
  return `# Results of \`npm run bench${options.quick ? ' -- --quick' : ''}\`

${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), \
${largest.title}. Times are milliseconds. [How to read them](README.md).

${table(columnsOfResults, rows)}`
}

async function startBare() {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-fastify.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  const ask = (seconds: number) => load(origin, [prepare('/')], { connections: bareConnections, seconds })
  await ask(plan.warmUpSeconds)
  return { load: ask, stop: () => void child.disconnect() }
}
