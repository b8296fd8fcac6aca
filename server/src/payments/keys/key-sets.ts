/** The pairs of keys of the gateway, in the memory of this process: the present one, and those of former payments. */
import { createHash } from 'node:crypto'
import type { GatewayEnvironment } from '@camilan/contract/payment-key-values'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Broadcast, publish } from '../../platform/events/broadcast.ts'
import { type Followed, follow } from '../../platform/events/follow.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { type KeySetRow, keySetRows, registerKeys } from './key-set-rows.ts'

/** `local` is the payment sandbox inside the server. */
export type KeyEnvironment = GatewayEnvironment | 'local'

export interface Keys {
  environment: KeyEnvironment
  serverKey: string
  clientKey: string
}

export interface KeySet extends Keys {
  id: string
  /** When it was given in the browser, and by whom. */
  given: { at: Date; by: string } | undefined
}

/** A set of which this shop may have lost the server key. */
export type KnownSet = Omit<KeySet, 'serverKey'> & { serverKey: string | undefined }

/** It changes when another set becomes the current one. */
export interface KeySets extends Followed {
  /** New payments are opened with it. Undefined: the shop can't be paid. */
  current(): KeySet | undefined
  /** The sets with a server key, the current one first. */
  usable(): readonly KeySet[]
  /** A set that another process has just written is read from the database. Undefined if there is no such set. */
  find(id: string): Promise<KnownSet | undefined>
  /** Whether a payment may exist whose server key is unknown here. */
  hasLost(): boolean
  /** Whether keys that were given in the browser are stored and not replaced, used or not. */
  isStored(): boolean
  /** Keys were given in the browser and can't be decrypted: they count as not set. */
  isUnreadable(): boolean
  /** Whether the environment decides about the keys. */
  isFixed: boolean
  /** The keys that are used if none were given in the browser. */
  fallback: 'none' | 'local' | 'environment'
  /** Reload, but not if they were read within the last second. */
  refresh(): Promise<void>
}

export interface KeySetDeps {
  db: Db
  broadcast: Broadcast
  clock: Clock
  sealer: Sealer
  /** The keys of the environment override those from the browser. Those of the local sandbox are used only without others. */
  own: Keys | undefined
}

const topic = 'payment-keys'
const refreshMs = 1_000
/** An event can be lost. The keys are read again after this time. */
const rereadMs = 30_000

/** Tell every process, after the commit, that the sets have changed. */
export const publishKeySetChange = (db: Db) => publish(db, { topic, event: 'changed', data: null })

export const fingerprintOf = (serverKey: string): Buffer => createHash('sha256').update(serverKey).digest()

/** The name under which a server key is encrypted. Another set, or another environment, can't decrypt it. */
export const sealedName = (environment: KeyEnvironment, fingerprint: Buffer): string =>
  `payment-keys/${environment}/${fingerprint.toString('hex')}`

export async function openKeySets(deps: KeySetDeps): Promise<KeySets> {
  const { db, broadcast, clock, own } = deps
  const ownFingerprint = own && fingerprintOf(own.serverKey)
  const isFixed = own !== undefined && own.environment !== 'local'
  let known: Known = { sets: new Map(), current: undefined, isStored: false, isUnreadable: false, hasLost: false }
  let readAt = Number.NEGATIVE_INFINITY
  let isRegistered = false

  async function read(): Promise<boolean> {
    if (own && ownFingerprint && !isRegistered) await registerKeys(db, { ...own, fingerprint: ownFingerprint }, clock())
    isRegistered = true
    readAt = performance.now()
    const { current: before } = known
    known = knownFrom(await keySetRows(db), { ...deps, ownFingerprint, isFixed })
    return before?.id !== known.current?.id || before?.clientKey !== known.current?.clientKey
  }

  const followed = await follow(read, { broadcast, topic, rereadMs })
  const { reload } = followed
  return {
    ...followed,
    current: () => known.current,
    usable() {
      const { sets, current } = known
      const others = [...sets.values()].filter(isUsable).filter(({ id }) => id !== current?.id)
      return current ? [current, ...others] : others
    },
    async find(id) {
      if (!known.sets.has(id)) await reload()
      return known.sets.get(id)
    },
    hasLost: () => known.hasLost,
    isStored: () => known.isStored,
    isUnreadable: () => known.isUnreadable,
    isFixed,
    fallback: isFixed ? 'environment' : own ? 'local' : 'none',
    async refresh() {
      if (performance.now() - readAt > refreshMs) await reload()
    },
  }
}

/** The rows as this process uses them. */
interface Known {
  sets: ReadonlyMap<string, KnownSet>
  current: KeySet | undefined
  isStored: boolean
  isUnreadable: boolean
  hasLost: boolean
}

interface OwnKeys extends Pick<KeySetDeps, 'own' | 'sealer'> {
  ownFingerprint: Buffer | undefined
  isFixed: boolean
}

function knownFrom(rows: KeySetRow[], { own, ownFingerprint, isFixed, sealer }: OwnKeys): Known {
  const isOwn = (row: KeySetRow) =>
    own?.environment === row.environment && ownFingerprint?.equals(row.server_key_fingerprint) === true

  function serverKeyOf(row: KeySetRow): string | undefined {
    if (isOwn(row)) return own?.serverKey
    const { environment, server_key_fingerprint, sealed_server_key: sealed } = row
    return sealed === null ? undefined : sealer.open(sealedName(environment, server_key_fingerprint), sealed)
  }

  const sets = new Map(rows.map((row) => [row.id, knownSet(row, serverKeyOf(row))]))
  const setOf = (row: KeySetRow | undefined) => usableSet(row && sets.get(row.id))
  const givenRow = rows.find((row) => row.sealed_server_key !== null && row.replaced_at === null)
  const given = isFixed ? undefined : setOf(givenRow)
  const isStored = givenRow !== undefined
  return {
    sets,
    current: given ?? setOf(rows.find(isOwn)),
    isStored,
    isUnreadable: !isFixed && isStored && given === undefined,
    hasLost: rows.some(
      ({ id, environment, retired_at }) =>
        environment !== 'local' && retired_at === null && sets.get(id)?.serverKey === undefined,
    ),
  }
}

function knownSet(row: KeySetRow, serverKey: string | undefined): KnownSet {
  const { id, environment, client_key: clientKey, set_at, set_by } = row
  const given = set_at && set_by !== null ? { at: set_at, by: set_by } : undefined
  return { id, environment, clientKey, serverKey, given }
}

const isUsable = (set: KnownSet): set is KeySet => set.serverKey !== undefined
const usableSet = (set: KnownSet | undefined) => (set && isUsable(set) ? set : undefined)
