/**
 * Where the browser for the tests is. It is looked for in the environment (CHROMIUM_PATH), then on the PATH;
 * with --install, Debian's package is installed where there is none and we are root.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const advice =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.'

/** @throws {Error} with one sentence that says what to do */
export function findChromium(): string {
  const found = process.env.CHROMIUM_PATH ?? onPath()
  if (found === undefined) throw new Error(advice)
  if (!isExecutable(found)) throw new Error(`CHROMIUM_PATH names ${found}, which can't be run. ${advice}`)
  return found
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installFromDebian(): void {
  console.log('Installing Chromium from Debian, once')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    spawnSync('apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

if (import.meta.main) {
  const wanted = process.env.CHROMIUM_PATH ?? onPath()
  if (wanted === undefined && process.argv.includes('--install') && process.getuid?.() === 0) installFromDebian()
  try {
    console.log(findChromium())
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
