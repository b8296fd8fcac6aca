/**
 * Compares the speed of the shop with bare Fastify and raw `pg`: `npm run bench [-- --quick] [part …]`. Without a part all
 * of `parts` are measured and lab/bench/results.md is written. A part of `programs` runs only if it is named. Linux only.
 *
 * `--size 100000,0` measures one shop, with this number of products and orders; `--mix 600` changes the seconds of
 * `memory`.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { flowsAtOnce, orderFlows } from './flows.ts'
import { type Load, load, openClient, prepare } from './load.ts'
import { checkBooksOf, measureMemory } from './memory.ts'
import { adminRates, customerRates, pageRates, type Rate, requestsOf, visitorRates } from './rates.ts'
import { openRawPg, rawFlowName } from './raw-pg.ts'
import { recordFlows } from './recorded-flows.ts'
import { openSeededShop, type SeededShop, type ShopSize } from './seeded-shop.ts'
import { measureWebhooks } from './webhooks.ts'
import { writeAllBut } from './write-section.ts'

const parts = ['visitors', 'customers', 'flows', 'admin', 'pg', 'memory', 'webhooks'] as const
type Part = (typeof parts)[number]
const programs = ['races', 'ready', 'processes', 'phone']

const { values: options, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, size: { type: 'string' }, mix: { type: 'string' } },
  allowPositionals: true,
})
const program = positionals.find((name) => programs.includes(name))
if (program !== undefined) {
  const rest = positionals.slice(positionals.indexOf(program) + 1)
  process.exit(
    spawnSync(process.execPath, [path.join(import.meta.dirname, `${program}.ts`), ...rest], { stdio: 'inherit' })
      .status ?? 1,
  )
}
const unknown = positionals.filter((name) => !parts.some((part) => part === name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown}. Parts: ${[...parts, ...programs].join(', ')}`)
const chosen = (part: Part) => positionals.length === 0 || positionals.includes(part)

const plan = {
  ...(options.quick
    ? { rounds: 3, seconds: 0.25, warmUpSeconds: 0.2, mixSeconds: 6 }
    : { rounds: 5, seconds: 1, warmUpSeconds: 1, mixSeconds: 60 }),
  ...(options.mix !== undefined && { mixSeconds: Number(options.mix) }),
}
const sizes: ShopSize[] = sizesToMeasure()
const buyerCount = 50
const flowName = 'flows: cart to order'

/** One measurement, and how to run it for a number of seconds. */
interface Subject {
  name: string
  run(seconds: number): Promise<Load>
  /** Whether its processor time and statements are the shop's. */
  isOfShop: boolean
  connections: number
  warmUpSeconds?: number | undefined
}

interface Round extends Load {
  /** The number of answers of bare Fastify in the same time, with 50 connections, for one of these. */
  ratio: number
  serverMs: number
  postgresMs: number
  statements: number
}

interface Times {
  p50: number
  p95: number
}

/** By the name of the measurement, then by the size of the shop. */
const growth = new Map<string, Map<ShopSize, Times>>()

const output: string[] = []
const say = (text: string) => {
  console.log(text)
  output.push(text)
}

const startedAt = performance.now()
const bare = await startBare()
say(`# Results of \`npm run bench${options.quick ? ' -- --quick' : ''}\``)
say(
  `\n${new Date().toISOString().slice(0, 16)} UTC, commit ${commit()}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), load average before: ${loads()}. ` +
    'The client, PostgreSQL and the stub of the gateway share the cores with the shop. ' +
    `Medians of ${plan.rounds} rounds of ${plan.seconds} s; in each round bare Fastify is measured before each row. "1/x of bare" says how many ` +
    'times as many answers bare Fastify 5 gives with 50 connections. Times are milliseconds; CPU is the processor time of one request; a row ' +
    'with 1 connection shows how long one request takes. Of raw `pg` the rate is that of the work named, with 10 connections.',
)
try {
  for (const size of sizes) await measureShop(size)
  printGrowth()
  if (chosen('webhooks')) await printWebhooks()
} finally {
  bare.stop()
}
say(`\nThis run took ${Math.round((performance.now() - startedAt) / 1_000)} s; load average after: ${loads()}.`)
const isWhole = positionals.length === 0 && options.size === undefined
if (isWhole) await writeAllBut(['Lighthouse'], output.join('\n'))

