/**
 * An answer that was sent once, as text that can be sent again. Node writes a text of headers and body with one call. From
 * a list of headers it checks and joins twenty each time, which takes a third of a ready answer's processor time.
 */
import type { ServerResponse } from 'node:http'
import { requestIdHeader } from '../http/request-id.ts'
import type { Body } from './answer.ts'

export interface RecordedAnswer {
  status: number
  /** The status line and the headers, without the values of the request's id and of the date between them. */
  head: readonly [beforeId: string, beforeDate: string, afterDate: string]
  body: Body | undefined
}

/** The headers' text by Node, which has no public name for it: `recorded-answer.test.ts` compares the bytes. */
type WithHeader = ServerResponse & { _header: string | null }

const dateLine = /\r\nDate: [^\r]*/

/**
 * @param body  the bytes after the headers
 * @returns undefined for an answer that can't be repeated, for example one that ends its connection
 */
export function recordAnswer(sent: ServerResponse, body: Body | undefined, id: string): RecordedAnswer | undefined {
  const header = (sent as WithHeader)._header
  const [beforeId, afterId] = header?.split(`\r\n${requestIdHeader}: ${id}`) ?? []
  const [beforeDate, afterDate] = afterId?.split(dateLine) ?? []
  if (beforeId === undefined || beforeDate === undefined || afterDate === undefined) return undefined
  if (!afterDate.includes('\r\nConnection: keep-alive\r\n')) return undefined
  if (/\r\nset-cookie:/i.test(header ?? '')) return undefined // it is for this visitor
  return {
    status: sent.statusCode,
    head: [`${beforeId}\r\n${requestIdHeader}: `, `${beforeDate}\r\nDate: `, afterDate],
    body,
  }
}

/** Only for a request whose connection stays open. */
export function sendRecorded({ status, head, body }: RecordedAnswer, response: ServerResponse, id: string): void {
  const [beforeId, beforeDate, afterDate] = head
  response.statusCode = status
  ;(response as WithHeader)._header = beforeId + id + beforeDate + dateNow() + afterDate
  response.end(body, 'latin1')
}

let date = ''
let dateEndsAt = 0

/** The header Date of the present second. */
function dateNow(): string {
  const now = Date.now()
  if (now >= dateEndsAt || now < dateEndsAt - 1_000) {
    date = new Date(now).toUTCString()
    dateEndsAt = now - (now % 1_000) + 1_000
  }
  return date
}
