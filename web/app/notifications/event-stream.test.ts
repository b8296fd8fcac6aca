import { expect, test } from 'vitest'
import { parseEvent, readEvents, type StreamEvent } from './event-stream'

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
