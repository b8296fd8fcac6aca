/** `/sw.js`: the text of `service-worker.js` with the shop's own offline page. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Answer, makeAnswer } from '../answers/answer.ts'

/** The page that the worker shows while the shop does not answer. */
export interface OfflineTexts {
  page: string
  link: string
  note: string
}

const text = readFileSync(path.join(import.meta.dirname, 'service-worker.js'), 'utf8')

/** @param parameters  of a query, which change a page */
export function makeWorker(offline: OfflineTexts, parameters: readonly string[]): Promise<Answer> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; font-src 'self'",
  }
  return makeAnswer(200, `const offline = ${JSON.stringify({ ...offline, headers, parameters })}\n${text}`, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    // It loads only pages, their files and the icon of a notification.
    'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
  })
}
