import { Samples } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api'

/** What removing the samples would do now. */
export async function loadSamples(): Promise<Samples> {
  return (await api.get('/api/admin/setup/samples', success(Samples))).data
}
