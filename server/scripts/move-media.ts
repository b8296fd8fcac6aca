/**
 * Copies the pictures from the data folder to S3 or back: `npm run media:move -- --to s3|files`. It can be repeated, also
 * after an interruption, and does not change the source.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { movePictures } from '../src/media/stores/move-pictures.ts'
import { openFiles } from '../src/media/stores/open-store.ts'
import { openS3Store } from '../src/media/stores/s3-store.ts'
import { commandLine } from '../src/platform/command-line.ts'
import { adviceFor } from '../src/start/startup-errors.ts'
import { progressLine } from './command/show-progress.ts'

const usage = `Usage: ${commandLine('media:move', '--to s3|files')}`

/** A wrong command line: its message is printed without a stack. */
class UsageError extends Error {}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

const progress = progressLine()
try {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
  if (to !== 's3' && to !== 'files') throw new UsageError(usage)
  const config = readConfig(process.env)
  if (!config.mediaS3) throw new UsageError('Set MEDIA_S3_* for this command: it needs both places.')
  const files = await openFiles(config)
  const s3 = openS3Store(config.mediaS3)
  await s3.check()
  const moved = await movePictures({
    ...(to === 's3' ? { from: files, to: s3 } : { from: s3, to: files }),
    onProgress: ({ done, total }) => progress.show('copied and compared', done, total),
    signal: stop.signal,
  })
  progress.end()
  const { copied, there, bytes, gone } = moved
  const number = (count: number) => count.toLocaleString('en')
  console.log(
    `Copied ${number(copied)} files (${(bytes / 1e6).toFixed(1)} MB) and compared each by its hash; ${number(there)} were there already, with the same hash.`,
  )
  if (gone > 0) console.log(`${number(gone)} were deleted by the shop meanwhile.`)
  if (stop.signal.aborted) {
    console.error('Stopped before the end: run it again, and it goes on.')
    process.exitCode = 1
  } else {
    console.log(
      to === 's3'
        ? 'Start the shop with MEDIA_S3_* to use them. The files in the data folder are still there.'
        : 'Start the shop without MEDIA_S3_* to use them. The objects in the bucket are still there.',
    )
  }
} catch (error) {
  progress.end()
  console.error(error instanceof UsageError ? error.message : (adviceFor(error) ?? error))
  process.exitCode = 1
}
