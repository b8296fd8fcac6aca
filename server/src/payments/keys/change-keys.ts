import { simulationKeys } from '@camilan/contract/payment-key-values'
import type { KeyFinding, PaymentKeysChange, SecretRemoval } from '@camilan/contract/payment-keys'
import type { FastifyBaseLogger } from 'fastify'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { confirmPassword } from '../../people/login/confirm-password.ts'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Client, Limits } from '../../people/users/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { storageProblem } from '../../settings/mail-server/storage-problem.ts'
import { checkKeys } from './check-keys.ts'
import { KeysNotChecked, KeysRefused } from './errors.ts'
import type { GatewayAccess } from './gateway-access.ts'
import { lockKeySets, removeGivenKeys, writeGivenKeys } from './key-set-rows.ts'
import { fingerprintOf, type KeySets, publishKeySetChange, sealedName } from './key-sets.ts'
import { endingOf } from './key-state.ts'

export interface KeyDeps {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  keySets: KeySets
  sealer: Sealer
  access: GatewayAccess
  limits: Limits
  /** The URL to which the gateway sends its notifications. */
  notificationUrl: string
}

/**
 * Store a pair of keys that an administrator gives. From then on payments are opened with it: in this process when this
 * returns, in the others within a second. The former pair is kept for its payments. The keys are checked first, and appear
 * neither in the log nor in the audit entry.
 * The keys of the simulation remove the stored pair.
 * @returns the findings of the check
 * @throws {InvalidForm} the environment decides about the keys, there is no simulation, or nothing can be stored
 * @throws the refusals of {@link confirmPassword}
 * @throws {KeysRefused} | {KeysNotChecked} nothing is stored
 */
export async function changeKeys(
  deps: KeyDeps,
  by: Caller & Client,
  { environment, server_key: serverKey, client_key: clientKey, current_password }: PaymentKeysChange,
): Promise<KeyFinding[]> {
  const { db, clock, log, keySets, sealer, access, limits, notificationUrl } = deps
  if (keySets.isFixed) {
    throw new InvalidForm({
      server_key: 'Kunci diatur di server dengan MIDTRANS_SERVER_KEY, jadi tidak bisa diubah di sini.',
    })
  }
  if (serverKey === simulationKeys.serverKey) return switchToSimulation(deps, by, { current_password })
  await confirmPassword({ db, limits }, by, current_password, clock())
  const problem = storageProblem(sealer)
  if (problem !== null) throw new InvalidForm({ server_key: problem })
  const { findings, problem: refusal } = await checkGivenKeys({ access, notificationUrl }, { environment, serverKey })
  if (refusal) {
    log.warn({ by: by.id, environment, refused: refusal.kind }, 'keys of the gateway were not kept')
    throw refusal.kind === 'refused'
      ? new KeysRefused(refusal.sentence, findings)
      : new KeysNotChecked(`Kunci belum disimpan. ${refusal.sentence}`, findings)
  }

  const fingerprint = fingerprintOf(serverKey)
  const sealed = await sealer.seal(sealedName(environment, fingerprint), serverKey)
  const before = keySets.current()
  await transact(db, async (tx) => {
    await lockKeySets(tx)
    const now = clock()
    await assertStillAllowed(tx, by, now)
    await writeGivenKeys(tx, { environment, clientKey, fingerprint, sealed, by: by.name }, now)
    const changes = [
      { field: 'payment_environment', before: before?.environment ?? null, after: environment },
      { field: 'payment_client_key', before: before ? endingOf(before.clientKey) : null, after: endingOf(clientKey) },
      { field: 'payment_server_key', before: before ? '••••' : null, after: '••••' },
    ]
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
    await notify(tx, [{ kind: 'access-changed', to: 'admins', change: 'payment-keys', by: by.name }], now)
    await publishKeySetChange(tx)
  })
  await keySets.readOwnChange()
  log.info({ by: by.id, environment }, 'the keys of the gateway were changed')
  return findings
}

/** The simulation has keys of its own, so the stored keys are removed. */
async function switchToSimulation(
  deps: KeyDeps,
  by: Caller & Client,
  confirmation: SecretRemoval,
): Promise<KeyFinding[]> {
  if (deps.keySets.fallback !== 'local') {
    throw new InvalidForm({
      server_key:
        'Ini kunci simulasi, yang tidak menerima uang, jadi tidak bisa dipakai di toko ini. Untuk mencoba, pakai kunci Sandbox dari Midtrans.',
    })
  }
  await removeKeys(deps, by, confirmation)
  return [{ what: 'server-key', ok: true, sentence: 'Toko memakai simulasi: tidak ada uang yang berpindah.' }]
}

/**
 * Remove the keys that an administrator gave. Payments are then opened with those of the environment; without any the shop
 * takes no orders. The removed keys are kept as long as their payments need them. If nothing is stored, nothing is written.
 * @throws the refusals of {@link confirmPassword}
 */
export async function removeKeys(
  { db, clock, log, keySets, limits }: Pick<KeyDeps, 'db' | 'clock' | 'log' | 'keySets' | 'limits'>,
  by: Caller & Client,
  { current_password }: SecretRemoval,
): Promise<void> {
  await confirmPassword({ db, limits }, by, current_password, clock())
  const fixedId = keySets.isFixed ? keySets.current()?.id : undefined
  const isRemoved = await transact(db, async (tx) => {
    await lockKeySets(tx)
    const now = clock()
    await assertStillAllowed(tx, by, now)
    const [removed] = await removeGivenKeys(tx, fixedId, now)
    if (!removed) return false
    const changes = [
      { field: 'payment_environment', before: removed.environment, after: null },
      { field: 'payment_client_key', before: endingOf(removed.client_key), after: null },
      { field: 'payment_server_key', before: '••••', after: null },
    ]
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
    await notify(tx, [{ kind: 'access-changed', to: 'admins', change: 'payment-keys-removed', by: by.name }], now)
    await publishKeySetChange(tx)
    return true
  })
  await keySets.readOwnChange()
  if (isRemoved) log.info({ by: by.id }, 'the keys of the gateway were removed')
}

/** The shop does not have the keys yet. */
function checkGivenKeys(
  { access, notificationUrl }: Pick<KeyDeps, 'access' | 'notificationUrl'>,
  { environment, serverKey }: { environment: PaymentKeysChange['environment']; serverKey: string },
) {
  const origins = access.origins[environment]
  if (!origins) throw new Error(`no origins of ${environment}`)
  return checkKeys({ ...origins, serverKey, notificationUrl, isKept: false, timeoutMs: access.timeoutMs })
}
