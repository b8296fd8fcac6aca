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

const text = /'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`\n]*`|>[^<>{}=;()\n]+(?=<|\{|$)|^\s*[A-Z][^<>{}=;()\n]*$/gm
const english = /\b(?:the|of|is|and|an?|my|one|to|in|with|for|by|from|or)\b/i
const indonesian =
  /^[\s'"`>]*[A-Z][a-z]|\b(?:Anda|yang|dan|di|ke|dari|ini|itu|untuk|tidak|belum|sudah|pesanan|produk|toko)\b/
const isOurs = (found: string) =>
  indonesian.test(found) && !english.test(found) && !kept.some((sentence) => found.includes(sentence))

function problemsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8').replaceAll(
    /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$|\$\{[^{}]*\}|^import .*$/gm,
    '',
  )
  return [...source.matchAll(text)].flatMap(([found]) => {
    const word = isOurs(found) && refused.exec(found)
    return word ? [`${file}: '${word[0]}' in ${found.trim()}`] : []
  })
}

const sources = globSync(['web/app/**/*.{ts,tsx}', 'contract/src/**/*.ts', 'server/src/**/*.ts'], {
  exclude: ['**/*.test.ts'],
})
const problems = sources.flatMap(problemsOf)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
