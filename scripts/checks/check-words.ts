/** Refuses texts of the shop with another word than the one that it has for the thing. */
import { globSync, readFileSync } from 'node:fs'

/** The specification has them to the letter, or they are not the shop's own words. */
const kept = [
  'Kamu menutup pop-up',
  'Apakah anda ingin mengirim',
  'periksa kembali pesanan anda',
  'Rina Pelanggan',
  'Biaya Pengiriman dan Pelayanan',
]

/** What the shop writes, and what it never writes in its place. */
const words: Record<string, readonly string[]> = {
  Anda: ['kamu', 'anda', 'kalian'],
  pembeli: ['pelanggan', 'customer', 'konsumen'],
  penjual: ['seller', 'merchant'],
  'ongkos kirim': ['ongkir', 'biaya kirim', 'biaya pengiriman', 'biaya antar'],
  'biaya pelayanan': ['biaya layanan', 'biaya jasa', 'biaya admin'],
  'nomor resi': ['nomor pelacakan', 'no resi', 'no. resi', 'tracking number'],
  'cara bayar': ['metode bayar', 'metode pembayaran', 'cara pembayaran'],
  'jendela pembayaran': ['popup', 'layar pembayaran'],
  'pengembalian dana': ['refund', 'pengembalian uang'],
  pendapatan: ['omzet', 'omset'],
  'stok, habis': ['persediaan', 'sold out', 'stok kosong'],
  'toples, bal': ['stoples', 'bungkus'],
  keranjang: ['cart', 'troli'],
  gambar: ['foto produk', 'image'],
  'kata sandi': ['password', 'sandi lewat'],
  email: ['surel', 'e-mail'],
  tautan: ['link'],
  peramban: ['browser'],
  'tidak ada koneksi': ['offline', 'luring'],
  file: ['berkas', 'dokumen'],
  'unduh, unggah': ['download', 'upload'],
  'simpan, ubah, hapus, batal': ['save', 'update', 'delete', 'cancel'],
  Urungkan: ['undo'],
  kalau: ['jika', 'bila', 'apabila'],
  bisa: ['dapat'],
  login: ['masuk ke akun', 'masuk dengan', 'masuklah', 'silakan masuk', 'log in', 'sign in'],
  beranda: ['halaman depan', 'halaman utama', 'homepage'],
  struk: ['kuitansi', 'kwitansi', 'nota', 'invoice'],
  administrator: ['semua admin', 'para admin'],
  tekan: ['klik', 'ketuk', 'tap'],
  ponsel: ['hp', 'handphone', 'hape', 'smartphone'],
  'nomor telepon': ['nomor hp', 'nomer', 'telpon', 'no. telepon'],
  'silakan, terima kasih, izin, risiko': ['silahkan', 'terimakasih', 'ijin', 'resiko'],
  'mengubah, sekadar, cokelat, antre': ['merubah', 'dirubah', 'sekedar', 'coklat', 'antri'],
  'di sini, di atas, di bawah, …': ['disini', 'diatas', 'dibawah', 'dimana', 'kesini'],
  'dikirim, dibayar, diubah, …': ['di kirim', 'di bayar', 'di ubah', 'di hapus', 'di isi', 'di simpan', 'di pakai'],
}
/** Wrong in small letters alone. */
const inSmallLetters = 'anda'
const inAnyLetters = Object.values(words)
  .flat()
  .filter((word) => word !== inSmallLetters)
const refused = new RegExp(`(?<![\\w-])(?:${inSmallLetters}|(?i:${inAnyLetters.join('|')}))(?![\\w-])`)

const wordFor = (found: string) => Object.keys(words).find((word) => words[word]?.includes(found.toLowerCase()))

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
    return word ? [`${file}: '${word[0]}' in ${found.trim()}: write '${wordFor(word[0])}'`] : []
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
    'server/scripts/check-payments.ts',
    'server/scripts/command/report-findings.ts',
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
