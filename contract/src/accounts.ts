import * as z from 'zod/mini'
import { Email, optionalText, Password, Phone, requiredText, withoutBlanks } from './fields.ts'
import { ImageUrl, limitOf, Page, SearchText, UserPages } from './wire.ts'

export const genders = ['LAKI_LAKI', 'PEREMPUAN'] as const
export type Gender = (typeof genders)[number]
export const genderLabels: Record<Gender, string> = { LAKI_LAKI: 'Laki-laki', PEREMPUAN: 'Perempuan' }

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.nullable(z.enum(genders)),
  address: z.nullable(z.string()),
  image: ImageUrl,
  is_admin: z.boolean(),
})
export type User = z.infer<typeof User>

const Name = requiredText('Nama', 100)

export const Registration = z.object({ name: Name, email: Email, password: Password, phone: Phone })
export type Registration = z.infer<typeof Registration>
export const Registered = z.pick(User, { id: true, name: true, email: true, phone: true })

/** A password to compare: an old one may be shorter than a new one must be. */
const anyPassword = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(1000, 'Kata sandi terlalu panjang.'))

/** What is asked of a login is only that both are there: whether they are right is one question, with one answer. */
export const Credentials = z.object({
  email: requiredText('Email', 1000),
  password: anyPassword('Kata sandi wajib diisi.'),
})
export type Credentials = z.infer<typeof Credentials>
export const LoggedIn = z.object({ token: z.string(), is_admin: z.boolean() })

/** The profile form: an empty name, e-mail or phone keeps its value. */
const Essentials = withoutBlanks(z.partial(z.object({ name: Name, email: Email, phone: Phone })))
/** An empty gender or address clears it; a missing one keeps it. */
const Details = z.partial(
  z.object({
    gender: z.pipe(
      z.union([z.enum(genders), z.literal('')], 'Pilih jenis kelamin.'),
      z.transform((gender: Gender | '') => gender || null),
    ),
    address: z.pipe(
      optionalText('Alamat', 500),
      z.transform((address: string) => address || null),
    ),
  }),
)
export const ProfileChange = z.intersection(Essentials, Details)
export type ProfileChange = z.infer<typeof ProfileChange>

/** For whoever forgot the password: a link goes to this e-mail, if it has an account. */
export const PasswordForgotten = z.object({ email: Email })
export type PasswordForgotten = z.infer<typeof PasswordForgotten>

export const invalidResetLink = 'Tautan ini tidak berlaku lagi. Silakan minta tautan baru.'

/** `token` is what the link brings. */
export const PasswordReset = z.object({
  token: z.string(invalidResetLink).check(z.minLength(1, invalidResetLink), z.maxLength(100, invalidResetLink)),
  password: Password,
})
export type PasswordReset = z.infer<typeof PasswordReset>

export const PasswordChange = z.object({
  current_password: anyPassword('Kata sandi saat ini wajib diisi.'),
  new_password: Password,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const UserQuery = z.object({ query: SearchText, page: Page, limit: limitOf(10) })
export type UserQuery = z.infer<typeof UserQuery>
export const UserList = z.object({ data: z.array(User), pagination: UserPages })
export type UserList = z.infer<typeof UserList>
