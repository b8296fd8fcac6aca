/** The one way by which texts that people type, paste or upload come in: forms, API, tables and searches. Without zod. */
import { maxLengths } from './lengths.ts'

const control = String.raw`\p{Cc}`
/** Format characters, such as those that turn the direction of writing, and letters that cannot be seen. */
const invisible = String.raw`\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\uffa0`
/** The joiner in the middle of an emoji stays: without it the emoji falls apart. */
const insideEmoji = String.raw`(\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?\u200d)(?=\p{Extended_Pictographic})`
const unseenInLine = new RegExp(`${insideEmoji}|[${control}${invisible}]`, 'gu')
const unseenInText = new RegExp(`${insideEmoji}|(?![\\n\\t])[${control}${invisible}]`, 'gu')

/** Of every script that has some. Compatibility forms become one of these by NFKC and NFKD. */
const dashes = String.raw`\-\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\u{10d6e}\u{10ead}`
const dash = new RegExp(`[${dashes}]`, 'gu')
const singleQuotes = String.raw`'\u0060\u00b4\u02b9\u02bb-\u02bd\u02ca\u02cb\u0384\u055a\u05f3\u07f4\u2018-\u201b\u2032\u2035\u2039\u203a\u275b\u275c\ua78c\u1ffd`
const singleQuote = new RegExp(`[${singleQuotes}]`, 'gu')

/** PostgreSQL stores no NUL character in a text, and no half of a surrogate pair in JSON. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)

/** A text of one line, such as a name: breaks become a space, and nothing is left that cannot be seen. */
export const cleanLine = (text: string): string =>
  text
    .replaceAll(/[\t-\r\x85\u2028\u2029]+/g, ' ')
    .replaceAll(unseenInLine, '$1')
    .normalize('NFC')
    .trim()

/** A text of several lines: their ends become LF, as forms of browsers send CRLF. Tabs stay. */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(unseenInText, '$1')
    .normalize('NFC')
    .trim()

/** A text with a format, such as a phone number, a code, an amount or an e-mail: keyboards and chats replace its characters. */
export const cleanFormat = (text: string): string =>
  cleanLine(text)
    .replaceAll(singleQuote, "'") // before NFKC, which makes a space of some accents
    .normalize('NFKC')
    .replaceAll(dash, '-')
    .replaceAll(singleQuote, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Whether somebody can read something in it: a required text is not made of marks, blanks or pictures alone. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(cleanLine(text))

/** The form in which passwords are hashed: keyboards write the same letter in different ways. Nothing else is changed. */
export const passwordForm = (typed: string): string => typed.normalize('NFC')

/**
 * The form in which phone numbers are compared, without Indonesia's code or zero in front: that of `+62 812-3456` and of
 * `0812 3456` is `8123456`. The function `phone_digits` of the database does the same.
 */
export const phoneDigits = (phone: string): string =>
  cleanFormat(phone)
    .replaceAll(/[^0-9]/g, '')
    .replace(/^(?:(?:00)?620?|00?)/, '')

/** Whether it is made of what people write phone numbers with. */
export const looksLikePhone = (text: string): boolean => /^[+\d\s().-]+$/.test(cleanFormat(text))

const doubleQuotes = String.raw`"\u00ab\u00bb\u02ba\u02ee\u05f4\u201c-\u201f\u2033\u2034\u2036\u2037\u2057\u275d\u275e\u301d-\u301f`
/** Of Latin, Greek, Cyrillic and Arabic letters. In other scripts marks are letters. */
const accents = String.raw`\u0300-\u036f\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`
/** Also what programs put in place of a character or a picture that they lost, and accents that NFKD would make a blank. */
const unsearched =
  /(?![\t-\r\x85])[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]|[\ufffc\ufffd\u00b4\u0384\u1ffd]/gu
const accentOrQuote = new RegExp(`[${accents}${singleQuotes}${doubleQuotes}]`, 'gu')
/** Letters that no normal form takes apart. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * The form in which a search compares texts: without case, accents, quotes and what cannot be seen, and with one kind of
 * dash and blank. The function `search_fold` of the database does the same.
 */
export const searchFold = (text: string): string =>
  text
    .replaceAll(unsearched, '')
    .normalize('NFKD')
    .replaceAll(accentOrQuote, '')
    .toLowerCase()
    .replaceAll(dash, '-')
    .replaceAll(/[\t-\r\x85\u1680\u2028\u2029\u2800]/g, ' ')
    .replaceAll(specialLetter, (letter) => plainLetters[letter] ?? letter)

/** The words of a search, each of which has to be found. */
export const searchWords = (text: string): string[] =>
  searchFold(text)
    .split(' ')
    .filter((word) => word !== '')

/** The text of a search as it is shown; null if there is nothing to search for. */
export function searchTextOf(text: string): string | null {
  const storable = text.replaceAll(/[\0\p{Surrogate}]/gu, '')
  // The end may cut a pair of surrogates in half.
  const shown = cleanLine(storable)
    .slice(0, maxLengths.search)
    .replace(/\p{Surrogate}$/u, '')
    .trim()
  return searchWords(shown).length > 0 ? shown : null
}
