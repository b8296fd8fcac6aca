/** Reading server-sent events from a fetch: EventSource can't carry a bearer token. */

export interface StreamEvent {
  event: string
  data: string
}

/** @throws when the stream breaks off; it returns when the server ended it */
export async function readEvents(
  body: NonNullable<Response['body']>,
  hear: (event: StreamEvent) => void,
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
      if (event) hear(event)
    }
  }
}

/** Undefined for a block without data, which is no event (a comment, a retry time). */
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