function sizesToMeasure(): ShopSize[] {
  const [small, large] = [18, 100_000]
  if (options.size !== undefined) {
    const [products = small, orders = 0] = options.size.split(',').map(Number)
    return [{ products, orders }]
  }
  return [
    { products: small, orders: 0 },
    ...(options.quick ? [] : [{ products: 1_000, orders: large }]),
    { products: large, orders: 0 },
    ...(options.quick ? [] : [{ products: large, orders: large }]),
  ]
}

function titleOf({ products, orders }: ShopSize): string {
  return `${products.toLocaleString('en')} products, ${orders.toLocaleString('en')} orders`
}

async function measureShop(size: ShopSize): Promise<void> {
  say(`\n## ${titleOf(size)}\n`)
  const shop = await openSeededShop(size, buyerCount)
  const raw = await openRawPg(shop, chosen('pg') ? await recordFlows(shop) : [])
  try {
    const rates = [
      ...(chosen('visitors') ? [...visitorRates(shop), ...pageRates(shop)] : []),
      ...(chosen('customers') ? customerRates(shop) : []),
      ...(chosen('admin') ? adminRates(shop) : []),
    ]
    const subjects: Subject[] = rates.map((rate) => subjectOf(shop, rate))
    if (chosen('flows')) {
      const run = (seconds: number) => orderFlows(shop, seconds)
      subjects.push({ name: flowName, run, isOfShop: true, connections: flowsAtOnce })
    }
    if (chosen('pg')) {
      for (const { name, atOnce, run } of raw.works) {
        subjects.push({ name, run, isOfShop: false, connections: atOnce })
      }
    }
    if (subjects.length > 0) {
      const rounds = await measureRounds(shop, subjects)
      printRates(subjects, rounds)
      compareFlows(rounds, raw.statementsOfFlow)
      for (const [{ name }, results] of rounds) {
        const times = { p50: medianOf(results, ({ p50 }) => p50), p95: medianOf(results, ({ p95 }) => p95) }
        growth.set(name, (growth.get(name) ?? new Map()).set(size, times))
      }
    }
    if (chosen('memory')) {
      const memory = await measureMemory(shop, [...visitorRates(shop), ...customerRates(shop)], plan.mixSeconds)
      say(
        `\nMemory of the server process: ${memory.before} MB before, at most ${memory.peak} MB in ${plan.mixSeconds} s of everything at once ` +
          `(${memory.requests.toLocaleString('en')} requests besides the flows), ` +
          `${memory.after} MB 5 s after. Its first answer came ${Math.round(shop.startedMs)} ms after its start.`,
      )
      const mb = (bytes: number) => Math.round(bytes / 1_048_576)
      const { heapUsed, heapTotal, external, arrayBuffers } = memory.parts
      say(
        `Every ${plan.mixSeconds / memory.during.length} s: ${memory.during.join(', ')} MB. At the end its heap had ${mb(heapTotal)} MB ` +
          `(${mb(heapUsed)} in use), and outside of it were ${mb(external)} MB (${mb(arrayBuffers)} of buffers). ` +
          `Open descriptors: ${memory.descriptors[0]} before, ${memory.descriptors[1]} after. The export of all orders adds ${memory.exportMb} MB.`,
      )
    }
    say(`\nThe books: ${await checkBooksOf(shop)}.`)
  } finally {
    await raw.close()
    await shop.close()
  }
}

function subjectOf({ origin }: SeededShop, rate: Rate): Subject {
  const { name, connections, warmUpSeconds } = rate
  const run = async (seconds: number) => {
    await wait(rate.restMs ?? 0)
    return load(origin, await requestsOf(rate), { connections, seconds })
  }
  return { name, run, isOfShop: true, connections, warmUpSeconds }
}

function medianOf(rounds: readonly Round[], value: (round: Round) => number): number {
  return rounds.map(value).sort((a, b) => a - b)[rounds.length >> 1] ?? 0
}

/** Each round measures everything once, so that a slow minute of the machine affects one round of each row. */
async function measureRounds({ shop }: SeededShop, subjects: Subject[]): Promise<Map<Subject, Round[]>> {
  const rounds = new Map<Subject, Round[]>(subjects.map((subject) => [subject, []]))
  for (const { run, warmUpSeconds = plan.warmUpSeconds } of subjects) await run(warmUpSeconds)
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [subject, results] of rounds) {
      const { perSecond } = await load(bare.origin, [prepare('/')], { connections: 50, seconds: plan.seconds / 2 })
      const [cpu, statements] = [await shop.cpuMs(), await shop.ask('statements')]
      const result = await subject.run(plan.seconds)
      const [cpuAfter, statementsAfter] = [await shop.cpuMs(), await shop.ask('statements')]
      results.push({
        ...result,
        ratio: perSecond / result.perSecond,
        serverMs: (cpuAfter.server - cpu.server) / result.requests,
        postgresMs: (cpuAfter.postgres - cpu.postgres) / result.requests,
        statements: (statementsAfter - statements) / result.requests,
      })
    }
  }
  return rounds
}

