/** What the built files call, compared with what the oldest browsers have (MDN's data of browsers). */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import compatData from '@mdn/browser-compat-data' with { type: 'json' }
import { expect, test } from 'vitest'
import { polyfills } from '../../web/app/platform/pages/polyfills.ts'
import { oldestBrowsers } from '../../web/oldest-browsers.ts'
import { clientFolder } from './platform/pages/web-build.ts'

interface Statement {
  version_added: string | boolean | null
  version_removed?: string
  flags?: unknown
}
interface Feature {
  __compat?: { support: Record<string, Statement | Statement[] | undefined> }
}
type Owners = Record<string, Feature & Record<string, Feature>>

const data = compatData as unknown as {
  javascript: { builtins: Owners }
  api: Owners
}

/** The objects of the browser that pages use. The names of others, such as `move`, are also those of our own functions. */
const ownersInPages =
  /^(HTML(?!Geolocation)\w*Element|Element|DOMTokenList|Document|Window|Navigator|Node|Event|EventTarget|Abort\w+|Response|Request|Headers|URL\w*|Blob|File|Crypto|Clipboard|Storage|History|Location|FormData|Range|ReadableStream\w*|MediaQueryList|Cache|CacheStorage|LockManager)$/

/** Why these may be called: they are not what they seem, are called only where they exist, or their failure is caught. */
const allowedCalls: Record<string, string> = {
  captureStackTrace: 'zod asks whether it exists',
  escape: 'that of CSS, which is old',
  hidePopover: 'web/app/ui/ask/toast-region.tsx asks whether showPopover exists',
  move: 'our own',
  readText: 'a failure is caught in web/app/orders/ship-many/ship-many.tsx',
  requestSubmit: "React's, for actions of forms, which no page has",
  share: 'a failure is caught in web/app/products/share.ts',
  showPopover: 'web/app/ui/ask/toast-region.tsx asks whether it exists',
  startViewTransition: 'React and React Router ask whether it exists, and no page wants it',
  use: "React's own",
  when: "zod's own",
}

const isIn = ({ support }: NonNullable<Feature['__compat']>, browser: string, version: number) =>
  [support[browser] ?? []].flat().some(({ version_added: added, version_removed: removed, flags }) => {
    if (removed || flags || typeof added !== 'string') return false
    return added !== 'preview' && Number.parseFloat(added.replace('≤', '')) <= version
  })

function isInAll({ __compat: compat }: Feature): boolean {
  return (
    compat !== undefined && Object.entries(oldestBrowsers).every(([browser, version]) => isIn(compat, browser, version))
  )
}

/** The names that no owner has in the oldest browsers. */
function newerNames(): Set<string> {
  const owners = [
    ...Object.values(data.javascript.builtins),
    ...Object.entries(data.api).flatMap(([name, owner]) => (ownersInPages.test(name) ? [owner] : [])),
  ]
  const known = new Map<string, boolean>()
  for (const owner of owners) {
    for (const [key, feature] of Object.entries(owner)) {
      const name = key.replace(/_static$/, '')
      if (feature.__compat && !name.endsWith('_event')) known.set(name, known.get(name) || isInAll(feature))
    }
  }
  return new Set([...known].flatMap(([name, isOld]) => (isOld ? [] : [name])))
}

/** Whether `URL.parse` is newer, although other objects have an old `parse`. */
function isNewerStatic(owner: string, name: string): boolean {
  const features = data.javascript.builtins[owner] ?? data.api[owner]
  const feature = features?.[name] ?? features?.[`${name}_static`]
  return feature !== undefined && !isInAll(feature)
}

const calls = /(?:\b([A-Z]\w+))?\.(\w{3,})\(/g
const constructions = /\bnew ([A-Z]\w+)\b/g
const documentParts = /\bdocument\.(\w+)/g

test('the built files call nothing that the oldest browsers lack, unless it is polyfilled or guarded', async () => {
  const assets = path.join(clientFolder, 'assets')
  const allowed = new Set([
    ...polyfills.flatMap(([, functions]) => Object.keys(functions)),
    ...Object.keys(allowedCalls),
  ])
  const newer = newerNames()
  const found = new Set<string>()
  for (const file of await readdir(assets)) {
    if (!file.endsWith('.js')) continue
    const text = await readFile(path.join(assets, file), 'utf8')
    // A call with `?.` asks whether the function exists.
    for (const [, owner = '', name = ''] of text.matchAll(calls))
      if ((newer.has(name) || isNewerStatic(owner, name)) && !allowed.has(name)) found.add(`${name} in ${file}`)
    for (const [, name = ''] of text.matchAll(constructions))
      if (isNewerStatic(name, name) && !allowed.has(name)) found.add(`new ${name} in ${file}`)
    for (const [, name = ''] of text.matchAll(documentParts))
      if (isNewerStatic('Document', name) && !allowed.has(name)) found.add(`document.${name} in ${file}`)
  }
  expect([...found]).toEqual([])
})
