import type { Db, Tx } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { eachApart } from '../platform/jobs/each-apart.ts'
import { isOfProduct } from './delete-unused-images.ts'
import { InvalidImage } from './files/errors.ts'
import { publishFullSet, setLook } from './files/full-sets.ts'
import { fullSet, fullSetFile, fullSetFiles, hashOfFile, isFullSetFile, widthFile } from './files/image-files.ts'
import type { Media } from './open-media.ts'

interface FullSetDeps {
  db: Db
  media: Media
  /** The look of this picture changes in this transaction: pages that show it are out of date. */
  onChange: (tx: Tx, hash: string) => Promise<void>
}

const batchSize = 500

/**
 * Make the full set of every product's picture that has none, one after the other, and find the colours of those that earlier
 * releases have stored. One that fails stops no other. Each file is stored as soon as it is encoded, so only the missing ones are made after an
 * interruption. Uploads go first: they end the encoding of the current file. It can be stopped at any time.
 */
export async function makeFullSets(deps: FullSetDeps, stop: AbortSignal): Promise<void> {
  const { media, db } = deps
  const signal = AbortSignal.any([stop, media.closing])
  await eachApart(picturesWithout(db), (hash) => makeOrWait(deps, hash, signal), signal)
}

async function makeOrWait(deps: FullSetDeps, hash: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let outcome: Outcome = 'no source'
    const isDone = await deps.media.turns.inBackground(signal, async (either) => {
      outcome = await makeFullSet(deps.media, hash, either)
    })
    if (!isDone) continue // an upload was first, or the signal ends the loop
    if (outcome !== 'no source') await record(deps, hash, outcome)
    return
  }
}

async function* picturesWithout(db: Db): AsyncGenerator<string> {
  for (let hash = await nextWithout(db, ''); hash !== undefined; hash = await nextWithout(db, hash)) yield hash
}

/** `no source`: a basic file is missing, as after an incomplete restore. The next upload of the picture stores it. */
type Outcome = { colors: string } | 'impossible' | 'no source'

async function nextWithout(db: Db, after: string): Promise<string | undefined> {
  const next = await db
    .selectFrom('images')
    .select('hash')
    .where((eb) => eb.or([eb('full_set', 'is', null), eb.and([eb('full_set', '=', 'made'), eb('colors', 'is', null)])]))
    .where('hash', '>', after)
    .where(isOfProduct)
    .orderBy('hash')
    .limit(1)
    .executeTakeFirst()
  return next?.hash
}

async function makeFullSet({ store, encoder }: Media, hash: string, signal: AbortSignal): Promise<Outcome> {
  const exists = await Promise.all(fullSet.map((file) => store.has(fullSetFile(hash, file))))
  const files = fullSet.filter((_, index) => !exists[index])
  const source = await store.get(widthFile(hash, 1600))
  if (source === undefined) return 'no source'
  const failed = new AbortController()
  const stored: Promise<void>[] = []
  let colors: string
  try {
    colors = await encoder.encodeFullSet({
      source,
      files,
      onFile: ({ file, content }) => {
        const storing = store.put(fullSetFile(hash, file), content)
        storing.catch(() => failed.abort()) // for example a full disk: the other pictures would fail, too
        stored.push(storing)
      },
      signal: AbortSignal.any([signal, failed.signal]),
    })
  } catch (error) {
    await Promise.all(stored)
    if (error instanceof InvalidImage) return 'impossible'
    throw error
  }
  await Promise.all(stored)
  return { colors }
}

/** It has no effect if the picture has been deleted meanwhile. */
function record(
  { db, onChange }: FullSetDeps,
  hash: string,
  outcome: { colors: string } | 'impossible',
): Promise<void> {
  return transact(db, async (tx) => {
    const picture = await tx
      .updateTable('images')
      .set({ full_set: outcome === 'impossible' ? outcome : 'made' })
      .where('hash', '=', hash)
      .returning('colors')
      .executeTakeFirst()
    if (outcome === 'impossible' || !picture) return
    if (picture.colors === null) await setLook(tx, hash, outcome)
    await publishFullSet(tx, 'made', hash)
    await onChange(tx, hash)
  })
}

/**
 * Find pictures whose full set is no longer complete, as after an incomplete restore. Their sets are made again, and
 * meanwhile no response names a missing file.
 */
export async function findBrokenFullSets({ db, media, onChange }: FullSetDeps, signal?: AbortSignal): Promise<void> {
  const found = new Map<string, number>()
  const startedWith = await media.store.list()
  for (const name of startedWith.filter(isFullSetFile)) {
    const hash = hashOfFile(name) as string
    found.set(hash, (found.get(hash) ?? 0) + 1)
  }
  for (let last = ''; !signal?.aborted; ) {
    const batch = await db
      .selectFrom('images')
      .select('hash')
      .where('full_set', '=', 'made')
      .where('hash', '>', last)
      .orderBy('hash')
      .limit(batchSize)
      .execute()
    for (const { hash } of batch) {
      if ((found.get(hash) ?? 0) === fullSet.length) continue
      const exists = await Promise.all(fullSetFiles(hash).map((name) => media.store.has(name)))
      if (exists.every(Boolean)) continue // made after the folder was read
      await transact(db, async (tx) => {
        await tx.updateTable('images').set({ full_set: null }).where('hash', '=', hash).execute()
        await publishFullSet(tx, 'removed', hash)
        await onChange(tx, hash)
      })
    }
    const end = batch.at(-1)?.hash
    if (end === undefined) return
    last = end
  }
}
