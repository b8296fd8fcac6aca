import { maxImagePixels } from '@camilan/contract/images'
import { InvalidForm, ShopError, secondsUntil } from '../../platform/errors.ts'

const sentences = {
  'too many pixels': `Resolusi gambar terlalu besar. Maksimal ${maxImagePixels / 1_000_000} megapiksel.`,
  unreadable: 'Gambar tidak bisa dibaca. Pilih gambar lain.',
  'too expensive': 'Gambar terlalu rumit untuk diproses. Simpan ulang gambar ini atau pilih gambar lain.',
} as const

/** The picture itself can't be stored, regardless of its sender. */
export class InvalidImage extends InvalidForm {
  /** @param problem  `too expensive`: it has too many scans, or decoding it took too much CPU time or memory */
  constructor(problem: keyof typeof sentences) {
    super({ image: sentences[problem] })
  }
}

export class TooManyUploads extends ShopError<'RATE_LIMITED'> {
  constructor(until: Date, now: Date) {
    super('RATE_LIMITED', {
      sentence: 'Terlalu banyak gambar yang diunggah. Silakan coba lagi nanti.',
      retryAfterSeconds: secondsUntil(until, now),
    })
  }
}
