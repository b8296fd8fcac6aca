/**
 * How fast the shop is beside bare Fastify and raw `pg`: `npm run bench [-- --quick] [part …]`. Without a part all of
 * `parts` are measured and bench/results.md is written. A part of `programs` runs only when it is named. Linux only.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { orderFlows } from './flows.ts'
import { type Load, load, openClient, prepare } from './load.ts'
import { checkBooksOf, measureMemory } from './memory.ts'
import { adminRates, customerRates, type Rate, visitorRates } from './rates.ts'
import { openRawPg } from './raw-pg.ts'
import { openSeededShop, type SeededShop, type ShopSize } from './seeded-shop.ts'

const parts = ['visitors', 'customers', 'flows', 'admin', 'pg', 'memory'] as const
type Part = (typeof parts)[number]
const programs = ['webhooks', 'races', 'attacks', 'soak', 'crash', 'export', 'ready']

const { values: options, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
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

const plan = options.quick
  ? { rounds: 3, seconds: 0.25, warmUpSeconds: 0.2, mixSeconds: 6 }
  : { rounds: 5, seconds: 1, warmUpSeconds: 1, mixSeconds: 60 }
const sizes: ShopSize[] = options.quick
  ? [
      { products: 18, orders: 0 },
      { products: 100_000, orders: 0 },
    ]
  : [
      { products: 18, orders: 0 },
      { products: 1_000, orders: 100_000 },
      { products: 100_000, orders: 0 },
      { products: 100_000, orders: 100_000 },
    ]
const buyerCount = 50

/** One thing to measure, and how to measure it for so many seconds. */
interface Subject {
  name: string
  run(seconds: number): Promise<Load>
  /** Whether its processor time and statements are the shop's. */
  isOfShop: boolean
  connections: number
}

interface Round extends Load {
  /** How many answers of bare Fastify there were in the same time, with 50 connections, for one of these. */
  ratio: number
  serverMs: number
  postgresMs: number
  statements: number
}

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
} finally {
  bare.stop()
}
say(`\nThis run took ${Math.round((performance.now() - startedAt) / 1_000)} s; load average after: ${loads()}.`)
if (positionals.length === 0) {
  const results = path.join(import.meta.dirname, 'results.md')
  await writeFile(results, `${output.join('\n')}\n`)
  execFileSync(path.join(import.meta.dirname, '../node_modules/.bin/biome'), ['format', '--write', results])
}

async function measureShop(size: ShopSize): Promise<void> {
  const number = (count: number) => count.toLocaleString('en')
  say(`\n## ${number(size.products)} products, ${number(size.orders)} orders\n`)
  const shop = await openSeededShop(size, buyerCount)
  const raw = await openRawPg(shop)
  try {
    if (chosen('flows') || chosen('customers')) await orderFlows(shop, plan.warmUpSeconds) // so that buyers have orders
    const rates = [
      ...(chosen('visitors') ? await visitorRates(shop) : []),
      ...(chosen('customers') ? customerRates(shop) : []),
      ...(chosen('admin') ? adminRates(shop) : []),
    ]
    const subjects: Subject[] = rates.map((rate) => subjectOf(shop, rate))
    if (chosen('flows')) {
      const run = (seconds: number) => orderFlows(shop, seconds)
      subjects.push({ name: 'flows: cart to order', run, isOfShop: true, connections: 24 })
    }
    if (chosen('pg')) {
      for (const [name, work] of Object.entries(raw.works)) {
        subjects.push({ name, run: (seconds) => raw.run(work, seconds), isOfShop: false, connections: 50 })
      }
    }
    if (subjects.length > 0) printRates(subjects, await measureRounds(shop, subjects))
    if (chosen('memory')) {
      const memory = await measureMemory(shop, [...(await visitorRates(shop)), ...customerRates(shop)], plan.mixSeconds)
      say(
        `\nMemory of the server process: ${memory.before} MB before, at most ${memory.peak} MB in ${plan.mixSeconds} s of everything at once, ` +
          `${memory.after} MB 5 s after. It was ready ${Math.round(shop.startedMs)} ms after its start.`,
      )
    }
    say(`\nThe books: ${await checkBooksOf(shop)}.`)
  } finally {
    await raw.close()
    await shop.close()
  }
}

function subjectOf({ origin }: SeededShop, { name, connections, requests }: Rate): Subject {
  return { name, run: (seconds) => load(origin, requests, { connections, seconds }), isOfShop: true, connections }
}

/** Each round measures everything once, so that a slow minute of the machine is in one round of each row. */
async function measureRounds({ shop }: SeededShop, subjects: Subject[]): Promise<Map<Subject, Round[]>> {
  const rounds = new Map<Subject, Round[]>(subjects.map((subject) => [subject, []]))
  for (const subject of subjects) await subject.run(plan.warmUpSeconds)
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [subject, results] of rounds) {
      const { perSecond } = await load(bare.origin, [prepare('/')], { connections: 50, seconds: plan.seconds / 2 })
      const [cpu, statements] = [await shop.cpuMs(), await shop.statements()]
      const result = await subject.run(plan.seconds)
      const [cpuAfter, statementsAfter] = [await shop.cpuMs(), await shop.statements()]
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
    const median = (value: (round: Round) => number) => all.map(value).sort((a, b) => a - b)[all.length >> 1] ?? 0
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
