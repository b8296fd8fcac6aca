/**
 * Checks whether payments will work with the keys of the environment: `npm run payments:check`. It creates no payment. The
 * shop must be running, because the last check calls its notification URL from outside.
 */
import { readConfig } from '../src/config.ts'
import { checkKeys } from '../src/payment-keys/check-keys.ts'
import { InvalidConfig } from '../src/platform/config/read-environment.ts'

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
} catch (error) {
  console.error(error instanceof InvalidConfig ? error.message : error)
  process.exitCode = 2
}
