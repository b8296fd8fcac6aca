import type { AdminSettings, SettingsChange } from '@camilan/contract/settings'
import { api, unchecked, uncheckedData } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { Button } from '~/ui/ask/button'

const path = '/api/admin/settings'

interface SettingButtonProps {
  change: SettingsChange
  /** The sentence after the change. */
  done: string
  children: string
}

/** Switches settings on that the page proposes. */
export function SettingButton({ change, done, children }: SettingButtonProps) {
  const { pending, run } = useMutation({
    async do() {
      // Unchecked: only the settings page loads the table of all settings, from which the schema is made.
      const { version } = (await api.get(path, uncheckedData<AdminSettings>())).data
      return api.put(path, { version, ...change }, unchecked())
    },
    done,
    failed: 'Gagal menyimpan pengaturan',
    revalidate: 'both',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      {children}
    </Button>
  )
}
