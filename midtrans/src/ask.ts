/** The longest answer that is read. Real ones have a few kilobytes. */
const maxAnswerBytes = 1_048_576

export interface Question {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeoutMs: number
  /** Ends the call. */
  stopping?: AbortSignal | undefined
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

/**
 * Ask a server. A redirect is not followed.
 * @throws there is no complete answer in time, or it is too long
 */
export async function ask(url: string, { timeoutMs, stopping, ...question }: Question): Promise<Answer> {
  const inTime = AbortSignal.timeout(timeoutMs)
  const signal = stopping ? AbortSignal.any([inTime, stopping]) : inTime
  const response = await fetch(url, { ...question, redirect: 'manual', signal })
  const { status, headers } = response
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) throw new Error(`an answer of more than ${maxAnswerBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return { status, headers, text: text + decoder.decode() }
}
