import { pictureSettings, type SettingName } from '@camilan/contract/settings'
import type { Section } from '@camilan/contract/settings/section'
import type { LucideIcon } from 'lucide-react'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { SectionForm } from '~/settings/section-form'
import { SettingFields } from '~/settings/setting-field'
import { SettingPicture } from '~/settings/setting-picture'
import { useSectionForm } from '~/settings/use-section-form'

interface PlainSectionProps extends SectionProps {
  section: Section
  icon: LucideIcon
}

/** A section that is drawn from its entries in the table of settings. Pictures are above the form, because they save themselves. */
export function PlainSection({ section, icon, ...props }: PlainSectionProps) {
  const form = useSectionForm({ ...props, section })
  const { id, title, intro, settings, summary } = section
  const pictures = pictureSettings.filter((name) => name in settings)
  const names = (Object.keys(settings) as SettingName[]).filter((name) => !pictures.some((one) => one === name))
  return (
    <SettingsSection id={id} title={title} icon={icon} summary={summary?.(props.admin.settings)} isDirty={form.isDirty}>
      <div className="grid grid-cols-1 gap-5">
        {pictures.map((name) => (
          <SettingPicture key={name} {...props} name={name} />
        ))}
        <SectionForm section={form}>
          {intro && <p className="text-muted">{intro}</p>}
          <SettingFields section={form} names={names} />
        </SectionForm>
      </div>
    </SettingsSection>
  )
}
