import type { MailKind } from '@camilan/contract/settings-values'
import type { Sender } from '../accounts/account-mails.ts'
import type { Room } from '../platform/room.ts'
import { type SettingsRouteDeps, settingsRoutes } from './routes.ts'
import { followSettings, type Settings, type SettingsDeps } from './settings.ts'

interface SettingsRoom extends Room {
  settings: Settings
  /** The present name and the origin of the shop in mails. */
  sender: Sender
}

export async function openSettings(
  deps: SettingsDeps & Omit<SettingsRouteDeps, 'settings'> & { publicUrl: string },
): Promise<SettingsRoom> {
  const settings = await followSettings(deps)
  return {
    settings,
    sender: {
      get shopName() {
        return settings.current().shop_name
      },
      publicUrl: deps.publicUrl,
      sends: (kind: MailKind) => settings.current().mails[kind],
    },
    api: [settingsRoutes({ ...deps, settings })],
    close: settings.close,
  }
}
