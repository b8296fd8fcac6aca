import { expect, test } from 'vitest'
import { isOfAnotherGateway } from './other-gateway'

const sandbox = 'https://app.sandbox.midtrans.com'
const live = 'https://app.midtrans.com'

const local = 'http://localhost:3000'

test.each([
  ['of the same environment', `${sandbox}/snap/v4/redirection/x`, sandbox, false],
  ['opened before the shop went live', `${sandbox}/snap/v4/redirection/x`, live, true],
  ['opened after the shop went live, in an older page', `${live}/snap/v4/redirection/x`, sandbox, true],
  ['of the local sandbox', `${local}/snap/v4/redirection/x`, local, false],
  ['of the local sandbox, in a shop with keys', `${local}/snap/v4/redirection/x`, sandbox, true],
  ['opened before the keys were removed', `${live}/snap/v4/redirection/x`, local, true],
  ['through a proxy of the operator', `${live}/snap/v4/redirection/x`, 'https://snap.example.com', false],
  ['in a shop that can’t be paid', `${live}/snap/v4/redirection/x`, null, false],
])('a payment %s is opened on its own page: %s %s %s', (_which, redirectUrl, snapOrigin, isOther) => {
  expect(isOfAnotherGateway(redirectUrl, { snapOrigin, sandbox: snapOrigin === local })).toBe(isOther)
})
