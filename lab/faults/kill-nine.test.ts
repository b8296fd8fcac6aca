/** kill -9 of the real server while buyers place, pay and cancel orders; `KILLS` times in all. */
import { expect, test } from 'vitest'
import { urlOf } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'
import { type CrashOptions, crashRounds } from './crash-rounds.ts'

const database = useTestDb()
const kills = Number(process.env.KILLS ?? 200)
/** The other kills hit only the server, because PostgreSQL keeps running and the starts take less time. */
const withEmbedded = Math.ceil(kills / 10)
const timeout = 60_000 + kills * 10_000

async function expectSound(options: CrashOptions): Promise<void> {
  const { rounds, findings, details } = await crashRounds(options)
  const ready = rounds.map((round) => round['ready after (s)']).sort((a, b) => a - b)
  const interrupted = rounds.reduce((sum, round) => sum + round['requests without an answer'], 0)
  console.log(
    `${rounds.length} kills, ${interrupted} requests without an answer, ` +
      `ready after ${ready[Math.floor(ready.length / 2)]} s, at most ${ready.at(-1)} s`,
    findings,
  )
  const { 'orders acknowledged': acknowledged, 'orders in the shop': stored, ...wrong } = findings
  expect(details).toEqual([])
  expect(wrong).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, 0])))
  expect(stored).toBe(acknowledged)
}

test(`${kills - withEmbedded} kills of the server lose no acknowledged order and do nothing twice`, { timeout }, () =>
  expectSound({
    databaseUrl: urlOf(database.connection),
    rounds: { 'server alone': kills - withEmbedded, 'server and PostgreSQL': 0 },
    minOrdersPerRound: 5,
  }),
)

test(
  `${withEmbedded} kills of the server, every second with its PostgreSQL, lose and repeat nothing either`,
  { timeout },
  () =>
    expectSound({
      rounds: { 'server alone': Math.floor(withEmbedded / 2), 'server and PostgreSQL': Math.ceil(withEmbedded / 2) },
      minOrdersPerRound: 5,
    }),
)
