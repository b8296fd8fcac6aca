/**
 * Checks whether payments will work with the configured keys: `npm run payments:check`. It creates no payment.
 * The shop must be running, because the last check calls its notification URL from outside.
 */
import { createHash, randomUUID } from 'node:crypto'
import { type Config, readConfig } from '../src/config.ts'
import { InvalidConfig } from '../src/platform/config/read-environment.ts'

interface Finding {
  ok: boolean
  sentence: string
}

const timeoutMs = 10_000
/** The shop sends times to Midtrans: with a wrong clock a payment could expire before it begins. */
const maxSkewMs = 60_000

try {
  const config = readConfig(process.env)
  if (config.payments.localSandbox) {
    console.log('Kunci Midtrans belum diisi: toko memakai simulasi pembayaran, tidak ada yang perlu diperiksa.')
  } else {
    const findings = await check(config)
    for (const { ok, sentence } of findings) console.log(`${ok ? 'beres ' : 'SALAH '} ${sentence}`)
    if (findings.some(({ ok }) => !ok)) process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof InvalidConfig ? error.message : error)
  process.exitCode = 2
}

function check(config: Config): Promise<Finding[]> {
  return Promise.all([
    serverKeyWorks(config),
    snapScriptLoads(config),
    clockIsRight(config),
    notificationArrives(config),
  ])
}

/** For a payment that does not exist, Midtrans answers 404 to a valid key and 401 to an invalid one. */
async function serverKeyWorks({ payments }: Config): Promise<Finding> {
  const url = `${payments.apiUrl}/v2/${randomUUID()}/status`
  const authorization = `Basic ${Buffer.from(`${payments.serverKey}:`).toString('base64')}`
  return ask(url, { headers: { authorization, accept: 'application/json' } }, async (response) => {
    const answer = (await response.json()) as { status_code?: unknown }
    if (answer.status_code === '404') return ok('Server key diterima Midtrans.')
    if (answer.status_code === '401') {
      return failed(
        'Server key ditolak Midtrans. Salin lagi dari dasbor: Pengaturan, Access Keys, dan periksa MIDTRANS_ENV.',
      )
    }
    return failed(`Midtrans menjawab dengan ${response.status} ${answer.status_code}.`)
  })
}

async function snapScriptLoads({ payments }: Config): Promise<Finding> {
  return ask(`${payments.snapUrl}/snap/snap.js`, {}, async (response) =>
    response.ok ? ok('Halaman pembayaran Snap dapat dimuat.') : failed(`snap.js menjawab dengan ${response.status}.`),
  )
}

async function clockIsRight({ payments }: Config): Promise<Finding> {
  return ask(payments.apiUrl, {}, async (response) => {
    const skewMs = Math.abs(Date.now() - Date.parse(response.headers.get('date') ?? ''))
    if (skewMs <= maxSkewMs) return ok('Jam server ini tepat.')
    const seconds = Math.round(skewMs / 1000)
    return failed(`Jam server ini meleset ${seconds} detik dari jam Midtrans. Nyalakan penyelarasan waktu (NTP).`)
  })
}

/** A notification of an unknown order, signed with the shop's key: the shop answers 200 and does nothing. */
async function notificationArrives({ publicUrl, payments }: Config): Promise<Finding> {
  const [order_id, status_code, gross_amount] = [`check-${randomUUID()}`, '200', '10000.00']
  const signature_key = createHash('sha512')
    .update(order_id + status_code + gross_amount + payments.serverKey)
    .digest('hex')
  const body = { order_id, status_code, gross_amount, signature_key, transaction_status: 'settlement' }
  const url = `${publicUrl}/api/payments/notification`
  const request: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  }
  return ask(url, request, async (response) => {
    if (response.status === 200) return ok(`Alamat notifikasi menjawab: ${url}`)
    if (response.status === 403) return failed(`${url} dijalankan dengan server key yang lain.`)
    if (response.status < 400)
      return failed(`${url} mengalihkan ke alamat lain. Isi PUBLIC_URL dengan alamat akhirnya.`)
    return failed(`${url} menjawab dengan ${response.status}.`)
  })
}

async function ask(url: string, init: RequestInit, read: (answer: Response) => Promise<Finding>): Promise<Finding> {
  try {
    return await read(await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }))
  } catch (error) {
    const { cause, message } = error as Error
    return failed(`${url} tidak dapat dihubungi: ${cause instanceof Error ? cause.message : message}`)
  }
}

function ok(sentence: string): Finding {
  return { ok: true, sentence }
}

function failed(sentence: string): Finding {
  return { ok: false, sentence }
}
