/** How often something may be done before it is refused for a while. */
export interface Limits {
  /** Failed logins in 15 minutes for one e-mail from one IP address. */
  loginFailuresPerEmailAndAddress: number
  /** Failed logins in an hour for one e-mail, from IP addresses that the account has not logged in from. */
  loginFailuresPerEmail: number
  /** Failed logins in an hour from one IP address. */
  loginFailuresPerAddress: number
  /** Registrations in an hour from one IP address. */
  registrationsPerAddress: number
}
