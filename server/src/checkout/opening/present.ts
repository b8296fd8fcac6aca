import { formatOpeningTime, nextJakartaMidnight, nextOpening, openState } from '@camilan/contract/opening'
import type { Opening } from '@camilan/contract/opening-answer'
import type { ShopSettings } from '@camilan/contract/settings'

type OpeningSettings = Pick<ShopSettings, 'closed' | 'hours' | 'hours_refuse_orders'>

/** @param isFull  whether the cap of the day to which `now` belongs is reached */
export function presentOpening(settings: OpeningSettings, { isFull }: { isFull: boolean }, now: Date): Opening {
  const state = openState(settings, now)
  const changesAt = isFull ? earliest(state.changesAt, nextJakartaMidnight(now)) : state.changesAt
  const changes_at = changesAt?.toISOString() ?? null
  if (state.isOpen && !isFull) {
    return { is_open: true, code: null, title: null, message: null, reopens: null, opens_at: null, changes_at }
  }
  const opensAt = opensAtFor(settings, { isFull }, now)
  const isClosed = !state.isOpen
  return {
    is_open: false,
    code: isClosed ? 'SHOP_CLOSED' : 'CAP_REACHED',
    title: isClosed ? 'Toko sedang tutup.' : 'Pesanan hari ini sudah penuh.',
    message: isClosed ? messages[state.reason](settings) : null,
    reopens: opensAt && `Buka lagi ${formatOpeningTime(opensAt)}.`,
    opens_at: opensAt?.toISOString() ?? null,
    changes_at,
  }
}

const messages = {
  closed: ({ closed }: OpeningSettings) => (closed?.sentence ? withFullStop(closed.sentence) : null),
  hours: () => 'Pesanan diterima pada jam buka.',
}

/** The whole message for a buyer. Empty if the shop is open. */
export const sentenceOf = ({ title, message, reopens }: Opening): string =>
  [title, message, reopens].filter((sentence) => sentence !== null).join(' ')

/** The moment at which a refused order can be accepted: on a full day, not before the next day begins. */
function opensAtFor(settings: OpeningSettings, { isFull }: { isFull: boolean }, now: Date): Date | null {
  const opensAt = nextOpening(settings, now)
  const tomorrow = nextJakartaMidnight(now)
  return isFull && opensAt && opensAt < tomorrow ? nextOpening(settings, tomorrow) : opensAt
}

const withFullStop = (sentence: string): string => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)

const earliest = (one: Date | null, other: Date): Date => (one && one < other ? one : other)
