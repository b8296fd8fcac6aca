/** Refuses texts of the shop with words of the last column of 'Words on screen' in docs/glossary.md. */
import { globSync, readFileSync } from 'node:fs'

/** The specification has them to the letter, or they are not the shop's own words. */
const kept = [
  'Kamu menutup pop-up',
  'Apakah anda ingin mengirim',
  'periksa kembali pesanan anda',
  'Rina Pelanggan',
  'Biaya Pengiriman dan Pelayanan',
]

const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('\n## Words on screen\n')
const words = (table.split('\n## ')[0] ?? '')
  .split('\n')
  .flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word))
/** 'anda' is wrong in small letters alone. */
const [careful, ...others] = words.toSorted((a, b) => Number(b === 'anda') - Number(a === 'anda'))
const refused = new RegExp(`(?<![\\w-])(?:${careful}|(?i:${others.join('|')}))(?![\\w-])`)

/** The last part is a line of a page's text, which may begin in the middle of a sentence. */
const text = /'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`\n]*`|>[^<>{}=;()\n]+(?=<|\{|$)|^\s*[A-Za-z][^<>{}[\]|=;'"`\n]*$/gm
const english = /\b(?:the|of|is|and|an?|my|one|to|in|with|for|by|from|or)\b/i
const indonesian =
  /^[\s'"`>]*[A-Z][a-z]|\b(?:Anda|yang|dan|di|ke|dari|ini|itu|untuk|tidak|belum|sudah|pesanan|produk|toko)\b/
const isOurs = (found: string) =>
  indonesian.test(found) && !english.test(found) && !kept.some((sentence) => found.includes(sentence))

function problemsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8').replaceAll(
    /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$|\$\{[^{}]*\}|^import [^']*'[^']*'/gm,
    '',
  )
  return problemsIn(
    file,
    [...source.matchAll(text)].map(([found]) => found),
  )
}

const problemsIn = (file: string, texts: string[]) =>
  texts.flatMap((found) => {
    const word = isOurs(found) && refused.exec(found)
    return word ? [`${file}: '${word[0]}' in ${found.trim()}`] : []
  })

/** A document in Indonesian, from one heading to another: its lines without code, links and pictures. */
function problemsOfGuide(file: string, from: string, to = ''): string[] {
  const source = readFileSync(file, 'utf8')
  const part = source.slice(source.indexOf(`\n${from}\n`), to ? source.indexOf(`\n${to}\n`) : undefined)
  return problemsIn(file, part.replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>/g, '').split('\n'))
}

const sources = globSync(
  [
    'web/app/**/*.{ts,tsx}',
    'contract/src/**/*.ts',
    'server/src/**/*.ts',
    'server/src/platform/pages/service-worker.js',
    'server/scripts/{check-payments,report-findings}.ts',
    'payment-sandbox/src/browser/*.ts',
  ],
  { exclude: ['**/*.test.ts'] },
)
const problems = [
  ...sources.flatMap(problemsOf),
  ...problemsOfGuide('docs/panduan-penjual.md', '## 1. Memasang toko'),
  ...problemsOfGuide('docs/payments.md', '## Bahasa Indonesia', '## English'),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
