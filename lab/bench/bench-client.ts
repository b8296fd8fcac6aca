/** Customers and the administrator as clients of the shop's API. */
import { askAt, clientOf } from '../../server/src/testing/shop-client.ts'

const password = 'kata-sandi-kuat'
export const admin = { email: 'admin@contoh.id', password }
export const adminEnvironment = { DEMO_DATA: 'off', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: password }

export type Buyer = Awaited<ReturnType<typeof makeBuyer>>

/** A customer who has registered and logged in. */
export async function makeBuyer(origin: string, i: number) {
  const account = { name: `Pembeli ${i}`, email: `pembeli-${i}@contoh.id`, phone: '081234567890', password }
  const { status } = await askAt(origin)('POST', '/auth/register', { body: account })
  if (status !== 201) throw new Error(`register: ${status}`)
  const headers = await logIn(origin, account)
  return clientOf({ ...account, id: '', isAdmin: false, token: headers.authorization.slice(7), headers }, origin)
}

export async function logIn(origin: string, { email }: { email: string }) {
  const { status, body } = await askAt(origin)<{ token: string }>('POST', '/auth/login', { body: { email, password } })
  if (status !== 200) throw new Error(`log in: ${status}`)
  return { authorization: `Bearer ${body.data.token}` }
}

/** @returns the id of a product that costs Rp40.000 */
export async function makeProduct(origin: string, headers: { authorization: string }, stock: number): Promise<string> {
  const fields = { name: 'Nastar', price: '40000', stock: String(stock), category: 'KUE_KERING', packaging: 'TOPLES' }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, weight: 'GRAM_500', description: 'Renyah.' })) {
    form.set(name, value)
  }
  const response = await fetch(`${origin}/api/admin/products`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`create a product: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: { id: string } }).data.id
}
