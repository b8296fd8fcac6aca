import type { Notice } from '@camilan/contract/notifications'

/** The notification when stock falls to 0, or to the product's own threshold or below. Null if it crosses neither. */
export function stockNotice(
  { name, low_stock_at }: { name: string; low_stock_at: number },
  before: number,
  after: number,
): Notice | null {
  if (before > 0 && after === 0) return { kind: 'stock-out', to: 'admins', productName: name }
  if (before > low_stock_at && after <= low_stock_at) {
    return { kind: 'stock-low', to: 'admins', productName: name, stock: after }
  }
  return null
}
