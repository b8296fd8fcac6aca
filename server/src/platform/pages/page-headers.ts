import type { AnswerHeaders } from '../answers/answer.ts'

/** The headers that the server sets, because it seals, compresses and sends the body. */
const ofTheServer = new Set(['content-length', 'content-encoding', 'content-security-policy', 'etag', 'set-cookie'])

/** The headers that React Router and the page's routes have set. Several cookies stay several headers. */
export function headersOf({ headers }: Response): AnswerHeaders {
  const cookies = headers.getSetCookie()
  return {
    ...Object.fromEntries([...headers].filter(([name]) => !ofTheServer.has(name))),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  }
}
