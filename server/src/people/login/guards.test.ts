import { expect, test } from 'vitest'
import { makeUser } from '../../testing/make-user.ts'
import { noon, useAccounts } from '../../testing/use-accounts.ts'
import { useOpened } from '../../testing/use-opened.ts'

// The guard of each route: ../access.test.ts.
const { shop, api } = useAccounts()

const ani = useOpened(() => makeUser(shop.db, { now: noon }))

const ask = (method: 'GET', url: string, authorization?: string) =>
  api.inject({ method, url, ...(authorization !== undefined && { headers: { authorization } }) })

test.each([
  ['no header', undefined],
  ['an empty token', 'Bearer '],
  ['an unknown token', `Bearer ${'x'.repeat(43)}`],
  ['another scheme', 'Basic YTpi'],
  ['a token with a NUL', 'Bearer \0'],
])('a guard refuses %s', async (_case, authorization) => {
  const answer = await ask('GET', '/users/me', authorization)
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual({
    errors: 'Anda harus login terlebih dahulu.',
    message: 'Anda harus login terlebih dahulu.',
    code: 'UNAUTHENTICATED',
  })
})

test('a customer is refused with a sentence', async () => {
  const answer = await ask('GET', '/admin/users', ani.headers.authorization)
  expect(answer.statusCode).toBe(403)
  expect(answer.json().errors).toBe('Anda tidak memiliki akses pada halaman yang dituju.')
})

test.each([
  ['an administrator', { is_admin: true }, 200, 'admin'],
  ['a member of staff', { is_staff: true }, 403, 'staf'],
  // A release from before there were roles knows only the first flag.
  ['a member of staff who was made an administrator', { is_staff: true, is_admin: true }, 200, 'admin'],
])(
  'the role of %s takes effect at once when it is given and when it is taken away',
  async (_who, flags, status, role) => {
    const user = await makeUser(shop.db, { now: noon })
    const asAdmin = async () => (await ask('GET', '/admin/users', user.headers.authorization)).statusCode
    const profile = async () => (await ask('GET', '/users/me', user.headers.authorization)).json().data
    const set = (values: object) => shop.db.updateTable('users').set(values).where('id', '=', user.id).execute()
    await set(flags)
    expect([await asAdmin(), (await ask('GET', '/admin/users/me', user.headers.authorization)).statusCode]).toEqual([
      status,
      200,
    ])
    expect(await profile()).toMatchObject({ role, is_admin: role === 'admin' })
    await set({ is_admin: false, is_staff: false })
    expect([await asAdmin(), await profile()]).toMatchObject([403, { role: 'customer', is_admin: false }])
  },
)
