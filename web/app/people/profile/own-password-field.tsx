import { me } from '~/people/me'
import { useAccountStore } from '~/platform/forms/account-store'
import { PasswordField } from '~/ui/fields/password-field'

/** Somebody who is logged in repeats the password of their own account. */
export function OwnPasswordField(field: { error: string | undefined; name: string }) {
  const email = useAccountStore(me)?.email ?? ''
  return (
    <>
      {/* For password managers, which match the password with the account. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Kata sandi akun Anda"
        autoComplete="current-password"
        hint="Untuk memastikan bahwa ini memang Anda."
        {...field}
      />
    </>
  )
}
