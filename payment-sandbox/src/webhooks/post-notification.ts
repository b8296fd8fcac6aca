import type { Attempt } from './delivery.ts'

const timeoutMs = 15_000
const mostRedirects = 5
const keptAnswerChars = 500

/** Sends a webhook and returns the answer to it. Follows 307 and 308 only, as Midtrans does. Rejects only on `stop`. */
export async function postNotification(url: string, body: string, stop: AbortSignal): Promise<Omit<Attempt, 'at'>> {
  const startedAt = performance.now()
  const tookMs = () => Math.round(performance.now() - startedAt)
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
    const response = await post(url, body, signal, mostRedirects)
    const answer = (await response.text()).slice(0, keptAnswerChars)
    return { httpStatus: response.status, answer, tookMs: tookMs() }
  } catch (error) {
    if (stop.aborted) throw error
    return { httpStatus: null, answer: reasonOf(error), tookMs: tookMs() }
  }
}

async function post(url: string, body: string, signal: AbortSignal, redirectsLeft: number): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Veritrans' },
    body,
    redirect: 'manual',
    signal,
  })
  const location = response.headers.get('location')
  const followed = response.status === 307 || response.status === 308
  if (!followed || location === null || redirectsLeft === 0) return response
  await response.body?.cancel()
  return post(new URL(location, url).href, body, signal, redirectsLeft - 1)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message
}
