import type { AdminOrderPresenter } from '../../orders/present.ts'
import type { RouteDeps } from '../../people/login/guards.ts'
import type { Room } from '../../platform/room.ts'
import { customerRoutes } from '../customers/customer-routes.ts'
import { ownDataRoutes } from '../customers/own-data-routes.ts'
import { soldJob } from './count-sold.ts'
import { findingsJob } from './keep-findings.ts'
import { reportRoutes } from './routes.ts'

export const openReports = (deps: RouteDeps & { present: AdminOrderPresenter }): Room => ({
  api: [reportRoutes(deps), customerRoutes(deps), ownDataRoutes(deps)],
  jobs: [soldJob(deps), findingsJob(deps)],
})
