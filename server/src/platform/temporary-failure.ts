import { isTemporaryDbFailure } from './db/db.ts'
import { ShopError } from './errors.ts'

const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether the disk of the database, or that of a folder of this server, is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (code !== undefined && diskFullCodes.has(code)) || isDiskFull(error.cause)
}

/** Another machine that the shop needs is away. A later request may succeed. */
export class TemporaryFailure extends Error {
  override name = 'TemporaryFailure'
  /** For the log. */
  readonly what: string = 'another service'
}

/** Whether the same request may succeed later without a change of the program, because a machine failed and not the code. */
export function isTemporaryFailure(error: unknown): boolean {
  return error instanceof TemporaryFailure || isTemporaryDbFailure(error) || isDiskFull(error)
}

/** The failed machine, for the log. */
export function whatIsAway(error: unknown): string {
  if (error instanceof TemporaryFailure) return `${error.what} is not available`
  return isDiskFull(error) ? 'a disk is full' : 'the database is not available'
}

/** The result of `work`. A temporary failure of it becomes the refusal UNAVAILABLE. */
export async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isTemporaryFailure(error) ? new ShopError('UNAVAILABLE', { cause: error }) : error
  }
}
