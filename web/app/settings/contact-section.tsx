import { Phone } from 'lucide-react'
import { type SectionProps, SettingsSection } from './section'

export function ContactSection({ admin }: SectionProps) {
  return (
    <SettingsSection id="contact" title="Alamat dan kontak" icon={Phone} summary={admin.settings.shop_name}>
      {null}
    </SettingsSection>
  )
}
