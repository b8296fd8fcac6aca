import * as z from 'zod/mini'
import {
  Email,
  maxLengths,
  optionalText,
  orBlank,
  Password,
  Phone,
  requiredFormat,
  requiredLine,
  TypedEmail,
  typedPassword,
  withoutBlanks,
} from './fields.ts'
import { ImageUrl, Instant, lenient, limitOf, Page, SearchText, UserPages } from './wire.ts'

export const genders = ['LAKI_LAKI', 'PEREMPUAN'] as const
export type Gender = (typeof genders)[number]
export const genderLabels: Record<Gender, string> = { LAKI_LAKI: 'Laki-laki', PEREMPUAN: 'Perempuan' }

/** What a user may do is listed at each route. `staf` helps an administrator with orders and stock. */
export const roles = ['admin', 'staf', 'customer'] as const
export type Role = (typeof roles)[number]
export const roleLabels: Record<Role, string> = { admin: 'Administrator', staf: 'Staf', customer: 'Pembeli' }

export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.nullable(z.enum(genders)),
  address: z.nullable(z.string()),
  image: ImageUrl,
  /** True for administrators only. */
  is_admin: z.boolean(),
  role: z.enum(roles),
  /** The moment of the backup from which the shop was restored, while it is quiet. Only in an administrator's own profile. */
  restored_backup_made_at: z.optional(z.iso.datetime()),
  /**
   * The time of which a restored shop may lack orders and payments, until a report of that time is compared with it. Only in
   * an administrator's own profile.
   */
  missing_span: z.optional(z.object({ from: z.iso.datetime(), until: z.iso.datetime() })),
  /** Only in the own profile of an administrator with a demo account, which has no access to secrets. */
  is_demo: z.optional(z.literal(true)),
})
export type User = z.infer<typeof User>

const Name = requiredLine('Nama', 100)

export const Registration = z.object({ name: Name, email: Email, password: Password, phone: Phone })
export type Registration = z.infer<typeof Registration>
export const Registered = z.pick(User, { id: true, name: true, email: true, phone: true })

/** The time for which the link for the first administrator of a shop is valid. */
export const firstAdminLinkHours = 24

/**
 * The state of such a link. `expired`: the right one after its time. `unknown`: a wrong one, or one that a newer link has
 * replaced. If a shop has an administrator no link makes another.
 */
export const firstAdminLinkStates = ['usable', 'expired', 'unknown', 'administrator_exists'] as const
export type FirstAdminLinkState = (typeof firstAdminLinkStates)[number]

export const firstAdminLinkSentences: Record<Exclude<FirstAdminLinkState, 'usable'>, string> = {
  expired: 'Tautan ini sudah lewat 24 jam, jadi tidak berlaku lagi.',
  unknown: 'Tautan ini tidak dikenal: mungkin tidak tersalin utuh, atau sudah diganti tautan yang lebih baru.',
  administrator_exists: 'Tautan ini sudah dipakai atau tidak berlaku lagi: toko ini sudah punya administrator.',
}

/** The answer to a demo account that reads or changes secrets, because everybody knows its password. */
export const demoRefusal = 'Akun contoh tidak bisa melakukan ini. Silakan login dengan akun administrator Anda.'

const FirstAdminToken = z
  .string(firstAdminLinkSentences.unknown)
  .check(z.minLength(1, firstAdminLinkSentences.unknown), z.maxLength(100, firstAdminLinkSentences.unknown))

export const FirstAdminLink = z.object({ token: FirstAdminToken })
export type FirstAdminLink = z.infer<typeof FirstAdminLink>
export const FirstAdminLinkCheck = z.object({ state: z.enum(firstAdminLinkStates) })
export type FirstAdminLinkCheck = z.infer<typeof FirstAdminLinkCheck>

/** `token` is in the fragment of the link, which browsers send to nobody. The phone number may be added later. */
export const FirstAdmin = z.object({
  token: FirstAdminToken,
  name: Name,
  email: Email,
  password: Password,
  phone: orBlank(Phone),
})
export type FirstAdmin = z.infer<typeof FirstAdmin>

/** A login only needs both values. Whether they match is decided once, with one error for all cases. */
export const Credentials = z.object({
  email: TypedEmail,
  password: typedPassword('Kata sandi wajib diisi.'),
})
export type Credentials = z.infer<typeof Credentials>
/** `id` is the account's. */
export const LoggedIn = z.object({ token: z.string(), id: z.string(), is_admin: z.boolean(), role: z.enum(roles) })
export type LoggedIn = z.infer<typeof LoggedIn>
/** `recovery_codes` are shown only here. */
export const FirstAdminLoggedIn = z.extend(LoggedIn, { recovery_codes: z.array(z.string()) })
export type FirstAdminLoggedIn = z.infer<typeof FirstAdminLoggedIn>

