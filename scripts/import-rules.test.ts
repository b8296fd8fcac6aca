/** The committed Biome configuration finds imports that point the wrong way, and allows those that do not. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from './rooms.ts'

const root = path.resolve(import.meta.dirname, '..')

interface Planted {
  file: string
  imports: string
}

const forbidden: Planted[] = [
  // Each room and the one after it, so that a room that the rules leave out would show here.
  ...rooms.slice(0, -1).map((room, index) => ({
    file: `server/src/${room}/imports-next-room.ts`,
    imports: `../${rooms[index + 1]}/queries.ts`,
  })),
  { file: 'server/src/media/imports-last-room.ts', imports: '../office/queries.ts' },
  { file: 'server/src/products/samples/imports-room.ts', imports: '../../orders/queries.ts' },
  { file: 'server/src/platform/errors-of-room.ts', imports: '../people/errors.ts' },
  { file: 'server/src/platform/http/imports-room.ts', imports: '../../checkout/routes.ts' },
  { file: 'server/src/platform/db/imports-config.ts', imports: '../../config.ts' },
  { file: 'server/src/office/imports-app.ts', imports: '../app.ts' },
  { file: 'server/src/mail/imports-config.ts', imports: '../config.ts' },
  { file: 'server/src/mail/transports/imports-config.ts', imports: '../../config.ts' },
  { file: 'server/src/settings/words/imports-start.ts', imports: '../../start/announce.ts' },
  { file: 'server/src/orders/imports-testing.ts', imports: '../testing/make-user.ts' },
  { file: 'server/src/payments/imports-sandbox.ts', imports: '@camilan/payment-sandbox' },
  { file: 'server/src/platform/db/imports-postgres.ts', imports: '@camilan/embedded-postgres' },
  { file: 'contract/src/imports-node.ts', imports: 'node:path' },
  { file: 'contract/src/imports-server.ts', imports: '@camilan/server/app' },
  { file: 'contract/src/imports-library.ts', imports: 'fastify' },
  { file: 'payment-sandbox/src/imports-contract.ts', imports: '@camilan/contract/errors' },
  { file: 'payment-sandbox/src/merchant/imports-server.ts', imports: '../../../server/src/platform/errors.ts' },
  { file: 'payment-sandbox/src/imports-wire.ts', imports: '@camilan/midtrans/wire' },
  { file: 'payment-sandbox/src/imports-signature.ts', imports: '../../midtrans/src/signature.ts' },
  { file: 'midtrans/src/imports-contract.ts', imports: '@camilan/contract/payment-methods' },
  { file: 'midtrans/src/imports-server.ts', imports: '../../server/src/platform/errors.ts' },
  { file: 'embedded-postgres/src/imports-contract.ts', imports: '@camilan/contract/errors' },
  { file: 'web/app/orders/imports-room.tsx', imports: '~/checkout/form/cost-summary' },
  { file: 'web/app/products/imports-relative.tsx', imports: '../checkout/place-order' },
  { file: 'web/app/ui/imports-room.tsx', imports: '~/products/product-card' },
  { file: 'web/app/platform/imports-ui.ts', imports: '~/ui/ask/button' },
  { file: 'web/app/office/imports-server.ts', imports: '../../../server/src/office/reports/queries.ts' },
  { file: 'web/app/orders/server-page.tsx', imports: '@camilan/server/app' },
  { file: 'server/src/orders/cycle-one.ts', imports: './cycle-two.ts' },
  { file: 'server/src/orders/cycle-two.ts', imports: './cycle-one.ts' },
]

const allowed: Planted[] = [
  ...rooms.slice(1).map((room, index) => ({
    file: `server/src/${room}/imports-earlier-room.ts`,
    imports: `../${rooms[index]}/queries.ts`,
  })),
  { file: 'server/src/media/imports-platform.ts', imports: '../platform/db/db.ts' },
  { file: 'server/src/media/imports-contract.ts', imports: '@camilan/contract/orders' },
  { file: 'server/src/media/joins-rooms.test.ts', imports: '../orders/queries.ts' },
  { file: 'server/src/mail/transports/imports-own-config.ts', imports: '../config.ts' },
  { file: 'server/src/joins-rooms.ts', imports: './orders/queries.ts' },
  { file: 'server/src/platform/http/imports-platform.ts', imports: '../errors.ts' },
  { file: 'payment-sandbox/src/imports-names.ts', imports: '@camilan/midtrans/names' },
  { file: 'payment-sandbox/src/plays-samples.test.ts', imports: '@camilan/midtrans/testing/samples' },
  { file: 'contract/src/imports-zod.ts', imports: 'zod/mini' },
  { file: 'contract/src/imports-itself.ts', imports: './errors.ts' },
  { file: 'web/app/orders/planted-page.tsx', imports: '~/payments/pay/pay-button' },
  { file: 'web/app/planted-layout.tsx', imports: '~/orders/cart/cart-count' },
  { file: 'web/app/ui/imports-platform.tsx', imports: '~/platform/state/formats' },
]

let folder: string
let findings: Map<string, string[]>

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'camilan-imports-'))
  for (const name of ['biome.json', 'biome.import-rules.json']) cpSync(path.join(root, name), path.join(folder, name))
  for (const { file, imports } of [...forbidden, ...allowed]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), `import '${imports}'\n`)
  }
  findings = findForbiddenImports()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** @returns the messages by file */
function findForbiddenImports(): Map<string, string[]> {
  const rules = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles']
  const options = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', ...rules, '.']
  const biome = spawnSync(path.join(root, 'node_modules/.bin/biome'), options, { cwd: folder, encoding: 'utf8' })
  const report = JSON.parse(biome.stdout) as Report
  const entries = report.diagnostics.map(({ location, message }) => ({ file: location.path, message }))
  return new Map(
    [...Map.groupBy(entries, ({ file }) => file)].map(([file, those]) => [file, those.map(({ message }) => message)]),
  )
}

interface Report {
  diagnostics: { message: string; location: { path: string } }[]
}

test.each(forbidden)('$file must not import $imports', ({ file }) => {
  expect(findings.get(file)).toHaveLength(1)
})

test.each(allowed)('$file may import $imports', ({ file }) => {
  expect(findings.get(file)).toBeUndefined()
})
