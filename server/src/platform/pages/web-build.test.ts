/** Which processes build the pages, and when. A small program replaces that of React Router, which needs 20 s. */
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'clone-'))
  const pages = path.join(root, 'server/src/platform/pages')
  await mkdir(pages, { recursive: true })
  for (const file of ['web-build.ts', 'build-lock.ts'])
    await cp(path.join(import.meta.dirname, file), path.join(pages, file))
  await write('package.json', '{ "type": "module" }')
  await write('web/package.json', '{}')
  await write('web/app/page.tsx', 'first')
  return () => rm(root, { recursive: true })
})

async function write(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), content)
}

/** The program records when it begins and ends, and what it builds. */
async function installBuilder(ending = ''): Promise<void> {
  await write('node_modules/@react-router/dev/package.json', '{ "name": "@react-router/dev" }')
  await write(
    'node_modules/@react-router/dev/bin.cjs',
    `const fs = require('node:fs')
    fs.appendFileSync('../log', 'begin ')
    setTimeout(() => {
      ${ending}
      fs.mkdirSync('build', { recursive: true })
      fs.appendFileSync('../log', 'end:' + fs.readFileSync('app/page.tsx', 'utf8') + ' ')
    }, 300)`,
  )
}

const builds = () => readFile(path.join(root, 'log'), 'utf8').catch(() => '')

interface Run {
  child: ReturnType<typeof spawn>
  ended: Promise<string>
}

function run(what: 'ensureWebBuild' | 'buildWeb' = 'ensureWebBuild', env: NodeJS.ProcessEnv = {}): Run {
  const module = path.join(root, 'server/src/platform/pages/web-build.ts')
  const code = `import * as pages from ${JSON.stringify(module)}
    await pages.${what}(() => {}).then(() => console.log('built'), (error) => console.log(error.name + ': ' + error.message))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, ended: text(child.stdout).then((output) => output.trim()) }
}

test('a build writes only into its own folder, also if compiled code is kept in a relative one', async () => {
  await installBuilder()
  expect(await run('buildWeb', { NODE_COMPILE_CACHE: 'data/.cache/node' }).ended).toBe('built')
  expect(await readdir(path.join(root, 'web'))).toEqual(['app', 'build', 'package.json'])
})

test('processes that start at the same time build once', async () => {
  await installBuilder()
  expect(await Promise.all([run(), run(), run()].map(({ ended }) => ended))).toEqual(['built', 'built', 'built'])
  expect(await builds()).toBe('begin end:first ')
})

test('the start accepts the build of npm run build, and builds again if the sources changed', async () => {
  await installBuilder()
  await run('buildWeb').ended
  expect(await run().ended).toBe('built')
  expect(await builds()).toBe('begin end:first ')
  await write('web/app/page.tsx', 'second')
  expect(await run().ended).toBe('built')
  expect(await builds()).toBe('begin end:first begin end:second ')
})

test('npm run build and simultaneous starts never build over each other', async () => {
  await installBuilder()
  await Promise.all([run(), run('buildWeb'), run(), run('buildWeb')].map(({ ended }) => ended))
  expect(await builds()).toMatch(/^(begin end:first )+$/)
})

test('a waiting process builds when the building one is killed', async () => {
  await installBuilder()
  const first = run()
  await expect.poll(builds).toBe('begin ')
  const second = run()
  first.child.kill('SIGKILL')
  expect(await second.ended).toBe('built')
  expect(await builds()).toMatch(/end:first $/)
})

test('a build that failed or was interrupted does not count, also if the sources are those of an earlier one', async () => {
  await installBuilder()
  expect(await run().ended).toBe('built')
  await installBuilder('process.exit(1)')
  expect(await run('buildWeb').ended).toMatch(/^Error: The pages could not be built/)
  await installBuilder()
  expect(await run().ended).toBe('built')
  expect(await builds()).toBe('begin end:first begin begin end:first ')
})

test('the error says what to do without a build and without its tools', async () => {
  expect(await run().ended).toMatch(
    /^PagesUnavailable: The pages .* are not built, .* not installed: run npm ci --include=dev, .*$/,
  )
  expect(await readdir(path.join(root, 'web'))).toEqual(['app', 'package.json'])
})

test('a production install uses the earlier build', async () => {
  await installBuilder()
  await run('buildWeb').ended
  await rm(path.join(root, 'node_modules'), { recursive: true })
  expect(await run().ended).toBe('built')
})
