/**
 * The first calls of a page below a guard. The script in the page makes them at once, while the files that need their
 * answers are still loading. The page's loader makes the same calls and gets these answers.
 */

/** The `handle` of such a page. */
export interface Prefetches {
  /** GET paths that depend neither on the account nor on the query of the page, such as `/api/carts`. */
  prefetched: readonly string[]
}

interface FirstAnswers {
  token: string
  answers: Record<string, Promise<Response>>
}

declare global {
  interface Window {
    firstAnswers?: FirstAnswers
  }
}

export const prefetchedPathsOf = (handle: unknown): readonly string[] =>
  (handle as Prefetches | undefined)?.prefetched ?? []

/** For the script in the page. If a call fails, or the browser stores nothing, the loader makes the call as usual. */
export function prefetchScript(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  return `try {
  const token = localStorage.getItem('token');
  const headers = { Accept: 'application/json', Authorization: 'Bearer ' + token };
  const answers = {};
  if (token && !location.search) for (const path of ${JSON.stringify(paths)}) (answers[path] = fetch(path, { headers })).catch(() => {});
  window.firstAnswers = { token, answers };
} catch {}
`
}

/** Each answer is given once, and only to the session that asked. */
export function takePrefetched(path: string, token: string | null): Promise<Response> | undefined {
  const { firstAnswers } = window
  if (!firstAnswers || firstAnswers.token !== token) return undefined
  const answer = firstAnswers.answers[path]
  delete firstAnswers.answers[path]
  return answer
}

/** A change was sent: no earlier answer is given any more. */
export function forgetPrefetched(): void {
  delete window.firstAnswers
}
