/** All checks that do not run the shop, in parallel: format, lint, import rules, types, dead code, generated pages, words on screen, secret keys, lockfile. */
import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)

const checks: Record<string, () => Promise<Outcome>> = {
  biome: () => run(bin('biome'), ['check', '--error-on-warnings']),
  'types: contract': () => run(bin('tsc'), ['-p', 'contract']),
  'types: embedded-postgres': () => run(bin('tsc'), ['-p', 'embedded-postgres']),
  'types: midtrans': () => run(bin('tsc'), ['-p', 'midtrans']),
  'types: payment-sandbox': () => run(bin('tsc'), ['-p', 'payment-sandbox']),
  'types: server': () => run(bin('tsc'), ['-p', 'server']),
  'types: e2e': () => run(bin('tsc'), ['-p', 'e2e']),
  'types: scripts': () => run(bin('tsc'), ['-p', '.']),
  'types and texts: web': async () => {
    const typegen = await run(bin('react-router'), ['typegen'], 'web')
    if (typegen.code !== 0) return typegen
    const types = await run(bin('tsc'), ['-p', 'web'])
    return types.code === 0 ? run(process.execPath, ['scripts/checks/check-texts.ts']) : types
  },
  knip: () => run(bin('knip'), []),
  'import rules': () => run(process.execPath, ['scripts/import-rules.ts', '--check']),
  configuration: () => run(process.execPath, ['scripts/configuration.ts', '--check']),
  'payment decisions': () => run(process.execPath, ['scripts/payment-decisions.ts', '--check']),
  words: () => run(process.execPath, ['scripts/checks/check-words.ts']),
  'secret keys': () => run(process.execPath, ['scripts/checks/find-keys.ts']),
  lockfile: () => run(process.execPath, ['scripts/fix-lock.ts', '--check']),
}

interface Outcome {
  code: number | null
  output: string
}

function run(command: string, args: string[], folder = '.'): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: path.join(root, folder), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject).once('close', (code) => resolve({ code, output }))
  })
}

const started = performance.now()
const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => ({ name, ...(await check()) })))
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name}`)
  if (code !== 0) console.log(output)
}
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1
