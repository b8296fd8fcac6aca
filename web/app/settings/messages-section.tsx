import { Mail } from 'lucide-react'
import { type SectionProps, SettingsSection } from './section'

export function MessagesSection({ admin }: SectionProps) {
  return (
    <SettingsSection id="messages" title="Email dan peringatan" icon={Mail} summary={admin.settings.shop_name}>
      {null}
    </SettingsSection>
  )
}
