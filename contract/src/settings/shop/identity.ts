import * as z from 'zod/mini'
import { optionalLine } from '../../fields.ts'
import { settingLengths } from '../../lengths.ts'
import { name, picture, text } from '../kinds.ts'
import { section } from '../section.ts'

const yearSentence = 'Tulis tahunnya, misalnya 2019.'

export const identity = section({
  id: 'identity',
  title: 'Nama dan cerita toko',
  settings: {
    logo: {
      label: 'Logo',
      hint: 'Gambar persegi paling baik.',
      ...picture('Unggah logo melalui tombolnya.'),
      read: 'everybody',
    },
    seller_photo: {
      label: 'Foto Anda',
      noun: 'foto penjual',
      hint: 'Tampil bulat di sebelah cerita toko. Tanpa foto, logo yang tampil.',
      ...picture(),
    },
    shop_name: {
      label: 'Nama toko',
      ...name('Nama toko', settingLengths.shopName, 'Camilan', { autoComplete: 'organization' }),
      read: 'everybody',
      variable: 'SHOP_NAME',
    },
    tagline: {
      label: 'Slogan',
      hint: 'Satu atau dua kalimat di beranda dan di bagian bawah setiap halaman.',
      ...text('Slogan', settingLengths.tagline, { textOf: optionalLine, rows: 2 }),
      read: 'everybody',
    },
    story: {
      label: 'Cerita toko',
      hint: 'Tampil di halaman Tentang Kami. Pisahkan paragraf dengan baris kosong.',
      ...text('Cerita toko', settingLengths.story, { rows: 7 }),
      read: 'everybody',
    },
    since_year: {
      label: 'Berjualan sejak tahun',
      noun: 'tahun berdiri',
      hint: 'Misalnya 2019. Tampil di beranda dan di Tentang Kami.',
      value: z.nullable(z.int()),
      schema: z.nullable(
        z
          .number(yearSentence)
          .check(z.refine(Number.isInteger, yearSentence), z.gte(1900, yearSentence), z.lte(2100, yearSentence)),
      ),
      default: null,
      control: { kind: 'year', attributes: { inputMode: 'numeric', autoComplete: 'off', maxLength: 4 } },
      read: 'everybody',
    },
  },
  summary: ({ shop_name, tagline, since_year }) =>
    [shop_name, tagline ?? 'slogan belum diisi', since_year && `sejak ${since_year}`].filter(Boolean).join(' · '),
})
