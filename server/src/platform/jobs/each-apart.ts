import { isOutcomeUnknown } from '../db/connections/db-failure.ts'
import { isDiskFull, TemporaryFailure } from '../temporary-failure.ts'
import { LeaseLost } from './lease.ts'

/**
 * Act on each item, one after the other, until the signal aborts. An item that fails stops none of the others: its error is
 * thrown when all were tried, so that the job says so and runs again. What would fail for every item is thrown at once: a
 * database that is away, a full disk, a lost lease.
 * @throws the error of the item, or an {AggregateError} of several
 */
export async function eachApart<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  act: (item: Item) => unknown,
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for await (const item of items) {
    if (signal?.aborted) break
    try {
      await act(item)
    } catch (error) {
      if (failsForAll(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of them failed`)
  if (errors.length === 1) throw errors[0]
}

/**
 * Act on all items at once. If that fails because of one of them, act on each apart.
 * @throws the errors of {@link eachApart}
 */
export async function togetherOrApart<Item>(
  items: readonly Item[],
  act: (some: readonly Item[]) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await act(items)
  } catch (error) {
    if (items.length === 1 || failsForAll(error)) throw error
    await eachApart(items, (item) => act([item]), signal)
  }
}

const failsForAll = (error: unknown) =>
  error instanceof LeaseLost || error instanceof TemporaryFailure || isOutcomeUnknown(error) || isDiskFull(error)
