/**
 * Checks whether payments will work with the keys of the environment: `npm run payments:check`. It creates no payment. The
 * shop must be running, because it is asked for its methods, and its notification URL is called from outside.
 */
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { ShopFacts } from '@camilan/contract/settings'
import { success } from '@camilan/contract/wire'
import { readConfig } from '../src/config.ts'
import { checkKeys } from '../src/payments/keys/check-keys.ts'
import { InvalidConfig } from '../src/platform/config/read-environment.ts'

const askTimeoutMs = 10_000

try {
  const { payments, publicUrl } = readConfig(process.env)
  const { keys, origins } = payments
  if (keys === undefined || keys.environment === 'local') {
    console.log(
      'Kunci Midtrans tidak diisi di lingkungan server. Kunci yang diisi di peramban diperiksa di sana: Pengaturan, Pembayaran, Periksa kunci.',
    )
  } else {
    const { findings } = await checkKeys({
      ...origins[keys.environment],
      serverKey: keys.serverKey,
      notificationUrl: `${publicUrl}/api/payments/notification`,
      isKept: true,
    })
    for (const { ok, sentence } of findings) console.log(`${ok ? 'beres ' : 'SALAH '} ${sentence}`)
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1
  }
  console.log(sentenceOf(await methodsOn(publicUrl)))
} catch (error) {
  console.error(error instanceof InvalidConfig ? error.message : error)
  process.exitCode = 2
}

/** @returns undefined if the shop does not answer */
async function methodsOn(publicUrl: string): Promise<readonly PaymentMethod[] | undefined> {
  try {
    const response = await fetch(`${publicUrl}/api/shop`, { signal: AbortSignal.timeout(askTimeoutMs) })
    return success(ShopFacts).parse(await response.json()).data.payment_methods
  } catch {
    return undefined
  }
}

function sentenceOf(methods: readonly PaymentMethod[] | undefined): string {
  if (!methods) return 'Cara bayar tidak diketahui, karena toko tidak menjawab. Jalankan toko, lalu periksa lagi.'
  const names = methods.map((method) => paymentMethods[method].label).join(', ')
  return `Cara bayar yang menyala di toko: ${names}. Tidak ada panggilan Midtrans yang terdokumentasi untuk menanyakan cara mana yang aktif: cocokkan sendiri dengan Payment Methods di dasbor Midtrans.`
}
