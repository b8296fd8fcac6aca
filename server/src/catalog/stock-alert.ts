import { lowStock } from '@camilan/contract/reports'

/** What the administrators are told when stock falls to 5 or below, or to 0; null when neither line was crossed. */
export function stockNotice(name: string, before: number, after: number): string | null {
  if (before > 0 && after === 0) return `Stok ${name} habis`
  if (before > lowStock && after <= lowStock) return `Stok ${name} tinggal ${after}`
  return null
}
