/**
 * Says whether payments will work with the configured keys: `npm run payments:check`. It creates no payment.
 * The shop must be running, for the last question is whether its notification address answers from outside.
 */
import { createHash, randomUUID } from 'node:crypto'
import { type Config, readConfig } from '../src/config.ts'
import { InvalidConfig } from '../src/platform/config/read-environment.ts'

interface Finding {
  ok: boolean
  sentence: string
}

const timeoutMs = 10_000
/** Midtrans reads the times that we send: a deadline must not be over before it begins. */
const mostSkewMs = 60_000

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

/** Asked for a payment that can't exist, Midtrans answers 404 to a right key and 401 to a wrong one. */
async function serverKeyWorks({ payments }: Config): Promise<Finding> {
  const url = `${payments.apiUrl}/v2/${randomUUID()}/status`
  const authorization = `Basic ${Buffer.from(`${payments.serverKey}:`).toString('base64')}`
  return asking(url, { headers: { authorization, accept: 'application/json' } }, async (response) => {
    const answer = (await response.json()) as { status_code?: unknown }
    if (answer.status_code === '404') return right('Server key diterima Midtrans.')
    if (answer.status_code === '401') {
      return wrong(
        'Server key ditolak Midtrans. Salin lagi dari dasbor: Pengaturan, Access Keys, dan periksa MIDTRANS_ENV.',
      )
    }
    return wrong(`Midtrans menjawab dengan ${response.status} ${answer.status_code}.`)
  })
}

async function snapScriptLoads({ payments }: Config): Promise<Finding> {
  return asking(`${payments.snapUrl}/snap/snap.js`, {}, async (response) =>
    response.ok ? right('Halaman pembayaran Snap dapat dimuat.') : wrong(`snap.js menjawab dengan ${response.status}.`),
  )
}

async function clockIsRight({ payments }: Config): Promise<Finding> {
  return asking(payments.apiUrl, {}, async (response) => {
    const skewMs = Math.abs(Date.now() - Date.parse(response.headers.get('date') ?? ''))
    if (skewMs <= mostSkewMs) return right('Jam server ini tepat.')
    const seconds = Math.round(skewMs / 1000)
    return wrong(`Jam server ini meleset ${seconds} detik dari jam Midtrans. Nyalakan penyelarasan waktu (NTP).`)
  })
}

/** A notification of an order that nobody placed, signed with our key: the shop answers 200 and does nothing. */
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
  return asking(url, request, async (response) => {
    if (response.status === 200) return right(`Alamat notifikasi menjawab: ${url}`)
    if (response.status === 403) return wrong(`${url} dijalankan dengan server key yang lain.`)
    if (response.status < 400) return wrong(`${url} mengalihkan ke alamat lain. Isi PUBLIC_URL dengan alamat akhirnya.`)
    return wrong(`${url} menjawab dengan ${response.status}.`)
  })
}

async function asking(url: string, init: RequestInit, read: (answer: Response) => Promise<Finding>): Promise<Finding> {
  try {
    return await read(await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }))
  } catch (error) {
    const { cause, message } = error as Error
    return wrong(`${url} tidak dapat dihubungi: ${cause instanceof Error ? cause.message : message}`)
  }
}

function right(sentence: string): Finding {
  return { ok: true, sentence }
}

function wrong(sentence: string): Finding {
  return { ok: false, sentence }
}
