/** The first commands on a clean clone. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from './new-folder.ts'
import { runToEnd, startShop } from './start-shop.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('a clean clone builds its pages once, and an install for production starts with a build', {
  timeout: 600_000,
}, async () => {
  const folder = await newFolder()
  const clone = path.join(folder, 'camilan')
  execFileSync('git', ['clone', '--quiet', root, clone])
  const npm = async (...args: string[]) =>
    expect(await runToEnd({ command: ['npm', ...args], cwd: clone })).toEqual({ code: 0, output: expect.any(String) })
  /** @returns how often it has built the pages */
  const start = async (dataDir: string) => {
    const environment = { DATA_DIR: path.join(folder, dataDir) }
    const shop = await startShop({ command: ['npm', 'start'], cwd: clone, environment })
    await shop.stop()
    return shop.output().split('\nBuilding the pages\n').length - 1
  }

  await npm('ci', '--prefer-offline', '--loglevel=error')
  const builds = await Promise.all([start('first'), start('second')])
  expect(builds.sort()).toEqual([0, 1])
  rmSync(path.join(clone, 'web/build'), { recursive: true })
  await npm('run', 'build')
  await npm('ci', '--omit=dev', '--prefer-offline', '--loglevel=error')
  expect(await start('third')).toBe(0)
})
