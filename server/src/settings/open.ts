import type { Sender } from '../accounts/account-mails.ts'
import type { Room } from '../platform/room.ts'
import { type SettingsRouteDeps, settingsRoutes } from './routes.ts'
import { senderOf } from './sender.ts'
import { followSettings, type Settings, type SettingsDeps } from './settings.ts'

export async function openSettings(
  deps: SettingsDeps & Omit<SettingsRouteDeps, 'settings'> & { publicUrl: string },
): Promise<Room & { settings: Settings; sender: Sender }> {
  const settings = await followSettings(deps)
  return {
    settings,
    sender: senderOf(settings, deps.publicUrl),
    api: [settingsRoutes({ ...deps, settings })],
    close: settings.close,
  }
}
