import type { Room } from '../../platform/room.ts'
import { deleteExpiredInvitations } from './invitations.ts'
import { invitationRoutes, type StaffDeps, staffRoutes } from './routes.ts'

export const openStaff = (deps: StaffDeps): Room => ({
  api: [staffRoutes(deps), invitationRoutes(deps)],
  deleteExpired: deleteExpiredInvitations,
})