function printRates(subjects: Subject[], rounds: Map<Subject, Round[]>): void {
  say('| Request | connections | 1/x of bare | per second | p50 | p95 | p99 | CPU: server | PostgreSQL | statements |')
  say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const subject of subjects) {
    const all = rounds.get(subject) ?? []
    const median = (value: (round: Round) => number) => medianOf(all, value)
    const ofShop = (value: (round: Round) => number, digits: number) =>
      subject.isOfShop ? median(value).toFixed(digits) : ''
    const refused = Object.entries(all.at(-1)?.refused ?? {}).map(([status, count]) => `${count} x ${status}`)
    say(
      `| ${[
        subject.name + (refused.length > 0 ? ` (${refused})` : ''),
        subject.connections,
        median(({ ratio }) => ratio).toFixed(1),
        Math.round(median(({ perSecond }) => perSecond)).toLocaleString('en'),
        median(({ p50 }) => p50).toFixed(1),
        median(({ p95 }) => p95).toFixed(1),
        median(({ p99 }) => p99).toFixed(1),
        ofShop(({ serverMs }) => serverMs, 2),
        ofShop(({ postgresMs }) => postgresMs, 2),
        ofShop(({ statements }) => statements, 1),
      ].join(' | ')} |`,
    )
  }
}

/** The shop's flows beside the same statements by `pg` alone. */
function compareFlows(rounds: Map<Subject, Round[]>, statements: number): void {
  const ratesOf = (subject: string) => [...rounds].find(([{ name }]) => name === subject)?.[1] ?? []
  const raw = ratesOf(rawFlowName)
  const ratios = ratesOf(flowName).map(({ perSecond }, round) => perSecond / (raw[round]?.perSecond ?? 0))
  const ratio = ratios.sort((a, b) => a - b)[ratios.length >> 1]
  if (raw.length === 0 || ratio === undefined) return
  say(
    `\nFlows: ${ratio.toFixed(2)} of the rate of raw \`pg\` with the same ${statements} statements and as many buyers.`,
  )
}

/** The times that grow with the shop: the p50 and the p95 for each row and size. */
function printGrowth(): void {
  if (sizes.length < 2 || growth.size === 0) return
  const isOfInterest = (name: string) => !/page|304|^pg:|shop's own/.test(name)
  say('\n## Growth\n')
  say('p50 / p95 of the rows above, in milliseconds. Rows with many connections wait for each other.\n')
  say(`| Request | ${sizes.map(titleOf).join(' | ')} |`)
  say(`| --- |${' ---: |'.repeat(sizes.length)}`)
  for (const [name, bySize] of [...growth].filter(([name]) => isOfInterest(name))) {
    const cells = sizes.map((size) => {
      const times = bySize.get(size)
      return times ? `${times.p50.toFixed(1)} / ${times.p95.toFixed(1)}` : ''
    })
    say(`| ${name} | ${cells.join(' | ')} |`)
  }
}

async function printWebhooks(): Promise<void> {
  const [orders, atOnce] = [options.quick ? 200 : 600, 50]
  const { first, again, perSecond, refused } = await measureWebhooks({ orders, atOnce })
  say('\n## Webhooks\n')
  say(
    `${orders} orders in a new shop, ${atOnce} webhooks always in progress, ${perSecond} a second. Without the gateway's own time. ` +
      `${refused === 0 ? 'All were answered 200.' : `${refused} were not answered 200.`}\n`,
  )
  say('| Webhook | p50 | p99 | longest | CPU: server | PostgreSQL |')
  say('| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const [name, figures] of [
    ['first: the order becomes DIBAYAR', first],
    ['again: no change', again],
  ] as const) {
    const { p50, p99, max } = figures.own
    say(`| ${[name, p50, p99, max, figures.serverMs, figures.postgresMs].join(' | ')} |`)
  }
}

async function startBare() {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-fastify.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  const client = await openClient(origin)
  await client.ask(prepare('/'))
  client.close()
  await load(origin, [prepare('/')], { connections: 50, seconds: plan.warmUpSeconds })
  return { origin, stop: () => void child.disconnect() }
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

function loads(): string {
  return loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')
}
