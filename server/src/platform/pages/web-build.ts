/** The built pages: built again if their sources changed, then loaded. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { access, constants, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { withBuildLock } from './build-lock.ts'
import type { OfflineTexts } from './service-worker.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const web = path.join(root, 'web')
const stamp = path.join(web, 'build', 'sources.sha256')

/** The sources of the bundle, without their tests. The versions of the libraries are in the lockfile. */
const sources = [
  'web/app',
  'web/public',
  'web/vite.config.ts',
  'web/chunks.ts',
  'web/flat-styles.ts',
  'web/oldest-browsers.ts',
  'web/compress.ts',
  'web/react-router.config.ts',
  'web/package.json',
]
const others = ['contract/src', 'package-lock.json']

export const clientFolder = path.join(web, 'build', 'client')
/** A release has none of them, and its build is the same. */
export const testFiles = /\.test\.tsx?$|\/testing\//

/** The files of the client whose names have the hash of their content. */
export const assetsFolder = path.join(clientFolder, 'assets')

/** There is no build of these sources, and none can be made here. The message says what to do. */
export class PagesUnavailable extends Error {
  override name = 'PagesUnavailable'
}

interface Rendering {
  /** Marks the page's own inline scripts. */
  nonce: string
  /** A 404 of this page exists already: its status is enough. */
  hasNotFoundPage: boolean
}

/** React Router's server build, with the further exports of our server entry. */
export interface WebBuild<Context> extends ServerBuild {
  entry: ServerBuild['entry'] & {
    module: ServerBuild['entry']['module'] & {
      /** Wraps the loaders' context. */
      makeContext(context: Context, rendering?: Rendering): RouterContextProvider
      /** A document without scripts. */
      renderBusyPage(shopName: string, stylesheets: readonly string[]): string
      renderOffline(shopName: string, stylesheets: readonly string[]): OfflineTexts
    }
  }
}

/**
 * Build the pages unless the present build is of the same sources. Processes that start at the same time build once.
 * @throws {PagesUnavailable}
 */
export async function ensureWebBuild(log: (line: string) => void): Promise<void> {
  if (await isBuilt()) return
  const builder = await findBuilder()
  await withBuildLock(web, async () => {
    if (await isBuilt()) return
    log('Building the pages')
    await build(builder)
  })
}

/**
 * Build the pages, also if their sources did not change.
 * @throws {PagesUnavailable}
 */
export async function buildWeb(): Promise<void> {
  const builder = await findBuilder()
  await withBuildLock(web, () => build(builder))
}

async function isBuilt(): Promise<boolean> {
  const built = await readFile(stamp, 'utf8').catch(() => undefined)
  return built !== undefined && built === hashOf([...sources, ...others])
}

/** @returns the build; its loaders need the `Context` that the caller names */
export async function loadWebBuild<Context>(): Promise<WebBuild<Context>> {
  return import(pathToFileURL(path.join(web, 'build', 'server', 'index.js')).href)
}

/** Reads without promises: each start waits for these three hundred files, and so takes 8 ms instead of 40. */
function hashOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const source of paths) {
    for (const file of filesBelow(path.join(root, source))) {
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesBelow(source: string): string[] {
  try {
    const entries = readdirSync(source, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !testFiles.test(path.relative(root, file)))
      .sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return [source]
    if (code === 'ENOENT') return []
    throw error
  }
}

/** The program that builds the pages, if it is installed and may write. */
async function findBuilder(): Promise<string> {
  let manifest: string
  try {
    manifest = createRequire(path.join(web, 'package.json')).resolve('@react-router/dev/package.json')
  } catch {
    throw new PagesUnavailable(
      'The pages of these sources are not built, and what builds them is not installed: run npm ci --include=dev, then npm run build; or use an archive that npm run release made.',
    )
  }
  try {
    await access(web, constants.W_OK)
  } catch {
    throw new PagesUnavailable(
      `The pages of these sources are not built, and this user can't write to ${web}: run npm run build as its owner.`,
    )
  }
  return path.join(path.dirname(manifest), 'bin.cjs')
}

async function build(builder: string): Promise<void> {
  await rm(stamp, { force: true }) // an interrupted build must not count as one
  const hash = hashOf([...sources, ...others])
  const child = spawn(process.execPath, [builder, 'build'], {
    cwd: web,
    // A relative folder for compiled code would be below the web's folder.
    env: { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`The pages could not be built:\n${Buffer.concat(output)}`)
  await writeFile(stamp, hash)
}
