import { expect, test } from 'vitest'
import { hours, later, minutes } from '../../platform/clock.ts'
import { transact } from '../../platform/db/transact.ts'
import { whileReadOnly } from '../../testing/locks.ts'
import { noon, useAccounts } from '../../testing/use-accounts.ts'
import { insertUser } from '../users/write-users.ts'

const { shop, api, time } = useAccounts({
  limits: { registrationsPerIp: 5, takenRegistrationsPerIp: 200 },
  emptied: ['users', 'registrations', 'taken_registrations'],
})
const budi = { name: ' Budi Santoso ', email: ' Budi@Contoh.id ', password: ' rahasia! ', phone: '+62 812-3456-789' }

const post = (url: string, payload: object, ip = '10.0.0.1') =>
  api.inject({ method: 'POST', url, payload, remoteAddress: ip })

test('a visitor registers and can log in; texts are trimmed, the password is not', async () => {
  const answer = await post('/auth/register', { ...budi, is_admin: true, image: 'x' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({
    message: 'Pendaftaran berhasil. Silakan login.',
    data: { id: expect.any(String), name: 'Budi Santoso', email: 'Budi@Contoh.id', phone: '+62 812-3456-789' },
  })
  const login = await post('/auth/login', { email: 'budi@contoh.id', password: budi.password })
  expect(login.json().data.is_admin).toBe(false)
  expect((await post('/auth/login', { email: 'budi@contoh.id', password: 'rahasia!' })).statusCode).toBe(401)
})

test('the password is stored as argon2id with 19 MiB, two passes and one lane', async () => {
  await post('/auth/register', budi)
  const { password_hash } = await shop.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('each invalid field is reported', async () => {
  const answer = await post('/auth/register', { name: ' ', email: 'budi@', password: 'pendek', phone: '12' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'VALIDATION',
    errors: 'Nama wajib diisi.',
    fields: {
      name: 'Nama wajib diisi.',
      email: 'Format email tidak valid.',
      password: 'Kata sandi minimal 8 karakter.',
      phone: 'Nomor telepon harus 8 sampai 15 angka.',
    },
  })
})

test('an e-mail can be registered once, whatever its case, even by two simultaneous requests', async () => {
  const answers = await Promise.all([
    post('/auth/register', budi, '10.0.0.1'),
    post('/auth/register', { ...budi, email: 'BUDI@contoh.ID' }, '10.0.0.2'),
  ])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
  expect(answers.find((answer) => answer.statusCode === 409)?.json()).toEqual({
    errors: 'Email sudah terdaftar.',
    message: 'Email sudah terdaftar.',
    code: 'EMAIL_TAKEN',
    fields: { email: 'Email sudah terdaftar.' },
  })
  expect((await post('/auth/register', budi)).statusCode).toBe(409)
})

test('the case of an e-mail matters only for the letters A to Z, whatever the locale of the database', async () => {
  const insert = (email: string) =>
    transact(shop.db, (tx) =>
      insertUser(tx, { name: 'Ani', email, phone: '081234567890', password_hash: '' }, time.now),
    )
  await insert('É@contoh.id')
  await expect(insert('é@contoh.id')).resolves.toMatchObject({ email: 'é@contoh.id' })
})

test('the later of two simultaneous registrations is refused if it exceeds the limit', async () => {
  const earlier = Array.from({ length: 4 }, () => ({ address: '10.0.0.1', registered_at: noon }))
  await shop.db.insertInto('registrations').values(earlier).execute()
  const register = (email: string) => () => post('/auth/register', { ...budi, email })
  const answers = await whileReadOnly(shop.pool, 'registrations', [register('a@contoh.id'), register('b@contoh.id')])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 429])
})

test('registrations from one IP address in an hour are limited, also simultaneous ones; other IP addresses are not', async () => {
  const attempts = Array.from({ length: 8 }, (_, i) => post('/auth/register', { ...budi, email: `b${i}@contoh.id` }))
  const statuses = (await Promise.all(attempts)).map((answer) => answer.statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  const refused = await post('/auth/register', { ...budi, email: 'lain@contoh.id' })
  expect(refused.headers['retry-after']).toBe('3600')
  expect((await post('/auth/register', { ...budi, email: 'lain@contoh.id' }, '10.0.0.2')).statusCode).toBe(201)
  time.now = later(noon, hours(1))
  expect((await post('/auth/register', { ...budi, email: 'nanti@contoh.id' })).statusCode).toBe(201)
})

test('a taken e-mail is refused without a password hash, so many simultaneous requests are all answered', async () => {
  await post('/auth/register', budi)
  const answers = await Promise.all(Array.from({ length: 150 }, () => post('/auth/register', budi)))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([409]))
})

test('attempts with a taken e-mail are limited, apart from the registrations', async () => {
  await post('/auth/register', budi)
  const taken = { address: '10.0.0.1', tried_at: time.now }
  await shop.db.insertInto('taken_registrations').values(Array(199).fill(taken)).execute()
  time.now = later(noon, minutes(10))
  expect((await post('/auth/register', budi)).statusCode).toBe(409)
  const refused = await post('/auth/register', budi)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
  expect(refused.headers['retry-after']).toBe('3000')
  expect((await post('/auth/register', budi, '10.0.0.2')).statusCode).toBe(409)
  expect((await post('/auth/register', { ...budi, email: 'lain@contoh.id' })).statusCode).toBe(201)
  time.now = later(noon, hours(1))
  expect((await post('/auth/register', budi)).statusCode).toBe(409)
})

test('all but one of several simultaneous registrations of one e-mail count as attempts with a taken e-mail', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => post('/auth/register', budi)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409])
  expect(await shop.db.selectFrom('registrations').select('id').execute()).toHaveLength(1)
  expect(await shop.db.selectFrom('taken_registrations').select('id').execute()).toHaveLength(3)
})

test('the addresses of one IPv6 network are counted together', async () => {
  const statuses: number[] = []
  for (let i = 1; i <= 6; i += 1) {
    statuses.push(
      (await post('/auth/register', { ...budi, email: `b${i}@contoh.id` }, `2001:db8:1:2::${i}`)).statusCode,
    )
  }
  expect(statuses).toEqual([...Array(5).fill(201), 429])
  expect((await post('/auth/register', { ...budi, email: 'lain@contoh.id' }, '2001:db8:1:3::1')).statusCode).toBe(201)
})

test('a common password is refused in upper and lower case, before the e-mail is looked up', async () => {
  await post('/auth/register', budi)
  for (const password of ['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou1']) {
    const answer = await post('/auth/register', { ...budi, password })
    expect([answer.statusCode, answer.json()], password).toEqual([
      400,
      {
        code: 'VALIDATION',
        errors: 'Kata sandi ini dipakai banyak orang dan mudah ditebak. Pilih kata sandi lain.',
        message: 'Kata sandi ini dipakai banyak orang dan mudah ditebak. Pilih kata sandi lain.',
        fields: { password: 'Kata sandi ini dipakai banyak orang dan mudah ditebak. Pilih kata sandi lain.' },
      },
    ])
  }
})
