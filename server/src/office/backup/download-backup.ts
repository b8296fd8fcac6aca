import { type Readable, Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { findTicket, issueTicket, markTold } from '../../orders/export/export-tickets.ts'
import { type Administrator, recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { confirmPassword } from '../../people/login/confirm-password.ts'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Client, Limits } from '../../people/users/limits.ts'
import { hashOfToken } from '../../people/users/random-token.ts'
import { minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { NotFound } from '../../platform/errors.ts'
import { type Broadcast, publish } from '../../platform/events/broadcast.ts'
import { isLeaseHeld, withLease } from '../../platform/jobs/lease.ts'
import { backupDownloaded } from '../setup/queries.ts'
import type { BackupJobDeps } from './back-up-when-due.ts'
import { NoDownload } from './errors.ts'
import { backupFile, whyNoBackup } from './file/backup-files.ts'
import { shopId } from './last-backup.ts'

export interface DownloadDeps extends BackupJobDeps {
  limits: Limits
  folder: string
  broadcast: Pick<Broadcast, 'subscribe'>
  /** A download of which nothing is taken for so long is ended. Five minutes, or what a test says. */
  stalledMs?: number
  /** For so long a request waits for the end of another download. 15 seconds, or what a test says. */
  giveWayMs?: number
}

/** Of all processes on the database, one sends a backup. */
const leaseName = 'download a backup'
/** Stored with a ticket, in the place of a list's query. */
const ticketText = 'backup'
const isBusy = 'Cadangan sedang diunduh. Tunggu sampai selesai, lalu coba lagi.'
const isReplaced = 'Unduhan ini diganti oleh unduhan yang baru.'

/**
 * @returns a ticket for {@link makeDownloads}, valid for a minute, while the session lasts
 * @throws the refusals of {@link confirmPassword}
 * @throws {NoDownload}
 */
export async function allowDownload(
  { db, limits, folder, log }: DownloadDeps,
  by: Caller & Client,
  password: string,
  now: Date,
): Promise<string> {
  await confirmPassword({ db, limits }, by, password, now)
  if (await isLeaseHeld(db, leaseName)) throw new NoDownload(isBusy)
  const problem = await whyNoBackup(folder)
  if (problem !== undefined) {
    log.warn({ folder, problem }, 'no backup can be downloaded')
    throw new NoDownload('Folder cadangan di server tidak bisa ditulis. Minta pengelola server memeriksanya.')
  }
  return transact(db, async (tx) => {
    await assertStillAllowed(tx, by, now)
    return issueTicket(tx, by.access.token, ticketText, now)
  })
}

/** What a request says that finds another download running: the same ticket's gives way. */
const topic = 'backup-download'
const waitEachMs = 100

/** Sends backups. Make one for each process. */
export function makeDownloads({ db, folder, log, broadcast, ...options }: DownloadDeps) {
  const { stalledMs = minutes(5), giveWayMs = 15_000, ...deps } = options
  /** The download that holds the lease in this process. */
  let running: { ticket: string; replaced: AbortController } | undefined
  broadcast.subscribe(topic, {
    onEvent({ data }) {
      if (running?.ticket === data) running?.replaced.abort()
    },
    onDisconnect() {}, // the other request then waits for the end, and may be refused
  })

  /**
   * Send a new backup of the whole shop. All administrators are told before the first byte, once for a ticket: a second
   * request with it replaces the first, at whichever process that runs, because only a client that lost its download asks
   * again. It is not recorded as a backup of the shop, because nobody knows whether it arrived.
   * @throws {NotFound} the ticket is unknown, expired or for something else
   * @throws {NoDownload}
   */
  return async (ticket: string, now: Date): Promise<{ name: string; content: Readable }> => {
    const found = await findTicket(db, ticket, now)
    if (found?.query !== ticketText)
      throw new NotFound('Tautan cadangan sudah tidak berlaku. Unduh lagi dari Pengaturan.')
    const name = backupFile('', await shopId(db), now)
    const { streamBackup } = await import('./make-backup.ts') // loaded only now, because it would make each start longer
    const content = new Transform({
      transform(chunk, _encoding, taken) {
        stalled?.refresh()
        taken(null, chunk)
      },
    })
    let stalled: NodeJS.Timeout | undefined
    content.once('close', () => clearTimeout(stalled))
    const replaced = new AbortController()
    const begun = Promise.withResolvers<void>()
    const own = { ticket: hashOfToken(ticket).toString('hex'), replaced }
    const stream = async (_db: Db, lost: AbortSignal) => {
      const signal = AbortSignal.any([lost, replaced.signal])
      // Also while nobody takes its bytes.
      signal.addEventListener('abort', () => content.destroy())
      const onSnapshot = async () => {
        await recordDownload(db, { ticket, by: found.by }, now)
        stalled = setTimeout(() => content.destroy(new Error('nothing was taken')), stalledMs).unref()
        begun.resolve()
      }
      running = own
      try {
        const { missingPictures } = await streamBackup(deps, { folder, target: content, signal, onSnapshot }, now)
        log.info({ by: found.by.id, missingPictures: missingPictures.length }, 'a backup was downloaded')
      } finally {
        running = undefined
      }
    }
    inTurn(db, { ticket: own.ticket, giveWayMs }, stream).then(
      (isHeld) => {
        if (isHeld) return
        content.destroy()
        begun.reject(new NoDownload(isBusy))
      },
      (error) => {
        content.destroy() // the download fails, instead of ending as a shorter file
        log.warn({ err: error }, 'a download of a backup has failed')
        begun.reject(replaced.signal.aborted ? new NoDownload(isReplaced) : error)
      },
    )
    await begun.promise
    return { name, content }
  }
}

/** @returns false if another download goes on: it has not ended in time, or is not of this ticket */
async function inTurn(
  db: Db,
  { ticket, giveWayMs }: { ticket: string; giveWayMs: number },
  work: Parameters<typeof withLease>[2],
): Promise<boolean> {
  const lease = { name: leaseName }
  if (await withLease(db, lease, work)) return true
  await publish(db, { topic, event: 'asked-again', data: ticket })
  const until = performance.now() + giveWayMs
  while (performance.now() < until) {
    await wait(waitEachMs)
    if (await withLease(db, lease, work)) return true
  }
  return false
}

const recordDownload = (db: Db, { ticket, by }: { ticket: string; by: Administrator }, now: Date) =>
  transact(db, async (tx) => {
    if (await markTold(tx, ticket, now)) return
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes: [backupDownloaded] }, now)
    await notify(tx, [{ kind: 'access-changed', to: 'admins', change: 'backup-downloaded', by: by.name }], now)
  })
