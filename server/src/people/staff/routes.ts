import { LoggedIn } from '@camilan/contract/accounts'
import {
  Invitation,
  InvitationCheck,
  InvitationMade,
  InvitationToken,
  JoinStaff,
  NewInvitation,
} from '@camilan/contract/staff'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { sameOrigin } from '../../platform/http/same-origin.ts'
import type { PasswordDeps } from '../login/common-passwords.ts'
import { accountOf, ofOwnAccount, type RouteDeps } from '../login/guards.ts'
import { logLogin } from '../login/log-access.ts'
import { clientOf, type Limits } from '../users/limits.ts'
import { endStaff } from './end-staff.ts'
import { HasRole } from './errors.ts'
import { endInvitation, findInvitation, type InvitationRow, invite, openInvitations } from './invitations.ts'
import { joinAsCustomer, joinStaff } from './join-staff.ts'

export interface StaffDeps extends RouteDeps, PasswordDeps {
  limits: Limits
  publicUrl: string
}

const tags = ['staff']

/** The token is in the fragment, which browsers send to nobody and servers log nowhere. */
const invitationUrl = (publicUrl: string, token: string) => `${publicUrl}/auth/staff#${token}`

/** An administrator or a member of staff opened the invitation of somebody else. */
async function ofCustomer(request: FastifyRequest): Promise<void> {
  if (accountOf(request).role !== 'customer') throw new HasRole()
}

const present = ({ id, name, expires_at }: InvitationRow) => ({ id, name, expires_at: expires_at.toISOString() })

/** An administrator invites helpers, and ends their role. */
export const staffRoutes =
  ({ db, clock, guards, publicUrl }: StaffDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const onRequest = [guards.admin, ofOwnAccount]

    api.get(
      '/admin/staff/invitations',
      {
        onRequest: guards.admin,
        schema: { tags, summary: 'Invitations that can be used', response: { 200: success(z.array(Invitation)) } },
      },
      async () => ({ data: (await openInvitations(db, clock())).map(present) }),
    )

    api.post(
      '/admin/staff/invitations',
      {
        onRequest,
        schema: {
          tags,
          summary: 'A link, shown once and valid once for 48 hours, with which a helper joins the staff',
          body: NewInvitation,
          response: { 201: success(InvitationMade) },
        },
      },
      async (request, reply) => {
        const { token, ...row } = await invite(db, accountOf(request), request.body.name, clock())
        return reply.status(201).send({ data: { ...present(row), link: invitationUrl(publicUrl, token) } })
      },
    )

    api.delete(
      '/admin/staff/invitations/:id',
      {
        onRequest,
        schema: { tags, summary: 'End an invitation', params: UuidPath, response: { 200: Message } },
      },
      async (request) => {
        await endInvitation(db, accountOf(request), request.params.id, clock())
        return { message: 'Undangan dibatalkan' }
      },
    )

    api.delete(
      '/admin/staff/:id',
      {
        onRequest,
        schema: {
          tags,
          summary: 'A member of staff becomes a customer, and their sessions end',
          params: UuidPath,
          response: { 200: Message },
        },
      },
      async (request) => {
        await endStaff(db, accountOf(request), request.params.id, clock())
        return { message: 'Akses staf diakhiri' }
      },
    )
  }

/** A helper uses an invitation. The token is in the body, because URLs are logged. It needs no limit: it can't be guessed. */
export const invitationRoutes =
  ({ db, clock, guards, limits, publicUrl, sender }: StaffDeps): FastifyPluginAsyncZod =>
  async (api) => {
    function loggedIn(request: FastifyRequest, joined: { token: string; id: string }) {
      logLogin(request, joined)
      return { data: { ...joined, is_admin: false, role: 'staf' as const } }
    }

    api.post(
      '/auth/check-invitation',
      {
        schema: {
          tags,
          summary: 'For whom an invitation is, if it can be used; changes nothing',
          body: InvitationToken,
          response: { 200: success(InvitationCheck) },
        },
      },
      async (request) => ({ data: { name: (await findInvitation(db, request.body.token, clock()))?.name ?? null } }),
    )

    api.post(
      '/auth/join-staff',
      {
        onRequest: sameOrigin(publicUrl),
        schema: {
          tags,
          summary: 'Make an account with an invitation, and log in; only from a page of the shop',
          body: JoinStaff,
          response: { 201: success(LoggedIn) },
          refusals: ['FORBIDDEN', 'EMAIL_TAKEN', 'RATE_LIMITED'],
        },
      },
      async (request, reply) => {
        const joined = await joinStaff({ db, limits, sender }, clientOf(request), request.body, clock())
        return reply.status(201).send(loggedIn(request, joined))
      },
    )

    api.post(
      '/users/me/join-staff',
      {
        onRequest: [guards.signedIn, ofOwnAccount, ofCustomer],
        schema: {
          tags,
          summary: 'Use an invitation with my account; my sessions end, and a new one begins',
          body: InvitationToken,
          refusals: ['FORBIDDEN'],
          response: { 200: success(LoggedIn) },
        },
      },
      async (request) =>
        loggedIn(request, await joinAsCustomer(db, clientOf(request), accountOf(request), request.body.token, clock())),
    )
  }
