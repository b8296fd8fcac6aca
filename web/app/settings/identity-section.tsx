import { Store } from 'lucide-react'
import { type SectionProps, SettingsSection } from './section'

export function IdentitySection({ admin }: SectionProps) {
  return (
    <SettingsSection id="identity" title="Nama dan cerita toko" icon={Store} summary={admin.settings.shop_name}>
      {null}
    </SettingsSection>
  )
}
