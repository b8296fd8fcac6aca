import { Truck } from 'lucide-react'
import { type SectionProps, SettingsSection } from './section'

export function DeliverySection({ admin }: SectionProps) {
  return (
    <SettingsSection id="delivery" title="Pengiriman dan biaya" icon={Truck} summary={admin.settings.shop_name}>
      {null}
    </SettingsSection>
  )
}
