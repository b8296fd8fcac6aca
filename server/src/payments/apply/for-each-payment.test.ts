import { expect, test } from 'vitest'
import { forEachPayment } from './for-each-payment.ts'

test('a payment that is there when the last running one has ended is acted on, however long the question took', async () => {
  const firstEnded = Promise.withResolvers<undefined>()
  const answers = [async () => 'first', () => firstEnded.promise, async () => 'second', async () => undefined]
  const acted: string[] = []
  await forEachPayment(
    { log: { warn() {} } as never },
    { next: async () => answers.shift()?.(), concurrency: 8, signal: undefined },
    async (id: string) => {
      acted.push(id)
      if (id === 'first') setImmediate(() => firstEnded.resolve(undefined))
    },
  )
  expect(acted).toEqual(['first', 'second'])
})
