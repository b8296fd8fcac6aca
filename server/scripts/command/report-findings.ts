import { type BookRule, bookRules, isBookRule } from '@camilan/contract/book-rules'
import { type MoneyKind, moneyKindNames, moneyKinds } from '@camilan/contract/money-values'
import type { Finding } from '../../src/office/reports/check-books.ts'

/** What else somebody with a shell can do. */
const remedies: Partial<Record<BookRule, string>> = {
  'due-differs': 'select keep_due(array(select id from orders))',
  'day-sums-differ': 'select recount_orders()',
  'day-products-differ': 'select recount_orders()',
  'search-text-differs': 'select recount_orders()',
}

const failures: Record<string, string> = {
  'mail-not-sent': 'Email ini tidak terkirim dan tidak dicoba lagi. Biasanya alamatnya salah.',
  'push-not-sent':
    'Kabar ini gagal dikirim ke sebuah perangkat dan tidak dicoba lagi. Kabarnya tetap ada di Notifikasi.',
  'order-mail-not-written': 'Email tentang pesanan ini gagal ditulis. Toko mencoba lagi; sebabnya ada di log.',
}

function meaningOf(rule: BookRule): string {
  const remedy = remedies[rule]
  return remedy ? `${bookRules[rule]} Jalankan di basis data: ${remedy}` : bookRules[rule]
}

/** What the page 'Uang yang perlu dilihat' says of it. */
function adviceOf(kind: MoneyKind): string {
  const { title, advice } = moneyKinds[kind]
  return `${title}. ${advice} Lihat di Uang yang perlu dilihat.`
}

/** Print the findings of `checkBooks` and `failedWork`, in Indonesian. */
export function reportFindings(findings: Finding[]): void {
  if (findings.length === 0) {
    console.log('Semua catatan toko beres: stok, pesanan, pembayaran dan riwayatnya cocok.')
    return
  }
  console.log(`Ada ${findings.length} hal yang perlu diperiksa:`)
  for (const [rule, found] of Map.groupBy(findings, (finding) => finding.rule)) {
    const kind = moneyKindNames.find((name) => name === rule)
    console.log(`\n${isBookRule(rule) ? meaningOf(rule) : kind ? adviceOf(kind) : (failures[rule] ?? rule)}`)
    for (const { subject, detail } of found) console.log(`  ${subject}  ${detail}`)
  }
}
