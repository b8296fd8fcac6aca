/** The files of deploy/ repeat parts of other files exactly. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { errorSentences } from '../contract/src/errors.ts'
import { Variables } from '../server/src/config.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFile(path.join(root, file), 'utf8')

test('the unit of systemd and the image start the shop with the options of npm start', async () => {
  const { start } = JSON.parse(await read('package.json')).scripts as { start: string }
  const options = start.slice(start.indexOf('node --')).split(' ').slice(1)
  const variables = start
    .slice(0, start.indexOf(' exec'))
    .split(' ')
    .filter((one) => !one.startsWith('NODE_COMPILE_CACHE'))
  expect(options.at(-1)).toBe('server/src/main.ts')
  const unit = await read('deploy/camilan.service')
  expect(unit).toContain(`ExecStart=/opt/camilan/current/node_modules/.bin/node ${options.join(' ')}\n`)
  const image = await read('deploy/Dockerfile')
  expect(image).toContain(`CMD [${['node', ...options].map((one) => `"${one}"`).join(', ')}]`)
  for (const variable of variables) {
    expect(unit).toContain(variable)
    expect(image).toContain(variable)
  }
})

test.each(['deploy/shop.env.example', 'deploy/compose.yaml', 'deploy/Dockerfile'])(
  '%s names existing variables',
  async (file) => {
    const others = ['DB_PASSWORD', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'NODE_COMPILE_CACHE']
    const image = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB']
    const names = [...(await read(file)).matchAll(/^[ #]*(?:ENV )?([A-Z][A-Z_]+)(?:=|: )/gm)].map(
      ([, name = '']) => name,
    )
    expect(names.length).toBeGreaterThan(4)
    expect(names.filter((name) => ![...Object.keys(Variables.shape), ...others, ...image].includes(name))).toEqual([])
  },
)

test.each(['deploy/nginx.conf', 'deploy/Caddyfile'])('%s refuses in the sentences of the shop', async (file) => {
  const text = await read(file)
  for (const code of ['PAYLOAD_TOO_LARGE', 'UNAVAILABLE'] as const)
    expect(text).toContain(`{"errors":"${errorSentences[code]}","message":"${errorSentences[code]}","code":"${code}"}`)
})

test('the unit of systemd lets the shop write the folders of the example and of the guide', async () => {
  const unit = await read('deploy/camilan.service')
  const written = [...unit.matchAll(/^(StateDirectory|CacheDirectory|ReadWritePaths)=-?(.+)$/gm)].map(
    ([, kind, name = '']) =>
      ({ StateDirectory: `/var/lib/${name}`, CacheDirectory: `/var/cache/${name}` })[kind ?? ''] ?? name,
  )
  const example = [...(await read('deploy/shop.env.example')).matchAll(/^(?:DATA|BACKUP)_DIR=(.+)$/gm)]
  const guide = [...(await read('docs/operations.md')).matchAll(/install -d -o camilan .*?(\/.+)$/gm)]
  const named = [...example, ...guide].flatMap(([, paths = '']) => paths.split(' '))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !written.includes(name))).toEqual([])
})

test('a file that was never run says so in its first line', async () => {
  for (const file of ['deploy/Dockerfile', 'deploy/compose.yaml'])
    expect((await read(file)).split('\n')[0]).toMatch(/^# Never run: /)
  expect((await read('deploy/camilan.service')).split('\n')[0]).toContain('never run by systemd itself')
})
