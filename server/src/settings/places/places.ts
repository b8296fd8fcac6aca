/** The places of Indonesia, from a file that `server/scripts/write-places.ts` writes. They are read once, at the first use. */
import { readFileSync } from 'node:fs'
import { fullNameOf, liesIn } from '@camilan/contract/place-codes'
import type { Place, PlaceKind, PlaceQuery } from '@camilan/contract/places'
import { searchFold } from '@camilan/contract/texts'

interface KnownPlace extends Place {
  /** The code of the place around it. */
  parent: string | null
  /** Its kind and name as a search compares them, a blank before each word. */
  words: string
  /** The same of the places around it. */
  wordsAround: string
  /** What people call it: without its kind and a title. */
  shortName: string
}

let known: ReadonlyMap<string, KnownPlace> | undefined
const places = () => {
  known ??= readPlaces(readFileSync(new URL('./indonesia.txt', import.meta.url), 'latin1'))
  return known
}

/** @returns undefined for an unknown code */
export const placeOf = (code: string): Place | undefined => places().get(code)

/** The place of a name as `fullNameOf` writes it, with or without what is around it. */
export const placeNamed = (text: string): Place | undefined => {
  const words = bareWords(text).join(' ')
  byFullName ??= new Map(
    [...places().values()].flatMap((place) =>
      [fullNameOf(place), `${place.name}, ${place.within}`].map((name) => [bareWords(name).join(' '), place] as const),
    ),
  )
  return byFullName.get(words)
}
let byFullName: ReadonlyMap<string, Place> | undefined

export function findPlaces({ query, parent, limit }: PlaceQuery): Place[] {
  const all = [...places().values()]
  if (query === null) return all.filter((place) => place.parent === parent).sort(byName)
  const words = [...new Set(bareWords(query).map((word) => ` ${otherNames[word] ?? word}`))]
  const asked = words.join('').trim()
  return all
    .filter((place) => (parent === null || liesIn(place.code, parent)) && isMeant(place, words))
    .sort((a, b) => rank(a, asked) - rank(b, asked) || byName(a, b))
    .slice(0, limit)
}

const otherNames: Record<string, string> = { dki: 'jakarta', dkj: 'jakarta', jogja: 'yogya', jogjakarta: 'yogyakarta' }

/** All words begin one of the place or around it, and some word one of the place. */
const isMeant = ({ words, wordsAround }: KnownPlace, asked: readonly string[]) =>
  asked.some((word) => words.includes(word)) &&
  asked.every((word) => words.includes(word) || wordsAround.includes(word))

/** A kota comes before the kabupaten of its name, and a kecamatan after all others. */
function rank({ kind, shortName, words }: KnownPlace, asked: string): number {
  const isWhole = shortName === asked || words.endsWith(` ${asked}`)
  const likeness = shortName === asked ? 0 : shortName.startsWith(asked) ? 1 : isWhole ? 2 : 3
  return (kind === 'kecamatan' ? 100 : 0) + likeness * 10 + kindRanks.indexOf(kind)
}

const kindRanks: readonly PlaceKind[] = ['kota', 'kabupaten', 'provinsi', 'kecamatan']
const byName = (a: KnownPlace, b: KnownPlace) =>
  a.shortName < b.shortName ? -1 : a.shortName > b.shortName ? 1 : a.code < b.code ? -1 : 1

const bareWords = (text: string) =>
  searchFold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
const title = /^(kabupaten administrasi|kabupaten|kota administrasi|kota|daerah khusus ibukota|daerah istimewa) /

function readPlaces(text: string): ReadonlyMap<string, KnownPlace> {
  const all = new Map<string, KnownPlace>()
  const add = (entry: string, around: Around): Around => {
    const place = readPlace(entry, around)
    all.set(place.code, place)
    return aroundOf(place)
  }
  let province = nothing
  for (const line of text.trimEnd().split('\n')) {
    const [head = '', parts] = line.trimStart().split(': ')
    if (parts === undefined) {
      province = add(head, nothing)
    } else {
      const regency = add(head, province)
      for (const part of parts.split('; ')) add(part, regency)
    }
  }
  return all
}

/** What all parts of a place share. */
interface Around {
  code: string | null
  within: string | null
  words: string
}

const nothing: Around = { code: null, within: null, words: '' }
const aroundOf = ({ code, name, within, words, wordsAround }: KnownPlace): Around => ({
  code,
  within: within === null ? name : `${name}, ${within}`,
  words: words + wordsAround,
})

function readPlace(entry: string, around: Around): KnownPlace {
  const name = entry.slice(3)
  const code = around.code === null ? entry.slice(0, 2) : `${around.code}.${entry.slice(0, 2)}`
  const kind = kindOf(code, name)
  const folded = bareWords(name).join(' ')
  return {
    code,
    name,
    kind,
    parent: around.code,
    within: around.within,
    words: ` ${kind} ${folded}`,
    wordsAround: around.words,
    shortName: kind === 'kecamatan' ? folded : folded.replace(title, ''),
  }
}

function kindOf(code: string, name: string): PlaceKind {
  if (code.length === 2) return 'provinsi'
  if (code.length > 5) return 'kecamatan'
  return name.startsWith('Kota ') ? 'kota' : 'kabupaten'
}
