import { passwordLength } from '@camilan/contract/fields'
import { section, type ValuesOf } from '../../platform/config/section.ts'
import { email, optional, secret, wholeNumber, withDefault } from '../../platform/config/variables.ts'
import type { Limits } from './limits.ts'

const count = wholeNumber({ min: 1 })

export const accountsSection = section({
  title: 'Accounts',
  about: `Failed logins and registrations are counted. Beyond a limit the API answers 429 for a while. Of an IPv6 address
the /64 network is counted.`,
  variables: {
    ADMIN_EMAIL: optional(email, 'first administrator, made if there is none'),
    ADMIN_PASSWORD: optional(secret(passwordLength), 'password of that administrator'),
    LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS: withDefault(count, 'in 15 minutes, one e-mail and IP address', '10'),
    LOGIN_FAILURES_PER_EMAIL: withDefault(count, 'in an hour, one e-mail, unknown IP addresses', '100'),
    LOGIN_FAILURES_PER_ADDRESS: withDefault(count, 'in an hour, one IP address', '1000'),
    REGISTRATIONS_PER_ADDRESS: withDefault(count, 'in an hour, one IP address', '300'),
    TAKEN_REGISTRATIONS_PER_ADDRESS: withDefault(
      count,
      'refused for a taken e-mail, in an hour, one IP address',
      '300',
    ),
    SESSIONS_PER_ACCOUNT: withDefault(count, 'one more login ends the session that is unused for longest', '100'),
  },
  rules: (rule) => [
    rule(['ADMIN_EMAIL', 'ADMIN_PASSWORD'], ({ ADMIN_EMAIL, ADMIN_PASSWORD }) =>
      (ADMIN_EMAIL === undefined) !== (ADMIN_PASSWORD === undefined)
        ? ['ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither']
        : [],
    ),
  ],
})

export function accountsConfig(values: ValuesOf<typeof accountsSection>) {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = values
  const limits: Limits = {
    loginFailuresPerEmailAndIp: values.LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS,
    loginFailuresPerEmail: values.LOGIN_FAILURES_PER_EMAIL,
    loginFailuresPerIp: values.LOGIN_FAILURES_PER_ADDRESS,
    registrationsPerIp: values.REGISTRATIONS_PER_ADDRESS,
    takenRegistrationsPerIp: values.TAKEN_REGISTRATIONS_PER_ADDRESS,
    sessionsPerAccount: values.SESSIONS_PER_ACCOUNT,
  }
  return {
    firstAdmin: ADMIN_EMAIL && ADMIN_PASSWORD ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } : undefined,
    limits,
  }
}