/** The part of the profile form in which an empty field keeps its value. */
const RequiredProfile = withoutBlanks(z.partial(z.object({ name: Name, email: Email, phone: Phone })))
/** The part in which an empty field clears the value, and a missing one keeps it. */
const OptionalProfile = z.partial(
  z.object({
    gender: z.pipe(
      z.union([z.enum(genders), z.literal('')], 'Pilih jenis kelamin.'),
      z.transform((gender: Gender | '') => gender || null),
    ),
    address: z.pipe(
      optionalText('Alamat', maxLengths.address),
      z.transform((address: string) => address || null),
    ),
    /** The own password, for a new e-mail. It is checked where it is sent. */
    current_password: typedPassword('Kata sandi wajib diisi.'),
  }),
)
export const ProfileChange = z.intersection(RequiredProfile, OptionalProfile)
export type ProfileChange = z.infer<typeof ProfileChange>

/** Requests a link for a new password, which is mailed if an account has this e-mail. */
export const PasswordForgotten = z.object({ email: Email })
export type PasswordForgotten = z.infer<typeof PasswordForgotten>

/** The time for which a link for a new password is valid. */
export const resetLinkMinutes = 30

export const invalidResetLink = 'Tautan ini tidak berlaku lagi. Silakan minta tautan baru.'

/** `token` is a query parameter of the mailed link. */
export const PasswordReset = z.object({
  token: z.string(invalidResetLink).check(z.minLength(1, invalidResetLink), z.maxLength(100, invalidResetLink)),
  password: Password,
})
export type PasswordReset = z.infer<typeof PasswordReset>

/** Asks whether the mailed link of this token can still be used. */
export const ResetLink = z.object({ token: z.string(invalidResetLink).check(z.maxLength(100, invalidResetLink)) })
export type ResetLink = z.infer<typeof ResetLink>

/** Contains neither the account of the link nor the reason why it is invalid. */
export const ResetLinkCheck = z.object({ valid: z.boolean() })
export type ResetLinkCheck = z.infer<typeof ResetLinkCheck>

/** An administrator's codes for a new password without mail. Each works once. */
export const recoveryCodeCount = 10
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
export const RecoveryCodesLeft = z.object({ left: z.int() })
export type RecoveryCodesLeft = z.infer<typeof RecoveryCodesLeft>

/** Sets a new password with a recovery code, whose letters may be small, with or without its lines. */
export const Recovery = z.object({
  email: TypedEmail,
  code: requiredFormat('Kode pemulihan', 100),
  password: Password,
})
export type Recovery = z.infer<typeof Recovery>

/** The number of days after a change of the e-mail for which the former one stays reserved, and the link to it is valid. */
export const undoLinkDays = 7

export const invalidUndoLink = 'Tautan ini sudah dipakai atau tidak berlaku lagi.'

/** Takes a change of the e-mail back. `token` is a query parameter of the link in the notice to the former e-mail. */
export const EmailChangeUndo = z.object({
  token: z.string(invalidUndoLink).check(z.minLength(1, invalidUndoLink), z.maxLength(100, invalidUndoLink)),
})
export type EmailChangeUndo = z.infer<typeof EmailChangeUndo>

/** `reset_token` is one for `PasswordReset`, because the account has no usable password until a new one is set. */
export const EmailChangeUndone = z.object({ reset_token: z.string() })
export type EmailChangeUndone = z.infer<typeof EmailChangeUndone>

export const PasswordChange = z.object({
  current_password: typedPassword('Kata sandi saat ini wajib diisi.'),
  new_password: Password,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** A device on which the account is logged in. `browser` and `system` are null if the shop does not know them. */
export const OwnSession = z.object({
  id: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  created_at: Instant,
  /** Written once an hour at most. */
  last_used_at: Instant,
  /** The session of the request. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const UserQuery = z.object({
  query: SearchText,
  role: lenient(z.nullable(z.enum(roles)), null),
  page: Page,
  limit: limitOf(10),
})
export type UserQuery = z.infer<typeof UserQuery>
/** `last_login_at` is null if the shop does not know it. `tags`: the seller's own. */
export const ListedUser = z.extend(User, { last_login_at: z.nullable(Instant), tags: z.array(z.string()) })
export type ListedUser = z.infer<typeof ListedUser>
export const UserList = z.object({ data: z.array(ListedUser), pagination: UserPages })
export type UserList = z.infer<typeof UserList>
