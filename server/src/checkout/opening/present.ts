import { dayInWords } from '@camilan/contract/arrival'
import { dispatchAt, nextMakingAt } from '@camilan/contract/days'
import { formatOpeningTime, nextJakartaMidnight, nextOpening, openState } from '@camilan/contract/opening'
import type { Opening } from '@camilan/contract/opening-answer'
import type { ShopSettings } from '@camilan/contract/settings'

type Days = Pick<ShopSettings, 'making_days' | 'packing_days' | 'handover_days' | 'lead_days' | 'cut_off' | 'holidays'>
type OpeningSettings = Pick<ShopSettings, 'closed' | 'hours' | 'hours_refuse_orders'> & Days

/** @param isFull  whether the cap of the day to which `now` belongs is reached */
export function presentOpening(settings: OpeningSettings, { isFull }: { isFull: boolean }, now: Date): Opening {
  const state = openState(settings, now)
  const dispatch = dispatchAt(settings, now)
  const changesAt = earliest(state.changesAt, isFull ? nextCapAt(settings, now) : null, dispatch?.changesAt ?? null)
  const always = {
    changes_at: changesAt?.toISOString() ?? null,
    ...(dispatch && {
      dispatch: {
        handover_on: dispatch.handover,
        in_words: dayInWords(dispatch.handover, now),
        before: dispatch.before,
      },
    }),
  }
  if (state.isOpen && !isFull) {
    return { is_open: true, code: null, title: null, message: null, reopens: null, opens_at: null, ...always }
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
    ...always,
  }
}

const messages = {
  closed: ({ closed }: OpeningSettings) => (closed?.sentence ? withFullStop(closed.sentence) : null),
  hours: () => 'Pesanan diterima pada jam buka.',
}

/** The whole message for a buyer. Empty if the shop is open. */
export const sentenceOf = ({ title, message, reopens }: Opening): string =>
  [title, message, reopens].filter((sentence) => sentence !== null).join(' ')

/** The moment from which orders count for the next day of the cap. */
export const nextCapAt = (settings: Days, now: Date): Date =>
  settings.making_days.length > 0 ? nextMakingAt(settings, now) : nextJakartaMidnight(now)

/** The moment at which a refused order can be accepted: on a full day, not before the next day begins. */
function opensAtFor(settings: OpeningSettings, { isFull }: { isFull: boolean }, now: Date): Date | null {
  const opensAt = nextOpening(settings, now)
  const next = nextCapAt(settings, now)
  return isFull && opensAt && opensAt < next ? nextOpening(settings, next) : opensAt
}

const withFullStop = (sentence: string): string => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)

function earliest(...times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? new Date(Math.min(...known.map(Number))) : null
}
