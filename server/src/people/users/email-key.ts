import { type RawBuilder, sql } from 'kysely'

/** The form in which e-mail addresses are compared, as in the generated columns `email_key`: case is ignored. */
export const emailKey = (email: string): RawBuilder<string> => sql`lower_email(${email})`
