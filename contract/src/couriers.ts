import { cleanFormat } from './texts.ts'

/** The couriers that the shop knows, without their schemas. A shipment may name any other. */
interface Courier {
  name: string
  /** Finds it in what a seller has typed: `jne yes`, `JNT`, `Pos Indonesia`. */
  called: RegExp
  /** Its usual ones, to choose from; any other may be typed. */
  services: readonly string[]
  /** Its page that tracks a number. Without one, its shipments are tracked only in its app. */
  trackingUrl?: (number: string) => string
  /** The usual shape of its numbers, in capitals and without spaces. Others exist, so another shape is only warned of. */
  numbers?: RegExp
}

/** Only the pages of Ninja and Lion read a number from the URL. The others ask for it. */
export const couriers: readonly Courier[] = [
  {
    name: 'JNE',
    called: /\bjne\b/i,
    services: ['REG', 'YES', 'OKE', 'JTR'],
    trackingUrl: () => 'https://www.jne.co.id/tracking-package',
    numbers: /^([A-Z]{2,6}\d{8,16}|\d{10,16})$/,
  },
  {
    name: 'J&T',
    called: /\bj\s?(&|n|dan|and)?\s?t\b/i,
    services: ['EZ', 'Super', 'Eco'],
    trackingUrl: () => 'https://jet.co.id/track',
    numbers: /^(J[A-Z]\d{8,14}|\d{12})$/,
  },
  {
    name: 'SiCepat',
    called: /\bsi\s?cepat\b/i,
    services: ['REG', 'BEST', 'GOKIL'],
    trackingUrl: () => 'https://www.sicepat.com/checkAwb',
    numbers: /^\d{12}$/,
  },
  {
    name: 'AnterAja',
    called: /\banter\s?aja\b/i,
    services: ['Reguler', 'Next Day', 'Same Day'],
    trackingUrl: () => 'https://anteraja.id/tracking',
    numbers: /^(\d{14,15}|TSA-?[A-Z\d]{6,})$/,
  },
  {
    name: 'Ninja',
    called: /\bninja/i,
    services: ['Standard'],
    trackingUrl: (number) => `https://www.ninjaxpress.co/id-id/tracking?id=${encodeURIComponent(number)}`,
    numbers: /^[A-Z]{2,10}[A-Z\d]{6,16}$/,
  },
  {
    name: 'Pos',
    called: /^pos\b|\bpos indonesia\b/i,
    services: ['Reguler', 'Next Day', 'Kargo'],
    trackingUrl: () => 'https://www.posindonesia.co.id/id/tracking',
    numbers: /^(P?\d{11,15}|[A-Z]{2}\d{9}ID)$/,
  },
  {
    name: 'Lion',
    called: /\blion\b/i,
    services: ['REGPACK', 'ONEPACK', 'JAGOPACK'],
    trackingUrl: (number) => `https://lionparcel.com/track/stt?q=${encodeURIComponent(number)}`,
    numbers: /^\d{2}(LP\d{8,16}|-\d{2}-\d{7})$/,
  },
  { name: 'GoSend', called: /\bgo\s?-?send\b|\bgojek\b/i, services: ['Instant', 'Same Day'] },
  { name: 'Grab', called: /\bgrab/i, services: ['Instant', 'Same Day'] },
]

export const findCourier = (typed: string | null): Courier | undefined =>
  couriers.find(({ called }) => called.test(typed ?? ''))

/** Where a buyer can track a shipment, or null. */
export function trackingOf(courier: string | null, number: string | null): { courier: string; url: string } | null {
  const known = findCourier(courier)
  return known?.trackingUrl && number ? { courier: known.name, url: known.trackingUrl(number) } : null
}

/** Whether the courier's numbers usually look like this; true if the courier or its numbers are not known. */
export const isUsualNumber = (courier: string, number: string): boolean =>
  findCourier(courier)?.numbers?.test(cleanFormat(number).replaceAll(' ', '').toUpperCase()) ?? true
