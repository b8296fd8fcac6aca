import * as z from 'zod/mini'
import { Email, orBlank, Password, Phone, requiredLine } from './fields.ts'
import { Instant } from './wire.ts'

/** The time for which the link of an invitation is valid. */
export const invitationHours = 48

export const invalidInvitation =
  'Undangan ini sudah dipakai, dibatalkan, atau lewat 48 jam. Minta tautan baru dari pemilik toko.'

/** A link that was sent to a helper, who has not used it yet. */
export const Invitation = z.object({ id: z.string(), name: z.string(), expires_at: Instant })
export type Invitation = z.infer<typeof Invitation>

export const NewInvitation = z.object({ name: requiredLine('Nama', 100) })
export type NewInvitation = z.infer<typeof NewInvitation>

/** The answer to an invitation. `link` is shown only here, because the shop stores its hash alone. */
export const InvitationMade = z.extend(Invitation, { link: z.string() })
export type InvitationMade = z.infer<typeof InvitationMade>

/** `token` is in the fragment of the link, which browsers send to nobody. */
export const InvitationToken = z.object({
  token: z.string(invalidInvitation).check(z.minLength(1, invalidInvitation), z.maxLength(100, invalidInvitation)),
})
export type InvitationToken = z.infer<typeof InvitationToken>

/** `name` is null if the invitation can't be used. */
export const InvitationCheck = z.object({ name: z.nullable(z.string()) })
export type InvitationCheck = z.infer<typeof InvitationCheck>

/** A helper makes an account with the invitation. The phone number may be added later. */
export const JoinStaff = z.extend(InvitationToken, {
  name: requiredLine('Nama', 100),
  email: Email,
  password: Password,
  phone: orBlank(Phone),
})
export type JoinStaff = z.infer<typeof JoinStaff>
