/** The built pages: built again when their sources changed, then loaded. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouterContextProvider, ServerBuild } from 'react-router'

const root = path.resolve(import.meta.dirname, '../../../..')
const web = path.join(root, 'web')
const stamp = path.join(web, 'build', 'sources.sha256')

/** The sources of the bundle. The versions of the libraries are in the lockfile. */
const sources = [
  'web/app',
  'web/public',
  'web/vite.config.ts',
  'web/chunks.ts',
  'web/compress.ts',
  'web/react-router.config.ts',
  'web/package.json',
]
const others = ['contract/src', 'package-lock.json']

export const clientFolder = path.join(web, 'build', 'client')

/** How a page is to be rendered. */
interface Rendering {
  /** Marks the page's own inline scripts. */
  nonce: string
  /** A 404 of this page is here already: its status is enough. */
  hasNotFoundPage: boolean
}

/** React Router's server build, with what our server entry exports besides. */
export interface WebBuild<Context> extends ServerBuild {
  entry: ServerBuild['entry'] & {
    module: ServerBuild['entry']['module'] & {
      /** Wraps the loaders' context. */
      makeContext(context: Context, rendering?: Rendering): RouterContextProvider
      /** A document without scripts. */
      renderBusyPage(shopName: string, stylesheets: readonly string[]): string
    }
  }
}

/** Build the pages unless the present build is of the same sources. */
export async function ensureWebBuild(log: (line: string) => void): Promise<void> {
  const hash = await hashOf([...sources, ...others])
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return
  log('Building the pages')
  await build()
  await writeFile(stamp, hash)
}

/** @returns the build; its loaders need the `Context` that the caller names */
export async function loadWebBuild<Context>(): Promise<WebBuild<Context>> {
  return import(pathToFileURL(path.join(web, 'build', 'server', 'index.js')).href)
}

async function hashOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of paths) {
    for (const file of await filesBelow(path.join(root, source))) {
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesBelow(source: string): Promise<string[]> {
  try {
    const entries = await readdir(source, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return [source]
    if (code === 'ENOENT') return []
    throw error
  }
}

async function build(): Promise<void> {
  const manifest = createRequire(path.join(web, 'package.json')).resolve('@react-router/dev/package.json')
  const child = spawn(process.execPath, [path.join(path.dirname(manifest), 'bin.cjs'), 'build'], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`The pages could not be built:\n${Buffer.concat(output)}`)
}
