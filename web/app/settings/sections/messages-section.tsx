import { alarmNames, mailKinds, type ShopSettings } from '@camilan/contract/settings'
import { Mail } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { alertTexts, mailTexts, orderMailsText } from '~/settings/message-texts'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { Group, SectionForm } from '~/settings/section-form'
import { useSectionForm } from '~/settings/use-section-form'
import { TickRow } from '~/ui/fields/tick-row'

const valuesOf = ({ mails, alerts, mail_order_events }: ShopSettings): FieldValues => ({
  mails,
  alerts,
  mail_order_events,
})
const changeOf = ({ mails, alerts, mail_order_events }: FieldValues) => ({ mails, alerts, mail_order_events })

export function MessagesSection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'messages', valuesOf, changeOf })
  return (
    <SettingsSection
      id="messages"
      title="Email dan peringatan"
      icon={Mail}
      summary={summaryOf(props.admin.settings)}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <Group
          legend="Email"
          hint="Tautan yang diminta orang, dan pemberitahuan bahwa email akun diganti, selalu dikirim."
        >
          <div>
            {mailKinds.map((kind) => (
              <TickRow key={kind} {...mailTexts[kind]} {...section.tick(`mails.${kind}`)} />
            ))}
            <TickRow {...orderMailsText} {...section.tick('mail_order_events')} />
          </div>
        </Group>
        <Group legend="Peringatan" hint="Masuk ke Notifikasi semua administrator, paling banyak sekali sehari.">
          <div>
            {alarmNames.map((name) => (
              <TickRow key={name} label={alertTexts[name]} {...section.tick(`alerts.${name}`)} />
            ))}
          </div>
        </Group>
      </SectionForm>
    </SettingsSection>
  )
}

function summaryOf({ mails, alerts, mail_order_events }: ShopSettings): string {
  const off = [...Object.values(mails), ...Object.values(alerts)].filter((isOn) => !isOn).length
  const others = off === 0 ? 'Semua peringatan menyala' : `${off} dimatikan`
  return `${others} · email pesanan ${mail_order_events ? 'menyala' : 'mati'}`
}
