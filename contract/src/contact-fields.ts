/** The seller's contacts, as she pastes them. */
import * as z from 'zod/mini'
import { optionalText, Phone } from './fields.ts'
import { settingLengths } from './lengths.ts'

/** The text that people paste: `@nama`, `nama`, or the address of the page. */
const withoutSite = (site: RegExp) =>
  z.overwrite<string>((text) => text.replace(site, '').replace(/^@/, '').replace(/\/+$/, ''))

export const Instagram = z.pipe(
  optionalText('Instagram', settingLengths.link).check(
    z.overwrite((text) => text.replace(/[?#].*$/, '')),
    withoutSite(/^(?:https?:\/\/)?(?:www\.|m\.)?instagram\.com\//i),
    z.refine(
      (text) => /^[\w.]{0,30}$/.test(text),
      'Tulis nama akun Instagram, misalnya @camilan.rumahan, atau alamat halamannya.',
    ),
  ),
  z.transform((text: string) => text || null),
)

export const Facebook = z.pipe(
  optionalText('Facebook', settingLengths.link).check(
    withoutSite(/^(?:https?:\/\/)?(?:www\.|m\.|web\.)?(?:facebook|fb)\.com\//i),
    z.refine(
      (text) => /^(?:[\w.-]+(?:\/[\w.-]+)*(?:\?id=\d+)?)?$/.test(text),
      'Tulis nama halaman Facebook, misalnya camilanrumahan, atau alamat halamannya.',
    ),
  ),
  z.transform((text: string) => text || null),
)

export const WhatsApp = z.nullable(
  z.pipe(
    z.transform((text: unknown) => (typeof text === 'string' && text.trim() === '' ? null : text)),
    z.nullable(Phone),
  ),
)
