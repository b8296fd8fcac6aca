import { maxImageBytes } from '@camilan/contract/images'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type FormFields, formOf } from '../testing/forms.ts'
import { makeAdmin, makeUser } from '../testing/make-user.ts'
import { noon, useAccounts } from '../testing/use-accounts.ts'
import { useEach } from '../testing/use-each.ts'

const { shop, api, pictures } = useAccounts({ emptied: ['users'] })

const ani = useEach(() =>
  makeUser(shop.db, { name: 'Ani', email: 'ani@contoh.id', gender: 'PEREMPUAN', address: 'Jl. Melati 1', now: noon }),
)

const read = async (url = '/users/me', user = ani) => (await api.inject({ url, headers: user.headers })).json()

function save(fields: FormFields, { url = '/users/me', user = ani } = {}) {
  return api.inject({ method: 'PUT', url, headers: user.headers, payload: formOf(fields) })
}

async function picture(background: string): Promise<Blob> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

test('a user reads their own profile, without the password', async () => {
  expect(await read()).toEqual({
    data: {
      id: ani.id,
      name: 'Ani',
      email: 'ani@contoh.id',
      phone: ani.phone,
      gender: 'PEREMPUAN',
      address: 'Jl. Melati 1',
      image: null,
      is_admin: false,
      role: 'customer',
    },
  })
})

test('fields in the form are changed, missing fields stay', async () => {
  const answer = await save({ name: ' Ani Lestari ', gender: 'LAKI_LAKI' })
  expect(answer.json()).toMatchObject({
    message: 'Profil berhasil diperbarui',
    data: { name: 'Ani Lestari', gender: 'LAKI_LAKI', email: 'ani@contoh.id', address: 'Jl. Melati 1' },
  })
  expect((await read()).data).toEqual(answer.json().data)
  expect((await save({})).json().data).toEqual(answer.json().data)
})

test('an empty name, e-mail or phone changes nothing; an empty gender or address clears it', async () => {
  const answer = await save({ name: '', email: ' ', phone: '', gender: '', address: ' ' })
  expect(answer.json().data).toMatchObject({
    name: 'Ani',
    email: 'ani@contoh.id',
    phone: ani.phone,
    gender: null,
    address: null,
  })
})

test('the form can neither make its sender an administrator nor change another user', async () => {
  const budi = await makeUser(shop.db, { now: noon })
  await save({ id: budi.id, is_admin: 'true', is_demo: 'true', password_hash: 'x', name: 'Ani B' })
  expect((await read()).data.is_admin).toBe(false)
  expect((await read('/users/me', budi)).data.name).toBe(budi.name)
})

test('invalid fields are reported and nothing is changed', async () => {
  const answer = await save({ name: 'Ani B', phone: '12', gender: 'X' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toEqual({
    phone: 'Nomor telepon harus 8 sampai 15 angka.',
    gender: 'Pilih jenis kelamin.',
  })
  expect((await read()).data.name).toBe('Ani')
})

test("another user's e-mail is refused in upper and lower case; the user's own can change its case", async () => {
  await makeUser(shop.db, { email: 'budi@contoh.id' })
  const answer = await save({ name: 'Ani B', email: 'BUDI@contoh.id' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'EMAIL_TAKEN', fields: { email: 'Email sudah terdaftar.' } })
  expect((await read()).data.name).toBe('Ani')
  expect((await save({ email: 'ANI@contoh.id' })).json().data.email).toBe('ANI@contoh.id')
})

test('a new picture replaces the old one, whose files stay; text instead of a file changes nothing', async () => {
  const first = (await save({ image: await picture('red') })).json().data.image
  expect(first).toMatch(/^https:\/\/toko\.example\/media\/[0-9a-f]+-640\.webp$/)
  const second = (await save({ image: await picture('blue') })).json().data.image
  expect(second).not.toBe(first)
  expect(await pictures.store.has(new URL(first).pathname.replace('/media/', ''))).toBe(true)
  expect((await save({ image: second })).json().data.image).toBe(second)
  expect((await save({ image: '', name: 'Ani B' })).json().data.image).toBe(second)
})

test('a file that is not a picture or is too large is refused with the sentence for profiles', async () => {
  const noPicture = await save({ name: 'Ani B', image: new Blob(['<svg/>'], { type: 'image/png' }) })
  expect([noPicture.statusCode, noPicture.json().errors]).toEqual([415, 'Pilih file gambar yang valid'])
  const large = await save({
    name: 'Ani B',
    image: new Blob([new Uint8Array(maxImageBytes + 1)], { type: 'image/png' }),
  })
  expect([large.statusCode, large.json().errors]).toEqual([413, 'Ukuran gambar maksimal 5MB'])
  const largest = await save({ image: new Blob([new Uint8Array(maxImageBytes)], { type: 'image/png' }) })
  expect(largest.statusCode).toBe(415)
  expect((await read()).data.name).toBe('Ani')
})

test('administrators have the same routes under their own path', async () => {
  const admin = await makeAdmin(shop.db, { now: noon })
  const changed = await save({ name: 'Ibu Sari' }, { url: '/admin/users/me', user: admin })
  expect(changed.json().data).toMatchObject({ name: 'Ibu Sari', is_admin: true })
  expect((await read('/admin/users/me', admin)).data.name).toBe('Ibu Sari')
  expect((await read('/users/me', admin)).data.name).toBe('Ibu Sari')
})

test("only a demo administrator's own profile says that it is a demo account", async () => {
  const demo = await makeAdmin(shop.db, { is_demo: true, now: noon })
  expect((await read('/users/me', demo)).data).toMatchObject({ is_demo: true })
  expect((await read('/admin/users/me', demo)).data).toMatchObject({ is_demo: true })
  for (const user of [await makeAdmin(shop.db, { now: noon }), await makeUser(shop.db, { is_demo: true, now: noon })]) {
    expect((await read('/users/me', user)).data).not.toHaveProperty('is_demo')
  }
})
