import { expect, test } from 'vitest'
import { assertUncommonPassword, isCommonPassword } from './common-passwords.ts'

test('the common passwords are the 3,000 most used ones of at least 8 characters', async () => {
  for (const password of ['password', 'PASSWORD', '12345678', 'sunshine', 'football']) {
    expect(await isCommonPassword(password), password).toBe(true)
  }
  for (const password of ['kata-sandi-ani', 'rahasia-123', 'keripik tempe balado', '']) {
    expect(await isCommonPassword(password), password).toBe(false)
  }
})

const set = (password: string, shopName = 'Dapur Bu Sari') =>
  assertUncommonPassword({ sender: { shopName } }, password, 'password')

test.each([
  'dapurbusari',
  'Dapur-Bu-Sari 2016',
  'sari1234',
  'CAMILAN-88',
  'c\u00e1milan!!',
  'aaaaaaaa',
  '........',
  '\u{1f600}'.repeat(8),
  ' '.repeat(9),
])('%j is not taken for a new password of the shop Dapur Bu Sari', async (password) => {
  await expect(set(password)).rejects.toMatchObject({ fields: { password: expect.stringContaining('mudah ditebak') } })
})

test.each(['nastar dari sari', 'camilanku-77', 'aaaaaaab', '20161009', '     keju-mede'])(
  '%j is taken',
  async (password) => {
    await expect(set(password)).resolves.toBeUndefined()
  },
)
