import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { keepAssets } from './kept-assets.ts'

let root: string
let kept: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kept-assets-'))
  kept = path.join(root, 'data', 'assets')
  return () => rm(root, { recursive: true })
})

const day = (count: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + count * 86_400_000)

async function build(name: string): Promise<string> {
  const folder = path.join(root, 'build')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await writeFile(path.join(folder, name), `content of ${name}`)
  return folder
}

/** A start of the server on that day. @returns the files that it serves, those of its build first */
async function start(name: string, now: Date): Promise<string[]> {
  const folders = await keepAssets({ build: await build(name), kept }, now)
  return (await Promise.all(folders.map((folder) => readdir(folder)))).flat()
}

test('files of former builds are served for 30 days after another build replaced them', async () => {
  expect(await start('a.js', day(0))).toEqual(['a.js'])
  expect(await start('a.js', day(200))).toEqual(['a.js'])
  expect(await start('b.js', day(300))).toEqual(['b.js', 'a.js'])
  expect(await start('b.js', day(330))).toEqual(['b.js', 'a.js'])
  expect(await start('b.js', day(331))).toEqual(['b.js'])
  expect(await readdir(kept)).toHaveLength(1)
})

test('a build that comes back after a rollback is not deleted, and its 30 days start again', async () => {
  await start('a.js', day(0))
  await start('b.js', day(10))
  expect(await start('a.js', day(11))).toEqual(['a.js', 'b.js'])
  expect(await start('b.js', day(35))).toEqual(['b.js', 'a.js'])
  expect(await start('b.js', day(64))).toEqual(['b.js', 'a.js'])
})

test('files that another build removes stay unchanged', async () => {
  const [folder = ''] = await keepAssets({ build: await build('a.js'), kept }, day(0))
  await build('b.js')
  expect(await readFile(path.join(folder, 'a.js'), 'utf8')).toBe('content of a.js')
})

test('a copy that lost its content is made again', async () => {
  const [folder = ''] = await keepAssets({ build: await build('a.js'), kept }, day(0))
  await writeFile(path.join(folder, 'a.js'), '')
  await keepAssets({ build: await build('a.js'), kept }, day(1))
  expect(await readFile(path.join(folder, 'a.js'), 'utf8')).toBe('content of a.js')
})

test('processes that start at the same time make one copy', async () => {
  const folder = await build('a.js')
  const all = await Promise.all([1, 2, 3].map(() => keepAssets({ build: folder, kept }, day(0))))
  expect(new Set(all.map(([present]) => present)).size).toBe(1)
  expect(await readdir(kept)).toEqual([path.basename(all[0]?.[0] ?? '')])
})
