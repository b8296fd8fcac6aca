/** The seller's lists of categories, packagings and weights. */
import type { AuditChange } from '@camilan/contract/audit'
import { splitPicture } from '@camilan/contract/product-pictures'
import type { NewTerm, TermChange } from '@camilan/contract/term-form'
import { maxTerms, type TermList, weightLabel, weightOf } from '@camilan/contract/terms'
import { sql } from 'kysely'
import { keepStoredPicture } from '../../media/files/removal.ts'
import type { Media } from '../../media/open-media.ts'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/connections/db-failure.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../platform/errors.ts'
import { TermInUse } from '../errors.ts'
import { lockSettings, storedSettings } from '../queries.ts'
import { resolveSettings } from '../resolve-settings.ts'
import { publishSettingsChange, type Settings } from '../settings.ts'
import { storedTerms, type TermRow } from './queries.ts'

interface TermDeps {
  db: Db
  settings: Settings
  media: Media
}

interface NamedTerm {
  list: TermList
  code: string
}

/**
 * Add a term at the end of its list.
 * @throws {InvalidForm} the list has a term of this name, or is full
 */
export function addTerm(
  deps: TermDeps,
  by: Caller,
  { list, form }: { list: TermList; form: NewTerm },
  now: Date,
): Promise<TermRow> {
  const label = list === 'weights' ? form.code && weightLabel(form.code) : form.label
  if (!label) throw new InvalidForm(list === 'weights' ? { code: 'Isi beratnya.' } : { label: 'Isi namanya.' })
  const field = list === 'weights' ? 'code' : 'label'
  const added = inLockedList(deps, by, list, now, async (tx, terms) => {
    assertFree(terms, label, field)
    if (terms.length >= maxTerms) throw new InvalidForm({ [field]: `Paling banyak ${maxTerms}.` })
    const code = list === 'weights' ? (form.code ?? '') : await freeCode(tx, label)
    const added = { code, label, is_visible: true, image: null }
    await tx
      .insertInto('terms')
      .values({ ...added, list, place: terms.length })
      .execute()
    await writeOrder(tx, [...terms, added]) // one that was removed has left its place
    return { result: added, changes: [{ field: list, before: null, after: label }] }
  })
  return added.catch((error) => {
    throw isUniqueViolation(error) ? new InvalidForm({ [field]: 'Sudah ada di daftar.' }) : error
  })
}

/**
 * Change the fields that the form has and keep the others.
 * @throws {NotFound} the list has no such term
 * @throws {InvalidForm} another term has the name, the picture is not stored, or the list has no names or pictures to change
 */
export async function changeTerm(
  deps: TermDeps,
  by: Caller,
  { list, code, form }: NamedTerm & { form: TermChange },
  now: Date,
): Promise<TermRow> {
  const { image, is_visible } = form
  if (image && list !== 'categories') throw new InvalidForm({ image: 'Hanya kategori yang bergambar.' })
  const hash = image && splitPicture(image).hash
  if (hash && !(await keepStoredPicture(deps.media, hash))) throw new InvalidForm({ image: 'Unggah lagi gambarnya.' })
  return inLockedList(deps, by, list, now, async (tx, terms) => {
    const before = termIn(terms, code)
    const others = terms.filter((term) => term !== before)
    const { label = before.label } = form
    if (label !== before.label && list === 'weights')
      throw new InvalidForm({ label: 'Berat disebut menurut jumlahnya.' })
    if (label !== before.label) assertFree(others, label, 'label')
    const term = {
      code,
      label,
      is_visible: is_visible ?? before.is_visible,
      image: image === undefined ? before.image : (hash ?? null),
    }
    await tx.updateTable('terms').set(term).where('code', '=', code).execute()
    return { result: term, changes: changesOf(list, before, term) }
  })
}

/** Give the terms of a list these places. Of two calls the last one stands. */
export function arrangeTerms(
  deps: TermDeps,
  by: Caller,
  { list, codes }: { list: TermList; codes: readonly string[] },
  now: Date,
): Promise<TermRow[]> {
  return inLockedList(deps, by, list, now, async (tx, terms) => {
    const named = [...new Set(codes)].flatMap((code) => terms.find((term) => term.code === code) ?? [])
    const order = [...named, ...terms.filter((term) => !named.includes(term))]
    const isMoved = order.some((term, index) => term !== terms[index])
    if (isMoved) await writeOrder(tx, order)
    return { result: order, changes: isMoved ? [{ field: `${list}_order`, before: null, after: order.length }] : [] }
  })
}

