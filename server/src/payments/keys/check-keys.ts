/**
 * Checks whether payments will work with a pair of keys, for `npm run payments:check` and the settings. No payment is made.
 */
import { randomUUID } from 'node:crypto'
import type { KeyFinding } from '@camilan/contract/payment-keys'
import { signatureOf } from '@camilan/midtrans/signature'
import type { GatewayOrigins } from './gateway-access.ts'

export interface CheckedKeys extends GatewayOrigins {
  serverKey: string
  /** The URL to which the gateway sends its notifications. */
  notificationUrl: string
  /** False: the shop does not have the keys yet, and refuses notifications that are signed with them. */
  isKept: boolean
  timeoutMs?: number | undefined
}

/** The fault of the keys themselves. `unreachable`: the gateway could not be asked. */
export type KeyProblem = 'refused' | 'unreachable'

export interface KeyCheck {
  findings: KeyFinding[]
  /** Undefined: the gateway accepts them. */
  problem: { kind: KeyProblem; sentence: string } | undefined
}

const defaultTimeoutMs = 10_000
/** The shop sends times to Midtrans. With a wrong clock a payment could expire before it begins. */
const maxSkewMs = 60_000
/** The most bytes that are read of an answer. Real ones have some kilobytes. */
const maxAnswerBytes = 1_000_000

export async function checkKeys(keys: CheckedKeys): Promise<KeyCheck> {
  const [serverKey, ...others] = await Promise.all([
    serverKeyWorks(keys),
    snapScriptLoads(keys),
    clockIsRight(keys),
    notificationArrives(keys),
  ])
  const findings = [serverKey, ...others].map(({ what, ok, sentence }) => ({ what, ok, sentence }))
  const [snap] = others
  if (!serverKey.ok) {
    return { findings, problem: { kind: serverKey.isAnswer ? 'refused' : 'unreachable', sentence: serverKey.sentence } }
  }
  if (!snap.ok) return { findings, problem: { kind: 'unreachable', sentence: snap.sentence } }
  return { findings, problem: undefined }
}

/** `isAnswer`: there was an answer, so the finding is about the keys and not about the network. */
type Found = KeyFinding & { isAnswer: boolean }
type Report = (ok: boolean, sentence: string) => Found

/** For a payment that does not exist, Midtrans answers 404 to a valid key and 401 to an invalid one. */
function serverKeyWorks({ apiUrl, serverKey, timeoutMs }: CheckedKeys): Promise<Found> {
  const url = `${apiUrl}/v2/${randomUUID()}/status`
  const authorization = `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`
  const init = { headers: { authorization, accept: 'application/json' }, redirect: 'manual' } as const
  return ask('server-key', url, { init, timeoutMs }, async (response, report) => {
    const code = statusCodeIn(await textOf(response))
    if (code === '404') return report(true, 'Server key diterima Midtrans.')
    if (code === '401') {
      return report(
        false,
        'Server key ditolak Midtrans. Salin lagi dari dasbor: Pengaturan, Access Keys, dan periksa lingkungannya (Sandbox atau Production).',
      )
    }
    return {
      ...report(false, `Midtrans menjawab dengan ${response.status}${code ? ` ${code}` : ''}.`),
      isAnswer: false,
    }
  })
}

function snapScriptLoads({ snapUrl, timeoutMs }: CheckedKeys): Promise<Found> {
  return ask('snap', `${snapUrl}/snap/snap.js`, { init: {}, timeoutMs }, async (response, report) => {
    await response.body?.cancel()
    return response.ok
      ? report(true, 'Halaman pembayaran Snap bisa dimuat.')
      : report(false, `snap.js menjawab dengan ${response.status}.`)
  })
}

function clockIsRight({ apiUrl, timeoutMs }: CheckedKeys): Promise<Found> {
  return ask('clock', apiUrl, { init: { redirect: 'manual' }, timeoutMs }, async (response, report) => {
    await response.body?.cancel()
    const skewMs = Math.abs(Date.now() - Date.parse(response.headers.get('date') ?? ''))
    if (skewMs <= maxSkewMs) return report(true, 'Jam server ini tepat.')
    if (Number.isNaN(skewMs)) return report(false, 'Midtrans tidak menyebutkan jamnya.')
    const seconds = Math.round(skewMs / 1000)
    return report(
      false,
      `Jam server ini meleset ${seconds} detik dari jam Midtrans. Nyalakan penyelarasan waktu (NTP).`,
    )
  })
}

/** A notification of an unknown order, signed with the key. The shop answers 200 and does nothing. */
function notificationArrives({ notificationUrl: url, serverKey, isKept, timeoutMs }: CheckedKeys): Promise<Found> {
  const [order_id, status_code, gross_amount] = [`check-${randomUUID()}`, '200', '10000.00']
  const signature_key = signatureOf({ order_id, status_code, gross_amount }, serverKey).toString('hex')
  const body = { order_id, status_code, gross_amount, signature_key, transaction_status: 'settlement' }
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  }
  return ask('notification', url, { init, timeoutMs }, async (response, report) => {
    const isOurs = hasCode(await textOf(response))
    if (response.status === 200) return report(true, `Alamat notifikasi menjawab: ${url}`)
    if (!isKept && isOurs && [403, 503].includes(response.status)) {
      return report(true, `Alamat notifikasi menjawab: ${url}`)
    }
    if (response.status === 403) return report(false, `${url} dijalankan dengan server key yang lain.`)
    if (response.status < 400)
      return report(false, `${url} mengalihkan ke alamat lain. Isi PUBLIC_URL dengan alamat akhirnya.`)
    return report(false, `${url} menjawab dengan ${response.status}.`)
  })
}

async function ask(
  what: KeyFinding['what'],
  url: string,
  { init, timeoutMs = defaultTimeoutMs }: { init: RequestInit; timeoutMs: number | undefined },
  read: (answer: Response, report: Report) => Promise<Found>,
): Promise<Found> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return await read(response, (ok, sentence) => ({ what, ok, sentence, isAnswer: true }))
  } catch (error) {
    return { what, ok: false, sentence: sentenceOfUnreachable(what, url, error as Error), isAnswer: false }
  }
}

/** The host tells where to look; the path contains only a number. The code is for the operator. */
function sentenceOfUnreachable(what: Found['what'], url: string, { name, message, cause }: Error): string {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? (name === 'TimeoutError' ? name : message)
  const advice =
    what === 'notification' ? 'Periksa PUBLIC_URL dan DNS.' : 'Periksa koneksi internet server toko, lalu coba lagi.'
  return `${new URL(url).host} tidak bisa dihubungi (${code}). ${advice}`
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > maxAnswerBytes) throw new Error(`more than ${maxAnswerBytes} bytes`)
  }
  return text
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Only a number is repeated on screen. */
const statusCodeIn = (text: string): string | undefined => {
  const code = fieldsOf(text).status_code
  return typeof code === 'string' && /^\d{3}$/.test(code) ? code : undefined
}

/** Whether it is a failure in the form of the shop's own API. */
const hasCode = (text: string): boolean => {
  const { code, errors } = fieldsOf(text)
  return typeof code === 'string' && typeof errors === 'string'
}
