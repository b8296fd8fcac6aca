import { formatDay } from '@camilan/contract/arrival'
import type { ProductBatch } from '@camilan/contract/catalog'
import { formatNumber } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'

type Shown = Pick<ProductBatch, 'name' | 'handed_over_on'>

/** `PO Lebaran: dikirim Selasa, 10 Mar` */
export const batchWords = ({ name, handed_over_on }: Shown): string =>
  `${name}: dikirim ${formatDay(handed_over_on, serverDate())}`

/** `sisa 34, pesan sampai Jumat, 6 Mar` */
export const batchRoom = ({ left, order_until }: ProductBatch): string =>
  left === 0 ? 'sudah habis' : `sisa ${formatNumber(left)}, pesan sampai ${formatDay(order_until, serverDate())}`