/**
 * @throws {NotFound} the list has no such term
 * @throws {TermInUse} a product, an order, a discount that runs, or the season has it
 */
export async function removeTerm(deps: TermDeps, by: Caller, { list, code }: NamedTerm, now: Date): Promise<void> {
  try {
    await inLockedList(deps, by, list, now, async (tx, terms) => {
      const term = termIn(terms, code)
      const { season } = resolveSettings(deps.settings.base, (await storedSettings(tx)).settings)
      if (list === 'categories' && season?.category === code) throw new TermInUse({})
      await tx
        .updateTable('discounts')
        .set({ category: null })
        .where('category', '=', code)
        .where('ended_at', 'is not', null)
        .execute()
      await tx.deleteFrom('terms').where('code', '=', code).execute()
      return { result: term, changes: [{ field: list, before: term.label, after: null }] }
    })
  } catch (error) {
    throw isForeignKeyViolation(error) ? new TermInUse({ cause: error }) : error
  }
}

interface Changed<Result> {
  result: Result
  changes: AuditChange[]
}

/** No order is placed meanwhile. When it returns, this process has the change; the others follow within a second. */
async function inLockedList<Result>(
  { db, settings }: TermDeps,
  by: Caller,
  list: TermList,
  now: Date,
  change: (tx: Tx, terms: TermRow[]) => Promise<Changed<Result>>,
): Promise<Result> {
  const { result } = await transact(db, async (tx) => {
    await lockSettings(tx)
    await assertStillAllowed(tx, by, now)
    const changed = await change(tx, (await storedTerms(tx))[list])
    const { changes } = changed
    if (changes.length > 0) await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
    await publishSettingsChange(tx)
    return changed
  })
  await settings.readOwnChange()
  return result
}

function termIn(terms: TermRow[], code: string): TermRow {
  const term = terms.find((one) => one.code === code)
  if (!term) throw new NotFound()
  return term
}

function assertFree(terms: readonly TermRow[], label: string, field: string): void {
  const key = label.toLocaleLowerCase('id')
  const same = terms.find((term) => term.label.toLocaleLowerCase('id') === key)
  if (!same) return
  throw new InvalidForm({ [field]: same.is_visible ? 'Sudah ada di daftar.' : 'Sudah ada, tetapi disembunyikan.' })
}

const maxCodeLength = 36

/** `Sambal & Lauk` gets `SAMBAL_LAUK`, or `SAMBAL_LAUK_2` if a term of any list has that. */
async function freeCode(tx: Tx, label: string): Promise<string> {
  const letters = label.normalize('NFKD').toUpperCase().replace(/\p{M}/gu, '')
  const code =
    letters
      .match(/[A-Z0-9]+/g)
      ?.join('_')
      .slice(0, maxCodeLength)
      .replace(/_$/, '') ?? 'LAIN'
  const rows = await tx
    .selectFrom('terms')
    .select('code')
    .where('code', 'like', `${code.replaceAll('_', '\\_')}%`)
    .execute()
  const taken = new Set(rows.map((row) => row.code))
  let free = code
  for (let number = 2; taken.has(free) || weightOf(free); number += 1) free = `${code}_${number}`
  return free
}

async function writeOrder(tx: Tx, terms: readonly TermRow[]): Promise<void> {
  const codes = terms.map(({ code }) => code)
  await tx
    .updateTable('terms')
    .set({ place: sql<number>`array_position(${codes}::text[], code)` })
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute()
}

function changesOf(list: TermList, before: TermRow, after: TermRow): AuditChange[] {
  const words = ({ label, is_visible }: TermRow) => (is_visible ? label : `${label} (disembunyikan)`)
  const pairs = [
    { field: list, before: words(before), after: words(after) },
    { field: `${list}_image`, before: before.image, after: after.image },
  ]
  return pairs.filter((pair) => pair.before !== pair.after)
}
