import { Timer } from 'lucide-react'
import { type SectionProps, SettingsSection } from './section'

export function UnpaidSection({ admin }: SectionProps) {
  return (
    <SettingsSection id="unpaid" title="Batas pesanan" icon={Timer} summary={admin.settings.shop_name}>
      {null}
    </SettingsSection>
  )
}
