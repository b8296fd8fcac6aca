import { settingLengths } from '@camilan/contract/lengths'
import type { ShopSettings } from '@camilan/contract/settings'
import { Phone } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { SectionForm } from '~/settings/section-form'
import { useSectionForm } from '~/settings/use-section-form'
import { TextAreaField, TextField } from '~/ui/fields/field'

const valuesOf = ({ address, whatsapp, instagram, facebook }: ShopSettings) => ({
  address: address ?? '',
  whatsapp: whatsapp ?? '',
  instagram: instagram === null ? '' : `@${instagram}`,
  facebook: facebook ?? '',
})

const changeOf = ({ address, whatsapp, instagram, facebook }: FieldValues) => ({
  address: address.trim() || null,
  whatsapp: whatsapp.trim() || null,
  instagram: instagram.trim().replace(/^@/, '') || null,
  facebook: facebook.trim() || null,
})

export function ContactSection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'contact', valuesOf, changeOf })
  const { whatsapp, instagram, facebook, address } = props.admin.settings
  const known = [whatsapp, instagram && `@${instagram}`, facebook && 'Facebook', address].filter(Boolean)
  return (
    <SettingsSection
      id="contact"
      title="Alamat dan kontak"
      icon={Phone}
      summary={known.length > 0 ? known.join(' · ') : 'Belum diisi. Pembeli belum bisa menghubungi toko.'}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <TextField
          label="WhatsApp"
          type="tel"
          autoComplete="tel"
          placeholder="0812 3456 7890"
          hint="Menjadi tautan yang langsung membuka obrolan dengan toko."
          {...section.field('whatsapp')}
        />
        <TextField
          label="Instagram"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="@camilan.rumahan"
          hint="Nama akun, atau alamat halamannya."
          maxLength={settingLengths.link}
          {...section.field('instagram')}
        />
        <TextField
          label="Facebook"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="camilanrumahan"
          hint="Nama halaman, atau alamatnya."
          maxLength={settingLengths.link}
          {...section.field('facebook')}
        />
        <TextAreaField
          label="Alamat toko"
          autoComplete="street-address"
          hint="Tampil di bagian bawah halaman dan di Tentang Kami. Boleh nama kota saja."
          maxLength={settingLengths.address}
          {...section.field('address')}
        />
      </SectionForm>
    </SettingsSection>
  )
}
