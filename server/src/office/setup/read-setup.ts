import { type OrderObstacle, type Setup, setupSteps } from '@camilan/contract/setup'
import type { MailServer } from '../../mail/transports/mail-server.ts'
import type { KeyEnvironment } from '../../payments/keys/key-sets.ts'
import type { OwnAccountDeps } from '../../people/first-admin/make-own-account.ts'
import { days, hours, later } from '../../platform/clock.ts'
import type { Quiet } from '../../platform/quiet.ts'
import type { Settings } from '../../settings/settings.ts'
import { readFacts, type SetupFacts } from './queries.ts'

export interface SetupDeps extends OwnAccountDeps {
  settings: Pick<Settings, 'current' | 'base'>
  /** Whether the configuration asks for samples. */
  demoData: boolean
  keySets: { current(): { environment: KeyEnvironment } | undefined }
  /** Whether the shop is quiet after a restore. */
  quiet: Pick<Quiet, 'isOn'>
  mailServer: Pick<MailServer, 'source' | 'given'>
  backup: {
    /** 0: the shop makes no backups by itself. */
    everyHours: number
    /** Whether the backups survive the loss of the database's disk. */
    isElsewhere: () => Promise<boolean>
  }
}

/** A backup that is older than two intervals does not count; the same as in watch/check-alarms.ts. */
const backupIsOldAfter = 2
const usualBackupHours = 24
const downloadCountsMs = days(31)

/** The steps that the shop still needs. They are computed each time, so a step that is no longer true is open again. */
export async function readSetup(deps: SetupDeps, now: Date): Promise<Setup> {
  const [facts, isElsewhere] = await Promise.all([readFacts(deps.db, now), deps.backup.isElsewhere()])
  const steps = {
    identity: identityOf(deps),
    contact: contactOf(deps),
    delivery: { is_done: facts.isDeliveryConfirmed || isDeliverySet(deps) },
    payment: paymentOf(deps),
    methods: { is_done: isMethodChosen(deps) },
    mail: mailOf(deps, facts),
    product: { is_done: facts.hasOwnProduct, chosen_packaging: deps.settings.current().choose_only_packaging },
    backup: backupOf(deps, facts, isElsewhere, now),
  }
  return {
    closed_at: facts.closedAt?.toISOString() ?? null,
    is_done: setupSteps.every((step) => steps[step].is_done),
    obstacles: obstaclesOf(deps, facts),
    steps,
    has_samples: facts.hasSampleProducts || (deps.demoData && facts.samplesRemovedAt === null),
  }
}

function obstaclesOf({ quiet, keySets }: SetupDeps, { shownCount, orderableCount }: SetupFacts): OrderObstacle[] {
  const stock = shownCount === 0 ? 'product' : orderableCount === 0 ? 'stock' : undefined
  const found = [quiet.isOn() && 'restored', !keySets.current() && 'keys', stock] as const
  return found.filter((obstacle) => obstacle !== undefined && obstacle !== false)
}

function identityOf({ settings: { current, base } }: SetupDeps): Setup['steps']['identity'] {
  const { shop_name, story } = current()
  const has_name = base.locked.shop_name !== undefined || shop_name !== base.defaults.shop_name
  return { is_done: has_name && story !== null, has_name, has_story: story !== null }
}

function contactOf({ settings }: SetupDeps): Setup['steps']['contact'] {
  const { whatsapp, address } = settings.current()
  const [has_whatsapp, has_address] = [whatsapp !== null, address !== null]
  return { is_done: has_whatsapp && has_address, has_whatsapp, has_address }
}

function isDeliverySet({ settings: { current, base } }: SetupDeps): boolean {
  const { shipping_cost, cities } = current()
  const isUsual =
    JSON.stringify([shipping_cost, cities]) === JSON.stringify([base.defaults.shipping_cost, base.defaults.cities])
  return base.locked.shipping_cost !== undefined || !isUsual
}

function paymentOf({ keySets }: SetupDeps): Setup['steps']['payment'] {
  const { environment = 'none' } = keySets.current() ?? {}
  const mode = environment === 'local' ? 'simulation' : environment
  return { is_done: mode === 'production', mode }
}

function isMethodChosen({ settings: { current, base } }: SetupDeps): boolean {
  return current().payment_methods.join() !== base.defaults.payment_methods.join()
}

/** Only a test mail proves the present mail server, because other mail may have been written to the folder before. */
function mailOf({ mailServer, settings }: SetupDeps, { testedAt, testSentAt }: SetupFacts): Setup['steps']['mail'] {
  const order_mails = settings.current().mail_order_events
  if (mailServer.source() === 'folder') return { is_done: false, has_server: false, test: null, order_mails }
  const setAt = mailServer.source() === 'browser' ? mailServer.given()?.setAt : undefined
  const isOfNow = testedAt !== null && !(setAt && testedAt < setAt)
  if (!isOfNow) return { is_done: false, has_server: true, test: null, order_mails }
  const is_sent = testSentAt !== null
  return { is_done: is_sent, has_server: true, test: { is_sent, at: testedAt.toISOString() }, order_mails }
}

function backupOf(
  { backup: { everyHours } }: SetupDeps,
  { backupMadeAt, backupDownloadedAt: downloadedAt }: SetupFacts,
  is_elsewhere: boolean,
  now: Date,
): Setup['steps']['backup'] {
  const maxAgeMs = hours(everyHours || usualBackupHours) * backupIsOldAfter
  const isFresh = backupMadeAt !== null && later(backupMadeAt, maxAgeMs) > now
  const isDownloaded = downloadedAt !== null && later(downloadedAt, downloadCountsMs) > now
  return {
    is_done: (isFresh && is_elsewhere) || isDownloaded,
    downloaded_at: downloadedAt?.toISOString() ?? null,
    made_at: backupMadeAt?.toISOString() ?? null,
    is_elsewhere,
    every_hours: everyHours,
  }
}
