/**
 * What the administrators are told when stock falls to the product's own low number or below, or to 0; null when
 * neither line was crossed.
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
