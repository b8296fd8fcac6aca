import { noAnswer } from './api-error'

/** 5 MB take as long at 42 kB per second. */
const longestMs = 120_000

/**
 * Gives an upload up after two minutes, also if the browser never reads the photo, or the shop never answers.
 * @throws {ApiError} NETWORK
 */
export function inTime<Result>(upload: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(noAnswer())
      controller.abort()
    }, longestMs)
  })
  return Promise.race([upload(controller.signal), tooLate]).finally(() => clearTimeout(timer))
}
