/** The answer to a request without room: made once, so that it costs almost nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorSentences } from '@camilan/contract/errors'
import type { Failure } from '@camilan/contract/wire'
import { requestIdHeader } from './request-id.ts'

const retryAfterSeconds = 5

export type RefuseRequest = (request: IncomingMessage, response: ServerResponse) => void

/** @param options  the headers of every answer, and the maker of a request's id */
export function refusesRequests({
  headers,
  newId,
}: {
  headers: Readonly<Record<string, string>>
  newId: (request: IncomingMessage) => string
}): RefuseRequest {
  const sentence = errorSentences.UNAVAILABLE
  const failure: Failure = { errors: sentence, message: sentence, code: 'UNAVAILABLE' }
  const json = answer(headers, 'application/json; charset=utf-8', JSON.stringify(failure))
  const text = answer(headers, 'text/plain; charset=utf-8', sentence)
  return (request, response) => {
    const refusal = request.url?.startsWith('/api/') ? json : text
    response.writeHead(503, [...refusal.headers, requestIdHeader, newId(request)]).end(refusal.body)
  }
}

function answer(standard: Readonly<Record<string, string>>, type: string, body: string) {
  const headers = {
    ...standard,
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
  }
  return { headers: Object.entries(headers).flat(), body }
}
