import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test('the common passwords are the 3,000 most used ones of at least 8 characters', async () => {
  for (const password of ['password', 'PASSWORD', '12345678', 'sunshine', 'football']) {
    expect(await isCommonPassword(password), password).toBe(true)
  }
  for (const password of ['kata-sandi-ani', 'rahasia-123', 'keripik tempe balado', '']) {
    expect(await isCommonPassword(password), password).toBe(false)
  }
})
