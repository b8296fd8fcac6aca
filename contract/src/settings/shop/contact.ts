import * as z from 'zod/mini'
import { Facebook, Instagram, WhatsApp } from '../../contact-fields.ts'
import { settingLengths } from '../../lengths.ts'
import { text } from '../kinds.ts'
import { section } from '../section.ts'

const account = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: settingLengths.link,
} as const

export const contact = section({
  id: 'contact',
  title: 'Alamat dan kontak',
  settings: {
    whatsapp: {
      label: 'WhatsApp',
      noun: 'WhatsApp',
      hint: 'Menjadi tautan yang langsung membuka obrolan dengan toko.',
      value: z.nullable(z.string()),
      schema: WhatsApp,
      default: null,
      control: { kind: 'line', attributes: { type: 'tel', autoComplete: 'tel', placeholder: '0812 3456 7890' } },
      read: 'everybody',
    },
    /** The name of an account: `camilan.rumahan`. */
    instagram: {
      label: 'Instagram',
      noun: 'Instagram',
      hint: 'Nama akun, atau alamat halamannya.',
      value: z.nullable(z.string()),
      schema: z.nullable(Instagram),
      default: null,
      control: { kind: 'line', attributes: { ...account, placeholder: '@camilan.rumahan' }, prefix: '@' },
      read: 'everybody',
    },
    /** The part after `facebook.com/` in the address of a page. */
    facebook: {
      label: 'Facebook',
      noun: 'Facebook',
      hint: 'Nama halaman, atau alamatnya.',
      value: z.nullable(z.string()),
      schema: z.nullable(Facebook),
      default: null,
      control: { kind: 'line', attributes: { ...account, placeholder: 'camilanrumahan' } },
      read: 'everybody',
    },
    address: {
      label: 'Alamat toko',
      noun: 'alamat',
      hint: 'Tampil di bagian bawah halaman dan di Tentang Kami. Boleh nama kota saja.',
      ...text('Alamat', settingLengths.address, { autoComplete: 'street-address' }),
      read: 'everybody',
    },
  },
  summary({ whatsapp, instagram, facebook, address }) {
    const known = [whatsapp, instagram && `@${instagram}`, facebook && 'Facebook', address].filter(Boolean)
    return known.length > 0 ? known.join(' · ') : 'Belum diisi. Pembeli belum bisa menghubungi toko.'
  },
})
