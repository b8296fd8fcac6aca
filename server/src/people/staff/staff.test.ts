import { expect, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { NotFound } from '../../platform/errors.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { endStaff } from './end-staff.ts'

const shop = useShop()
const unused = 'Undangan ini sudah dipakai, dibatalkan, atau lewat 48 jam. Minta tautan baru dari pemilik toko.'

interface Made {
  id: string
  link: string
}

async function invite(admin: Customer, name = 'Dewi'): Promise<Made & { token: string }> {
  const { body } = await admin.ask<Made>('POST', '/admin/staff/invitations', { body: { name } })
  return { ...body.data, token: body.data.link.split('#').at(-1) ?? '' }
}

let count = 0
const helper = () => ({ name: 'Dewi', email: `dewi${++count}@contoh.id`, password: 'kata-sandi-uji', phone: '' })
const join = (token: string, as = helper()) =>
  shop.ask<{ token: string; role: string; is_admin: boolean }>('POST', '/auth/join-staff', {
    body: { ...as, token },
    headers: { origin: shop.origin },
  })
const profile = async (token: string) => {
  const { status, body } = await shop.ask('GET', '/admin/users/me', { headers: { authorization: `Bearer ${token}` } })
  return status === 200 ? body.data : status
}
const checked = async (token: string) =>
  (await shop.ask<{ name: string | null }>('POST', '/auth/check-invitation', { body: { token } })).body.data.name
const told = async (admin: Customer) =>
  (await admin.ask<{ kind: string; message: string }[]>('GET', '/notifications')).body.data
    .filter(({ kind }) => kind === 'access-changed')
    .map(({ message }) => message.split('. Kalau')[0])
    .sort()

test('a helper joins the staff with a link, once; the shop has only its hash', async () => {
  const admin = await shop.admin({ name: 'Bu Sari' })
  const { link, token } = await invite(admin)
  expect(link).toBe(`${shop.origin}/auth/staff#${token}`)
  const stored = await shop.db.selectFrom('staff_invitations').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(await checked(token)).toBe('Dewi')

  const { status, body } = await join(token)
  expect([status, body.data]).toMatchObject([201, { role: 'staf', is_admin: false }])
  expect(await profile(body.data.token)).toMatchObject({ name: 'Dewi', role: 'staf', is_admin: false, phone: '' })
  expect((await join(token)).body).toMatchObject({ code: 'VALIDATION', fields: { token: unused } })
  expect(await checked(token)).toBeNull()

  expect(await told(admin)).toEqual(['Bu Sari mengundang Dewi menjadi staf toko', 'Dewi sekarang staf toko'])
  const audit = await admin.ask<{ actor: { name: string }; changes: object[] }[]>('GET', '/admin/settings/audit')
  expect(audit.body.data.slice(0, 2)).toMatchObject([
    { actor: { name: 'Dewi' }, changes: [{ field: 'staff_joined', after: 'Dewi' }] },
    { actor: { name: 'Bu Sari' }, changes: [{ field: 'staff_invited', after: 'Dewi' }] },
  ])
})

test('of several helpers who use one link at the same time, one joins', async () => {
  const { token } = await invite(await shop.admin())
  const [ani, budi] = [await shop.customer(), await shop.customer()]
  const asCustomer = ({ ask }: Customer) => ask('POST', '/users/me/join-staff', { body: { token } })
  const answers = await Promise.all([join(token), join(token), asCustomer(ani), asCustomer(budi)])
  expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
})

test('an invitation ends after 48 hours, and when an administrator ends it', async () => {
  const admin = await shop.admin({ name: 'Bu Sari' })
  const listed = async () =>
    (await admin.ask<{ id: string }[]>('GET', '/admin/staff/invitations')).body.data.map(({ id }) => id)
  const [ended, late] = [await invite(admin), await invite(admin)]
  expect(await listed()).toEqual(expect.arrayContaining([ended.id, late.id]))
  expect((await admin.ask('DELETE', `/admin/staff/invitations/${ended.id}`)).status).toBe(200)
  expect((await admin.ask('DELETE', `/admin/staff/invitations/${ended.id}`)).status).toBe(200)
  expect((await join(ended.token)).body.code).toBe('VALIDATION')
  const cancelled = (await told(admin)).filter((sentence) => /dibatalkan/.test(sentence ?? ''))
  expect(cancelled).toEqual(['Undangan staf untuk Dewi dibatalkan oleh Bu Sari'])

  await shop.advanceClock(hours(48) - minutes(1))
  expect(await checked(late.token)).toBe('Dewi')
  await shop.advanceClock(minutes(1))
  expect([await checked(late.token), await listed()]).toEqual([null, []])
  expect((await join(late.token)).body.code).toBe('VALIDATION')
})

test('a customer joins with their own account, and their other sessions end', async () => {
  const admin = await shop.admin()
  const ani = await shop.customer()
  const { token } = await invite(admin)
  // The e-mail of an account is not enough to join with it.
  expect((await join(token, { ...helper(), email: ani.email })).body.code).toBe('EMAIL_TAKEN')
  for (const other of [admin, await shop.staff(), await shop.customer({ is_demo: true })]) {
    expect((await other.ask('POST', '/users/me/join-staff', { body: { token } })).body.code).toBe('FORBIDDEN')
  }
  const { body } = await ani.ask<{ token: string }>('POST', '/users/me/join-staff', { body: { token } })
  expect(await profile(body.data.token)).toMatchObject({ id: ani.id, role: 'staf' })
  expect((await ani.ask('GET', '/users/me')).status).toBe(401)
})

test('ending the role ends the sessions, the open pages and the notices of orders at once', async () => {
  const admin = await shop.admin({ name: 'Bu Sari' })
  const staff = await shop.staff()
  const ani = await shop.customer()
  await shop.paidOrder(ani)
  const page = await fetch(`${shop.origin}/api/notifications/stream`, { headers: staff.headers })
  expect((await admin.ask('DELETE', `/admin/staff/${staff.id}`)).status).toBe(200)
  await page.text() // it ends with the session
  expect((await staff.ask('GET', '/admin/orders')).status).toBe(401)
  const left = shop.db.selectFrom('notifications').select('kind').where('user_id', '=', staff.id)
  expect(await left.execute()).toEqual([])

  const { body } = await shop.ask<{ token: string; role: string }>('POST', '/auth/login', { body: staff })
  expect(body.data.role).toBe('customer')
  expect(await profile(body.data.token)).toBe(403)
  // A second press ends no new session, and nobody is told again; administrators and customers stay what they are.
  for (const { id } of [staff, admin, ani]) expect((await admin.ask('DELETE', `/admin/staff/${id}`)).status).toBe(404)
  expect((await admin.ask('GET', '/admin/orders')).status).toBe(200)
  expect(await told(admin)).toEqual([`Akses staf ${staff.name} diakhiri oleh Bu Sari`])
})

test('an ended helper who joins again at the same time is in the end what was committed last, with one session', async () => {
  const admin = await shop.admin()
  const ani = await shop.customer()
  const { token } = await invite(admin)
  const [joined] = await Promise.all([
    ani.ask<{ token: string }>('POST', '/users/me/join-staff', { body: { token } }),
    endStaff(shop.db, admin, ani.id, shop.clock()).catch((error: unknown) => expect(error).toBeInstanceOf(NotFound)),
  ])
  expect(joined.status).toBe(200)
  const { role } = await shop.db.selectFrom('users').select('role').where('id', '=', ani.id).executeTakeFirstOrThrow()
  const sessions = await shop.db.selectFrom('sessions').select('user_id').where('user_id', '=', ani.id).execute()
  expect([role, sessions.length]).toEqual(role === 'staf' ? ['staf', 1] : ['customer', 0])
})

test('every administrator is told at once who changed the keys', async () => {
  const [owner, other] = [await shop.admin(), await shop.admin({ name: 'Orang Lain' })]
  const keys = { environment: 'sandbox', server_key: shop.serverKey, client_key: 'SB-Mid-client-staf' }
  const current_password = other.password
  await other.ask('PUT', '/admin/settings/payment-keys', { body: { ...keys, current_password } })
  await other.ask('POST', '/admin/settings/payment-keys/remove', { body: { current_password } })
  await other.ask('POST', '/admin/settings/payment-keys/remove', { body: { current_password } }) // none are left
  expect(await told(owner)).toEqual([
    'Kunci Midtrans diganti oleh Orang Lain',
    'Kunci Midtrans dihapus oleh Orang Lain',
  ])
})
