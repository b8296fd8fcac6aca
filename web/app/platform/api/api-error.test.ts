import { expect, test } from 'vitest'
import { refusal, sentenceOf } from './api-error.ts'

test.each([
  [{ errors: 'Pesanan sudah dikirim' }, 'UNNAMED', 'Pesanan sudah dikirim'],
  [{ message: 'Pesanan sudah dikirim' }, 'UNNAMED', 'Pesanan sudah dikirim'],
  [{ errors: 'Besok lagi', code: 'OF_A_LATER_RELEASE' }, 'OF_A_LATER_RELEASE', 'Besok lagi'],
  [{ errors: 'Pesanan tidak ada', message: 'x', code: 'NOT_FOUND' }, 'NOT_FOUND', 'Pesanan tidak ada'],
  [{ errors: {} }, 'UNREADABLE', 'gagal'],
  ['<html>', 'UNREADABLE', 'gagal'],
  [null, 'UNREADABLE', 'gagal'],
])('of the failure %j the reason is shown', (body, code, sentence) => {
  const error = refusal(409, body)
  expect([error.code, sentenceOf(error, 'gagal')]).toEqual([code, sentence])
})
