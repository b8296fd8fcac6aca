/** The seller's contacts, as she pastes them. */
import * as z from 'zod/mini'
import { optionalText, Phone } from './fields.ts'
import { settingLengths } from './lengths.ts'

/** Without what apps add to count who shares a link. Only the `id` of a page says which page it is. */
const withoutTracking = z.overwrite<string>((text) => {
  const [, address = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(text) ?? []
  const [, id] = /(?:^|&)id=(\d+)(?:&|$)/.exec(query) ?? []
  return id ? `${address.replace(/\/+$/, '')}?id=${id}` : address
})

/** The text that people paste: `@nama`, `nama`, or the address of the page. */
const withoutSite = (site: RegExp) =>
  z.overwrite<string>((text) => text.replace(site, '').replace(/^@/, '').replace(/\/+$/, ''))

export const Instagram = z.pipe(
  optionalText('Instagram', settingLengths.link).check(
    withoutTracking,
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
    withoutTracking,
    // `m.`, `web.`, or a language such as `id-id.`
    withoutSite(/^(?:https?:\/\/)?(?:[\w-]+\.)?(?:facebook|fb)\.com\//i),
    z.refine(
      (text) => /^(?:[\w.-]+(?:\/[\w.-]+)*(?:\?id=\d+)?)?$/.test(text),
      'Tulis nama halaman Facebook, misalnya camilanrumahan, atau alamat halamannya.',
    ),
  ),
  z.transform((text: string) => text || null),
)

/** The number of a chat's link: `wa.me/62812…`, `api.whatsapp.com/send?phone=62812…`. */
const chat =
  /^(?:(?:https?:\/\/)?(?:wa\.me\/|(?:api\.|web\.|www\.)?whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=)|whatsapp:\/\/send\/?\?(?:[^#]*&)?phone=)(?:\+|%2b)?(\d+)/i

export const WhatsApp = z.nullable(
  z.pipe(
    z.transform((text: unknown) => {
      if (typeof text !== 'string') return text
      const [, number] = chat.exec(text.trim()) ?? []
      return number ? `+${number}` : text.trim() === '' ? null : text
    }),
    z.nullable(Phone),
  ),
)
