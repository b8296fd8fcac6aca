import { imageAt } from '@camilan/contract/images'
import type { MailKind } from '@camilan/contract/settings'
import type { Sender } from '../mail/mail-content.ts'
import type { Room } from '../platform/room.ts'
import { placeRoutes } from './places/routes.ts'
import { type SettingsRouteDeps, settingsRoutes } from './routes.ts'
import { followSettings, type Settings, type SettingsDeps } from './settings.ts'
import { termRoutes } from './terms/routes.ts'
import { styleSheetRoute } from './words/look-route.ts'
import { zoneRoutes } from './zones/routes.ts'

interface SettingsRoom extends Room {
  settings: Settings
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
      get logoUrl() {
        const url = deps.imageUrl(settings.current().logo)
        return url && imageAt(url, 160)
      },
      get look() {
        return settings.current().look
      },
      sends: (kind: MailKind) => settings.current().mails[kind],
    },
    api: [
      settingsRoutes({ ...deps, settings }),
      placeRoutes,
      zoneRoutes({ ...deps, settings }),
      termRoutes({ ...deps, settings }),
    ],
    site: [styleSheetRoute],
    close: settings.close,
  }
}
