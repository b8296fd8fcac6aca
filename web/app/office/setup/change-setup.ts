import type { SetupChange } from '@camilan/contract/setup'
import { api, unchecked } from '~/platform/api/api'

export const changeSetup = (change: SetupChange) => api.put('/api/admin/setup', change, unchecked())
