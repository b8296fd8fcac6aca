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
    return { is_open: true, code: null, title: null, message: null, opens_at: null, changes_at }
  }
  const opensAt = opensAtFor(settings, { isFull }, now)
  const reopens = opensAt && `Buka lagi ${formatOpeningTime(opensAt)}.`
  const reason = state.isOpen ? 'full' : state.reason
  return {
    is_open: false,
    code: reason === 'full' ? 'CAP_REACHED' : 'SHOP_CLOSED',
    title: reason === 'full' ? 'Pesanan hari ini sudah penuh' : 'Toko sedang tutup',
    message: [sentences[reason](settings), reopens].filter(Boolean).join(' ') || 'Pesanan belum dapat dibuat.',
    opens_at: opensAt?.toISOString() ?? null,
    changes_at,
  }
}

const sentences = {
  closed: ({ closed }: OpeningSettings) => withFullStop(closed?.sentence ?? ''),
  hours: () => 'Pesanan diterima pada jam buka.',
  full: () => '',
}

/** When the next order can be accepted, if this one can't: on a full day not before the next one begins. */
function opensAtFor(settings: OpeningSettings, { isFull }: { isFull: boolean }, now: Date): Date | null {
  const opensAt = nextOpening(settings, now)
  const tomorrow = nextJakartaMidnight(now)
  return isFull && opensAt && opensAt < tomorrow ? nextOpening(settings, tomorrow) : opensAt
}

const withFullStop = (sentence: string): string =>
  sentence === '' || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`

const earliest = (one: Date | null, other: Date): Date => (one && one < other ? one : other)
