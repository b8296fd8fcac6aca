import { expect, test, vi } from 'vitest'
import { followEvents, parseEvent, readEvents, type StreamEvent } from './event-stream'

test('events are read in order, however the stream is split into chunks', async () => {
  const chunks = ['retry: 2000\n\neve', 'nt: order\ndata: {"a":', '1}\n', '\nevent: heartbeat\ndata: {}\n\nevent: lost']
  expect(await eventsOf(chunks.map((chunk) => new TextEncoder().encode(chunk)))).toEqual([
    { event: 'order', data: '{"a":1}' },
    { event: 'heartbeat', data: '{}' },
  ])
})

test('a character of several bytes may be split between two chunks', async () => {
  const bytes = new TextEncoder().encode('data: “Rp 10.000”\n\n')
  expect(await eventsOf(Array.from(bytes, (byte) => new Uint8Array([byte])))).toEqual([
    { event: 'message', data: '“Rp 10.000”' },
  ])
})

test('a block without data is not an event', () => {
  expect(parseEvent(': still here')).toBeUndefined()
  expect(parseEvent('event: order')).toBeUndefined()
})

test('a stream that ends is opened again, and missed events are loaded', async () => {
  const page = follow(['event: order\ndata: 1\n\n', '', 'event: order\ndata: 2\n\n'])
  await page.until(() => page.onMissed.mock.calls.length === 2)
  expect(page.onEvent.mock.calls).toEqual([[{ event: 'order', data: '1' }], [{ event: 'order', data: '2' }]])
  expect(page.open).toHaveBeenCalledTimes(3)
  expect(page.pauses.slice(0, 3)).toEqual([1_000, 1_000, 1_000])
})

test('the page asks from time to time after a replaced event, and does not connect again', async () => {
  const page = follow(['event: order\ndata: 1\n\nevent: replaced\ndata: {}\n\n', 'retry: 2000\n\n'])
  await page.until(() => page.onMissed.mock.calls.length === 3)
  expect(page.open).toHaveBeenCalledTimes(1)
  expect(page.onEvent.mock.calls).toEqual([[{ event: 'order', data: '1' }]])
  expect(page.pauses.slice(0, 3)).toEqual([30_000, 30_000, 30_000])
})

/** Follow a stream whose connections receive these texts, one after the other; pauses take no time. */
function follow(bodies: string[]) {
  const leaving = new AbortController()
  const pauses: number[] = []
  const page = {
    open: vi.fn(async () => new Response(bodies.shift() ?? '')),
    onEvent: vi.fn(),
    mayHaveMissed: () => false,
    onMissed: vi.fn(),
  }
  let isEnough = () => false
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds)
    if (isEnough() || pauses.length > 100) leaving.abort()
  }
  return {
    ...page,
    pauses,
    /** Runs until the condition holds at a pause. */
    async until(condition: () => boolean): Promise<void> {
      isEnough = condition
      await followEvents({ ...page, pause, signal: leaving.signal })
      expect(condition()).toBe(true)
    },
  }
}

async function eventsOf(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  await readEvents(body, (event) => events.push(event))
  return events
}
