/** Server-sent events read with fetch, as EventSource can't send a bearer token. */

export interface StreamEvent {
  event: string
  data: string
}

/** @throws when the connection is lost; it returns when the server has ended the stream */
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
