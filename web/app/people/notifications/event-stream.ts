/** Server-sent events read with fetch, because EventSource can't send a bearer token. */
import type { StreamEventName } from '@camilan/contract/notifications'

export interface StreamEvent {
  event: string
  data: string
}

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** The pause between two requests, after the server has ended the stream in favour of newer ones of the same user. */
const pollMs = 30_000

export interface Stream {
  open(): Promise<Response>
  /** Ends early when `signal` aborts. */
  pause(milliseconds: number): Promise<void>
  signal: AbortSignal
  onEvent(event: StreamEvent): void
  /** Whether events may have been missed before the first connection. Called after it is open. */
  mayHaveMissed(response: Response): boolean
  /** Events may have been missed: load the data again. */
  onMissed(): void
}

/**
 * Opens the stream again whenever it ends, until `signal` aborts or the server refuses the token. After a `replaced`
 * event it does not connect again: it calls `onMissed` from time to time.
 */
export async function followEvents({ open, pause, signal, onEvent, mayHaveMissed, onMissed }: Stream): Promise<void> {
  let pauseMs = firstPauseMs
  let wasOpen = false
  let isReplaced = false
  while (!signal.aborted) {
    try {
      const response = await open()
      // A page that loads its data again after the end of the session leads to the login page.
      if (response.status === 401) onMissed()
      if (response.status === 401 || response.status === 404) return
      if (response.ok && response.body) {
        if (wasOpen || mayHaveMissed(response)) onMissed()
        wasOpen = true
        pauseMs = firstPauseMs
        await readEvents(response.body, (event) => {
          if (event.event === replacedEvent) isReplaced = true
          else onEvent(event)
        })
      }
    } catch {
      // The connection was lost, as often on phones. The loop opens it again.
    }
    if (isReplaced) break
    await pause(pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
  while (!signal.aborted) {
    await pause(pollMs)
    if (!signal.aborted) onMissed()
  }
}

const replacedEvent: StreamEventName = 'replaced'

/** @throws if the connection is lost; it returns if the server has ended the stream */
export async function readEvents(
  body: NonNullable<Response['body']>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    unread += value
    const blocks = unread.split('\n\n')
    unread = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) onEvent(event)
    }
  }
}

/** Undefined for a block without data (a comment, a retry time), which is not an event. */
export function parseEvent(block: string): StreamEvent | undefined {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined
}
