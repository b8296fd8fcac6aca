import type { Db } from '../platform/db/db.ts'
import { bestSellers } from './queries.ts'

const days = 30

/** The ids of the products that sold most in the last 30 Jakarta days, the best first; some may be sold out or archived. */
export async function productsSoldMost(db: Db, now: Date): Promise<string[]> {
  const sold = await bestSellers(db, days, now)
  return sold.map(({ product_id }) => product_id)
}
