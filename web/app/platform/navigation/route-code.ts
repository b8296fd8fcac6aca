/** Loads the code of routes: for a navigation, and ahead of it for the probable next pages. */

import { type CodeOfRoute, codeOfRoutes, loadedCode } from './router-internals'

/** The shop answered without the file: the page belongs to a build that is gone. */
export class CodeIsGone extends Error {
  override name = 'CodeIsGone'
}

type Failed = (route: CodeOfRoute, error: unknown) => void
let onFailure: Failed = () => {}
const stalled = new Map<string, () => void>()

/** @param listener  called when the code of a route can't be loaded; the navigation waits until `retryCode` */
export function whenCodeFails(listener: Failed): void {
  onFailure = listener
}

export function retryCode(ids: readonly string[]): void {
  for (const id of ids) stalled.get(id)?.()
}

/**
 * Replaces React Router's function of this name (`router-internals.ts`), which reloads the page when an import fails: without a
 * network the reload leads to the browser's error page. React Router keeps the promise, so it stays open until a retry
 * succeeds.
 */
export async function loadRouteModule(route: CodeOfRoute, modules: Record<string, unknown>): Promise<unknown> {
  while (!(route.id in modules)) {
    try {
      // Some browsers repeat the failure of an import for ever, so the files are fetched first.
      await fetchCode(route)
      modules[route.id] = await import(/* @vite-ignore */ route.module)
    } catch (error) {
      const retried = new Promise<void>((retry) => stalled.set(route.id, retry))
      onFailure(route, error)
      await retried
    }
  }
  stalled.delete(route.id)
  return modules[route.id]
}

const filesOf = ({ module, imports = [] }: CodeOfRoute) => [module, ...imports]
const fetched = new Set<string>()

/** @throws {CodeIsGone} */
export async function fetchCode(route: CodeOfRoute): Promise<void> {
  const modules = loadedCode() ?? {}
  const loaded = Object.values(codeOfRoutes()).filter((other) => other && other.id in modules)
  const present = new Set([...fetched, ...loaded.flatMap((other) => (other ? filesOf(other) : []))])
  await Promise.all(
    filesOf(route).map(async (file) => {
      if (present.has(file)) return
      const answer = await fetch(file, { priority: 'low' })
      if (answer.status === 404 || answer.status === 410) throw new CodeIsGone(file)
      if (!answer.ok) throw new Error(`${answer.status} for ${file}`)
      await answer.arrayBuffer()
      fetched.add(file)
    }),
  )
}
