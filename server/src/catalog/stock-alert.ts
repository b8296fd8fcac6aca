/**
 * The notification for the administrators when stock falls to 0, or from above `low_stock_at` to it or below.
 * @returns null when it did neither
 */
export function stockNotice(
  { name, low_stock_at }: { name: string; low_stock_at: number },
  before: number,
  after: number,
): string | null {
  if (before > 0 && after === 0) return `Stok ${name} habis`
  if (before > low_stock_at && after <= low_stock_at) return `Stok ${name} tinggal ${after}`
  return null
}
