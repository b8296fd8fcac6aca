/**
 * Writes biome.import-rules.json, which biome.json extends: which folder may import which. `--check` only compares. Biome
 * applies only the last override that matches a file, so no two overrides here match the same one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { rooms } from './rooms.ts'

interface Pattern {
  group: string[]
  message: string
}

const file = new URL('../biome.import-rules.json', import.meta.url)

/** A relative import from a folder up to three levels deep. */
const above = '{../,../../,../../../}'
const tests = '!**/*.test.ts'

/** @param src  the way from the importing file to server/src: in a folder of a room, `../config.ts` is the room's own. */
const serverJoiners = (src: string): Pattern => ({
  group: [
    `${src}{api-docs,app,config,jobs,main,pages,public-shop,request-limits,rooms,site-files}.ts`,
    `${src}start/**`,
  ],
  message: 'These files join the rooms: they import rooms and no room imports them.',
})
const serverTesting: Pattern = {
  group: [`${above}testing/**`],
  message: 'Only tests import testing.',
}
const startedByMain: Pattern = {
  group: ['@camilan/{embedded-postgres,payment-sandbox}', '@camilan/{embedded-postgres,payment-sandbox}/**'],
  message:
    'main.ts and local-sandbox.ts start PostgreSQL and the payment sandbox; the shop knows a connection and URLs.',
}
const onlyTheApi: Pattern = {
  group: ['@camilan/server', '@camilan/server/**', '**/server/src/**', 'node:*'],
  message: 'The web runs in browsers and reaches the server through its API and the contract.',
}

function roomsAfter(room: string, inFolder: (names: string) => string[]): Pattern[] {
  const index = rooms.indexOf(room)
  const after = rooms.slice(index + 1)
  if (after.length === 0) return []
  const before = rooms.slice(0, index).join(' ') || 'none'
  return [{ group: inFolder(oneOf(after)), message: `${room} may import these rooms: ${before}.` }]
}

const oneOf = (names: string[]) => (names.length === 1 ? names.join() : `{${names.join(',')}}`)
const serverFolder = (names: string) => [`${above}${names}/**`]
const webFolder = (names: string) => [`~/${names}/**`, `${above}${names}/**`]

const overrides = [
  override(
    ['contract/src/**', tests],
    [
      {
        group: ['**', '!./**', '!../*.ts', '!../../*.ts', '!zod', '!zod/**'],
        message: 'The contract imports only zod and itself.',
      },
    ],
  ),
  override(
    ['embedded-postgres/src/**'],
    [
      {
        group: ['@camilan/**', '**/{contract,server,web}/**'],
        message: 'embedded-postgres imports nothing of the shop.',
      },
    ],
  ),
  override(
    ['midtrans/src/**'],
    [{ group: ['@camilan/**', '**/{contract,server,web}/**'], message: 'midtrans imports nothing of the shop.' }],
  ),
  override(
    ['payment-sandbox/src/**'],
    [
      {
        group: [
          '@camilan/**',
          '**/{contract,midtrans,server,web}/**',
          '!@camilan/contract/payment-methods',
          '!@camilan/midtrans/names',
          '!@camilan/midtrans/testing/samples',
        ],
        message: "payment-sandbox imports only the table of payment methods, and Midtrans's names and samples.",
      },
    ],
  ),
  ...serverRoom('platform', [{ group: serverFolder(oneOf(rooms)), message: 'The platform imports no room.' }]),
  ...rooms.flatMap((room) => serverRoom(room, roomsAfter(room, serverFolder))),
  override(
    ['web/app/platform/**', tests],
    [
      {
        group: webFolder(oneOf([...rooms, 'ui'])),
        message: 'The platform imports no room and no part of the interface.',
      },
      onlyTheApi,
    ],
  ),
  override(
    ['web/app/ui/**', tests],
    [{ group: webFolder(oneOf(rooms)), message: 'The parts that all rooms share import no room.' }, onlyTheApi],
  ),
  ...rooms.map((room) =>
    override([`web/app/${room}/**`, '!**/*-page.tsx', tests], [...roomsAfter(room, webFolder), onlyTheApi]),
  ),
  // Pages, layouts and the root join rooms.
  override(['web/app/**/*-page.tsx', 'web/app/*.{ts,tsx}', '!**/entry.server.tsx'], [onlyTheApi]),
]

function serverRoom(room: string, forbidden: Pattern[]) {
  const all = [...forbidden, serverTesting, startedByMain]
  return [
    override([`server/src/${room}/*`, tests], [...all, serverJoiners('../')]),
    override([`server/src/${room}/*/**`, tests], [...all, serverJoiners('{../../,../../../}')]),
  ]
}

function override(includes: string[], patterns: Pattern[]) {
  const noRestrictedImports = { level: 'error', options: { patterns } }
  return { includes, linter: { rules: { style: { noRestrictedImports } } } }
}

const lines = overrides.map((rule) => JSON.stringify(rule))
const written = `{"overrides": [\n${lines.join(',\n')}\n]}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(file, written)
} else if (readFileSync(file, 'utf8') !== written) {
  console.error('biome.import-rules.json differs from scripts/rooms.ts: run npm run import-rules')
  process.exitCode = 1
}
