import { expect, test } from 'vitest'
import { parseEvent, readEvents, type StreamEvent } from './event-stream'

const streamOf = (...chunks: string[]) => new Blob(chunks).stream()

test('events are read in order, whatever pieces they arrive in', async () => {
  const heard: StreamEvent[] = []
  const pieces = ['retry: 2000\n\neve', 'nt: order\ndata: {"a":', '1}\n', '\nevent: heartbeat\ndata: {}\n\nevent: lost']
  const transport = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  await readEvents(transport, (event) => heard.push(event))
  expect(heard).toEqual([
    { event: 'order', data: '{"a":1}' },
    { event: 'heartbeat', data: '{}' },
  ])
})

test('letters of several bytes survive being cut apart', async () => {
  const heard: StreamEvent[] = []
  await readEvents(streamOf('data: “Rp 10.000”\n\n'), (event) => heard.push(event))
  expect(heard).toEqual([{ event: 'message', data: '“Rp 10.000”' }])
})

test('a block without data is no event', () => {
  expect(parseEvent(': still here')).toBeUndefined()
  expect(parseEvent('event: order')).toBeUndefined()
})
