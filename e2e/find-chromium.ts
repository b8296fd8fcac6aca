/**
 * Finds the browser for the tests: CHROMIUM_PATH names it, else the PATH is searched. The headless shell is Chromium
 * without a user interface and takes half the time. With --install and as root, Debian's packages of it and of the typeface
 * that most computers have (Arial's widths, in which the pages are drawn until their own has arrived) are installed if they
 * are missing.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const headlessShell = 'chromium-headless-shell'
const arial = { package: 'fonts-liberation', family: 'Liberation Sans' }
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const advice = `The browser tests need Chromium: install it (Debian: apt-get install ${headlessShell}) or name it in CHROMIUM_PATH.`

/** @throws {Error} whose message says how to get a browser */
export function findChromium(): string {
  const found = process.env.CHROMIUM_PATH ?? names.map(onPath).find((file) => file !== undefined)
  if (found === undefined) throw new Error(advice)
  if (!isExecutable(found)) throw new Error(`CHROMIUM_PATH names ${found}, which can't be run. ${advice}`)
  return found
}

/** The same without an error, because the configuration is also read when no test runs, for example by `npm run check`. */
export function chromiumIfInstalled(): { executablePath?: string } {
  try {
    return { executablePath: findChromium() }
  } catch {
    return {}
  }
}

/** An installed Chromium with a user interface, for what the headless shell lacks. */
export const fullChromium = () =>
  process.env.CHROMIUM_PATH ??
  names
    .filter((name) => name !== headlessShell)
    .map(onPath)
    .find((file) => file !== undefined)

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** If that fails, as without a network, an installed Chromium is used. */
function installFromDebian(): void {
  console.log(`Installing ${headlessShell} and ${arial.package} from Debian, once`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', headlessShell, arial.package],
  ]) {
    spawnSync('apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

function hasTypeface(): boolean {
  return (spawnSync('fc-list', [arial.family], { encoding: 'utf8' }).stdout ?? '') !== ''
}

if (import.meta.main) {
  const isMissing = process.env.CHROMIUM_PATH === undefined && (onPath(headlessShell) === undefined || !hasTypeface())
  if (isMissing && process.argv.includes('--install') && process.getuid?.() === 0) installFromDebian()
  try {
    console.log(findChromium())
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
